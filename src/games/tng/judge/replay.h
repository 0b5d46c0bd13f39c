/* Why a game of The Number Game ends as it does, as text of at most 80 columns. */
#ifndef NF_TNG_REPLAY_H
#define NF_TNG_REPLAY_H

#include "base/text.h"
#include "games/tng/rules/analysis.h"

/* Appends the game as the statement writes it: "n0 = 3, r = 2, e = 7, p = 11, g = { 8, 9 }", with
 * more than eight goals on a line of their own. */
void tng_tell_game(struct nf_text *text, const struct tng_game *game);

/* Appends "X wins in 3 moves" or the like. */
void tng_tell_outcome(struct nf_text *text, const struct tng_game *game);

/* Appends a line of best play, a line a move, until a goal or the end of the rounds: with the value
 * of where the move leads, and what there is to say of the other move. Choices as by
 * tng_best_choice(). */
void tng_tell_line(struct nf_text *text, const struct tng_game *game);

/* Appends the game tree with minimax values as the statement draws it. Of more than two rounds only
 * the first two, with the values of the whole game. */
void tng_draw_tree(struct nf_text *text, const struct tng_game *game);

/* Appends all of that, and the chances against a Y who moves at random. */
void tng_tell(struct nf_text *text, const struct tng_game *game);

#endif
