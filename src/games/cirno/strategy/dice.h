/* The die behind strategies that choose at random: one throw for each card drawn from the deck, as
 * much a function of (seed, index) as the cards are. */
#ifndef NF_CIRNO_DICE_H
#define NF_CIRNO_DICE_H

#include "base/rng.h"

/* The throws of one game, read in order. */
struct cirno_dice {
    struct nf_key key; /* of the deck */
    struct nf_rng rng;
    uint64_t word, next_word; /* the word read last, and the number of the one after it */
};

/* Starts the throws that go with the deck of `key`: those of a stream of its own, named by the key
 * with the highest bit of the attempt set, which no attempt has. */
struct cirno_dice cirno_dice_start(const struct nf_key *key);

/* The face for a turn that `position` cards of the deck were drawn before, 0 ..
 * CIRNO_DIE_FACES-1, all alike. Positions must not go back. */
uint32_t cirno_dice_throw(struct cirno_dice *dice, uint64_t position);

/* The face for `position` of the throws that go with `key` when its chunk was rejected. */
uint32_t cirno_dice_redraw(const struct nf_key *key, uint64_t position);

#endif
