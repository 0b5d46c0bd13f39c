#include "sim/runs/audit.h"

#include "base/owned.h"
#include "base/rng.h"
#include "sim/instances.h"
#include "sim/plan.h"
#include "sim/runs/document.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/random.h>
#include <xxhash.h>

/* Games collected before they are played again: kernels with many lanes need many. */
enum { HELD = 128 };

/* The record of a game by the first kernel. */
struct held {
    uint64_t index;
    uint32_t rejected[NF_REJECT_KINDS];
    bool seen; /* the second kernel has played it */
    uint32_t words[NF_MAX_WORDS];
};

/* At the start of a worker's memory; the memory of the two kernels follows. */
struct auditor {
    struct nf_sink sink; /* of the first kernel */
    struct nf_feed feed;
    struct nf_sink again_sink; /* of the second */
    struct nf_feed again_feed;
    struct nf_audit *audit;
    const struct nf_setup *setup;
    struct nf_sink *to; /* the caller's */
    struct nf_feed *from;
    struct nf_error *err;
    enum nf_status status;
    void *other_memory;
    uint32_t words, count, given;
    uint32_t expected; /* likely position of the next game among those held */
    struct held held[HELD];
};

bool nf_audit_picks(uint64_t index, double share)
{
    unsigned char bytes[8];
    nf_put_u64(bytes, index);
    /* 53 bits: exact as a double, and always below 1. */
    return (double)(XXH3_64bits(bytes, sizeof bytes) >> 11) * 0x1p-53 < share;
}

uint64_t nf_audit_games(const struct nf_audit *audit)
{
    return atomic_load(&audit->games);
}

/* ---- comparing ---- */

static enum nf_status fail_different(const struct auditor *auditor, const struct held *held,
                                     const struct nf_outcome *again)
{
    struct nf_text text = {0};
    nf_describe_records(held->words, again->words, auditor->words, &text);
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        if (held->rejected[kind] != again->rejected[kind])
            nf_text_format(&text, "; candidates that %s: %" PRIu32 " and %" PRIu32,
                           auditor->setup->game->reject_reasons[kind], held->rejected[kind],
                           again->rejected[kind]);
    nf_fail(auditor->err, NF_DIFFERENT, "game %" PRIu64 ": %s and %s differ in %.*s", held->index,
            auditor->audit->played->name, auditor->audit->other->name, (int)text.size,
            text.data == NULL ? "" : text.data);
    nf_text_free(&text);
    return NF_DIFFERENT;
}

static struct auditor *auditor_of_again(struct nf_sink *sink)
{
    return (struct auditor *)(void *)((char *)sink - offsetof(struct auditor, again_sink));
}

static void take_again(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct auditor *const auditor = auditor_of_again(sink);
    /* Most kernels finish games roughly in the order they take them. */
    uint32_t at = auditor->expected, tried = 0;
    while (tried < auditor->count && auditor->held[at].index != outcome->index) {
        at = at + 1 < auditor->count ? at + 1 : 0;
        tried++;
    }
    if (auditor->status != NF_OK || tried == auditor->count)
        return; /* an unexpected game; the expected one will be missing */
    struct held *const held = &auditor->held[at];
    auditor->expected = at + 1 < auditor->count ? at + 1 : 0;
    held->seen = true;
    if (memcmp(held->words, outcome->words, auditor->words * sizeof *held->words) != 0 ||
        memcmp(held->rejected, outcome->rejected, sizeof held->rejected) != 0)
        auditor->status = fail_different(auditor, held, outcome);
}

static bool give_again(struct nf_feed *feed)
{
    struct auditor *const auditor =
        (struct auditor *)(void *)((char *)feed - offsetof(struct auditor, again_feed));
    if (auditor->given == auditor->count)
        return false;
    feed->next = auditor->held[auditor->given++].index;
    feed->end = feed->next + 1;
    return true;
}

/* Plays the held games with the second kernel, which is open. */
static void play_again(struct auditor *auditor)
{
    if (auditor->count == 0 || auditor->status != NF_OK)
        return;
    auditor->given = auditor->expected = 0;
    auditor->again_feed = (struct nf_feed){.more = give_again};
    const struct nf_kernel *const other = auditor->audit->other;
    const enum nf_status status =
        other->play(other, auditor->setup, auditor->other_memory, &auditor->again_feed,
                    &auditor->again_sink, auditor->err);
    if (auditor->status == NF_OK)
        auditor->status = status;
    for (uint32_t i = 0; i < auditor->count && auditor->status == NF_OK; i++)
        if (!auditor->held[i].seen)
            auditor->status =
                nf_fail(auditor->err, NF_DIFFERENT, "game %" PRIu64 ": %s did not play it",
                        auditor->held[i].index, other->name);
    if (auditor->status == NF_OK)
        atomic_fetch_add(&auditor->audit->games, auditor->count);
    auditor->count = 0;
}

/* ---- the first kernel's games ---- */

static void hold_outcome(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct auditor *const auditor = (struct auditor *)sink;
    auditor->to->take(auditor->to, outcome);
    if (auditor->status != NF_OK || !nf_audit_picks(outcome->index, auditor->audit->share))
        return;
    struct held *const held = &auditor->held[auditor->count++];
    held->index = outcome->index;
    held->seen = false;
    memcpy(held->rejected, outcome->rejected, sizeof held->rejected);
    memcpy(held->words, outcome->words, auditor->words * sizeof *held->words);
    if (auditor->count == HELD)
        play_again(auditor);
}

/* Passes on the caller's blocks, but none after a difference. */
static bool more(struct nf_feed *feed)
{
    struct auditor *const auditor =
        (struct auditor *)(void *)((char *)feed - offsetof(struct auditor, feed));
    struct nf_feed *const from = auditor->from;
    if (auditor->status != NF_OK || (from->next == from->end && !from->more(from)))
        return false;
    feed->next = from->next;
    feed->end = from->end;
    from->next = from->end;
    return true;
}

/* Both kernels are supported, see nf_audit_open(). */
static size_t own_memory(void)
{
    return nf_cache_lines(sizeof(struct auditor));
}

static size_t audit_memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    const struct nf_audit *const audit = (const struct nf_audit *)self;
    return own_memory() + audit->played->memory(audit->played, setup) +
           audit->other->memory(audit->other, setup);
}

static enum nf_status play_audited(const struct nf_kernel *self, const struct nf_setup *setup,
                                   void *block, struct nf_feed *feed, struct nf_sink *sink,
                                   struct nf_error *err)
{
    /* Kernels are const for their users; this one counts games in its own audit. */
    struct nf_audit *const audit = (struct nf_audit *)(uintptr_t)self;
    const struct nf_kernel *const played = audit->played;
    struct auditor *const auditor = block;
    char *const played_memory = (char *)block + own_memory();
    *auditor = (struct auditor){
        .sink = {hold_outcome},
        .feed = {.more = more},
        .again_sink = {take_again},
        .audit = audit,
        .setup = setup,
        .to = sink,
        .from = feed,
        .err = err,
        .other_memory = played_memory + played->memory(played, setup),
        .words = nf_words_of(setup),
    };
    NF_TRY(nf_kernel_open(audit->other, setup, auditor->other_memory, err));
    const enum nf_status status =
        nf_kernel_play(played, setup, played_memory, &auditor->feed, &auditor->sink, err);
    if (status == NF_OK)
        play_again(auditor);
    nf_kernel_close(audit->other, auditor->other_memory);
    return auditor->status != NF_OK ? auditor->status : status;
}

void nf_audit_open(struct nf_audit *audit, const struct nf_kernel *played,
                   const struct nf_kernel *other, double share)
{
    audit->kernel = (struct nf_kernel){.name = played->name,
                                       .supported = nf_everywhere,
                                       .memory = audit_memory,
                                       .play = play_audited,
                                       .block = played->block};
    audit->played = played;
    audit->other = other;
    audit->share = share;
    atomic_init(&audit->games, 0);
}

/* ---- games of a saved run ---- */

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
