/* What Cirno's game brings for fuzzing, member by member. */
#include "cirno_guided.h"
#include "games/cirno/cirno.h"
#include "games/cirno/events.h"
#include "games/cirno/explain.h"
#include "games/cirno/shrink.h"

const struct nf_fuzzing cirno_fuzzing = {
    .events = cirno_events,
    .guide = cirno_guide,
    .survey = cirno_survey,
    .shrink = cirno_shrink,
    .size = cirno_size,
    .compare = cirno_compare,
    .play_lanes = cirno_play_lanes,
    .read_outcome = cirno_read_outcome,
    .tell_outcomes = cirno_tell_outcomes,
};
