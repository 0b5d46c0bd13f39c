/* The piles of paired runs, as the portable kernel keeps them: the next cards of each one, dealt
 * some words of its stream ahead. Structures without a prefix, since only the kernel's own files
 * include this. */
#ifndef NF_CIRNO_PORTABLE_PILES_H
#define NF_CIRNO_PORTABLE_PILES_H

#include "games/cirno/simulated/kernels/lanes.h"
#include "gen/cirno/deal.h"

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
