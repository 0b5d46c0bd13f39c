/* Neighbours of a strategy, for searching. */
#ifndef NF_CIRNO_MUTATE_H
#define NF_CIRNO_MUTATE_H

#include "base/text.h"
#include "core/contract/game.h"

/* struct nf_strategy_ops's mutate: one to three small changes: groups change places, a card gets a
 * group of its own, perhaps on a condition, a condition moves, an aim, a tie order or a set of
 * cards changes, a group is dropped or added. */
enum nf_status cirno_mutate_strategy(const struct nf_text *text, uint64_t *random,
                                     struct nf_text *mutated, struct nf_error *err);

/* struct nf_strategy_ops's drop: a part is a group, those of normal turns first, or a group's
 * condition. */
enum nf_status cirno_drop(const struct nf_text *text, uint32_t part, struct nf_text *shorter,
                          struct nf_error *err);

#endif
