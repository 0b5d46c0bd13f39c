/* The supervisor of a slot: a process between ninefold and the program.
 *
 * It starts the program with the descriptors it receives, enforces the limits, and is the reaper of
 * all descendants (PR_SET_CHILD_SUBREAPER): a process whose parent dies becomes the supervisor's
 * child, whatever its session or group. It handles neither input nor output of the program. When
 * ninefold ends, the socket between them closes; then the supervisor kills all that is left and
 * ends too. */
#ifndef NF_CHILD_SUPERVISOR_H
#define NF_CHILD_SUPERVISOR_H

#include "judge/sandbox/child.h"
#include "judge/sandbox/child_command.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Forks the supervisor of a slot. It lives until the caller closes `*socket`, or if `bound`, the
 * calling thread ends. Returns its process id, or -1 with errno. `command` and `limits` are only
 * read during the call. */
pid_t nf_supervisor_fork(const struct nf_command *command, const struct nf_child_limits *limits,
                         bool bound, int *socket);

/* ---- the protocol: messages between ninefold and it over a SOCK_SEQPACKET socket ---- */

/* How long a supervisor waits for a killed process to die, in seconds. A process in an
 * uninterruptible wait dies late, and so do the thousands of a fork bomb on a busy machine. */
enum { NF_SUPERVISOR_GRACE_S = 60 };

/* Orders, messages of one uint32_t each. */
enum nf_supervisor_order {
    NF_SUPERVISOR_START, /* with three descriptors: the program's standard input, output and error
                          */
    NF_SUPERVISOR_FORK,  /* the same, forking a program that has run before, if that is possible */
    NF_SUPERVISOR_STOP,  /* kill the running case, if any */
};

enum nf_supervisor_event {
    NF_SUPERVISOR_READY,  /* once, after the start */
    NF_SUPERVISOR_DONE,   /* a case is over and none of its processes is left */
    NF_SUPERVISOR_FAILED, /* with `why`, in place of either; after a failed case the supervisor
                           * stays usable
                           */
};

/* A report of a supervisor. */
struct nf_supervisor_report {
    uint32_t event;  /* enum nf_supervisor_event */
    uint32_t ending; /* enum nf_ending */
    int32_t code;
    uint64_t cpu_ns, wall_ns, memory;
    bool forked;    /* DONE: of a program that had run before */
    bool estimated; /* DONE: processor time of several processes had to be */
    char why[320];  /* DONE: why forking will never be; "": it may. READY: why time of several
                       processes has to be estimated; "": it is counted */
};

/* ---- for ninefold ---- */

/* Sends an order, with the three descriptors of `standard`, which still belong to the caller, or
 * NULL. Returns 0, or -1 with errno. Async-signal-safe. */
int nf_supervisor_send(int socket, enum nf_supervisor_order order, const int standard[3]);

/* Whether an errno of these says that the other side is gone, not that the call failed. */
bool nf_supervisor_gone(int error);

/* Waits for the next report. Returns 0, or -1 with errno. */
int nf_supervisor_receive(int socket, struct nf_supervisor_report *report);

/* ---- for the supervisor ---- */

/* Waits for the next order. Stores its descriptors, close-on-exec, in `standard`, or -1 if it has
 * none. Returns an enum nf_supervisor_order, or -1 if ninefold is gone. */
int nf_supervisor_listen(int socket, int standard[3]);

/* Sends a report. Returns 0, or -1 if it could not be sent. */
int nf_supervisor_answer(int socket, const struct nf_supervisor_report *report);

/* Sends NF_SUPERVISOR_FAILED with a printf-style reason. */
__attribute__((format(printf, 2, 3))) void nf_supervisor_complain(int socket, const char *format,
                                                                  ...);

#endif
