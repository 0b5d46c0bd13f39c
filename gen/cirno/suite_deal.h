/* Deals dense games: every turn is steered towards rule events that the game has seen least. As in
 * guided cases, a card is settled only when its holder's turn comes; but the games may have the
 * statement's largest sizes, and all rules of their subtask come up again and again. */
#ifndef NF_CIRNO_SUITE_DEAL_H
#define NF_CIRNO_SUITE_DEAL_H

#include "gen/cirno/guide_aims.h"
#include "gen/cirno/guide_dice.h"

struct cirno_dense_plan {
    uint32_t players, rounds;
    uint32_t deck;         /* cards it must do with */
    uint32_t longest;      /* turns after which a round is led to its end; 0: as the deck allows */
    uint32_t steered;      /* so many of 100 cards are chosen, the others drawn */
    bool full;             /* the deck has plan->deck cards, or else as many as are drawn */
    cirno_card_set absent; /* cards the subtask does without */
};

/* A game as dealt; the arrays are the caller's. */
struct cirno_dense {
    uint8_t *hands; /* players * CIRNO_HAND cards */
    uint8_t *deck;  /* room for plan->deck cards */
    uint32_t deck_size;
    uint32_t seen[CIRNO_EVENTS]; /* how often each event happened */
};

/* Deals a game after `plan`. False if it did not end within its deck, or p fell too low: other dice
 * may do better. Thread-safe. */
bool cirno_dense_deal(const struct cirno_dense_plan *plan, struct cirno_guide_dice *dice,
                      struct cirno_dense *dense);

#endif
