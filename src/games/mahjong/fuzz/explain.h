/* Comparing and explaining transcripts of mahjong. Thread-safe. */
#ifndef NF_MAHJONG_EXPLAIN_H
#define NF_MAHJONG_EXPLAIN_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.compare. The explanation has the player, the turn, her hand and the rule that
 * applies, in lines of at most 80 columns. Returns NF_INVALID with line and column for an invalid
 * instance, NF_IO without memory; then there is nothing to free. */
enum nf_status mahjong_compare(const struct nf_input *instance, const struct nf_input *output,
                               bool strict, struct nf_difference *difference, struct nf_error *err);

#endif
