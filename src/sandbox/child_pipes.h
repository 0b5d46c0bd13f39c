/* The pipes to and from a running program: its input goes out and its output comes in at the same
 * time, so that neither side waits for the other for ever, whatever the sizes. */
#ifndef NF_CHILD_PIPES_H
#define NF_CHILD_PIPES_H

#include "sandbox/child.h"
#include "sandbox/child_orders.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Who runs the program, and how long that may take. */
struct nf_pipes_keeper {
    int socket;
    pid_t pid;        /* of the keeper, or of what ends with it */
    uint64_t wall_ns; /* limit of a case that the keeper sees to; 0: none */
    uint64_t less_ns; /* limit of this case that the keeper does not know; 0: none */
};

struct nf_pipes {
    int in, out, err;               /* our ends, not blocking; -1: closed */
    const char *input;              /* what is left to write */
    size_t left;                    /* bytes of it */
    uint64_t limit;                 /* of the output, 0: none */
    struct nf_child_result *result; /* gets output and errors */
    size_t errors;                  /* bytes kept in result->errors */
    int failed;                     /* the error of a pipe that broke; 0: none */
    bool overflow;                  /* there was more output than `limit` */
    bool interrupted, stopped;      /* by the interrupt; the keeper has been told to stop */
    bool cut_short;                 /* because of `less_ns` */
};

/* Makes the pipes; `standard` gets the program's ends, which the caller closes. `input` is borrowed
 * until the pipes are closed. Returns 0, or -1 with errno. */
int nf_pipes_open(struct nf_pipes *pipes, const char *input, size_t size, uint64_t limit,
                  struct nf_child_result *result, int standard[3]);

/* Writes as much input as goes without waiting and closes the pipe after the last byte. SIGPIPE
 * must be ignored; a program that closes its input gets no more of it. */
void nf_pipes_write(struct nf_pipes *pipes);

/* Keeps the pipes going until the keeper reports. Tells the keeper to stop the program when there
 * is too much output, when memory or `less_ns` runs out, or when `interrupt` becomes readable. A
 * keeper that is late is told to continue, for the program may have stopped it. Returns 0, or -1
 * when the keeper is lost or does not answer long after the end of the case; then it is to be
 * killed. */
int nf_pipes_pump(struct nf_pipes *pipes, const struct nf_pipes_keeper *keeper, int interrupt,
                  struct nf_keeper_report *report);

void nf_pipes_close(struct nf_pipes *pipes);

#endif
