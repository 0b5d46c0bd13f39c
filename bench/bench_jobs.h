/* The work of the rows of a bench, as cases of the harness. */
#ifndef NF_BENCH_JOBS_H
#define NF_BENCH_JOBS_H

#include "base/text.h"
#include "bench/bench_rows.h"
#include "sim/game.h"

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
