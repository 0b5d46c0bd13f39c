/* Setups and runs for unit tests of all games. */
#ifndef NF_TEST_PLAYED_H
#define NF_TEST_PLAYED_H

#include "sim/game.h"
#include "sim/runner.h"

#include <stdbool.h>
#include <stdint.h>

/* The usual numbers of a game, with its first profile and the seed 1. */
struct nf_params nf_test_usual(const struct nf_game *game);

/* The setup of `params`, to be released; fails the test if they are refused. The
 * strings of `params` must outlive it. */
struct nf_setup *nf_test_prepare(const struct nf_game *game, const struct nf_params *params);

/* For FREED_BY. */
void nf_test_release(struct nf_setup *const *setup);

/* An empty tally of games of the setup, to be closed. */
struct nf_tally nf_test_tally(const struct nf_setup *setup);

/* Two tallies say the same in everything but the digests of blocks. */
void nf_test_same_tally(const struct nf_tally *a, const struct nf_tally *b);

/* Plays games first .. first+games-1 with `kernel` and settles the tally, which the caller closes;
 * fails the test if they cannot be played. `block` 0: what the runner takes. */
struct nf_run_result nf_test_run(const struct nf_setup *setup, const struct nf_kernel *kernel,
                                 uint64_t first, uint64_t games, uint32_t threads, uint32_t block);

/* A run on two threads, kept with its setup. */
struct nf_test_played {
    struct nf_setup *setup;
    struct nf_tally tally;
};
struct nf_test_played nf_test_play(const struct nf_game *game, const struct nf_params *params,
                                   const struct nf_kernel *kernel, uint64_t first, uint64_t games);

/* For FREED_BY. */
void nf_test_played_close(struct nf_test_played *played);
void nf_test_close_run(struct nf_run_result *result);

/* The records of games first .. first+games-1, nf_words_of(setup) words each; free() them. */
uint32_t *nf_test_records(const struct nf_setup *setup, const struct nf_kernel *kernel,
                          uint64_t first, uint64_t games);

#endif
