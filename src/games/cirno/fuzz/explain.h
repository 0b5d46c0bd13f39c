/* Transcripts of Cirno's game compared and explained, and the outcome records they tell: the parts
 * of struct nf_fuzz_ops that judge what others print. All functions are thread-safe and give the
 * same answer for the same bytes. */
#ifndef NF_CIRNO_EXPLAIN_H
#define NF_CIRNO_EXPLAIN_H

#include "base/text.h"
#include "core/contract/game.h"

/* struct nf_fuzz_ops's compare. `output` may be any bytes. The instance is taken as by cirno_play:
 * the loser's draw after the last round may be missing from the deck. `difference->why` has at most
 * 12 lines of at most 80 columns, printable ASCII only; it is empty where there is no difference.
 * NF_INVALID for an instance that is not valid, NF_IO without memory; then there is nothing to
 * free. */
enum nf_status cirno_compare(const struct nf_input *instance, const struct nf_input *output,
                             bool strict, struct nf_difference *difference, struct nf_error *err);

/* struct nf_fuzz_ops's read_outcome: the transcript's form is checked, and that its names and cards
 * exist, not whether its players follow the rules. NF_INVALID names line and column; a loser whose
 * name another player has as well cannot be told. */
enum nf_status cirno_read_outcome(const struct nf_input *instance,
                                  const struct nf_input *transcript, struct nf_text *record,
                                  struct nf_error *err);

/* struct nf_fuzz_ops's tell_records: one line without its end, such as "round 2: ours says player 3
 * loses on turn 7, theirs says player 1 loses on turn 5". */
void cirno_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                        struct nf_text *words);

#endif
