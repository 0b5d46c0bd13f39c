/* Benches a game: makes the cases, checks that all kernels play the same games, and measures. */
#ifndef NF_BENCH_SUITE_H
#define NF_BENCH_SUITE_H

#include "bench/bench_rows.h"
#include "bench/harness.h"
#include "sim/game.h"

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
    bool apart; /* dealing alone and playing alone, if the game supports it; nor this nor `judge`
                   with a strategy or details */
    bool judge; /* the judge's program, at the game's maximum size */
    uint64_t games; /* games of a repetition; 0: calibrated */
};

/* Runs a bench. First every kernel plays the first games of each set of parameters, and the digests
 * are compared with the reference's. Returns NF_DIFFERENT, naming the kernel, if these differ or if
 * repetitions of a case differ. Other results are those of nf_bench_measure(), errors of the game,
 * and 128+n after signal n. Fills `result`; release it with nf_bench_result_free(), also after a
 * failure. One call at a time per process (see nf_run()). */
enum nf_status nf_bench_run(const struct nf_bench_order *order, const struct nf_bench_plan *plan,
                            struct nf_bench_result *result, struct nf_error *err);

/* Returns the largest number of rows of an order; 0 if it has none. */
size_t nf_bench_count(const struct nf_bench_order *order);

#endif
