/* Threads, and the stack that they and the program need, whatever the limit of it (ulimit -s). */
#ifndef NF_THREADS_H
#define NF_THREADS_H

#include <pthread.h>
#include <stdbool.h>

/* Bytes of stack. The most that is used is 200 KiB, by main, for JSON nested as deep as it is read
 * at all (2048); the command line and the environment, which lie there as well, may take a quarter.
 * Threads use less than 32 KiB, and some of that is for what the C library keeps a thread. */
enum { NF_STACK_BYTES = 512 << 10 };

/* Starts a thread with a stack of that size. 0, or an error number as pthread_create has them. */
int nf_thread_start(pthread_t *thread, void *(*work)(void *), void *argument);

/* Whether the limit of the stack of main is no smaller than that. */
bool nf_threads_fit(void);

#endif
