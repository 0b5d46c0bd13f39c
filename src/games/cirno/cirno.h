/* Cirno's Arithmetic Game: what its files share. The rules are in rules.h's terms; see
 * reference.c for them in code. */
#ifndef NF_CIRNO_H
#define NF_CIRNO_H

#include "core/game.h"
#include "core/rng.h"
#include "games/cirno/cards.h"

enum {
    CIRNO_MAX_PLAYERS = 30,
    CIRNO_MAX_ROUNDS = 100,
    CIRNO_MAX_DECK = 300000,
    CIRNO_HAND = 3,
    CIRNO_LIMIT = 99,      /* the largest p that does not lose */
    CIRNO_P_BOUND = 10000, /* |p| stays below it in a valid game */
    CIRNO_MAX_NAME = 20,
};

/* An explicit game: what the judge's format holds, names aside. */
struct cirno_instance {
    uint32_t players, rounds, deck_size;
    const uint8_t *hands; /* players * CIRNO_HAND cards, seat by seat */
    const uint8_t *deck;  /* deck_size cards, top first */
};

/* A prepared run of the game. Either cards are dealt from (seed, index), or `instances` is set
 * and index i plays instances[i]. */
struct cirno_setup {
    struct nf_setup base;
    uint32_t deck_limit;   /* cards a deck may have: params.deck, or CIRNO_MAX_DECK */
    uint32_t total;        /* sum of the weights, 1..NF_MAX_TOTAL */
    uint32_t reject_below; /* nf_reject_below(total) */
    const struct cirno_instance *instances; /* NULL, or explicit games of params.players and
                                               params.rounds each; owned by the caller */
    uint32_t weights[CIRNO_CARDS];
    uint8_t ticket_card[NF_MAX_TOTAL]; /* ticket 0..total-1 -> card */
};

extern const struct nf_game cirno_game;
extern const struct nf_kernel cirno_reference, cirno_portable, cirno_avx2, cirno_avx512;

#endif
