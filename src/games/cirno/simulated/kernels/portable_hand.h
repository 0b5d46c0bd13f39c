/* How the portable kernel keeps the hands of a lane: a byte a card, three bytes a hand and one
 * between two hands. A place is whose turn it is and the direction, as the offset of her hand.
 *
 * While a loser draws, her place moves down by a byte twice: what lies there may be read as if it
 * were hers, but only her last card, seen from there, is ever written. */
#ifndef NF_CIRNO_PORTABLE_HAND_H
#define NF_CIRNO_PORTABLE_HAND_H

#include "games/cirno/rules/cirno.h"

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

#endif
