/* The pipes to and from a running program. Input is written and output read at the same time, so
 * that neither side blocks the other, whatever the sizes. */
#ifndef NF_CHILD_PIPES_H
#define NF_CHILD_PIPES_H

#include "judge/sandbox/child.h"
#include "judge/sandbox/child_supervisor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The supervisor that runs the program, and its time limits. */
struct nf_pipes_supervisor {
    int socket;
    pid_t pid;        /* of the supervisor, or of the process that waits for it */
    uint64_t wall_ns; /* limit of a case, enforced by the supervisor; 0: none */
    uint64_t less_ns; /* further limit of this case, enforced here; 0: none */
};

struct nf_pipes {
    int in, out, err;               /* our ends, non-blocking; -1: closed */
    const char *input;              /* not yet written */
    size_t left;                    /* bytes of it */
    uint64_t limit;                 /* of the output; 0: none */
    struct nf_child_result *result; /* gets output and errors */
    size_t errors;             /* bytes kept in result->errors: the first, then the last ones */
    bool errors_cut;           /* some between them are dropped */
    int failed;                /* the error of a pipe that broke; 0: none */
    bool overflow;             /* the output exceeded `limit` */
    bool interrupted, stopped; /* the interrupt came; NF_SUPERVISOR_STOP was sent */
    bool cut_short;            /* `less_ns` was over */
};

/* Creates the pipes. `standard` gets the program's ends, which the caller closes. `input` is
 * borrowed until nf_pipes_close(). Returns 0, or -1 with errno. */
int nf_pipes_open(struct nf_pipes *pipes, const char *input, size_t size, uint64_t limit,
                  struct nf_child_result *result, int standard[3]);

/* Writes as much input as possible without blocking and closes the pipe after the last byte.
 * SIGPIPE must be ignored. If the program has closed its input, the rest is dropped. */
void nf_pipes_write(struct nf_pipes *pipes);

/* Serves the pipes until the supervisor reports. Orders the supervisor to stop the program if the
 * output exceeds its limit, memory runs out, `less_ns` is over, or `interrupt` becomes readable.
 * Sends SIGCONT to a supervisor that is late, because the program may have stopped it. Returns 0,
 * or -1 with errno if the supervisor is lost or does not answer long after the end of the case
 * (nf_supervisor_gone()), or a call failed; the caller must then kill it. */
int nf_pipes_pump(struct nf_pipes *pipes, const struct nf_pipes_supervisor *supervisor,
                  int interrupt, struct nf_supervisor_report *report);

/* Closes our ends. */
void nf_pipes_close(struct nf_pipes *pipes);

#endif
