/* Guided cases of The Number Game: small instances of one to six games, each steered towards a
 * different event.
 *
 * The stream is that of base/rng.h for the key (seed, index, 2^63), for cases of stages (seed,
 * index, 3 * 2^62), which no deal uses. A game is drawn, with parameters adapted to its event, up
 * to 300 times until the event happens. Events take turns: the first event of case `index` is
 * `index` modulo their number. */
#ifndef NF_TNG_GUIDED_H
#define NF_TNG_GUIDED_H

#include "base/rng.h"
#include "base/text.h"
#include "core/contract/fuzz_ops.h"
#include "games/tng/rules/tng.h"

/* Largest parameters of a game: the first `primes` of tng_primes, at least 4; r; m. */
struct tng_bounds {
    uint32_t primes, r, m;
};

/* Draws `count` games from the stream of `key`, steered towards `event` (enum tng_event), or with
 * TNG_EVENTS towards one event after the other. Thread-safe. */
void tng_guide_games(const struct nf_key *key, const struct tng_bounds *bounds, uint32_t event,
                     uint32_t count, struct tng_game *games);

/* nf_fuzz_ops.guide: appends a case to `instance`. Limit `rounds` is for r, `deck` for m, and
 * `players` must be 0 or at least 2. Returns NF_USAGE otherwise, or NF_IO without memory.
 * Thread-safe. */
enum nf_status tng_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                         struct nf_text *instance, struct nf_error *err);

/* nf_fuzz_ops.stages: games of the largest parameters, and 1,000 games in an instance. */
extern const struct nf_stage tng_stages[];

#endif
