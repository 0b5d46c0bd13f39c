/* What the lanes of the portable kernel draw: four steps ahead, for all lanes at once, the tickets
 * of their cards, or the faces of the die. Structures without a prefix, since only the kernel's own
 * files include this. */
#ifndef NF_CIRNO_PORTABLE_DRAW_H
#define NF_CIRNO_PORTABLE_DRAW_H

#include "games/cirno/simulated/kernels/lanes.h"

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
