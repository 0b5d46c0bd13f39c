/* Analysis of a game from every n: best moves, and chances against a player who moves at random.
 * All functions are thread-safe. */
#ifndef NF_TNG_ANALYSIS_H
#define NF_TNG_ANALYSIS_H

#include "base/text.h"
#include "games/tng/rules/tng.h"

/* X and Y have the same moves, so everything is from the view of the player to move. She wins in an
 * odd number of moves and loses in an even one. */
struct tng_analysis {
    const struct tng_maps *maps;
    uint64_t goals;
    uint8_t moves[TNG_MAX_P]; /* from n: moves to the forced end, or 0 if there is none in
                                 TNG_MAX_MOVES */
};

/* Analyses the game with p, e and goals of `game`; n0 and r do not matter. About 0.1
 * microseconds. */
void tng_analyse(struct tng_analysis *analysis, const struct tng_game *game);

/* A move and its result for the player who makes it. */
struct tng_choice {
    bool plus;
    uint8_t n;   /* n after the move */
    bool goal;   /* n is a goal: the move wins at once */
    int8_t ends; /* she wins (1), loses (-1) or draws (0) */
    uint8_t in;  /* moves until then, including this one; 0 for a draw */
};

/* Compares two choices: > 0 if `a` is better. A win is better than a draw, and a draw better than a
 * loss; earlier wins and later losses are better. */
int tng_compare_choices(const struct tng_choice *a, const struct tng_choice *b);

/* Returns the best move; if both are equally good, -, the left child of the statement's trees. */
struct tng_choice tng_best_choice(const struct tng_analysis *analysis, uint32_t n,
                                  uint32_t moves_left);

/* Best play from n0 by tng_best_choice(), up to a goal or the end of the rounds. */
struct tng_line {
    struct tng_analysis analysis;
    uint32_t moves, made;         /* of a whole game; of this one, of which X makes the first */
    bool won;                     /* the last one reaches a goal */
    uint8_t n[TNG_MAX_MOVES + 1]; /* n0, then n after each move */
    struct tng_line_move {
        struct tng_choice taken, other;
    } move[TNG_MAX_MOVES];
};

/* Analyses the game and plays it. */
void tng_play_best(struct tng_line *line, const struct tng_game *game);

/* Returns who makes a move, counted from 0: 'X' or 'Y'. */
static inline char tng_mover(uint32_t move)
{
    return move % 2 == 0 ? 'X' : 'Y';
}

/* Returns who wins it: X moves first. */
static inline enum tng_outcome tng_line_outcome(const struct tng_line *line)
{
    return !line->won ? TNG_DRAW : line->made % 2 == 1 ? TNG_X : TNG_Y;
}

/* Returns the minimax value (+1 for X) of n with `moves_left` moves to come, where X moves next if
 * `x_moves`. */
int tng_minimax(const struct tng_analysis *analysis, uint32_t n, uint32_t moves_left, bool x_moves);

/* Exact probabilities in units of 1 / `of`, a power of two. */
struct tng_chances {
    uint32_t x_wins, y_wins, draws, of;
};

/* Kinds of players.
 * TNG_PERFECT plays as against a perfect opponent, by tng_best_choice(): prefers a win within the
 * remaining rounds to a draw and a draw to a loss, the earliest win, the latest loss, and - if both
 * moves are equally good. The rule for ties does not matter against a perfect opponent, but against
 * others it changes the chances.
 * TNG_HUNTER maximises the chance to win against an opponent who tosses coins from here to the end,
 * and among equal moves minimises the chance to lose; remaining ties do not matter. It does not
 * maximise the difference of both chances.
 * TNG_RANDOM tosses a fair coin for every move. */
enum tng_player { TNG_PERFECT, TNG_HUNTER, TNG_RANDOM };

/* Returns the chances of a game between these two; `analysis` is of that game. A hunter's opponent
 * must be TNG_RANDOM. `of` is at most 2^12. */
struct tng_chances tng_chances_in(const struct tng_analysis *analysis, const struct tng_game *game,
                                  enum tng_player x, enum tng_player y);

/* The same without an analysis. */
struct tng_chances tng_chances_of(const struct tng_game *game, enum tng_player x,
                                  enum tng_player y);

/* Returns the chances of TNG_HUNTER as X against TNG_RANDOM as Y. */
struct tng_chances tng_hunter_against_random(const struct tng_game *game);

/* Returns the chances of TNG_PERFECT as X against TNG_RANDOM as Y. */
struct tng_chances tng_perfect_against_random(const struct tng_game *game);

/* ---- in words, in at most 80 columns (replay.c) ---- */

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
