/* Cirno's Arithmetic Game: its sizes, and an explicit game. The rules are in rules.h. */
#ifndef NF_CIRNO_H
#define NF_CIRNO_H

#include "games/cirno/rules/cards.h"

#include <stdint.h>

enum {
    CIRNO_MAX_PLAYERS = 30,
    CIRNO_MAX_ROUNDS = 100,
    CIRNO_MAX_DECK = 300000,
    CIRNO_HAND = 3,
    /* A game draws a card a turn, and so many more a round: the loser's play is not replaced, but
     * she draws three. */
    CIRNO_CARDS_PER_ROUND = CIRNO_HAND - 1,
    CIRNO_LIMIT = 99,      /* the largest p that does not lose */
    CIRNO_P_BOUND = 10000, /* |p| stays below it in a valid game */
    CIRNO_MAX_NAME = 20,
};

/* Why a candidate game is thrown away, as the engine's kinds of rejection. */
enum cirno_reject { CIRNO_REJECT_DECK, CIRNO_REJECT_VALUE };

/* An explicit game: what the judge's format holds, names aside. */
struct cirno_instance {
    uint32_t players, rounds, deck_size;
    const uint8_t *hands; /* players * CIRNO_HAND cards, seat by seat */
    const uint8_t *deck;  /* deck_size cards, top first */
};

#endif
