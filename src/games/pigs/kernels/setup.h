/* A prepared run of the pig game. */
#ifndef NF_PIGS_SETUP_H
#define NF_PIGS_SETUP_H

#include "core/contract/game.h"
#include "gen/pigs/deal.h"

struct pigs_setup {
    struct nf_setup base;
    uint64_t seed;
    struct pigs_deal deal;
    const struct pigs_instance *given; /* explicit games by index; NULL: games are dealt */
};

/* Makes game `index` and plays it. Sets `rejected`, and fails with NF_INVALID if no candidate of
 * the index has an end. Thread-safe. */
enum nf_status pigs_play_index(const struct pigs_setup *setup, uint64_t index,
                               struct pigs_instance *instance, struct pigs_game *game,
                               uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err);

/* In plain C as the statement says, and for speed. */
extern const struct nf_kernel pigs_reference, pigs_portable;

/* All, ended by NULL, the reference first. */
extern const struct nf_kernel *const pigs_kernels[];

#endif
