/* Shrinks a failing instance of The Number Game: nf_fuzz_ops.shrink and nf_fuzz_ops.size.
 *
 * First the number of games is reduced, to one if a game fails alone. That game is then replaced by
 * the smallest one that fails, in order of p, r, m, e, goal set and n0: many small games are tried
 * as one instance, and an instance that fails is halved. If no small game fails, or if games fail
 * only together, each game is reduced: rounds, goals, p and its numbers.
 *
 * So a trial may have more games than the instance; the result never has. */
#ifndef NF_TNG_SHRINK_H
#define NF_TNG_SHRINK_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.shrink. The trials depend only on the instance and the results of earlier trials.
 * Returns NF_INVALID for an invalid instance, NF_IO without memory. Thread-safe. */
enum nf_status tng_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                          struct nf_text *smallest, struct nf_error *err);

/* nf_fuzz_ops.size: appends "1 game, p 11, 2 rounds, 1 goal", or "2 games, p up to 11, up to 2
 * rounds, up to 3 goals". Returns NF_INVALID or NF_IO. Thread-safe. */
enum nf_status tng_size(const struct nf_input *instance, struct nf_text *words,
                        struct nf_error *err);

#endif
