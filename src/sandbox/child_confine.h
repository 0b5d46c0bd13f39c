/* What a keeper does to itself before it starts programs, which inherit it. */
#ifndef NF_CHILD_CONFINE_H
#define NF_CHILD_CONFINE_H

#include "sandbox/child_case.h"

#include <sys/types.h>

/* Forks; the child gets a process id namespace of its own where that is allowed and `namespace` is
 * true, and then is its first process: all that it starts can be killed at one blow, and its end is
 * theirs. Returns as fork does; the parent is to wait for what it returns. */
pid_t nf_confine_fork(bool namespace);

/* Default signals but for a handler of SIGCHLD, which is blocked; a session of its own; no
 * descriptors but `socket`, whose new number it returns. */
int nf_confine_begin(int socket);

/* No core files, no more rights, limits of files and processes, first to be killed where memory
 * ends, a /proc that fits the namespace where that is allowed (`own_proc`); and the keeper itself
 * is out of the program's reach as far as the system allows. */
void nf_confine_limits(struct nf_keeper *keeper);

#endif
