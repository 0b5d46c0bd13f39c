/* Cirno's Arithmetic Game: what its files share. The rules are in rules.h's terms; see
 * reference.c for them in code. */
#ifndef NF_CIRNO_H
#define NF_CIRNO_H

#include "core/game.h"
#include "core/rng.h"
#include "games/cirno/cards.h"
#include "games/cirno/strategy.h"

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

/* Candidates tried for one index before the parameters are called hopeless: 1,000, but of long
 * decks only as many as make 30 million cards, so that the answer comes within seconds. With a
 * tenth of the candidates valid, an index of 300,000-card decks fails once in 38,000. */
static inline uint32_t cirno_attempts(uint32_t deck_limit)
{
    const uint32_t attempts = 30000000 / deck_limit;
    return attempts < 1000 ? attempts : 1000;
}

/* A prepared run of the game. Either cards are dealt from (seed, index), or `instances` is set
 * and index i plays instances[i]. */
struct cirno_setup {
    struct nf_setup base;
    uint32_t deck_limit;   /* cards a deck may have: params.deck, or CIRNO_MAX_DECK */
    uint32_t total;        /* sum of the weights, 1..NF_MAX_TOTAL */
    uint32_t reject_below; /* nf_reject_below(total) */
    const struct cirno_instance *instances; /* NULL, or explicit games of params.players and
                                               params.rounds each; owned by the caller */
    struct cirno_seating *seating;          /* NULL: everybody plays by the statement's strategy */
    uint32_t weights[CIRNO_CARDS];
    uint8_t ticket_card[NF_MAX_TOTAL]; /* ticket 0..total-1 -> card */
};

extern const struct nf_game cirno_game;
extern const struct nf_fuzzing cirno_fuzzing;
extern const struct nf_kernel cirno_reference, cirno_portable, cirno_avx2, cirno_avx512;

#endif
