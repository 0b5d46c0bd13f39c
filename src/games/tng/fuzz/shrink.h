/* Makes a failing instance of The Number Game small: struct nf_fuzz_ops's shrink and size.
 *
 * Fewer games first, to one if it fails alone. That one is then replaced by the smallest game that
 * fails, in order of p, r, m, e, goal set and n0: many small games are tried at once as one
 * instance, and one that fails is halved. When the small games are through, or where games fail
 * only together, each loses what it can: rounds, goals, size of p and of its numbers.
 *
 * A trial may so have more games than the instance had; the result never has. */
#ifndef NF_TNG_SHRINK_H
#define NF_TNG_SHRINK_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* The trials depend on the instance and the answers alone. NF_INVALID for an instance that is not
 * valid, NF_IO without memory. Thread-safe. */
enum nf_status tng_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                          struct nf_text *smallest, struct nf_error *err);

/* Appends "1 game, p 11, 2 rounds, 1 goal", or "2 games, p up to 11, up to 2 rounds, up to 3
 * goals". */
enum nf_status tng_size(const struct nf_input *instance, struct nf_text *words,
                        struct nf_error *err);

#endif
