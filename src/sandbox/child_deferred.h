/* The deferred fork server: the program is started once and runs until it waits for its input;
 * there it is forked for each case. */
#ifndef NF_CHILD_DEFERRED_H
#define NF_CHILD_DEFERRED_H

#include "sandbox/child_case.h"

#include <stdbool.h>
#include <stddef.h>

enum nf_deferred {
    NF_DEFERRED_READY,
    NF_DEFERRED_NOT_NOW, /* ninefold has another order for the supervisor */
    NF_DEFERRED_NEVER,   /* with a reason: the program is to be started for each case */
};

/* Starts the server of `supervisor` unless it is running, and waits until it can fork. That it must
 * not before the program waits in read() or readv() for standard input and, as /proc shows it then,
 * has one thread, no process, no descriptor but the standard ones, no memory that it shares, no
 * timer, and has written nothing. Limits of the case hold meanwhile. On failure the server has been
 * killed, but not what it may have started. */
enum nf_deferred nf_deferred_ready(struct nf_supervisor *supervisor, char *why, size_t size);

#endif
