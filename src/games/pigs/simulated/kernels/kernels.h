/* A prepared run of the pig game. */
#ifndef NF_PIGS_SETUP_H
#define NF_PIGS_SETUP_H

#include "games/pigs/rules/format.h"
#include "gen/pigs/deal.h"
#include "sim/game.h"

struct pigs_setup {
    struct nf_setup base;
    uint64_t seed;
    struct pigs_deal deal;
    const struct pigs_instance *given; /* explicit games by index; NULL: games are dealt */
};

/* Makes game `index` and plays it; *rejected gets how many candidates had no end before it.
 * NF_INVALID if none has one. Thread-safe. */
enum nf_status pigs_play_index(const struct pigs_setup *setup, uint64_t index,
                               struct pigs_match *match, uint32_t *rejected, struct nf_error *err);

/* What a worker of the reference has. */
struct pigs_worker {
    struct pigs_match match;
    uint32_t words[PIGS_WORDS];
};

/* In plain C as the statement says, and for speed. */
extern const struct nf_each_kernel pigs_reference, pigs_portable;

/* All, ended by NULL, the reference first. */
extern const struct nf_kernel *const pigs_kernels[];

#endif
