#include "games/mahjong/fuzz/fuzzing.h"

#include "games/mahjong/fuzz/explain.h"
#include "games/mahjong/fuzz/shrink.h"
#include "games/mahjong/fuzz/survey.h"
#include "games/mahjong/rules/events.h"
#include "gen/mahjong/guided.h"

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
