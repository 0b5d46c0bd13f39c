/* The protocol between the keeper and the preloaded fork server, over a SOCK_SEQPACKET socket. The
 * server sends a uint32_t as a greeting. Each request is a uint32_t with three descriptors; each
 * answer is an int32_t, the process id of the fork or -errno. */
#ifndef NF_FORKSERVER_H
#define NF_FORKSERVER_H

#define NF_FORKSERVER_VARIABLE "NINEFOLD_FORKSERVER_SOCKET"

enum { NF_FORKSERVER_HELLO = 0x39666f31 };

#endif
