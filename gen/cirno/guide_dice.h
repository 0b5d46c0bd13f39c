/* Unbiased random numbers from a stream of the generator. */
#ifndef NF_CIRNO_GUIDE_DICE_H
#define NF_CIRNO_GUIDE_DICE_H

#include "base/rng.h"

/* A stream, read in order. */
struct cirno_guide_dice {
    struct nf_key key;
    struct nf_rng rng;
    uint64_t word;     /* unused chunks, the next one lowest */
    uint64_t position; /* of the next draw */
};

/* Returns the dice of `key` at the start of its stream. */
struct cirno_guide_dice cirno_guide_dice_start(const struct nf_key *key);

/* Returns a number below `total`, 1 <= total <= NF_MAX_TOTAL; all equally likely. */
uint32_t cirno_guide_roll(struct cirno_guide_dice *dice, uint32_t total);

#endif
