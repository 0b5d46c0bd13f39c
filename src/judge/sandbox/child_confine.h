/* How a supervisor confines itself before it starts programs, which inherit these settings. */
#ifndef NF_CHILD_CONFINE_H
#define NF_CHILD_CONFINE_H

#include "judge/sandbox/child_case.h"

#include <sys/types.h>

/* Forks. If `namespace` is true and the system allows it, the child is the first process of a new
 * process id namespace: one kill ends all its descendants, and they end with it. A process between
 * the two, if there is one, ends with the calling thread if `bound`. Returns like fork(); the
 * parent must wait for the returned process. */
pid_t nf_confine_fork(bool namespace, bool bound);

/* Resets all signals to their defaults, except that SIGCHLD gets a handler and is blocked; starts a
 * new session; closes all descriptors but `socket`. Returns the new number of `socket`. */
int nf_confine_begin(int socket);

/* Disables core files and new privileges, limits files and processes, makes the program the first
 * victim of the OOM killer, mounts a /proc for the namespace if allowed (sets `own_proc`), and
 * protects the supervisor from the program as far as the system allows. */
void nf_confine_limits(struct nf_supervisor *supervisor);

/* Prepares a process of such a supervisor for its program: a session of its own, `standard` as
 * input, output and error, no signal blocked, as nice as ninefold is. It ends with the supervisor.
 * Does but system calls. */
void nf_confine_program(const int standard[3]);

/* Reads all limits of a process; 0: of the caller. One that cannot be read stays as it is. */
void nf_limits_read(pid_t pid, struct rlimit limits[RLIM_NLIMITS]);

/* Whether they are others than `limits`. */
bool nf_limits_changed(pid_t pid, const struct rlimit limits[RLIM_NLIMITS]);

#endif
