/* Plays a range of games on a pool of POSIX threads.
 *
 * Workers take blocks of indices from one counter, in ascending order, and always finish what
 * they took; so whenever a run stops early, by time or by a signal, the games it has played are
 * a prefix of the range. Tally and digest are a worker's own and are merged after the join. */
#ifndef NF_RUNNER_H
#define NF_RUNNER_H

#include "sim/plan.h"
#include "sim/tally.h"

#include <pthread.h>
#include <stdatomic.h>

enum { NF_MAX_THREADS = 1024 };

struct nf_run_options {
    const struct nf_setup *setup;
    const struct nf_kernel *kernel;
    struct nf_span span; /* its end does not overflow */
    uint32_t threads;    /* 1..NF_MAX_THREADS */
    uint32_t block;      /* indices a worker takes at once; 0: as the kernel asks */
    double seconds;      /* stop after this long; 0: no limit */
    /* Gets the outcome record of game span.first+i from word i * nf_tally.words on, or NULL. */
    uint32_t *kept;
    /* Called a few times a second from the calling thread while games are played, or NULL. */
    void (*progress)(void *owner, uint64_t games_done, double seconds);
    void *progress_owner;
    /* NULL: signals end the run. Else it is this that ends it, once anybody sets it, and signals
     * are left alone: so any number of such runs may go on at a time. */
    atomic_bool *stop;
};

struct nf_run_result {
    struct nf_tally tally;
    double seconds; /* wall time, without thread start */
    int signal;     /* the one of base/signals.h that ended the run early, else 0 */
};

/* Plays the games. Without `stop` the signals of base/signals.h are caught meanwhile and end the
 * run cleanly with what is finished; one such run at a time in a process. Returns NF_OK (also when
 * stopped early), NF_INVALID from the kernel, or NF_IO when memory or threads are not to be had. In
 * every case the caller closes result->tally, which is settled. */
enum nf_status nf_run(const struct nf_run_options *options, struct nf_run_result *result,
                      struct nf_error *err);

/* Closes the tally of a result. */
static inline void nf_run_result_close(struct nf_run_result *result)
{
    nf_tally_close(&result->tally);
}

#endif
