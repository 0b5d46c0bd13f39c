/* Threads with a stack of fixed size, independent of `ulimit -s`. */
#ifndef NF_THREADS_H
#define NF_THREADS_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Bytes of stack. Main needs at most 200 KiB, for JSON nested to Jansson's limit (2048 levels). The
 * command line and the environment, on the same stack, may take a quarter of the limit. Threads
 * need less than 32 KiB, including thread-local data of the C library. */
enum { NF_STACK_BYTES = 512 << 10 };

/* A thread pool: workers with stacks of NF_STACK_BYTES that take jobs, numbers in ascending order,
 * in chunks. */
struct nf_pool {
    uint32_t workers; /* threads, at least 1 */
    void *owner;      /* argument of the functions below */
    /* Worker `number`, from 0: takes jobs by nf_pool_take() until there are none. A failure stops
     * the pool. */
    enum nf_status (*work)(void *owner, uint32_t number, struct nf_error *err);
    /* Called in the caller's thread while the workers run. Returns the seconds until the next
     * call. May be NULL. */
    double (*watch)(void *owner);
    atomic_uint_fast64_t next; /* the first job that nobody has taken */
    uint64_t end;              /* behind the last job */
    /* Initially false. Set when a worker fails or cannot be started; anybody may set it. No job is
     * taken then. */
    atomic_bool stop;
};

/* Runs the pool and returns when all its threads have ended. Returns NF_IO without memory or if a
 * thread cannot be started (threads started before may have worked), or the first failure of a
 * worker. */
enum nf_status nf_pool_run(struct nf_pool *pool, struct nf_error *err);

/* Takes the next chunk of at most `most` jobs, at least 1: *first .. *first + *count - 1. Returns
 * false if there is none, or the pool is to stop. What was taken is done before the pool ends, so
 * the jobs done are a prefix of all, unless one failed. Thread-safe. */
static inline bool nf_pool_take(struct nf_pool *pool, uint64_t most, uint64_t *first,
                                uint64_t *count)
{
    if (atomic_load_explicit(&pool->stop, memory_order_relaxed))
        return false;
    uint_fast64_t next = atomic_load_explicit(&pool->next, memory_order_relaxed);
    do {
        if (next == pool->end)
            return false;
        *count = pool->end - next < most ? pool->end - next : most;
    } while (!atomic_compare_exchange_weak_explicit(&pool->next, &next, next + *count,
                                                    memory_order_relaxed, memory_order_relaxed));
    *first = next;
    return true;
}

/* Takes the next job; false as above. Thread-safe. */
static inline bool nf_pool_take_one(struct nf_pool *pool, uint64_t *job)
{
    uint64_t one;
    return nf_pool_take(pool, 1, job, &one);
}

/* Returns whether main's stack limit is at least NF_STACK_BYTES. Thread-safe. */
bool nf_threads_fit(void);

/* Returns the seconds of a clock that never runs backwards, from a moment of its own. Thread-safe.
 */
double nf_now(void);

#endif
