/* How the portable kernel keeps the hands of a lane: a byte a card, three bytes a hand and one
 * between two hands. A place is whose turn it is and the direction, as the offset of her hand.
 *
 * While a loser draws, her place moves down by a byte twice: what lies there may be read as if it
 * were hers, but only her last card, seen from there, is ever written. */
#ifndef NF_CIRNO_PORTABLE_INTERNAL_H
#define NF_CIRNO_PORTABLE_INTERNAL_H

#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "games/cirno/simulated/strategy/strategy.h"
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

/* The portable kernel's tables of moves: for every row, which is p and whether DOUBLE lies on the
 * player to move, and every card how good it is to play it there and what follows. Names without a
 * prefix, since only the kernel's own files include this. */

enum {
    LOWEST = -1023, /* p of the lowest row */
    VALUES = CIRNO_LIMIT - LOWEST + 1,

    /* Rows: VALUES for p undoubled, as many for p under DOUBLE, then these. */
    DRAW_SECOND = 2 * VALUES,
    DRAW_THIRD,
    ABYSS,
    IDLE,
    ROWS,

    /* A move, low to high: the next row, named by ROW_UNIT times its number so that two
     * bits are free for the card's slot of the hand (added when used); what follows; room for the
     * face of a die; its rank. Rank 0 loses. */
    ROW_UNIT = 12,
    ROW_ENTRIES = 2 * ROW_UNIT, /* of which a row uses 18 */
    ROW_MASK = 0xfffc,
    SLOT_MASK = 3,
    FOLLOW_SHIFT = 16,
    FACE_SHIFT = 18,
    RANK_SHIFT = 23,
    NO_LOSS = 1 << RANK_SHIFT,
    MOVES = ROWS * ROW_ENTRIES, /* of one strategy */
};

/* What follows a card. */
enum follow { ADVANCE, FLIP, STAY, LOSE, FOLLOWS };

/* The row of p, with DOUBLE on the player to move or without. */
static inline uint32_t row_of(int32_t p, bool doubled)
{
    return p < LOWEST ? ABYSS : (uint32_t)(p - LOWEST) + (doubled ? VALUES : 0);
}

/* What the lanes of the portable kernel draw: four steps ahead, for all lanes at once, the tickets
 * of their cards, or the faces of the die. Structures without a prefix, since only the kernel's own
 * files include this. */

enum {
    LANES = 16,
    STEPS = 4, /* to a word of the generator */
};

struct stream {
    uint64_t s0[LANES], s1[LANES];   /* the generators */
    uint16_t tickets[LANES * STEPS]; /* of the next four steps, lane by lane */
    /* How many tickets there are, as often as tickets are drawn: only so do compilers see that the
     * products are of 16-bit numbers, for which vector units have an instruction. */
    uint16_t totals[LANES * STEPS];
    uint32_t total, reject_below;
    bool dice; /* throws of the die, not cards */
};

/* A stream of tickets 0 .. total-1; what is rejected by `reject_below` is drawn again, as nf_draw()
 * says. Lanes are on ticket 0 until they get a generator. */
void cirno_open_stream(struct stream *stream, uint32_t total, uint32_t reject_below, bool dice);

/* Draws the tickets of the steps time .. time+3 of every lane. `games` are those in the lanes. */
void cirno_draw_tickets(struct stream *stream, const struct cirno_lanes *job,
                        const struct cirno_lane games[LANES], uint32_t time);

/* Reads them from the decks of explicit games instead. Past its end a deck goes on with card 0: the
 * lane is closed before that matters. */
void cirno_read_tickets(struct stream *stream, const struct cirno_lane games[LANES], uint32_t time);

#endif
