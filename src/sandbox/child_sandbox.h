/* Puts a command under bubblewrap. */
#ifndef NF_CHILD_SANDBOX_H
#define NF_CHILD_SANDBOX_H

#include "base/error.h"
#include "sandbox/child_command.h"

/* Wraps `command`, whose path and arguments are replaced: no network, no other processes, all files
 * read-only, /tmp and /dev/shm empty and its own but for the program, the current folder and the
 * arguments that name files there. Tries whether the program is there inside. NF_IO, with
 * the reason, where bubblewrap is missing or may not do it. */
enum nf_status nf_sandbox_wrap(struct nf_command *command, struct nf_error *err);

#endif
