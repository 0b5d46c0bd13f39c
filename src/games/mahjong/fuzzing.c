#include "games/mahjong/fuzzing.h"

#include "games/mahjong/events.h"
#include "games/mahjong/explain.h"
#include "games/mahjong/shrink.h"
#include "mahjong_guided.h"

const struct nf_fuzzing mahjong_fuzzing = {
    .events = mahjong_events,
    .guide = mahjong_guide,
    .survey = mahjong_survey,
    .shrink = mahjong_shrink,
    .size = mahjong_size,
    .compare = mahjong_compare,
    .play_lanes = mahjong_play_lanes,
    .read_outcome = mahjong_read_outcome,
    .tell_outcomes = mahjong_tell_outcomes,
};
