/* Runs a program on one case: input in, output out, within limits, and nothing left behind.
 *
 * Every slot has a keeper: a small process forked before threads start, which becomes the reaper
 * of all that its program starts, so that even a process that left its group and its session is
 * found and killed. Where the system allows it (root, or a user who may make user namespaces) a
 * keeper and its program have process ids and a /proc of their own, and all goes at one blow;
 * elsewhere processes are stopped and killed one by one, which a fork bomb that leaves its group
 * makes slow. A slot is used by one thread at a time.
 *
 * The program runs as ninefold's user, so it may turn against its keeper. It cannot trace it or
 * write to it (PR_SET_DUMPABLE; no CAP_SYS_PTRACE, CAP_SYS_BOOT or, outside the sandbox,
 * CAP_SYS_ADMIN for programs of root), nor, in a namespace, signal it. What is left, such as limits
 * set on it by prlimit(2) or, without namespaces, SIGKILL, ends the case with NF_IO at worst, in
 * bounded time: ninefold has a clock of its own, kills a keeper that does not answer, and then what
 * that leaves. Killed itself, it takes its keepers along (PR_SET_PDEATHSIG). Only where there are
 * no namespaces can a program kill ninefold and all keepers at once, and outlive them. */
#ifndef NF_CHILD_H
#define NF_CHILD_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Limits of a case; 0: none. Memory and processor time are looked at every 10 ms while the program
 * runs and once more at its end, so they are passed by what can be used in between. Pages that
 * processes share count for each. Address space that is reserved but not used is free; a program
 * that the system refuses memory decides itself how it ends. */
struct nf_child_limits {
    uint64_t cpu_ns, wall_ns; /* processor and wall time of a case */
    uint64_t memory;          /* bytes resident, summed over its processes */
    uint64_t output;          /* bytes on standard output, and of a file it writes */
};

/* More processes and threads at a time than these are out of memory too, whatever the limit. */
enum { NF_CHILD_TASKS = 256 };

struct nf_child_options {
    char *const *command; /* ended by NULL; the program is searched in PATH */
    struct nf_child_limits limits;
    bool sandbox;    /* under bubblewrap, without network, file system read-only, an own /tmp; exit
                        status 128+n is taken for signal n */
    bool forkserver; /* start the program once and fork it before main for every case: it must be
                        dynamically linked and have one thread there. Not with the sandbox. */
};

/* How it ended; the first cause wins. */
enum nf_ending {
    NF_ENDED,         /* by itself, `code` is its exit status */
    NF_KILLED,        /* by signal `code` that was not ours */
    NF_OUT_OF_TIME,   /* `code` 0: processor time, 1: wall time, 2: that of nf_child_run_within */
    NF_OUT_OF_MEMORY, /* `code` 0: bytes, 1: processes and threads */
    NF_OUT_OF_OUTPUT,
};

struct nf_child_result {
    enum nf_ending ending;
    int code;
    struct nf_text output; /* what it printed; kept allocated from call to call, freed by close */
    char errors[512];      /* the beginning of its standard error, terminated */
    uint64_t cpu_ns, wall_ns;
    uint64_t memory; /* bytes resident at most; of one smaller than ninefold perhaps too much */
};

struct nf_child;

/* Opens `slots` slots. Call it while the process has one thread, which must live as long as the
 * slots: the keepers end with it. Until they are closed the process cannot be traced by others of
 * its user and adopts what its descendants leave. `options` are only read in the call. The program
 * inherits environment and current folder as they are then. NF_USAGE when there is no such program,
 * NF_IO when processes, bubblewrap or the fork server are not to be had, with the reason. */
enum nf_status nf_child_open(const struct nf_child_options *options, uint32_t slots,
                             struct nf_child **child, struct nf_error *err);

/* Runs the program on `input` in slot `slot` and waits until everything it started is gone.
 * `result` is zeroed before the first call of a slot. Different slots at the same time are fine.
 * SIGPIPE must be ignored. NF_IO when the program cannot be started or a keeper is lost;
 * after the latter the slots should be closed. */
enum nf_status nf_child_run(struct nf_child *child, uint32_t slot, const char *input, size_t size,
                            struct nf_child_result *result, struct nf_error *err);

/* The same with at most `wall_ns` of wall time, where that is less than the limit; 0: as above. */
enum nf_status nf_child_run_within(struct nf_child *child, uint32_t slot, const char *input,
                                   size_t size, uint64_t wall_ns, struct nf_child_result *result,
                                   struct nf_error *err);

/* Ends the running cases of all slots from another thread or after a signal: each returns soon with
 * NF_IO, as does every later one. Async-signal-safe. */
void nf_child_interrupt(struct nf_child *child);

/* Ends the keepers and frees everything; nothing of the program is left running. By the thread that
 * opened them. NULL is fine. */
void nf_child_close(struct nf_child *child);

void nf_child_result_free(struct nf_child_result *result);

#endif
