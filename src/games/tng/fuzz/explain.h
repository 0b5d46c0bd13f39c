/* Comparing and explaining transcripts of The Number Game. Thread-safe. */
#ifndef NF_TNG_EXPLAIN_H
#define NF_TNG_EXPLAIN_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.compare. The explanation has the line expected and the line found, the game, and best
 * play: at most 19 lines of 80 columns. Returns NF_INVALID with line and column for an invalid
 * instance, NF_IO without memory. */
enum nf_status tng_compare(const struct nf_input *instance, const struct nf_input *output,
                           bool strict, struct nf_difference *difference, struct nf_error *err);

#endif
