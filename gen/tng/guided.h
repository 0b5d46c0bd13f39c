/* Guided cases of The Number Game: small instances of one to six games, each steered towards an
 * event of its own.
 *
 * The stream is that of base/rng.h for the key (seed, index, 2^63), which no deal uses. A game is
 * drawn, bent towards its event where a parameter decides it, and drawn again until the event
 * happens, 300 times at most. Events take turns: case `index` begins with event `index` modulo
 * their number. */
#ifndef NF_TNG_GUIDED_H
#define NF_TNG_GUIDED_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* struct nf_fuzz_ops's guide. Of the limits `rounds` bounds r, `deck` bounds m, and `players` must
 * be 0 or at least 2. */
enum nf_status tng_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                         struct nf_text *instance, struct nf_error *err);

#endif
