/* Steers cases of fuzz towards the rule events of a game that deals small random ones. */
#ifndef NF_GUIDED_H
#define NF_GUIDED_H

#include "base/rng.h"
#include "judge/fuzz_ops.h"

/* A game's small random cases. Case `key` is a pure function of the key and the limits: either a
 * kind of its own, such as a few cards only ("swarm testing", A. Groce et al., ISSTA 2012), or one
 * with all there is. */
struct nf_small_cases {
    uint32_t events; /* how many the game has */
    /* Sets `*reached` to the events of case `key`, bit e for event e, and appends the case to
     * `instance` where that is not NULL. No event: the key has no valid case. NF_USAGE for limits
     * that no case fits, NF_IO without memory. Thread-safe. */
    enum nf_status (*draw)(const struct nf_key *key, const struct nf_case_limits *limits,
                           struct nf_text *instance, uint64_t *reached, struct nf_error *err);
};

/* The attempts of keys from this one on are those of small cases. */
#define NF_SMALL_CASES ((uint64_t)1 << 63)

/* For nf_fuzz_ops.guide. Case `index` stands for event `index` modulo their number. Of 16 small
 * cases those count that reach it; where none does, further ones are tried until one does, 2,000 in
 * all. Of several that reach it, or of all where none does, the one is taken that has what few of
 * the 16 have: each event is worth 1 / (how many of them reach it). */
enum nf_status nf_guide(const struct nf_small_cases *cases, uint64_t seed, uint64_t index,
                        const struct nf_case_limits *limits, struct nf_text *instance,
                        struct nf_error *err);

#endif
