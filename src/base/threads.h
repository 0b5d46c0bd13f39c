/* Threads, and the stack that they and the program need, whatever the limit of it (ulimit -s). */
#ifndef NF_THREADS_H
#define NF_THREADS_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Bytes of stack. The most that is used is 200 KiB, by main, for JSON nested as deep as it is read
 * at all (2048); the command line and the environment, which lie there as well, may take a quarter.
 * Threads use less than 32 KiB, and some of that is for what the C library keeps a thread. */
enum { NF_STACK_BYTES = 512 << 10 };

/* Workers side by side, each a thread with a stack of that size, and the caller, who watches. */
struct nf_crew {
    uint32_t size; /* workers, at least 1 */
    void *owner;   /* what the functions below get */
    /* All that worker `number`, from 0, has to do. A failure ends the crew. */
    enum nf_status (*work)(void *owner, uint32_t number, struct nf_error *err);
    /* Called by the caller's thread while they work. Returns the seconds until it wants to be
     * called again. */
    double (*watch)(void *owner);
    /* False at first. True after a failure, of a worker or to start one; anybody may set it.
     * Workers look at it before they begin something, and return NF_OK. */
    atomic_bool stop;
};

/* Lets the crew work, and returns when all its threads are done. NF_IO without memory or if a
 * thread cannot be started, while those started before may have worked; else the first failure of a
 * worker. */
enum nf_status nf_crew_work(struct nf_crew *crew, struct nf_error *err);

/* Whether the limit of the stack of main is no smaller than NF_STACK_BYTES. */
bool nf_threads_fit(void);

#endif
