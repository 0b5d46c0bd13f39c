/* A second player of Cirno's game, as slow and as literal as the statement: a hand is three cards
 * in a row, every choice looks at each of them. It shares nothing with src/games/cirno, not even
 * the card table, so that the two are wrong together only where both misread the statement.
 *
 * Players are numbered from 1 here, as in the statement. All functions are thread-safe. */
#ifndef CIRNO_NAIVE_H
#define CIRNO_NAIVE_H

#include <stdbool.h>
#include <stddef.h>

enum { NAIVE_CARDS = 18, NAIVE_MAX_PLAYERS = 30, NAIVE_MAX_ROUNDS = 100 };

struct cirno_naive_card {
    const char *name;
    char kind;  /* 'A' to 'E' for basic cards, 'P', 'T' or '2' for PASS, TURN and DOUBLE */
    int number; /* what is written on a basic card */
};

/* The cards in the order in which the statement introduces them. */
extern const struct cirno_naive_card cirno_naive_cards[NAIVE_CARDS];

/* A card on the table: points into cirno_naive_cards. */
typedef const struct cirno_naive_card *cirno_naive_card;

/* The card of that name, or NULL. */
cirno_naive_card cirno_naive_find(const char *name);

/* p after a basic card is played on it. */
int cirno_naive_apply(cirno_naive_card card, int p);

/* The card that the strategy plays from the three of `hand`, or NULL if the player loses. */
cirno_naive_card cirno_naive_choose(const cirno_naive_card hand[3], int p, bool doubled);

/* A game to play. */
struct cirno_naive_game {
    int players, rounds;
    const cirno_naive_card *hands; /* 3 cards for player 1, 3 for player 2, ... */
    const cirno_naive_card *deck;  /* deck_size cards, top first */
    size_t deck_size;
};

/* One line of a transcript: `player` used `card`, now p=`p`; or lost, when `card` is NULL. */
struct cirno_naive_line {
    int player;
    cirno_naive_card card;
    int p;
};

enum cirno_naive_end { NAIVE_COMPLETE, NAIVE_DECK_OUT, NAIVE_P_OUT };

struct cirno_naive_result {
    enum cirno_naive_end end;
    int rounds_done; /* how many of the two arrays below are filled */
    int loser[NAIVE_MAX_ROUNDS];
    int turns[NAIVE_MAX_ROUNDS]; /* plays of the round, the losing one included */
    int lowest_p;
    size_t drawn; /* cards taken from the deck */
    size_t line_count;
    struct cirno_naive_line *lines; /* in order; the line that could not draw or that broke the
                                       bound of p included. Free with cirno_naive_free. */
};

/* Plays `game` to its end, or until its deck runs out or |p| reaches 10^4. Aborts the program
 * when there is no memory. */
void cirno_naive_play(const struct cirno_naive_game *game, struct cirno_naive_result *result);
void cirno_naive_free(struct cirno_naive_result *result);

#endif
