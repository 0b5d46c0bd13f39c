/* The judge's program of The Number Game and the validator of its input. */
#ifndef NF_TNG_JUDGE_H
#define NF_TNG_JUDGE_H

#include "base/text.h"
#include "games/tng/kernels/kernel.h"
#include "games/tng/rules/format.h"

/* The records of `count` games, solved by the fastest kernel: records[i] is that of games[i].
 * NF_IO without memory. Thread-safe. */
enum nf_status tng_solve_games(const struct tng_game *games, size_t count, uint32_t *records,
                               struct nf_error *err);

/* struct nf_judge_ops's play: instance in, transcript out. Empty lines do not matter. */
enum nf_status tng_play_instance(const struct nf_input *input, struct nf_text *transcript,
                                 struct nf_error *err);

/* struct nf_judge_ops's verify: as tng_play_instance, but the input must be to the byte what
 * tng_print() writes. Goals given twice are warned of in `report`, a line each; a valid instance
 * adds a summary of two lines. */
enum nf_status tng_verify(const struct nf_input *input, struct nf_text *report,
                          struct nf_error *err);

#endif
