/* A library to be preloaded that makes calls of the C library fail in ninefold, not in what that
 * starts: memory, files, processes, threads. The environment tells which:
 *
 *     NF_FAULT=KIND:N:HOW     the N-th call (from 1) of a kind fails
 *     NF_FAULT=KIND:N+:HOW    it and all later ones: a disk that stays full
 *     NF_FAULT_LOG=FILE       without NF_FAULT: a line "KIND N FUNCTION STACK" for each call, where
 *                             STACK is alike for calls that came about in the same way;
 *                             with it: the lines of the calls that failed, with a stack if
 *                             NF_FAULT_TRACE is set
 *
 * KIND is one of enum nf_fault_kind in lower case. HOW is the name of an error, such as ENOSPC, or
 * "short": a read or write does half of what it was asked for; or "kill": SIGKILL comes before it.
 * Processes that the program forks count together with it.
 *
 * What the C library calls by itself inside, such as write() for stdio, does not come by here; the
 * program writes by stdio only its messages on standard error. */
#ifndef NF_FAULTS_INJECT_H
#define NF_FAULTS_INJECT_H

#include <stdbool.h>

enum nf_fault_kind {
    NF_FAULT_MEMORY,  /* malloc and its like, mmap */
    NF_FAULT_OPEN,    /* files and folders */
    NF_FAULT_READ,    /* from files, pipes and sockets */
    NF_FAULT_WRITE,   /* to them */
    NF_FAULT_SYNC,    /* fsync, fdatasync */
    NF_FAULT_CLOSE,   /* the descriptor is closed all the same, as Linux does it */
    NF_FAULT_NAME,    /* rename, link, mkdir */
    NF_FAULT_REMOVE,  /* unlink, rmdir */
    NF_FAULT_LOOK,    /* stat, access, realpath */
    NF_FAULT_ADJUST,  /* ftruncate, lseek, fchmod, chmod, fcntl, flock */
    NF_FAULT_THREAD,  /* pthread_create */
    NF_FAULT_PROCESS, /* fork, vfork, posix_spawn, pipe, socketpair, eventfd */
    NF_FAULT_WAIT,    /* poll */
    NF_FAULT_KINDS
};

enum { NF_FAULT_SHORT = -1 };

/* Counts a call of `function`. 0: it goes on; NF_FAULT_SHORT: it does half; else the error it is to
 * fail with. Thread-safe; errno stays. */
int nf_fault_strikes(enum nf_fault_kind kind, const char *function);

#endif
