/* Shrinks a failing instance of Cirno's game until it can be read.
 *
 * Size: an instance weighs 4 per player, 4 per round and 1 per deck card, roughly the tokens to
 * read. Of instances of equal weight, the one with simpler cards is smaller, then the one with
 * simpler names. The simplest card is A99, which ends a round soonest; then A1 to A49, B, C2, D2,
 * E, PASS, TURN and DOUBLE. The simplest names are A, B, C, ... by seat. Each step makes the
 * instance smaller in this order, so shrinking terminates. */
#ifndef NF_CIRNO_SHRINK_H
#define NF_CIRNO_SHRINK_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.shrink. The instance must be valid, with any layout of its lines; if the program only
 * fails because of the layout, the instance is returned unchanged. No candidate is tried twice, and
 * none has more players or rounds than the instance. A hundred trials are typical, 500 are
 * rare; a game of 30 players and 100 rounds that cannot be shrunk takes some thousands. Returns
 * NF_INVALID with line and column, or NF_IO without memory; then `smallest` is unchanged.
 * Thread-safe. */
enum nf_status cirno_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                            struct nf_text *smallest, struct nf_error *err);

/* nf_fuzz_ops.size: appends "2 players, 1 round, 7 deck cards". Returns the errors of
 * cirno_parse(). Thread-safe. */
enum nf_status cirno_size(const struct nf_input *instance, struct nf_text *words,
                          struct nf_error *err);

#endif
