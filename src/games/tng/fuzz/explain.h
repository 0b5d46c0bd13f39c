/* Comparing and explaining transcripts of The Number Game, and outcome records: members of struct
 * nf_fuzz_ops. All functions are thread-safe. */
#ifndef NF_TNG_EXPLAIN_H
#define NF_TNG_EXPLAIN_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.compare. The explanation has the line expected and the line found, the game, and best
 * play: at most 19 lines of 80 columns. Returns NF_INVALID with line and column for an invalid
 * instance, NF_IO without memory. */
enum nf_status tng_compare(const struct nf_input *instance, const struct nf_input *output,
                           bool strict, struct nf_difference *difference, struct nf_error *err);

/* nf_fuzz_ops.read_outcome. Appends one word per game: its outcome record without the number of
 * moves, which a transcript does not have. Returns NF_INVALID with line and column unless there is
 * exactly one line per game. */
enum nf_status tng_read_outcome(const struct nf_input *instance, const struct nf_input *transcript,
                                struct nf_text *record, struct nf_error *err);

/* nf_fuzz_ops.tell_records, for two such records. */
void tng_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                      struct nf_text *words);

#endif
