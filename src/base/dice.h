/* Unbiased random numbers read one after the other from a stream of the generator, chunk by chunk
 * (base/rng.h). For cases of fuzz and test sets; deals and kernels know the place of each draw. */
#ifndef NF_DICE_H
#define NF_DICE_H

#include "base/rng.h"

#include <assert.h>

/* A stream, read in order. */
struct nf_dice {
    struct nf_key key;
    struct nf_rng rng;
    uint64_t word;     /* unused chunks, the next one lowest */
    uint64_t position; /* of the next draw */
};

/* Returns the dice of `key` at the start of its stream. */
static inline struct nf_dice nf_dice_start(const struct nf_key *key)
{
    return (struct nf_dice){.key = *key, .rng = nf_rng_start(key)};
}

/* Returns a number below `total`, 1 <= total <= NF_MAX_TOTAL; all equally likely. Most totals are
 * constants, which spares the division where this is inlined. */
static inline uint32_t nf_roll(struct nf_dice *dice, uint32_t total)
{
    assert(total >= 1 && total <= NF_MAX_TOTAL);
    if (dice->position % 4 == 0)
        dice->word = nf_rng_next(&dice->rng);
    uint32_t number;
    if (!nf_draw((uint32_t)(dice->word & 0xffff), total, nf_reject_below(total), &number))
        number = nf_redraw(&dice->key, dice->position, total);
    dice->word >>= 16;
    dice->position++;
    return number;
}

/* Returns a number from `low` to `high`. */
static inline uint32_t nf_roll_between(struct nf_dice *dice, uint32_t low, uint32_t high)
{
    return low + nf_roll(dice, high - low + 1);
}

#endif
