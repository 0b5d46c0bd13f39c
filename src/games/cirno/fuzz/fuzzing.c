/* Cirno's game for the fuzzer. */
#include "games/cirno/fuzz/fuzzing.h"
#include "games/cirno/fuzz/frames.h"
#include "games/cirno/fuzz/shrink.h"
#include "games/cirno/rules/events.h"
#include "gen/cirno/guide_stages.h"
#include "gen/cirno/guided.h"

const struct nf_fuzz_ops cirno_fuzz_ops = {
    .events = cirno_events,
    .guide = cirno_guide,
    .stages = cirno_stages,
    .smaller = &cirno_smaller,
    .size = cirno_size,
    .comparer = &cirno_comparer,
    .tell_story = cirno_tell_story,
    .players = cirno_players,
    .panels = cirno_panels,
    .frames = 1,
    .mistakes = cirno_mistakes,
    .points = cirno_points,
    .play_as = cirno_play_as,
};
