/* The pig game as the engine sees it.
 *
 * Parameters: `players` are the pigs, `rounds` is 1, and `deck` the cards of the deck, 0 for as
 * many as a game uses. */
#ifndef NF_PIGS_MODULE_H
#define NF_PIGS_MODULE_H

#include "sim/game.h"
#include "sim/kernel.h"

extern const struct nf_game pigs_game;

/* What the rules of the pig game promise of every step. */

extern const struct nf_promise_ops pigs_promises;

#endif
