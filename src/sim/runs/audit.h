/* Plays some or all games of a run a second time with another kernel and compares the outcome
 * records. */
#ifndef NF_AUDIT_H
#define NF_AUDIT_H

#include "sim/game.h"

#include <stdatomic.h>

/* A kernel that plays like `played`, and a share of the games also with `other`. */
struct nf_audit {
    struct nf_kernel kernel; /* the kernel to use */
    const struct nf_kernel *played, *other;
    double share;
    atomic_uint_fast64_t games; /* played with both */
};

/* Initialises `audit`. Each game is played again with probability `share`, 0 < share <= 1; the
 * choice depends only on the index. play() of the kernel returns NF_DIFFERENT at the first
 * difference, with the index and the words of both records. Both kernels must be supported by this
 * machine and the setup. The audit owns no memory; it must outlive the run. */
void nf_audit_open(struct nf_audit *audit, const struct nf_kernel *played,
                   const struct nf_kernel *other, double share);

/* Returns how many games both kernels played so far, all with equal records. Thread-safe. */
uint64_t nf_audit_games(const struct nf_audit *audit);

/* Whether game `index` belongs to this share of all games. Thread-safe. */
bool nf_audit_picks(uint64_t index, double share);

#endif
