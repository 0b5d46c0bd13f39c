#include "games/tng/fuzz/fuzzing.h"

#include "core/game.h"
#include "games/tng/fuzz/explain.h"
#include "games/tng/fuzz/shrink.h"
#include "games/tng/rules/events.h"
#include "gen/tng/guided.h"

static enum nf_exit play_lanes(const struct nf_kernel *kernel, const struct nf_input *instances,
                               size_t count, struct nf_text *records, struct nf_error *err)
{
    enum nf_exit end = NF_OK;
    for (size_t i = 0; i < count && end == NF_OK; i++)
        end = tng_play_record(kernel->name, &instances[i], &records[i], err);
    return end;
}

const struct nf_fuzzing tng_fuzzing = {
    .events = tng_events,
    .guide = tng_guide,
    .survey = tng_survey,
    .shrink = tng_shrink,
    .size = tng_size,
    .compare = tng_compare,
    .play_lanes = play_lanes,
    .read_outcome = tng_read_outcome,
    .tell_outcomes = tng_tell_outcomes,
};
