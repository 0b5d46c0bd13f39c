/* Players of Cirno's game as contestants get them wrong: the naive player once more, with one
 * mistake at a time. */
#ifndef CIRNO_MISTAKEN_H
#define CIRNO_MISTAKEN_H

#include "tests/unit/games/cirno/naive.h"

/* Identifier, what is wrong. The pairs of classes that tie come after these. */
#define CIRNO_MISTAKES(X)                                                                          \
    X(TRUNCATES, "D2 rounds towards zero")                                                         \
    X(ROUNDS_UP, "D2 rounds up")                                                                   \
    X(KEEPS_DIRECTION, "a round goes on in the direction of the last one")                         \
    X(KEEPS_P, "a round goes on from the p of the last one")                                       \
    X(KEEPS_DOUBLE, "a round goes on with the DOUBLE of the last one")                             \
    X(PASS_DROPS, "DOUBLE answered by PASS is gone")                                               \
    X(TURN_DROPS, "DOUBLE answered by TURN is gone")                                               \
    X(DOUBLE_DROPS, "DOUBLE answered by DOUBLE is gone")                                           \
    X(CHAIN_OF_ONE, "DOUBLE is handed on once and then gone")                                      \
    X(CHAIN_OF_TWO, "DOUBLE is handed on twice and then gone")                                     \
    X(STACKS, "DOUBLE on DOUBLE makes three cards")                                                \
    X(ONE_CARD, "DOUBLE taken makes one card only")                                                \
    X(NEXT_BEFORE_TURN, "the next player is found before TURN turns")                              \
    X(NEXT_BEFORE_TURN_DOUBLED, "the same, only where TURN answers DOUBLE")                        \
    X(WRONG_MODULO, "the player before player 1 is player 1")                                      \
    X(LIMIT_98, "p = 99 loses")                                                                    \
    X(LIMIT_100, "p = 100 does not lose")                                                          \
    X(PLAYER_1_STARTS, "player 1 starts every round")                                              \
    X(NEXT_STARTS, "the player after the loser starts")                                            \
    X(LOSER_DRAWS_ONE, "the loser draws one card instead of three")                                \
    X(LOSER_DRAWS_TWO, "the loser draws two cards instead of three")                               \
    X(LOSER_KEEPS, "the loser draws nothing")                                                      \
    X(TURN_BEFORE_PASS, "TURN is looked for before PASS")                                          \
    X(DOUBLE_BEFORE_TURN, "DOUBLE is looked for before TURN")                                      \
    X(TURN_BEFORE_PASS_DOUBLED, "TURN is looked for before PASS under DOUBLE")                     \
    X(DOUBLE_BEFORE_TURN_DOUBLED, "DOUBLE is looked for before TURN under DOUBLE")                 \
    X(COUNTER_FIRST, "counter cards come before basic cards")                                      \
    X(BASIC_FIRST_DOUBLED, "basic cards come before counter cards under DOUBLE")                   \
    X(NO_COUNTER_FOR_LOSS, "counter cards are only played without any basic card")                 \
    X(LARGEST_DOUBLED, "the first card under DOUBLE makes p largest")                              \
    X(SECOND_SMALLEST, "the second card makes p smallest, too")                                    \
    X(NO_DRAW_BETWEEN, "both cards under DOUBLE are drawn after the second")                       \
    X(SECOND_PASS_HANDS_ON, "PASS as second card hands DOUBLE on")                                 \
    X(SECOND_TURN_HANDS_ON, "TURN as second card hands DOUBLE on")                                 \
    X(SECOND_DOUBLE_LOST, "DOUBLE as second card does nothing")                                    \
    X(SECOND_TURN_LOST, "TURN as second card does not turn")                                       \
    X(OWN_DOUBLE_LOST, "a single player's DOUBLE does nothing")                                    \
    X(PAIR_REPLACED, "the card drawn replaces both of a pair")                                     \
    X(NEEDS_CHANGE, "a basic card that leaves p as it is loses")                                   \
    X(BYTE, "p is kept in a signed byte")                                                          \
    X(FLOOR_99, "p does not fall below -99")                                                       \
    X(FLOOR_200, "p does not fall below -200")                                                     \
    X(FLOOR_512, "p does not fall below -512")                                                     \
    X(FLOOR_1000, "p does not fall below -1000")

enum cirno_mistake {
#define X(id, what) CIRNO_MISTAKE_##id,
    CIRNO_MISTAKES(X)
#undef X
    /* What a player does where two classes tie, for each of the pairs that can: first those for the
     * largest p, then those for the smallest. */
    CIRNO_MISTAKE_TIES,
    CIRNO_TIES = 9,
    CIRNO_SWAPPED_TIES = CIRNO_MISTAKE_TIES,                     /* the second class is preferred */
    CIRNO_FIRST_HELD_TIES = CIRNO_SWAPPED_TIES + 2 * CIRNO_TIES, /* the card held first */
    CIRNO_LAST_HELD_TIES = CIRNO_FIRST_HELD_TIES + 2 * CIRNO_TIES,
    CIRNO_MISTAKE_COUNT = CIRNO_LAST_HELD_TIES + 2 * CIRNO_TIES
};

/* What is wrong, in words; terminated. */
const char *cirno_mistake_name(unsigned mistake, char name[60]);

/* Whether the player with that mistake prints the lines that the naive player printed for `game`;
 * past the end of the deck she reads E0. */
bool cirno_mistaken_agrees(const struct cirno_naive_game *game,
                           const struct cirno_naive_result *right, unsigned mistake);

#endif
