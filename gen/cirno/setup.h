/* A prepared run of Cirno's game: what is dealt, and the strategies that play it. */
#ifndef NF_CIRNO_SETUP_H
#define NF_CIRNO_SETUP_H

#include "base/rng.h"
#include "games/cirno/rules/cirno.h"
#include "sim/game.h"

struct cirno_seating;

/* Returns the number of candidates tried for one index before the run fails: 1,000, but for long
 * decks only as many as have 30 million cards together, so that it fails within seconds. If a tenth
 * of the candidates are valid, an index with decks of 300,000 cards fails once in 38,000. */
static inline uint32_t cirno_attempts(uint32_t deck_limit)
{
    const uint32_t attempts = 30000000 / deck_limit;
    return attempts < 1000 ? attempts : 1000;
}

/* A prepared run. Cards are dealt from (seed, index), unless `instances` is set: then index i plays
 * instances[i]. Constant while games are played, so shared by all threads. */
struct cirno_setup {
    struct nf_setup base;
    uint32_t deck_limit;   /* most cards of a deck: params.deck, or CIRNO_MAX_DECK */
    uint32_t total;        /* sum of the weights, 1..NF_MAX_TOTAL */
    uint32_t reject_below; /* nf_reject_below(total) */
    const struct cirno_instance *instances; /* explicit games, each with params.players and
                                               params.rounds, owned by the caller; or NULL */
    struct cirno_seating *seating;          /* NULL: everybody plays the statement's strategy */
    uint32_t weights[CIRNO_CARDS];
    uint8_t ticket_card[NF_MAX_TOTAL]; /* ticket 0..total-1 -> card */
};

#endif
