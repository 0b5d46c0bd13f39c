/* Benches a game: makes the cases, checks that all kernels play the same games, and measures. */
#ifndef NF_BENCH_SUITE_H
#define NF_BENCH_SUITE_H

#include "base/text.h"
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

/* ---- an order, from the comma-separated lists that a user gives ---- */

/* All of these return NF_USAGE for an invalid item, an item that occurs twice, and more than
 * NF_BENCH_LIST items; `err` names the option, the item and what is expected. */

/* Reads numbers from range->low to range->high, each N or FIRST..LAST, such as "1,2,4..8", into
 * `list`, and their count into `*count`. `option` is the option's name. */
enum nf_status nf_bench_numbers(const char *option, const char *text, const struct nf_range *range,
                                uint32_t list[NF_BENCH_LIST], size_t *count, struct nf_error *err);

/* Reads kernels into `order`: names of the game's kernels, "auto", or "all" that the machine can
 * run. */
enum nf_status nf_bench_kernels(const char *text, struct nf_bench_order *order,
                                struct nf_error *err);

/* Reads profiles of the game, or "all", into `order`. */
enum nf_status nf_bench_profiles(const char *text, struct nf_bench_order *order,
                                 struct nf_error *err);

/* Reads parts into `order`: "run", "apart" (simulate and deal) and "play". */
enum nf_status nf_bench_parts(const char *text, struct nf_bench_order *order, struct nf_error *err);

/* ---- the work of the rows, as cases of the harness ---- */

/* The games of one set of parameters, shared by all jobs that play them. */
struct nf_bench_games {
    struct nf_setup *setup;
    struct nf_setup *ahead; /* the first `dealt` games in memory, or NULL */
    uint32_t dealt;
    uint64_t *turns_before;  /* dealt + 1 prefix sums of turns */
    uint64_t check;          /* number of games to compare; at most `dealt`, if that is not 0 */
    struct nf_digest digest; /* their digest by the reference */
    struct nf_text instance; /* in the judge's format, for NF_BENCH_PLAY; otherwise empty */
    uint64_t instance_turns;
};

/* Prepares games: plays a few with the reference to choose `check`; if `ahead`, and if the game
 * supports it, deals a useful number of games in advance. Returns NF_USAGE, NF_INVALID or NF_IO.
 * Release with nf_bench_games_free(), also after a failure. */
enum nf_status nf_bench_games_make(struct nf_bench_games *games, const struct nf_params *params,
                                   const struct nf_game *game, bool ahead, struct nf_error *err);
/* Prepares game 0 as an instance, or the first NF_BENCH_INSTANCE games if an instance can hold
 * several. Returns NF_IO without memory, or the errors of the game. */
enum nf_status nf_bench_games_instance(struct nf_bench_games *games, struct nf_error *err);
void nf_bench_games_free(struct nf_bench_games *games);

/* The work of a row. Used by one thread at a time. */
struct nf_bench_job {
    enum nf_bench_part part;
    struct nf_bench_games *games;
    const struct nf_kernel *kernel; /* NULL for dealing and the judge's program */
    uint32_t threads;
    void *memory;    /* the kernel's, for NF_BENCH_SIMULATE */
    int null_fd;     /* /dev/null, for transcripts; -1: not open */
    uint64_t amount; /* of the last call, with its results: */
    uint64_t turns;
    struct nf_digest digest;
};

/* Allocates and opens what the part needs. Returns NF_IO on failure. Release with
 * nf_bench_job_close(). */
enum nf_status nf_bench_job_open(struct nf_bench_job *job, struct nf_error *err);
void nf_bench_job_close(struct nf_bench_job *job);

/* nf_bench_case.work: plays or deals `amount` games; `owner` is the job. Returns NF_DIFFERENT if
 * the result differs from an earlier call with the same amount. */
enum nf_status nf_bench_job_work(void *owner, uint64_t amount, struct nf_error *err);

/* Plays the first games->check games and compares their digest with the reference's. Returns
 * NF_DIFFERENT, naming the kernel, if they differ. Does nothing for parts without a kernel. */
enum nf_status nf_bench_job_check(struct nf_bench_job *job, struct nf_error *err);

#endif
