#include "games/tng/module.h"

#include "base/lang.h"

#include "core/contract/game.h"
#include "games/tng/fuzz/fuzzing.h"
#include "games/tng/judge/judge.h"
#include "games/tng/rules/events.h"
#include "games/tng/rules/format.h"
#include "gen/tng/guided.h"

static const struct nf_fuzz_ops fuzz_ops = {
    .events = tng_events,
    .guide = tng_guide,
    .stages = tng_stages,
    .size = tng_size,
    .comparer = &tng_comparer,
    .tell_story = tng_tell_story,
    .players = tng_players,
    .panels = tng_panels,
    .frames = TNG_MAX_FRAMES,
    .mistakes = tng_mistakes,
    .points = tng_points,
    .play_as = tng_play_as,
};

const struct nf_problem tng_problem = {
    .name = "tng",
    .title = N_("The Number Game"),
    .rules = &tng_rules,
    .summarise = tng_summarise,
    .measures = tng_measures,
    .fuzz = &fuzz_ops,
    .suite = &tng_suite,
};
