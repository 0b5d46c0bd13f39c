/* Rule events of The Number Game: situations that a wrong program is likely to get wrong.
 *
 * "The line" is best play by tng_best_choice(). */
#ifndef NF_TNG_EVENTS_H
#define NF_TNG_EVENTS_H

#include "base/format/match.h"
#include "base/lang.h"
#include "base/text.h"
#include "games/tng/rules/tng.h"

/* Identifier, name, description. */
#define TNG_EVENT_LIST(X)                                                                          \
    X(X_WINS, "x-wins", N_("X can force a win"))                                                   \
    X(Y_WINS, "y-wins", N_("Y can force a win"))                                                   \
    X(DRAW_WITH_GOALS, "draw-with-goals", N_("there are goals, but nobody can force one"))         \
    X(NO_GOALS, "no-goals", N_("there is no goal at all"))                                         \
    X(GOAL_AT_START, "goal-at-start", N_("n0 is a goal and X wins by another move"))               \
    X(GOAL_AT_START_NO_WIN, "goal-at-start-no-win", N_("n0 is a goal and X does not win"))         \
    X(BACK_TO_START, "back-to-start", N_("the winning move leads to n0"))                          \
    X(ONLY_PLUS, "only-plus", N_("X wins, but not if she starts with -"))                          \
    X(ONLY_MINUS, "only-minus", N_("X wins, but not if she begins with +"))                        \
    X(REPLY_PLUS, "reply-plus", N_("Y wins, but after X's move on the line only by +"))            \
    X(REPLY_MINUS, "reply-minus", N_("Y wins, but after X's move on the line only by -"))          \
    X(DEFENCE, "defence", N_("a draw in which one player would lose by the other move"))           \
    X(X_AT_ONCE, "x-at-once", N_("X's first move reaches a goal"))                                 \
    X(Y_AT_ONCE, "y-at-once", N_("whatever X does, Y's first move reaches a goal"))                \
    X(X_IN_THREE, "x-in-three", N_("X wins in 3 moves"))                                           \
    X(Y_IN_FOUR, "y-in-four", N_("Y wins in 4 moves"))                                             \
    X(DEEP_WIN, "deep-win", N_("a win in 5 moves or more"))                                        \
    X(DEEPEST_WIN, "deepest-win", N_("a win in 7 moves or more"))                                  \
    X(MOVES_BEYOND_R, "moves-beyond-r", N_("a win in more moves than there are rounds"))           \
    X(LAST_MOVE, "last-move", N_("Y wins with the last move of the last round"))                   \
    X(LAST_ROUND_X, "last-round-x", N_("X wins in the last of at least two rounds"))               \
    X(ROUNDS_TOO_FEW, "rounds-too-few", N_("a draw that one round more would turn into a win"))    \
    X(BELOW_ZERO, "below-zero", N_("a - on the line passes below 0"))                              \
    X(ABOVE_P, "above-p", N_("a + on the line passes p - 1"))                                      \
    X(GOAL_ZERO, "goal-zero", N_("the winning move leads to 0"))                                   \
    X(GOAL_LAST, "goal-last", N_("the winning move leads to p - 1"))                               \
    X(BOTH_GOALS, "both-goals", N_("both moves of the winner's last choice lead to goals"))        \
    X(FROM_ZERO, "from-zero", N_("a move on the line starts from 0, where e^0 is 1"))              \
    X(BEYOND_32_BITS, "beyond-32-bits", N_("e^n of a move on the line has more than 32 bits"))     \
    X(BEYOND_64_BITS, "beyond-64-bits", N_("e^n of a move on the line has more than 64 bits"))     \
    X(RETURNS, "returns", N_("the line comes to the same n twice"))                                \
    X(SMALLEST_P, "smallest-p", N_("p is 3"))                                                      \
    X(LARGEST_P, "largest-p", N_("p is 47"))                                                       \
    X(LARGEST_E, "largest-e", N_("e is p - 1, so that e^n is 1 or p - 1"))                         \
    X(ONE_ROUND, "one-round", N_("r is 1"))                                                        \
    X(SIX_ROUNDS, "six-rounds", N_("r is 6"))                                                      \
    X(ALL_GOALS, "all-goals", N_("every n is a goal"))                                             \
    X(TEN_GOALS, "ten-goals", N_("m is 10"))                                                       \
    X(GOAL_TWICE, "goal-twice", N_("a goal is given twice, so there are fewer than m"))            \
    X(SEVERAL_GAMES, "several-games", N_("an instance has more than one game"))

enum tng_event {
#define X(id, name, help) TNG_##id,
    TNG_EVENT_LIST(X)
#undef X
        TNG_EVENTS
};

/* By enum tng_event, ended by a NULL name. */
extern const struct nf_event tng_events[];

/* Returns the events of one game, except TNG_SEVERAL_GAMES: bit e is event e of enum tng_event.
 * Takes some microseconds. Thread-safe. */
uint64_t tng_events_of(const struct tng_game *game);

#endif
