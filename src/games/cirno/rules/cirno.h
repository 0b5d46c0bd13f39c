/* Cirno's Arithmetic Game: its limits, and explicit games. The rules are in rules.h. */
#ifndef NF_CIRNO_H
#define NF_CIRNO_H

#include "games/cirno/rules/cards.h"

#include <stdint.h>

enum {
    CIRNO_MAX_PLAYERS = 30,
    CIRNO_MAX_ROUNDS = 100,
    CIRNO_MAX_DECK = 300000,
    CIRNO_HAND = 3,
    /* A game draws one card per turn, and this many more per round: the loser plays no card in her
     * last turn but draws three. */
    CIRNO_CARDS_PER_ROUND = CIRNO_HAND - 1,
    CIRNO_LIMIT = 99,      /* the largest legal p */
    CIRNO_P_BOUND = 10000, /* |p| stays below it in a valid game */
    CIRNO_MAX_NAME = 20,
};

/* Why a candidate game is rejected: indices of the core's rejection counters. */
enum cirno_reject { CIRNO_REJECT_DECK, CIRNO_REJECT_VALUE };

/* An explicit game: the content of the judge's format without names. */
struct cirno_instance {
    uint32_t players, rounds, deck_size;
    const uint8_t *hands; /* players * CIRNO_HAND cards, seat by seat */
    const uint8_t *deck;  /* deck_size cards, top first */
};

#endif
