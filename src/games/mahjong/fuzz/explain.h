/* What a wrong transcript says, in the game's words, and outcome records: the members of struct
 * nf_fuzz_ops that compare. All are thread-safe. */
#ifndef NF_MAHJONG_EXPLAIN_H
#define NF_MAHJONG_EXPLAIN_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* struct nf_fuzz_ops's compare. The explanation names the player, the turn and her hand, and tells
 * what the rules say there; its lines have at most 80 columns. NF_INVALID with line and column for
 * an instance that is not valid, NF_IO without memory; nothing is to be freed then. */
enum nf_status mahjong_compare(const struct nf_input *instance, const struct nf_input *output,
                               bool strict, struct nf_difference *difference, struct nf_error *err);

/* struct nf_fuzz_ops's read_outcome: counts what the lines tell, by their forms, without knowing
 * whether the rules allow it. NF_INVALID with line and column, NF_IO without memory. */
enum nf_status mahjong_read_outcome(const struct nf_input *instance,
                                    const struct nf_input *transcript, struct nf_text *record,
                                    struct nf_error *err);

/* struct nf_fuzz_ops's tell_records. */
void mahjong_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                          struct nf_text *words);

#endif
