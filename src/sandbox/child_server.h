/* The supervisor's side of the fork server: the program is started once, with a preloaded library
 * that forks it before main for every case (src/sandbox/preload/forkserver.c). */
#ifndef NF_CHILD_SERVER_H
#define NF_CHILD_SERVER_H

#include "sandbox/child_command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/* A fork server; {0}: not running. */
struct nf_server {
    pid_t pid;
    pid_t listed;                       /* its process id as /proc shows it */
    int socket;                         /* valid if pid is not 0 */
    int forks;                          /* so far */
    uint64_t cpu_ns, wall_ns;           /* what it used before the first of them, if deferred */
    struct rlimit limits[RLIM_NLIMITS]; /* its own, before the first of them */
};

/* Starts the program of `command` with the library, as server with `standard` as its standard
 * input, output and error; deferred if `command` is. Returns false with errno if that fails. */
bool nf_server_start(struct nf_server *server, const struct nf_command *command,
                     const int standard[3]);

/* Waits for the greeting of a server just started; false if it does not come in time. */
bool nf_server_is_ready(const struct nf_server *server);

/* Starts the fork server of `command` unless it is running; does nothing if `command` has no
 * `preload` or is deferred. Returns false, with the reason in the `size` bytes at `why`, if it does
 * not start or does not answer in time. */
bool nf_server_ready(struct nf_server *server, const struct nf_command *command, char *why,
                     size_t size);

/* Forks the program with `standard` as its standard input, output and error; starts the server if
 * it is not running. Returns the process id of the fork, which is a child of the caller (the server
 * forks siblings), or -1, with the reason in `why`. */
pid_t nf_server_fork(struct nf_server *server, const struct nf_command *command,
                     const int standard[3], char *why, size_t size);

/* Sends SIGCONT to the server, in case the program stopped it. */
void nf_server_wake(const struct nf_server *server);

/* Resets `server` after its process was waited for. */
void nf_server_lost(struct nf_server *server);

/* Kills the server and waits for its end. */
void nf_server_end(struct nf_server *server);

#endif
