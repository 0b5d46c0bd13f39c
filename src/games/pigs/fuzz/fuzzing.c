#include "games/pigs/fuzz/fuzzing.h"

#include "games/pigs/fuzz/mistakes.h"
#include "games/pigs/rules/events.h"
#include "gen/pigs/guided.h"

const struct nf_fuzz_ops pigs_fuzz_ops = {
    .events = pigs_events,
    .guide = pigs_guide,
    .stages = pigs_stages,
    .coverage = pigs_coverage,
    .shrink = pigs_shrink,
    .size = pigs_size,
    .compare = pigs_compare,
    .tell_story = pigs_tell_story,
    .panels = pigs_panels,
    .frames = PIGS_MAX_FRAMES,
    .mistakes = pigs_mistakes,
    .points = pigs_points,
    .play_as = pigs_play_as,
};
