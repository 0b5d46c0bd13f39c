/* Explains the outcome of a game of The Number Game, in at most 80 columns. All functions are
 * thread-safe. */
#ifndef NF_TNG_REPLAY_H
#define NF_TNG_REPLAY_H

#include "base/text.h"
#include "games/tng/rules/analysis.h"

/* Appends best play (tng_best_choice()), one line per move, until a goal or the end of the rounds:
 * each move with the value of the number it leads to and a comment on the other move. */
void tng_describe_line(struct nf_text *text, const struct tng_game *game);

/* Appends the game in the statement's notation, the outcome and best play, as rows of
 * nf_text_row(). */
void tng_describe_rows(struct nf_text *text, const struct tng_game *game);

/* Appends the game tree with minimax values as in the statement. If there are more than two rounds,
 * only the first two, with the values of the whole game. */
void tng_draw_tree(struct nf_text *text, const struct tng_game *game);

/* Appends all of the above, and the chances against a Y who moves at random. */
void tng_describe(struct nf_text *text, const struct tng_game *game);

#endif
