/* The protocol between the supervisor and the preloaded fork server, over a SOCK_SEQPACKET socket.
 * When the program waits for its input, the supervisor sends NF_FORKSERVER_SIGNAL, and the server
 * greets with a uint32_t. Each request is a uint32_t with three descriptors; each answer is an
 * int32_t, of the fork its process id, or of the server -errno where it cannot fork. */
#ifndef NF_FORKSERVER_H
#define NF_FORKSERVER_H

/* The number of the socket. */
#define NF_FORKSERVER_VARIABLE "NINEFOLD_FORKSERVER_SOCKET"
/* Stands before that one in the environment, unless it was there already. */
#define NF_FORKSERVER_BIND   "LD_BIND_NOW=1"
#define NF_FORKSERVER_SIGNAL (SIGRTMAX - 2)

enum {
    NF_FORKSERVER_HELLO = 0x39666f31,
    NF_FORKSERVER_WRITTEN = 0x39667772, /* instead, and it ends: it has written something */
    NF_FORKSERVER_HIGH = 200, /* the socket's descriptor in a program that runs: not one that it
                                 would get itself */
};

#endif
