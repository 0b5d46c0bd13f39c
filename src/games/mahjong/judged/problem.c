
#include "base/lang.h"

#include "games/mahjong/judged/fuzzing.h"
#include "games/mahjong/rules/judge.h"
#include "gen/mahjong/cases/guided.h"

static const struct nf_fuzz_ops fuzz_ops = {
    .events = mahjong_events,
    .guide = mahjong_guide,
    .stages = mahjong_stages,
    .smaller = &mahjong_smaller,
    .size = mahjong_size,
    .comparer = &mahjong_comparer,
    .tell_story = mahjong_write_story,
    .players = mahjong_players,
    .panels = mahjong_panels,
    .frames = 1,
    .mistakes = mahjong_mistakes,
    .points = mahjong_points,
    .play_as = mahjong_play_as,
};

const struct nf_problem mahjong_problem = {
    .name = "mahjong",
    .title = N_("Mahjong simulator"),
    .rules = &mahjong_rules,
    .summarise = mahjong_summarise,
    .measures = mahjong_measures,
    .measure = mahjong_measure,
    .fuzz = &fuzz_ops,
    .suite = &mahjong_suite,
};
