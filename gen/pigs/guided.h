/* Guided cases of the pig game: games that reach rare rules.
 *
 * The target of case i is event i mod PIGS_EVENTS. Games of the profiles in turn, with 2 to 10
 * pigs, are dealt from (seed, i, attempt 2^32 and more), until one reaches it, PIGS_GUIDED_ATTEMPTS
 * at most. */
#ifndef NF_PIGS_GUIDED_H
#define NF_PIGS_GUIDED_H

#include "core/contract/fuzz_ops.h"
#include "gen/pigs/deal.h"

enum { PIGS_GUIDED_ATTEMPTS = 20000 };

/* What cases are drawn from. */
struct pigs_search {
    uint32_t least, most, cards; /* pigs; cards of the deck, 0: as the profile says */
    bool no_j;                   /* D in the place of each J */
    struct nf_key key;           /* of the next candidate */
};

/* Deals and plays the next candidate that ends, of the next profile. False: none was found. */
bool pigs_search_next(struct pigs_search *search, struct pigs_instance *instance,
                      struct pigs_game *game);

/* nf_fuzz_ops.guide and .stages. */
enum nf_status pigs_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                          struct nf_text *instance, struct nf_error *err);
extern const struct nf_stage pigs_stages[];

#endif
