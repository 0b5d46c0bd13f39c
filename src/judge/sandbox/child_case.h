/* The supervisor's work on one case: from the start of the program to the end of all its processes.
 */
#ifndef NF_CHILD_CASE_H
#define NF_CHILD_CASE_H

#include "judge/sandbox/child.h"
#include "judge/sandbox/child_command.h"
#include "judge/sandbox/child_server.h"
#include "judge/sandbox/child_tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

/* The state of a supervisor. */
struct nf_supervisor {
    int socket; /* to ninefold */
    const struct nf_command *command;
    struct nf_child_limits limits;
    struct nf_server server;
    struct nf_tree tree;
    struct nf_usage usage;           /* of the case */
    bool never;                      /* every case starts the program */
    uint64_t idle_ns;                /* how long the program has waited for something else than its
                                        input, in vain, before another order came */
    int children;                    /* for nf_tree_childless */
    bool alone;                      /* it is the first process of its own process id namespace */
    bool own_proc;                   /* and /proc shows that namespace */
    bool bound;                      /* it ends with the thread that forked it */
    struct rlimit own[RLIM_NLIMITS]; /* its own limits, as it has set them */
    uint32_t cpus;
    int *exec_error; /* shared with the program until exec */
};

/* Starts the program with the descriptors `standard` (input, output, error), which it closes;
 * or, if `may_fork`, forks it; enforces the limits, kills what is left and sends the report.
 * SIGCHLD must be blocked and have a handler. */
void nf_supervisor_case(struct nf_supervisor *supervisor, const int standard[3], bool may_fork);

/* Finds what the program's processes use, but for `except`, up to NF_CHILD_TASKS of them. */
void nf_supervisor_measure(struct nf_supervisor *supervisor, pid_t except);

/* Whether the program can be forked where it waits for its input. */
enum nf_forkable {
    NF_FORKABLE,
    NF_FORKABLE_NOT_NOW, /* ninefold has another order for the supervisor */
    NF_FORKABLE_NEVER,   /* with a reason: the program is to be started for each case */
};

/* Starts the server of `supervisor` unless it is running, and waits until it can fork. That it must
 * not before the program waits in read() or readv() for standard input and, as /proc shows it then,
 * has one thread, no process, no descriptor but the standard ones, no memory that it shares, no
 * timer, and has written nothing. Limits of the case hold meanwhile. On failure the server has been
 * killed, but not what it may have started. */
enum nf_forkable nf_forkable(struct nf_supervisor *supervisor, char *why, size_t size);

#endif
