/* Kernels of any game against its reference, game by game. */
#ifndef NF_TEST_KERNELS_H
#define NF_TEST_KERNELS_H

#include "sim/game.h"

/* Fails the test where a kernel that this machine can run makes other records than the reference of
 * games first .. first+games-1, throws away other candidates, or brings an index twice or never.
 * Indices come in pieces of random sizes; a kernel's memory is rubbish at first and ends at a guard
 * page. `look` is given the records of the reference. Where the reference refuses a game, every
 * kernel has to, in the same words, and those before it are compared. Returns how many were. */
uint64_t nf_test_compare_kernels(const struct nf_setup *setup, uint64_t first, uint64_t games,
                                 void (*look)(const struct nf_setup *setup, uint64_t index,
                                              const uint32_t *record));

/* The same of one kernel alone, such as nf_checking (sim/kernel.h). */
uint64_t nf_test_compare_kernel(const struct nf_kernel *kernel, const struct nf_setup *setup,
                                uint64_t first, uint64_t games);

/* All kernels with games of `params`, all of which can be played. */
void nf_test_compare_games(const struct nf_game *game, const struct nf_params *params,
                           uint64_t first, uint64_t games);

/* How many games to compare: NF_TEST_GAMES, else `usual`. */
uint64_t nf_test_games_asked(uint64_t usual);

#endif
