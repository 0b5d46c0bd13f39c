/* Comparing and explaining transcripts of Cirno's game. Thread-safe and deterministic. */
#ifndef NF_CIRNO_EXPLAIN_H
#define NF_CIRNO_EXPLAIN_H

#include "base/text.h"
#include "core/contract/game.h"

/* nf_fuzz_ops.compare. `output` may be any bytes. As in cirno_play(), the deck may lack the loser's
 * draw after the last round. `difference->why` has at most 12 lines of at most 80 columns,
 * printable ASCII only; it is empty if there is no difference. Returns NF_INVALID for an invalid
 * instance, NF_IO without memory; then there is nothing to free. */
enum nf_status cirno_compare(const struct nf_input *instance, const struct nf_input *output,
                             bool strict, struct nf_difference *difference, struct nf_error *err);

#endif
