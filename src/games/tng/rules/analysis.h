/* One game from every n, for whoever wants to know more than its outcome: the best moves, and
 * chances against a player who moves at random. */
#ifndef NF_TNG_ANALYSIS_H
#define NF_TNG_ANALYSIS_H

#include "games/tng/rules/tng.h"

/* Whose turn it is makes no difference but for names, so everything here is said of "the player to
 * move". She wins in an odd number of moves and loses in an even one. */
struct tng_analysis {
    const struct tng_maps *maps;
    uint64_t goals;
    uint8_t moves[TNG_MAX_P]; /* from n: moves to the forced end, or 0 if TNG_MAX_MOVES have none */
};

/* Analyses the game of these p, e and goals. Thread-safe, about 2 microseconds. */
void tng_analyse(struct tng_analysis *analysis, const struct tng_game *game);

/* What a move leads to, by rank: the higher the better for who moves. */
struct tng_choice {
    bool plus;
    uint8_t n;   /* after the move */
    bool goal;   /* that wins at once */
    int8_t ends; /* she wins (1), loses (-1), or neither (0) */
    uint8_t in;  /* in so many moves, this one included; 0 for a draw */
};

/* The move + (`plus`) or - from n, with `moves_left` moves to come, this one included. */
struct tng_choice tng_look(const struct tng_analysis *analysis, uint32_t n, uint32_t moves_left,
                           bool plus);

/* Compares two choices: > 0 if `a` is better. A win is better than a draw and that better than a
 * loss; an earlier win is better than a later one, a later loss better than an earlier one. */
int tng_compare_choices(const struct tng_choice *a, const struct tng_choice *b);

/* The best move; of equally good ones -, the left child of the statement's trees. */
struct tng_choice tng_best_choice(const struct tng_analysis *analysis, uint32_t n,
                                  uint32_t moves_left);

/* The minimax value (+1 for X) of n with `moves_left` moves to come. */
int tng_minimax(const struct tng_analysis *analysis, uint32_t n, uint32_t moves_left, bool x_moves);

/* Probabilities in units of 1 / `of`, a power of two: exact. */
struct tng_chances {
    uint32_t x_wins, y_wins, draws, of;
};

/* How somebody plays.
 * TNG_PERFECT plays as against a perfect opponent, by tng_best_choice(): a win within the rounds
 * left before a draw before a loss, the earliest win, the latest loss, and - where both moves are
 * equally good. Against a perfect opponent ties make no difference, but against another they do:
 * perfect players who break them otherwise win other shares.
 * TNG_HUNTER plays for the largest chance to win against one who tosses coins from here to the end,
 * and of moves with the same for the smallest chance to lose; what is equal then ends alike, so no
 * tie is left that matters. It is not the largest difference of both chances that is sought.
 * TNG_RANDOM tosses a fair coin for every move. */
enum tng_player { TNG_PERFECT, TNG_HUNTER, TNG_RANDOM };

/* What becomes of a game, which `analysis` is of, of these two. A hunter's opponent is TNG_RANDOM.
 * `of` is at most 2^12. */
struct tng_chances tng_chances_in(const struct tng_analysis *analysis, const struct tng_game *game,
                                  enum tng_player x, enum tng_player y);

/* The same where the game is not analysed yet. */
struct tng_chances tng_chances_of(const struct tng_game *game, enum tng_player x,
                                  enum tng_player y);

/* What becomes of a game in which Y tosses a fair coin for every move and X, who knows that, plays
 * for the largest chance to win, and then for the smallest to lose. */
struct tng_chances tng_hunter_against_random(const struct tng_game *game);

/* The same with an X who plays tng_best_choice(), as against a perfect Y. */
struct tng_chances tng_perfect_against_random(const struct tng_game *game);

#endif
