/* Small changes to a strategy, for searching. */
#ifndef NF_CIRNO_MUTATE_H
#define NF_CIRNO_MUTATE_H

#include "base/text.h"
#include "core/contract/game.h"

/* nf_strategy_ops.mutate. Makes one to three small changes: swaps groups, gives a card its own
 * group, perhaps with a condition, moves a condition, changes an aim, a tie order or a set of
 * cards, drops or adds a group. */
enum nf_status cirno_mutate_strategy(const struct nf_text *text, uint64_t *random,
                                     struct nf_text *mutated, struct nf_error *err);

/* nf_strategy_ops.drop. A part is a group or the condition of a group; normal turns come first. */
enum nf_status cirno_drop(const struct nf_text *text, uint32_t part, struct nf_text *shorter,
                          struct nf_error *err);

#endif
