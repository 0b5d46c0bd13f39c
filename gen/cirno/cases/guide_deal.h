/* Deals a guided game: plays it and decides each card only when it matters. */
#ifndef NF_CIRNO_GUIDE_DEAL_H
#define NF_CIRNO_GUIDE_DEAL_H

#include "base/dice.h"
#include "games/cirno/rules/events.h"

/* The requirements of a guided game. */
struct cirno_guide_plan {
    unsigned target; /* enum cirno_event */
    uint32_t players, rounds;
    uint32_t soft_deck; /* wanted deck size, exceeded if necessary */
    uint32_t deck;      /* maximum deck size, at most CIRNO_GUIDE_DECK */
    uint32_t left;      /* cards to leave over, as far as `deck` allows */
};

enum { CIRNO_GUIDE_DECK = 400 };

/* A dealt game. */
struct cirno_guided {
    uint32_t deck_size;
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    uint8_t deck[CIRNO_GUIDE_DECK];
    cirno_event_set reached;
};

/* Deals a game for `plan`: hands for plan->players, the deck, and the events it reaches. Returns
 * false if the deck was too short or p left its bounds; `guided` is then undefined. Thread-safe. */
bool cirno_guide_deal(const struct cirno_guide_plan *plan, struct nf_dice *dice,
                      struct cirno_guided *guided);

#endif
