/* How the portable kernel keeps the hands of a lane: a byte a card, three bytes a hand and one
 * between two hands. A place is whose turn it is and the direction, as the offset of her hand.
 *
 * While a loser draws, her place moves down by a byte twice: what lies there may be read as if it
 * were hers, but only her last card, seen from there, is ever written. */
#ifndef NF_CIRNO_PORTABLE_HAND_H
#define NF_CIRNO_PORTABLE_HAND_H

#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "gen/cirno/deal.h"

#include <string.h>

enum {
    SEAT_BYTES = 4,
    FIRST_HAND = 2, /* room for the two bytes a place moves down */

    /* A place: offset of the hand's first card in the low 7 bits, anticlockwise in the 8th. */
    PLACES = 256,
    OFFSET_MASK = 127,
    ANTICLOCKWISE = 128,
    HANDS_BYTES = OFFSET_MASK + 1,
};

_Static_assert(FIRST_HAND + SEAT_BYTES * (int)CIRNO_MAX_PLAYERS <= (int)HANDS_BYTES,
               "every hand has a place");

/* The place of `seat` clockwise. */
static inline uint32_t cirno_place_of(uint32_t seat)
{
    return FIRST_HAND + SEAT_BYTES * seat;
}

/* Puts the CIRNO_HAND cards at `cards` down as the hand of `seat`. */
static inline void cirno_put_hand(uint8_t hands[HANDS_BYTES], uint32_t seat, const uint8_t *cards)
{
    memcpy(hands + cirno_place_of(seat), cards, CIRNO_HAND);
}

/* The piles of paired runs, as the portable kernel keeps them: the next cards of each one, dealt
 * some words of its stream ahead. Structures without a prefix, since only the kernel's own files
 * include this. */

enum { PILE_WORDS = 10, PILE_CARDS = 4 * PILE_WORDS };

struct pile {
    struct nf_rng rng;
    uint32_t position; /* in its stream, of the card after those below */
    uint32_t next;     /* the next one of `cards`; PILE_CARDS: there is none left */
    uint8_t cards[PILE_CARDS];
};

_Static_assert(sizeof(struct pile) == NF_CACHE_LINE, "a pile is a cache line");

/* Starts the piles of a lane's game and deals its hands: seat s gets hands[3*s .. 3*s+2]. */
void cirno_open_piles(struct pile *piles, const struct cirno_lanes *job,
                      const struct cirno_lane *lane, uint8_t *hands);

/* Deals the next cards of pile number `pile`, whose cards have all been drawn. */
void cirno_fill_pile(struct pile *filled, uint32_t pile, const struct cirno_lanes *job,
                     const struct cirno_lane *lane);

/* Returns the next card of pile number `pile` of a lane. */
static inline uint8_t cirno_draw_pile(struct pile *piles, uint32_t pile,
                                      const struct cirno_lanes *job, const struct cirno_lane *lane)
{
    struct pile *const drawn = &piles[pile];
    if (__builtin_expect(drawn->next == PILE_CARDS, 0))
        cirno_fill_pile(drawn, pile, job, lane);
    return drawn->cards[drawn->next++];
}

#endif
