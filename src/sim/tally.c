#include "sim/tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct nf_tally_ops *ops_of(const struct nf_setup *setup)
{
    return setup->game->tally;
}

/* NULL where no details are counted. */
static const struct nf_detail_ops *details_of(const struct nf_setup *setup)
{
    return setup->params.detail ? setup->game->details : NULL;
}

static uint32_t usual_sums(const struct nf_setup *setup)
{
    const struct nf_tally_ops *const ops = ops_of(setup);
    return ops->sums != NULL ? ops->sums(setup) : (uint32_t)(ops->size / sizeof(uint64_t));
}

static uint32_t all_sums(const struct nf_setup *setup)
{
    const struct nf_detail_ops *const more = details_of(setup);
    if (more == NULL)
        return usual_sums(setup);
    return usual_sums(setup) +
           (more->sums != NULL ? more->sums(setup) : (uint32_t)(more->size / sizeof(uint64_t)));
}

static size_t scratch_bytes(const struct nf_setup *setup)
{
    const struct nf_tally_ops *const ops = ops_of(setup);
    return ops->scratch == NULL ? 0 : nf_cache_lines(ops->scratch(setup));
}

static size_t detail_scratch_bytes(const struct nf_setup *setup)
{
    const struct nf_detail_ops *const more = details_of(setup);
    return more == NULL || more->scratch == NULL ? 0 : nf_cache_lines(more->scratch(setup));
}

size_t nf_tally_bytes(const struct nf_setup *setup)
{
    return nf_cache_lines(all_sums(setup) * sizeof(uint64_t)) + scratch_bytes(setup) +
           detail_scratch_bytes(setup) + nf_cache_lines(sizeof(struct nf_blocks));
}

void nf_tally_place(struct nf_tally *tally, const struct nf_setup *setup, void *memory)
{
    char *const blocks =
        (char *)memory + nf_tally_bytes(setup) - nf_cache_lines(sizeof(struct nf_blocks));
    const size_t more = detail_scratch_bytes(setup);
    *tally = (struct nf_tally){
        .setup = setup,
        .sums = memory,
        .sums_count = all_sums(setup),
        .words = nf_words_of(setup),
        .scratch = blocks - more - scratch_bytes(setup),
        .detail_scratch = blocks - more,
        .blocks = (struct nf_blocks *)(void *)blocks,
    };
    if (details_of(setup) != NULL)
        tally->details = tally->sums + usual_sums(setup);
    for (size_t i = 0; i < NF_MAX_EXTREMES; i++)
        tally->extremes[i].index = UINT64_MAX;
}

enum nf_status nf_tally_open(struct nf_tally *tally, const struct nf_setup *setup,
                             struct nf_error *err)
{
    *tally = (struct nf_tally){0};
    /* The system clears large blocks page by page when they are used, and scratch may be large. */
    void *const block = calloc(1, nf_tally_bytes(setup) + NF_CACHE_LINE);
    NF_TRY_MEMORY(block != NULL, err);
    nf_tally_place(tally, setup, nf_first_cache_line(block));
    tally->allocated = block;
    return NF_OK;
}

void nf_tally_close(struct nf_tally *tally)
{
    free(tally->allocated);
    *tally = (struct nf_tally){0};
}

void nf_tally_game(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    ops_of(tally->setup)->count(tally, outcome);
    if (tally->details != NULL)
        details_of(tally->setup)->count(tally, outcome);
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        tally->rejected[kind] += outcome->rejected[kind];
    tally->games++;
    const struct nf_digest game = nf_digest_of(outcome->index, outcome->words, tally->words);
    nf_digest_merge(&tally->digest, &game);
    nf_blocks_game(tally->blocks, outcome->index, &game);
}

void nf_tally_settle(struct nf_tally *tally)
{
    if (ops_of(tally->setup)->settle != NULL)
        ops_of(tally->setup)->settle(tally);
    if (tally->details != NULL && details_of(tally->setup)->settle != NULL)
        details_of(tally->setup)->settle(tally);
}

uint32_t nf_tally_added(const struct nf_tally *tally)
{
    const struct nf_tally_ops *const ops = ops_of(tally->setup);
    return ops->added == NULL ? 0 : ops->added(tally->setup);
}

void nf_tally_drop_added(struct nf_tally *tally)
{
    const uint32_t count = nf_tally_added(tally);
    memset(tally->sums + usual_sums(tally->setup) - count, 0, count * sizeof *tally->sums);
    tally->without_added = true;
}

uint32_t nf_tally_extremes(const struct nf_tally *tally)
{
    const struct nf_extreme_kind *const kinds = ops_of(tally->setup)->extremes;
    uint32_t count = 0;
    while (kinds[count].name != NULL && (tally->details != NULL || !kinds[count].detail))
        count++;
    return count;
}

bool nf_tally_fits(const struct nf_tally *tally, const struct nf_tally *other)
{
    uint64_t sum;
    bool fits = !__builtin_add_overflow(tally->games, other->games, &sum);
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        fits &= !__builtin_add_overflow(tally->rejected[kind], other->rejected[kind], &sum);
    for (uint32_t i = 0; i < tally->sums_count; i++)
        fits &= !__builtin_add_overflow(tally->sums[i], other->sums[i], &sum);
    return fits;
}

/* Whether the digests of blocks are known of all games. */
static bool has_blocks(const struct nf_tally *tally)
{
    return tally->games == 0 || tally->blocks->count > 0;
}

void nf_tally_merge(struct nf_tally *tally, const struct nf_tally *other)
{
    if (has_blocks(tally) && has_blocks(other))
        nf_blocks_merge(tally->blocks, other->blocks);
    else
        *tally->blocks = (struct nf_blocks){0};
    tally->games += other->games;
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        tally->rejected[kind] += other->rejected[kind];
    for (uint32_t i = 0; i < tally->sums_count; i++)
        tally->sums[i] += other->sums[i];
    if (tally->without_added || other->without_added)
        nf_tally_drop_added(tally);
    const struct nf_extreme_kind *const kinds = ops_of(tally->setup)->extremes;
    for (uint32_t i = 0; i < nf_tally_extremes(tally); i++)
        if (nf_extreme_known(&other->extremes[i]))
            nf_extreme_offer(&tally->extremes[i], kinds[i].smallest, other->extremes[i].value,
                             other->extremes[i].index);
    nf_digest_merge(&tally->digest, &other->digest);
}

uint64_t nf_tally_turns(const struct nf_tally *tally)
{
    return ops_of(tally->setup)->turns(tally);
}

/* Whether nothing is counted. */
static bool is_empty(const struct nf_tally *tally)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < tally->sums_count; i++)
        any |= tally->sums[i];
    for (uint32_t i = 0; i < nf_tally_extremes(tally); i++)
        any |= nf_extreme_known(&tally->extremes[i]);
    return any == 0;
}

bool nf_tally_consistent(const struct nf_tally *tally)
{
    const struct nf_tally_ops *const ops = ops_of(tally->setup);
    if (tally->games == 0)
        return is_empty(tally);
    for (uint32_t i = 0; i < nf_tally_extremes(tally); i++)
        if (!ops->extremes[i].optional && !nf_extreme_known(&tally->extremes[i]))
            return false;
    return ops->consistent(tally) &&
           (tally->details == NULL || details_of(tally->setup)->consistent(tally));
}

double nf_tally_width(const struct nf_tally *tally)
{
    const struct nf_tally_ops *const ops = ops_of(tally->setup);
    double widest = 0;
    if (ops->width != NULL)
        return ops->width(tally);
    for (uint32_t seat = 0; seat < tally->setup->params.players; seat++) {
        uint64_t times;
        const struct nf_estimate share = ops->share(tally, seat, &times);
        if (isnan(share.low))
            return NAN;
        widest = fmax(widest, share.high - share.low);
    }
    return widest;
}

void nf_tally_report(const struct nf_tally *tally, struct nf_tables *tables)
{
    ops_of(tally->setup)->report(tally, tables);
    if (tally->details != NULL)
        details_of(tally->setup)->report(tally, tables);
}
