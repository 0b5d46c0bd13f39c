/* Comparing and explaining transcripts of Cirno's game, and reading outcome records from them: the
 * parts of struct nf_fuzz_ops that judge the output of other programs. All functions are
 * thread-safe and deterministic. */
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

/* nf_fuzz_ops.read_outcome. Checks the form of the transcript and that its names and cards exist,
 * not whether players follow the rules. Returns NF_INVALID with line and column, also for a loser
 * whose name is not unique. */
enum nf_status cirno_read_outcome(const struct nf_input *instance,
                                  const struct nf_input *transcript, struct nf_text *record,
                                  struct nf_error *err);

/* nf_fuzz_ops.tell_records. Appends one line without a newline, such as "round 2: ours says player
 * 3 loses on turn 7, theirs says player 1 loses on turn 5". */
void cirno_tell_records(const struct nf_text *ours, const struct nf_text *theirs,
                        struct nf_text *words);

#endif
