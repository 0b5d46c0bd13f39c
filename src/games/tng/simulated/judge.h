/* The judge's program of The Number Game and the validator of its input. */
#ifndef NF_TNG_JUDGE_H
#define NF_TNG_JUDGE_H

#include "base/text.h"
#include "games/tng/rules/format.h"
#include "games/tng/simulated/kernels/kernels.h"

/* Solves `count` games with the fastest kernel: records[i] is the outcome record of games[i].
 * Returns NF_IO without memory. Thread-safe. */
enum nf_status tng_solve_games(const struct tng_game *games, size_t count, uint32_t *records,
                               struct nf_error *err);

#endif
