/* The rules of The Number Game in plain C, to be held against the statement line by line. */
#ifndef NF_TNG_REFERENCE_H
#define NF_TNG_REFERENCE_H

#include "games/tng/rules/tng.h"

/* The minimax value of n, not a goal reached just now, with `moves_left` moves to come (at most
 * TNG_MAX_MOVES), where X moves next if `x_moves`: +1 if X can force a win, -1 if Y can, 0 if
 * neither. A recursion over the game tree, so 2^moves_left steps. Thread-safe. */
int tng_value(const struct tng_game *game, uint32_t n, uint32_t moves_left, bool x_moves);

/* n after the move + (`plus`) or -. */
uint32_t tng_move(const struct tng_game *game, uint32_t n, bool plus);

/* Whether a move to n wins. */
bool tng_is_goal(const struct tng_game *game, uint32_t n);

/* The outcome of a game by tng_value(). */
enum tng_outcome tng_solve(const struct tng_game *game);

/* The least number of moves that a game needs to be won by force: it is won by 2r moves, whatever
 * game->r is, for the first time where 2r is at least that. 0 if not within `moves_left`. */
uint32_t tng_moves_to_win(const struct tng_game *game, uint32_t n, uint32_t moves_left);

/* The outcome record of a game. */
uint32_t tng_reference_record(const struct tng_game *game);

#endif
