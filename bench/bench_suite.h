/* The cases that bench a game: which there are, the check that all kernels play the same games,
 * and the measuring. */
#ifndef NF_BENCH_SUITE_H
#define NF_BENCH_SUITE_H

#include "bench/bench_rows.h"
#include "bench/harness.h"
#include "core/contract/game.h"

enum { NF_BENCH_LIST = 128 };

/* What to measure: every combination of the lists. */
struct nf_bench_order {
    const struct nf_game *game;
    uint64_t seed;
    const struct nf_profile *profiles[NF_BENCH_LIST];
    const struct nf_kernel *kernels[NF_BENCH_LIST];
    bool automatic[NF_BENCH_LIST]; /* a kernel that cannot play a setup gives way to one that can */
    bool every_kernel;             /* kernels that cannot play a setup are left out, not refused */
    uint32_t players[NF_BENCH_LIST], rounds[NF_BENCH_LIST]; /* 0: the profile's or game's default */
    uint32_t threads[NF_BENCH_LIST];
    size_t profile_count, kernel_count, player_count, round_count, thread_count; /* each >= 1 */
    const char *strategy; /* as in struct nf_params */
    bool detail;          /* the same */
    bool run;             /* dealing and playing */
    bool apart; /* dealing alone and playing alone, where the game can; nor this nor `judge` with
                   a strategy or details */
    bool judge; /* the judge's program, at the game's maximum size */
    uint64_t games; /* of a repetition; 0: calibrated */
};

/* Measures an order. Before any clock starts, every kernel plays the first games of each kind, and
 * the digests are compared with the reference's (a profile's games, with its own threads):
 * NF_DIFFERENT names the kernel that plays otherwise; so too if repetitions of a case differ.
 * Fills `result`; the caller frees its rows, also after a failure. One at a time in a process (see
 * nf_run). Otherwise as nf_bench_measure, or what the game failed with, or 128+n after signal n. */
enum nf_status nf_bench_run(const struct nf_bench_order *order, const struct nf_bench_plan *plan,
                            struct nf_bench_result *result, struct nf_error *err);

/* The most rows an order can make; 0 if it asks for nothing. */
size_t nf_bench_count(const struct nf_bench_order *order);

#endif
