/* What the keeper and the preloaded fork server say to each other, on a SOCK_SEQPACKET socket: the
 * server greets with a uint32_t; each request is a uint32_t with three descriptors, each answer an
 * int32_t, the process id of the fork or -errno. */
#ifndef NF_FORKSERVER_H
#define NF_FORKSERVER_H

#define NF_FORKSERVER_VARIABLE "NINEFOLD_FORKSERVER_SOCKET"

enum { NF_FORKSERVER_HELLO = 0x39666f31 };

#endif
