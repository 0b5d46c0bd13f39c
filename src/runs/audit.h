/* Plays some games, or all of them, a second time by another kernel while a run goes on, and
 * compares the outcomes word for word. */
#ifndef NF_AUDIT_H
#define NF_AUDIT_H

#include "core/game.h"

/* A kernel that plays as `played` does and has each game with a probability of `share` (above 0 and
 * up to 1) played by `other` as well. Which ones depends on the index alone. Its play() returns
 * NF_DIFFERENT with the index and the words of both at the first difference. Both kernels can play
 * the setup. One audit at a time in a process: the next call replaces it. */
const struct nf_kernel *nf_audit_kernel(const struct nf_kernel *played,
                                        const struct nf_kernel *other, double share);

/* How many games were played by both since nf_audit_kernel, all of them alike so far. */
uint64_t nf_audit_games(void);

/* Whether game `index` is among a share of all games. */
bool nf_audit_picks(uint64_t index, double share);

#endif
