#include "sim/runs/spot_check.h"

#include "base/owned.h"
#include "base/rng.h"
#include "sim/plan.h"
#include "sim/runs/document.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/random.h>

/* The indices of a block. */
static struct nf_span span_of(const struct nf_blocks *blocks, uint32_t block)
{
    return (struct nf_span){(blocks->first + block) << blocks->shift, UINT64_C(1) << blocks->shift};
}

static uint64_t games_in(const struct nf_saved *saved, uint32_t block)
{
    const struct nf_span whole = span_of(saved->tally.blocks, block);
    uint64_t games = 0;
    for (size_t i = 0; i < saved->spans_count; i++)
        games += nf_span_shared(whole, saved->spans[i]).games;
    return games;
}

static enum nf_status start_random(struct nf_rng *random, struct nf_error *err)
{
    struct nf_key key = {0};
    if (getrandom(&key, sizeof key, 0) != (ssize_t)sizeof key)
        return nf_fail(err, NF_IO, "no random numbers from the system: %s", strerror(errno));
    *random = nf_rng_start(&key);
    return NF_OK;
}

/* Plays a range and adds it to `*again`. */
static enum nf_status play_part(struct nf_spot_check *check, struct nf_run_options *options,
                                struct nf_span part, struct nf_tally *again, struct nf_error *err)
{
    NF_FREED_BY(nf_run_result_close) struct nf_run_result result;
    options->span = part;
    NF_TRY(nf_run(options, &result, err));
    if (result.tally.games < part.games)
        return nf_fail(err, (enum nf_status)(128 + result.signal), "stopped by signal %d (%s)",
                       result.signal, strsignal(result.signal));
    nf_tally_merge(again, &result.tally);
    check->games += part.games;
    return NF_OK;
}

/* Plays a block and adds it to `*again`. */
static enum nf_status play_block(struct nf_spot_check *check, struct nf_run_options *options,
                                 const struct nf_input *input, const struct nf_saved *saved,
                                 uint32_t block, struct nf_tally *again, struct nf_error *err)
{
    const struct nf_blocks *const blocks = saved->tally.blocks;
    const struct nf_span whole = span_of(blocks, block);
    struct nf_digest found = again->digest;
    for (size_t i = 0; i < saved->spans_count; i++) {
        const struct nf_span part = nf_span_shared(whole, saved->spans[i]);
        if (part.games > 0)
            NF_TRY(play_part(check, options, part, again, err));
    }
    nf_digest_merge(&found, &blocks->list[block]);
    if (memcmp(&found, &again->digest, sizeof found) == 0)
        return NF_OK;
    return nf_fail(err, NF_DIFFERENT,
                   "%.300s: of the games %" PRIu64 " to %" PRIu64
                   ", played again, some are not as they were saved",
                   input->name, whole.first, nf_span_end(whole) - 1);
}

static bool same_sums(const struct nf_tally *a, const struct nf_tally *b)
{
    return memcmp(a->rejected, b->rejected, sizeof a->rejected) == 0 &&
           memcmp(a->sums, b->sums, a->sums_count * sizeof *a->sums) == 0 &&
           memcmp(a->extremes, b->extremes, nf_tally_extremes(a) * sizeof *a->extremes) == 0;
}

/* Each of the blocks that have games is picked as likely as any other. */
static enum nf_status play_some(struct nf_spot_check *check, struct nf_run_options *options,
                                const struct nf_input *input, const struct nf_saved *saved,
                                struct nf_rng *random, struct nf_tally *again, struct nf_error *err)
{
    const struct nf_blocks *const blocks = saved->tally.blocks;
    uint32_t left = 0;
    for (uint32_t block = 0; block < blocks->count; block++)
        left += games_in(saved, block) > 0;
    uint32_t wanted = (uint32_t)ceil(check->share * left);
    for (uint32_t block = 0; wanted > 0 && block < blocks->count; block++) {
        if (games_in(saved, block) == 0)
            continue;
        const double chance = (double)(nf_rng_next(random) >> 11) * 0x1p-53;
        if (chance * left-- >= wanted)
            continue;
        NF_TRY(play_block(check, options, input, saved, block, again, err));
        wanted--;
    }
    if (saved->tally.without_added)
        nf_tally_drop_added(again);
    if (again->games == saved->tally.games && !same_sums(again, &saved->tally))
        return nf_fail(err, NF_DIFFERENT,
                       "%.300s: the games, played again, are as they were saved, but add up to "
                       "other sums",
                       input->name);
    return NF_OK;
}

enum nf_status nf_spot_check_run(struct nf_spot_check *check, const struct nf_input *input,
                                 const struct nf_saved *saved, struct nf_error *err)
{
    struct nf_run_options options = {.setup = saved->setup, .threads = check->threads};
    struct nf_rng random = {0};
    NF_FREED_BY(nf_tally_close) struct nf_tally again = {0};
    NF_TRY(nf_saved_check_version(input, saved, err));
    if (saved->tally.games > 0 && saved->tally.blocks->count == 0)
        return nf_document_fail_at(input, "digest", err,
                                   "found no digests of blocks, expected those that --replay "
                                   "compares; runs of early versions have none");
    NF_TRY(nf_choose_kernel(saved->setup->game, "auto", &options.kernel, err));
    NF_TRY(nf_fit_kernel(saved->setup, "auto", &options.kernel, err));
    NF_TRY(start_random(&random, err));
    NF_TRY(nf_tally_open(&again, saved->setup, err));
    check->kernel = options.kernel->name;
    return play_some(check, &options, input, saved, &random, &again, err);
}
