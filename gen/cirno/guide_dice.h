/* Unbiased random numbers from a stream of the generator. */
#ifndef NF_CIRNO_GUIDE_DICE_H
#define NF_CIRNO_GUIDE_DICE_H

#include "base/rng.h"

#include <assert.h>

/* A stream, read in order. */
struct cirno_guide_dice {
    struct nf_key key;
    struct nf_rng rng;
    uint64_t word;     /* unused chunks, the next one lowest */
    uint64_t position; /* of the next draw */
};

/* Returns the dice of `key` at the start of its stream. */
struct cirno_guide_dice cirno_guide_dice_start(const struct nf_key *key);

/* Returns a number below `total`, 1 <= total <= NF_MAX_TOTAL; all equally likely. Most totals are
 * constants, which spares the division where this is inlined. */
static inline uint32_t cirno_guide_roll(struct cirno_guide_dice *dice, uint32_t total)
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

#endif
