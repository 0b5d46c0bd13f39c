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

#include <sys/types.h>

/* Forks the supervisor of a slot. It lives until the caller closes `*socket`, or if `bound`, the
 * calling thread ends. Returns its process id, or -1 with errno. `command` and `limits` are only
 * read during the call. */
pid_t nf_supervisor_fork(const struct nf_command *command, const struct nf_child_limits *limits,
                         bool bound, int *socket);

#endif
