/* Plays a game of Cirno's while its cards are being settled. */
#ifndef NF_CIRNO_GUIDE_DEAL_H
#define NF_CIRNO_GUIDE_DEAL_H

#include "games/cirno/rules/events.h"
#include "gen/cirno/guide_dice.h"

/* What a guided game shall be. */
struct cirno_guide_plan {
    unsigned target; /* enum cirno_event */
    uint32_t players, rounds;
    uint32_t soft_deck; /* cards it shall do with where that can be had */
    uint32_t deck;      /* cards it must do with, at most CIRNO_GUIDE_DECK */
    uint32_t left;      /* cards to leave over, as far as `deck` has room */
};

enum { CIRNO_GUIDE_DECK = 400 };

/* A game as dealt. */
struct cirno_guided {
    uint32_t deck_size;
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    uint8_t deck[CIRNO_GUIDE_DECK];
    cirno_event_set reached;
};

/* Deals a game after `plan`: its hands for plan->players and its deck. False if the cards ran out
 * or p left its bounds; `guided` is then of no use. Thread-safe. */
bool cirno_guide_deal(const struct cirno_guide_plan *plan, struct cirno_guide_dice *dice,
                      struct cirno_guided *guided);

#endif
