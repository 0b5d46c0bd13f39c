/* Comparing and explaining transcripts of mahjong, and outcome records: members of struct
 * nf_fuzz_ops. All functions are thread-safe. */
#ifndef NF_MAHJONG_EXPLAIN_H
#define NF_MAHJONG_EXPLAIN_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.compare. The explanation has the player, the turn, her hand and the rule that
 * applies, in lines of at most 80 columns. Returns NF_INVALID with line and column for an invalid
 * instance, NF_IO without memory; then there is nothing to free. */
enum nf_status mahjong_compare(const struct nf_input *instance, const struct nf_input *output,
                               bool strict, struct nf_difference *difference, struct nf_error *err);

/* nf_fuzz_ops.read_outcome. Counts the lines of each form, without checking the rules. Returns
 * NF_INVALID with line and column, NF_IO without memory. */
enum nf_status mahjong_read_outcome(const struct nf_input *instance,
                                    const struct nf_input *transcript, struct nf_text *record,
                                    struct nf_error *err);

/* nf_fuzz_ops.tell_records. */
void mahjong_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                          struct nf_text *words);

#endif
