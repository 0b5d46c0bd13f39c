/* What the portable kernel's lanes draw: cards, faces of the die, and in paired runs the cards of
 * piles. Structures without a prefix, since only the kernel's own files include this. */
#ifndef NF_CIRNO_PORTABLE_INTERNAL_H
#define NF_CIRNO_PORTABLE_INTERNAL_H

#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "gen/cirno/deal.h"

/* The tickets of cards, or the faces of the die: drawn four steps ahead, for all lanes at once. */

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

/* The piles of paired runs: the next cards of each one, dealt some words of its stream ahead. */

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
