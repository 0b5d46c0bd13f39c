/* The die of strategies that choose at random: one throw for each card drawn from the deck, a
 * function of (seed, index) like the cards. */
#ifndef NF_CIRNO_DICE_H
#define NF_CIRNO_DICE_H

#include "base/rng.h"

/* The throws of one game, read in order. */
struct cirno_dice {
    struct nf_key key; /* key of the deck */
    struct nf_rng rng;
    uint64_t word, next_word; /* the last word read, and the number of the next one */
};

/* Starts the throws for the deck of `key`. They have their own stream: that of the key with the
 * highest bit of the attempt set, which no deck uses. */
struct cirno_dice cirno_dice_start(const struct nf_key *key);

/* Returns the face for a turn before which `position` cards of the deck were drawn: 0 ..
 * CIRNO_DIE_FACES-1, all equally likely. Positions must not decrease. */
uint32_t cirno_dice_throw(struct cirno_dice *dice, uint64_t position);

/* Returns the face for `position` of the throws of `key` if its chunk was rejected. Thread-safe. */
uint32_t cirno_dice_redraw(const struct nf_key *key, uint64_t position);

#endif
