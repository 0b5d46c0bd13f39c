#include "games/tng/fuzz/fuzzing.h"

#include "core/game.h"
#include "games/tng/fuzz/explain.h"
#include "games/tng/fuzz/shrink.h"
#include "games/tng/rules/events.h"
#include "gen/tng/guided.h"

static enum nf_status play_lanes(const struct nf_kernel *kernel, const struct nf_input *instances,
                                 size_t count, struct nf_text *records, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (size_t i = 0; i < count && status == NF_OK; i++)
        status = tng_play_record(kernel->name, &instances[i], &records[i], err);
    return status;
}

const struct nf_fuzz_ops tng_fuzz_ops = {
    .events = tng_events,
    .guide = tng_guide,
    .coverage = tng_coverage,
    .shrink = tng_shrink,
    .size = tng_size,
    .compare = tng_compare,
    .play_lanes = play_lanes,
    .read_outcome = tng_read_outcome,
    .tell_records = tng_tell_records,
};
