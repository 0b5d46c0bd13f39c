/* The processor time of all descendants of a process, those that nobody waited for among them.
 *
 * The system forgets what a process used whose parent ignores SIGCHLD, so neither wait4() nor /proc
 * has all of it. A software event of perf that descendants inherit has. Debian forbids it to users
 * (kernel.perf_event_paranoid 3), and so do containers without privileges; then it is estimated. */
#ifndef NF_CHILD_USAGE_H
#define NF_CHILD_USAGE_H

#include "judge/sandbox/child_tree.h"

#include <stdbool.h>
#include <stdint.h>

/* What was used since nf_usage_begin(). */
struct nf_usage {
    int counter;                 /* the event; -1: the system refuses it */
    uint64_t base_ns;            /* what it had counted */
    uint64_t last_ns, last_seen; /* when was looked last, and the processor time seen then */
    uint64_t sampled_ns;         /* estimate */
    bool estimated;              /* it has to be used: there were several processes at a time */
};

/* Opens the counter of the calling process, whose later descendants it counts. Returns -1 with
 * errno where the system refuses it. */
int nf_usage_open(void);

/* Begins anew, at the time `now_ns`. */
void nf_usage_begin(struct nf_usage *usage, uint64_t now_ns);

/* Takes a look at `tree` into account, which has just been filled, at the time `now_ns`, with
 * `seen_ns` of processor time known otherwise. Where several processes are there and the counter
 * does not count them, each that runs is taken to have run since the last look, on one of `cpus`
 * processors. */
void nf_usage_look(struct nf_usage *usage, const struct nf_tree *tree, uint64_t now_ns,
                   uint64_t seen_ns, uint32_t cpus);

/* Returns the processor time used since the beginning, or 0 where it is neither counted nor
 * estimated. */
uint64_t nf_usage_ns(const struct nf_usage *usage);

#endif
