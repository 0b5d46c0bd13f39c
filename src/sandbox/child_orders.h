/* The protocol between ninefold and the keeper of a slot, over a SOCK_SEQPACKET socket. */
#ifndef NF_CHILD_ORDERS_H
#define NF_CHILD_ORDERS_H

#include <stdint.h>

/* How long a keeper waits for a killed process to die, in seconds. A process in an uninterruptible
 * wait dies late. */
enum { NF_KEEPER_PATIENCE_S = 20 };

/* Orders, messages of one uint32_t each. */
enum nf_keeper_order {
    NF_KEEPER_RUN,   /* with three descriptors: the program's standard input, output and error */
    NF_KEEPER_STOP,  /* kill the running case, if any */
    NF_KEEPER_RENEW, /* end the fork server, if any; the next case starts another one */
};

enum nf_keeper_event {
    NF_KEEPER_READY,  /* once, after the start */
    NF_KEEPER_DONE,   /* a case is over and none of its processes is left */
    NF_KEEPER_FAILED, /* with `why`, in place of either; after a failed case the keeper stays usable
                       */
};

/* A report of a keeper. */
struct nf_keeper_report {
    uint32_t event;  /* enum nf_keeper_event */
    uint32_t ending; /* enum nf_ending */
    int32_t code;
    uint64_t cpu_ns, wall_ns, memory;
    char why[320];
};

/* ---- for ninefold ---- */

/* Sends an order. NF_KEEPER_RUN passes the three descriptors of `standard`, which still belong to
 * the caller. Returns 0, or -1 with errno. Async-signal-safe. */
int nf_keeper_send(int socket, enum nf_keeper_order order, const int standard[3]);

/* Waits for the next report. Returns 0, or -1 if the keeper is gone. */
int nf_keeper_receive(int socket, struct nf_keeper_report *report);

/* ---- for the keeper ---- */

/* Waits for the next order. Stores its descriptors, close-on-exec, in `standard`, or -1 if it has
 * none. Returns an enum nf_keeper_order, or -1 if ninefold is gone. */
int nf_keeper_listen(int socket, int standard[3]);

/* Sends a report. If ninefold is gone, the next nf_keeper_listen() returns -1. */
void nf_keeper_answer(int socket, const struct nf_keeper_report *report);

/* Sends NF_KEEPER_FAILED with a printf-style reason. */
__attribute__((format(printf, 2, 3))) void nf_keeper_complain(int socket, const char *format, ...);

#endif
