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

/* A crew: worker threads with stacks of NF_STACK_BYTES, watched by the caller. */
struct nf_crew {
    uint32_t size; /* workers, at least 1 */
    void *owner;   /* argument of the functions below */
    /* The work of worker `number`, from 0. A failure stops the crew. */
    enum nf_status (*work)(void *owner, uint32_t number, struct nf_error *err);
    /* Called in the caller's thread while the workers run. Returns the seconds until the next
     * call. */
    double (*watch)(void *owner);
    /* Initially false. Set when a worker fails or cannot be started; anybody may set it. Workers
     * check it before they start something new, and return NF_OK if it is set. */
    atomic_bool stop;
};

/* Runs the crew and returns when all its threads have ended. Returns NF_IO without memory or if a
 * thread cannot be started (threads started before may have worked), or the first failure of a
 * worker. */
enum nf_status nf_crew_work(struct nf_crew *crew, struct nf_error *err);

/* Whether main's stack limit is at least NF_STACK_BYTES. */
bool nf_threads_fit(void);

#endif
