/* What is seen of a game of The Number Game. */
#ifndef NF_TNG_FRAMES_H
#define NF_TNG_FRAMES_H

#include "core/contract/story.h"
#include "games/tng/rules/tng.h"

enum { TNG_MAX_FRAMES = TNG_MAX_MOVES + 2 }; /* of a game: its start, its moves, a draw */

/* nf_fuzz_ops.panels. */
extern const struct nf_panel tng_panels[];

/* Returns the frames of a game as a new JSON list: its start, each move of best play, and its end
 * if it is a draw. `number`: of the game, from 1. Thread-safe. */
json_t *tng_frames(const struct tng_game *game, uint64_t number);

#endif
