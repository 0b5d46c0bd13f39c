#include "core/tally.h"

#include <stdlib.h>

static const struct nf_tally_ops *ops_of(const struct nf_setup *setup)
{
    return nf_tally_ops_of(setup);
}

static size_t scratch_bytes(const struct nf_setup *setup)
{
    const struct nf_tally_ops *const ops = ops_of(setup);
    return ops->scratch == NULL ? 0 : nf_cache_lines(ops->scratch(setup));
}

size_t nf_tally_bytes(const struct nf_setup *setup)
{
    return nf_cache_lines(ops_of(setup)->sums(setup) * sizeof(uint64_t)) + scratch_bytes(setup);
}

void nf_tally_place(struct nf_tally *tally, const struct nf_setup *setup, void *memory)
{
    const size_t scratch = scratch_bytes(setup);
    *tally = (struct nf_tally){
        .setup = setup,
        .sums = memory,
        .sums_count = ops_of(setup)->sums(setup),
        .words = ops_of(setup)->words(setup),
        .scratch = scratch == 0 ? NULL : (char *)memory + nf_tally_bytes(setup) - scratch,
    };
    for (size_t i = 0; i < NF_MAX_EXTREMES; i++)
        tally->extremes[i].index = UINT64_MAX;
}

enum nf_status nf_tally_open(struct nf_tally *tally, const struct nf_setup *setup,
                             struct nf_error *err)
{
    *tally = (struct nf_tally){0};
    /* The system clears large blocks page by page when they are used, and scratch may be large. */
    void *const block = calloc(1, nf_tally_bytes(setup) + NF_CACHE_LINE);
    if (block == NULL)
        return nf_fail(err, NF_IO, "out of memory for the statistics");
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
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        tally->rejected[kind] += outcome->rejected[kind];
    tally->games++;
    nf_digest_game(&tally->digest, outcome->index, outcome->words, tally->words);
}

void nf_tally_settle(struct nf_tally *tally)
{
    if (ops_of(tally->setup)->settle != NULL)
        ops_of(tally->setup)->settle(tally);
}

uint32_t nf_tally_extremes(const struct nf_tally *tally)
{
    const struct nf_extreme_kind *const kinds = ops_of(tally->setup)->extremes;
    uint32_t count = 0;
    while (kinds[count].name != NULL)
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

void nf_tally_merge(struct nf_tally *tally, const struct nf_tally *other)
{
    tally->games += other->games;
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        tally->rejected[kind] += other->rejected[kind];
    for (uint32_t i = 0; i < tally->sums_count; i++)
        tally->sums[i] += other->sums[i];
    const struct nf_extreme_kind *const kinds = ops_of(tally->setup)->extremes;
    for (uint32_t i = 0; kinds[i].name != NULL; i++)
        if (nf_extreme_known(&other->extremes[i]))
            nf_extreme_offer(&tally->extremes[i], kinds[i].smallest, other->extremes[i].value,
                             other->extremes[i].index);
    nf_digest_merge(&tally->digest, &other->digest);
}

uint64_t nf_tally_turns(const struct nf_tally *tally)
{
    return ops_of(tally->setup)->turns(tally);
}
