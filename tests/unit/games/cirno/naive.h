/* What cards do and which one a player chooses, a second time, as slow and as literal as the
 * statement: a hand is three cards in a row, every choice looks at each of them. It shares nothing
 * with src/games/cirno, not even the card table, so that the two are wrong together only where both
 * misread the statement. All functions are thread-safe. */
#ifndef CIRNO_NAIVE_H
#define CIRNO_NAIVE_H

#include <stdbool.h>

enum { NAIVE_CARDS = 18 };

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

#endif
