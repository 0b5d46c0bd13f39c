/* Plays some games, or all of them, a second time by another kernel while a run goes on, and
 * compares the outcomes word for word. */
#ifndef NF_AUDIT_H
#define NF_AUDIT_H

#include "core/contract/game.h"

#include <stdatomic.h>

/* A kernel that plays as `played` does and has a share of the games played by `other` as well. */
struct nf_audit {
    struct nf_kernel kernel; /* what to play by */
    const struct nf_kernel *played, *other;
    double share;
    atomic_uint_fast64_t games; /* played by both */
};

/* Makes one that has each game played again with a probability of `share`, above 0 and up to 1;
 * which ones depends on the index alone. Its play() returns NF_DIFFERENT with the index and the
 * words of both at the first difference. Both kernels run on this machine and can play the setup.
 * It is the caller's and holds nothing to be released. */
void nf_audit_open(struct nf_audit *audit, const struct nf_kernel *played,
                   const struct nf_kernel *other, double share);

/* How many games were played by both, all of them alike so far. Thread-safe. */
uint64_t nf_audit_games(const struct nf_audit *audit);

/* Whether game `index` is among a share of all games. */
bool nf_audit_picks(uint64_t index, double share);

#endif
