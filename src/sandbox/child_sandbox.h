/* Wraps a command in bubblewrap. */
#ifndef NF_CHILD_SANDBOX_H
#define NF_CHILD_SANDBOX_H

#include "base/error.h"
#include "sandbox/child_command.h"

/* Wraps `command`, replacing its path and arguments. Inside there is no network, no other process
 * is visible, all files are read-only, and /tmp and /dev/shm are private: empty except for the
 * program, the working directory and files named as arguments, where these lie there. Only the
 * folder `writable` can be written to, unless it is NULL. Checks that the program is visible
 * inside. Returns NF_IO, with the reason, if bubblewrap is missing or not permitted. */
enum nf_status nf_sandbox_wrap(struct nf_command *command, const char *writable,
                               struct nf_error *err);

#endif
