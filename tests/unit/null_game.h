/* A game without rules, to test the frame around games: its outcomes are a plain function of
 * the index, and its kernels can be told to fail or to dawdle. */
#ifndef NF_TEST_NULL_GAME_H
#define NF_TEST_NULL_GAME_H

#include "core/game.h"

/* The outcome of round `round` of game `index` among `players`. */
uint32_t null_record(uint64_t index, uint32_t round, uint32_t players);

extern const struct nf_game null_game;
extern const struct nf_kernel null_kernel; /* in order of the indices */
extern const struct nf_kernel
    null_late_kernel; /* hands in its games in reverse, a batch at a time */
extern const struct nf_kernel null_slow_kernel; /* a millisecond a game */
extern const struct nf_kernel null_bad_kernel;  /* NF_INVALID at index 1000 */

#endif
