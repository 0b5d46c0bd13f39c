/* The judge's program of The Number Game and the validator of its input. */
#ifndef NF_TNG_JUDGE_H
#define NF_TNG_JUDGE_H

#include "base/text.h"
#include "core/contract/judge_ops.h"
#include "core/contract/suite.h"
#include "games/tng/kernels/kernels.h"
#include "games/tng/rules/format.h"

/* Solves `count` games with the fastest kernel: records[i] is the outcome record of games[i].
 * Returns NF_IO without memory. Thread-safe. */
enum nf_status tng_solve_games(const struct tng_game *games, size_t count, uint32_t *records,
                               struct nf_error *err);

/* nf_judge_ops.play: appends the transcript of the instance `input`. Empty lines are ignored.
 * Thread-safe. */
enum nf_status tng_play_instance(const struct nf_input *input, struct nf_text *transcript,
                                 struct nf_error *err);

/* nf_judge_ops.verify: like tng_play_instance(), but the input must be exactly what tng_print()
 * writes. Appends to `report` a line for each repeated goal, and a summary of two lines for a valid
 * instance. Thread-safe. */
enum nf_status tng_verify(const struct nf_input *input, struct nf_text *report,
                          struct nf_error *err);

/* nf_game.suite, see suite.c; and what the problem package has besides. */
extern const struct nf_suite tng_suite;
extern const struct nf_package tng_package;

#endif
