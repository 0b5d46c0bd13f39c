/* The rules of The Number Game in plain C, for comparison with the statement line by line. All
 * functions are thread-safe. */
#ifndef NF_TNG_REFERENCE_H
#define NF_TNG_REFERENCE_H

#include "games/tng/rules/tng.h"

/* Returns the minimax value of n with `moves_left` moves to come (at most TNG_MAX_MOVES), where X
 * moves next if `x_moves`: +1 if X can force a win, -1 if Y can, 0 otherwise. n must not be a goal
 * that was just reached. Recursive over the game tree: 2^moves_left steps. */
int tng_value(const struct tng_game *game, uint32_t n, uint32_t moves_left, bool x_moves);

/* Returns n after the move + (`plus`) or -. */
uint32_t tng_move(const struct tng_game *game, uint32_t n, bool plus);

/* Whether a move to n wins. */
bool tng_is_goal(const struct tng_game *game, uint32_t n);

/* Returns the outcome of a game, by tng_value(). */
enum tng_outcome tng_solve(const struct tng_game *game);

/* Returns the least number of moves in which the game from n can be won by force, ignoring game->r;
 * 0 if it is more than `moves_left`. With r rounds the game is won if 2r is at least this
 * number. */
uint32_t tng_moves_to_win(const struct tng_game *game, uint32_t n, uint32_t moves_left);

/* Returns the outcome record of a game. */
uint32_t tng_reference_record(const struct tng_game *game);

#endif
