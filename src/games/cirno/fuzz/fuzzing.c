/* What Cirno's game brings for fuzzing, member by member. */
#include "games/cirno/fuzz/fuzzing.h"
#include "games/cirno/fuzz/explain.h"
#include "games/cirno/fuzz/shrink.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/rules/events.h"
#include "games/cirno/rules/format.h"
#include "gen/cirno/guided.h"

const struct nf_fuzzing cirno_fuzzing = {
    .events = cirno_events,
    .guide = cirno_guide,
    .survey = cirno_survey,
    .shrink = cirno_shrink,
    .size = cirno_size,
    .compare = cirno_compare,
    .pad = cirno_pad,
    .play_lanes = cirno_play_lanes,
    .read_outcome = cirno_read_outcome,
    .tell_outcomes = cirno_tell_outcomes,
};
