/* Cirno's game as the tester sees it. */

#include "base/lang.h"
#include "games/cirno/judged/fuzzing.h"
#include "games/cirno/rules/events.h"
#include "games/cirno/rules/judge.h"
#include "gen/cirno/cases/guided.h"

static const struct nf_fuzz_ops fuzz_ops = {
    .events = cirno_events,
    .guide = cirno_guide,
    .stages = cirno_stages,
    .smaller = &cirno_smaller,
    .size = cirno_size,
    .comparer = &cirno_comparer,
    .tell_story = cirno_write_story,
    .players = cirno_players,
    .panels = cirno_panels,
    .frames = 1,
    .mistakes = cirno_mistakes,
    .points = cirno_points,
    .play_as = cirno_play_as,
};

const struct nf_problem cirno_problem = {
    .name = "cirno",
    .title = N_("Cirno's Arithmetic Game"),
    .rules = &cirno_rules,
    .summarise = cirno_summarise,
    .measures = cirno_measures,
    .measure = cirno_measure,
    .fuzz = &fuzz_ops,
    .suite = &cirno_suite,
};
