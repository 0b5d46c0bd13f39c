/* The protocol between the supervisor and the preloaded fork server, over a SOCK_SEQPACKET socket.
 * The server sends a uint32_t as a greeting. Each request is a uint32_t with three descriptors;
 * each answer is an int32_t, the process id of the fork or -errno. */
#ifndef NF_FORKSERVER_H
#define NF_FORKSERVER_H

/* The number of the socket; with NF_FORKSERVER_DEFERRED behind it the server starts not before main
 * but where the program waits for its input, when it gets the signal. It then greets with
 * NF_FORKSERVER_TIMERS if the program has set a timer, which forks would not have. */
#define NF_FORKSERVER_VARIABLE "NINEFOLD_FORKSERVER_SOCKET"
#define NF_FORKSERVER_DEFERRED 'd'
#define NF_FORKSERVER_SIGNAL   (SIGRTMAX - 2)

enum {
    NF_FORKSERVER_HELLO = 0x39666f31,
    NF_FORKSERVER_TIMERS = 0x39666f32,
    NF_FORKSERVER_HIGH = 200, /* the socket's descriptor in a program that runs: not one that it
                                 would get itself */
};

#endif
