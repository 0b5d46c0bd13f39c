/* Deals dense games: every turn is steered towards the rule events that were rarest in the game so
 * far. As in guided cases, a card is decided only in its holder's turn. The games may have the
 * statement's largest sizes, and every rule of the subtask occurs many times. */
#ifndef NF_CIRNO_SUITE_DEAL_H
#define NF_CIRNO_SUITE_DEAL_H

#include "base/rng.h"
#include "gen/cirno/cases/guided_internal.h"

struct cirno_dense_plan {
    uint32_t players, rounds;
    uint32_t deck;    /* maximum deck size */
    uint32_t longest; /* turns after which a round is steered to its end; 0: as the deck allows */
    uint32_t steered; /* percentage of cards that are chosen; the others are random */
    bool full;        /* the deck has plan->deck cards, else only those drawn */
    cirno_card_set absent; /* cards that the subtask does not have */
};

/* A dealt game; the caller owns the arrays. */
struct cirno_dense {
    uint8_t *hands; /* players * CIRNO_HAND cards */
    uint8_t *deck;  /* room for plan->deck cards */
    uint32_t deck_size;
    uint32_t seen[CIRNO_EVENTS]; /* how often each event happened */
};

/* Deals a game for `plan`. Returns false if the deck was too short or p fell too low; try again
 * with other dice. Thread-safe. */
bool cirno_dense_deal(const struct cirno_dense_plan *plan, struct nf_dice *dice,
                      struct cirno_dense *dense);

#endif
