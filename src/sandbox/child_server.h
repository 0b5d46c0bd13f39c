/* The keeper's side of the fork server: the program started once with a library preloaded that,
 * before main, forks it for every case (src/sandbox/preload/forkserver.c). */
#ifndef NF_CHILD_SERVER_H
#define NF_CHILD_SERVER_H

#include "sandbox/child_command.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* {0}: none is running. */
struct nf_server {
    pid_t pid;
    pid_t listed; /* its process id in /proc */
    int socket;   /* where pid is not 0 */
};

/* Makes sure that the fork server of `command` runs; nothing to do where it has no `preload`.
 * False, with the reason in `why`, if it does not start or does not answer in time. */
bool nf_server_ready(struct nf_server *server, const struct nf_command *command, char *why,
                     size_t size);

/* Forks the program with `standard` as its standard input, output and error; starts the server
 * where none runs. Returns the fork's process id, a child of ours as the server makes its forks
 * siblings of itself; -1, with the reason in `why`. */
pid_t nf_server_fork(struct nf_server *server, const struct nf_command *command,
                     const int standard[3], char *why, size_t size);

/* Lets the server go on, should the program have stopped it. */
void nf_server_wake(const struct nf_server *server);

/* The server has been waited for. */
void nf_server_lost(struct nf_server *server);

/* Kills it and waits for its end. */
void nf_server_end(struct nf_server *server);

#endif
