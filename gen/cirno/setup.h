/* A prepared run of Cirno's game: what is dealt, and by which strategies it is played. */
#ifndef NF_CIRNO_SETUP_H
#define NF_CIRNO_SETUP_H

#include "base/rng.h"
#include "core/contract/game.h"
#include "games/cirno/rules/cirno.h"

struct cirno_seating;

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

#endif
