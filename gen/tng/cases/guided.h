/* Small random games of The Number Game, and cases of one to four of them, which the engine steers
 * towards rare rules (judge/fuzz_ops.h). Cases of stages have the stream of the key (seed, index,
 * 3 * 2^62), which neither small cases nor deals use. */
#ifndef NF_TNG_GUIDED_H
#define NF_TNG_GUIDED_H

#include "base/rng.h"
#include "games/tng/rules/tng.h"
#include "judge/fuzz_ops.h"

/* Largest parameters of a game: the first `primes` of tng_primes; r; m. */
struct tng_bounds {
    uint32_t primes, r, m;
};

/* Draws a game: each number often small or at a bound, sometimes a goal twice or at n0. */
struct tng_game tng_draw_small(struct nf_dice *dice, const struct tng_bounds *bounds);

/* nf_fuzz_ops.guide: appends a case to `instance`. Limit `rounds` is for r, `deck` for m, and
 * `players` must be 0 or at least 2. Returns NF_USAGE otherwise, or NF_IO without memory.
 * Thread-safe. */
enum nf_status tng_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                         struct nf_text *instance, struct nf_error *err);

/* nf_fuzz_ops.stages: games of the largest parameters, and 1,000 games in an instance. */
extern const struct nf_stage tng_stages[];

#endif
