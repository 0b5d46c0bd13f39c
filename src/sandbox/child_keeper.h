/* The keeper of a slot: a process of its own between ninefold and the program it runs.
 *
 * It starts the program with the descriptors it is sent, watches its limits, and is the reaper of
 * all its descendants (PR_SET_CHILD_SUBREAPER): a process whose parent dies becomes the keeper's
 * child, wherever it hid. It reads no input and no output of the program. When ninefold ends, the
 * socket between them closes; then the keeper kills all that is left and ends too. */
#ifndef NF_CHILD_KEEPER_H
#define NF_CHILD_KEEPER_H

#include "sandbox/child.h"
#include "sandbox/child_command.h"

#include <sys/types.h>

/* Forks the keeper of a slot; it lives until `*socket`, which the caller closes, is closed.
 * Returns its process id, or -1 with errno. `command` and `limits` are only read in the call. */
pid_t nf_keeper_fork(const struct nf_command *command, const struct nf_child_limits *limits,
                     int *socket);

#endif
