/* The work of each row of a bench, as cases of the harness. */
#ifndef NF_BENCH_JOBS_H
#define NF_BENCH_JOBS_H

#include "base/text.h"
#include "bench/bench_rows.h"
#include "core/contract/game.h"

/* The games of one choice of parameters, shared by all jobs that play them. */
struct nf_bench_games {
    struct nf_setup *setup;
    struct nf_setup *ahead; /* the first `dealt` of them in memory, or NULL */
    uint32_t dealt;
    uint64_t *turns_before;  /* dealt + 1 sums: turns of the games before each of these */
    uint64_t check;          /* so many of the first games are compared, at most `dealt` if any */
    struct nf_digest digest; /* of these, by the reference */
    struct nf_text instance; /* in the judge's format, for NF_BENCH_PLAY; else empty */
    uint64_t instance_turns;
};

/* Prepares games: plays a few with the reference to choose `check`; deals as many ahead as are
 * useful, if asked to and if the game can. NF_USAGE, NF_INVALID or NF_IO; also then the caller
 * frees. */
enum nf_status nf_bench_games_make(struct nf_bench_games *games, const struct nf_params *params,
                                   const struct nf_game *game, bool ahead, struct nf_error *err);
/* Prepares game 0 as an instance; or the first NF_BENCH_INSTANCE games, where one holds so many. */
enum nf_status nf_bench_games_instance(struct nf_bench_games *games, struct nf_error *err);
void nf_bench_games_free(struct nf_bench_games *games);

/* A row's work. It belongs to one thread. */
struct nf_bench_job {
    enum nf_bench_part part;
    struct nf_bench_games *games;
    const struct nf_kernel *kernel; /* NULL for dealing and the judge's program */
    uint32_t threads;
    void *memory;    /* the kernel's, for NF_BENCH_SIMULATE */
    int null_fd;     /* where transcripts go; -1: not open */
    uint64_t amount; /* of the last call, and what came out of it */
    uint64_t turns;
    struct nf_digest digest;
};

/* Allocates and opens what the job's part needs. NF_IO. */
enum nf_status nf_bench_job_open(struct nf_bench_job *job, struct nf_error *err);
void nf_bench_job_close(struct nf_bench_job *job);

/* Works through `amount` games; `owner` is the job, so this is nf_bench_case.work. NF_DIFFERENT if
 * the outcome is not that of an earlier call with the same amount. */
enum nf_status nf_bench_job_work(void *owner, uint64_t amount, struct nf_error *err);

/* Plays the first games->check games and compares their digest with the reference's.
 * NF_DIFFERENT names the kernel. Does nothing for parts without a kernel. */
enum nf_status nf_bench_job_check(struct nf_bench_job *job, struct nf_error *err);

#endif
