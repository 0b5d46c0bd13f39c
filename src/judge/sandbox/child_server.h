/* The supervisor's side of the fork server: the program is started once, with a preloaded library
 * that forks it for every case where it waits for its input
 * (src/judge/sandbox/preload/forkserver.c). */
#ifndef NF_CHILD_SERVER_H
#define NF_CHILD_SERVER_H

#include "judge/sandbox/child_command.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/* A fork server; {0}: not running. */
struct nf_server {
    pid_t pid;
    pid_t listed;                       /* its process id as /proc shows it */
    int socket;                         /* valid if pid is not 0 */
    int forks;                          /* so far */
    uint64_t cpu_ns, wall_ns, memory;   /* what it used before the first of them */
    struct rlimit limits[RLIM_NLIMITS]; /* its own, before the first of them */
};

/* Starts the program of `command` with the library, with `standard` as its standard input, output
 * and error. Returns false if that fails. */
bool nf_server_start(struct nf_server *server, const struct nf_command *command,
                     const int standard[3]);

/* Has the server, which waits for its input, serve from there. Returns its answer,
 * NF_FORKSERVER_HELLO if it does; 0 if there is none. */
uint32_t nf_server_ready(const struct nf_server *server);

/* Forks the program with `standard` as its standard input, output and error. Returns the process id
 * of the fork, which is a child of the caller (the server forks siblings), or -1. */
pid_t nf_server_fork(struct nf_server *server, const int standard[3]);

/* Sends SIGCONT to the server, in case the program stopped it. */
void nf_server_wake(const struct nf_server *server);

/* Resets `server` after its process was waited for. */
void nf_server_lost(struct nf_server *server);

/* Kills the server and waits for its end. */
void nf_server_end(struct nf_server *server);

#endif
