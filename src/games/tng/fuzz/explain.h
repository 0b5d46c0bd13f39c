/* Where a transcript of The Number Game leaves the rules, and what it tells: the comparing half of
 * struct nf_fuzz_ops. */
#ifndef NF_TNG_EXPLAIN_H
#define NF_TNG_EXPLAIN_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* struct nf_fuzz_ops's compare. The explanation has the line expected and found, the game, and a
 * line of best play: at most 19 lines of 80 columns. */
enum nf_status tng_compare(const struct nf_input *instance, const struct nf_input *output,
                           bool strict, struct nf_difference *difference, struct nf_error *err);

/* struct nf_fuzz_ops's read_outcome: a word a game, its outcome record without the moves, of which
 * a transcript says nothing. NF_INVALID with line and column for anything but exactly one line a
 * game. */
enum nf_status tng_read_outcome(const struct nf_input *instance, const struct nf_input *transcript,
                                struct nf_text *record, struct nf_error *err);

/* struct nf_fuzz_ops's tell_records, of two such records. */
void tng_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                      struct nf_text *words);

#endif
