/* The portable kernel's tables of moves: for every row, which is p and whether DOUBLE lies on the
 * player to move, and every card how good it is to play it there and what follows. Names without a
 * prefix, since only the kernel's own files and a test include this. */
#ifndef NF_CIRNO_PORTABLE_MOVES_H
#define NF_CIRNO_PORTABLE_MOVES_H

#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/kernels/portable_hand.h"
#include "games/cirno/simulated/strategy/strategy.h"

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

/* Fills all rows of a table for the statement's strategy, or for another one, whose ranks are for
 * CIRNO_P_FLOOR and above. No errors; the table is the caller's. */
void cirno_portable_moves(uint32_t moves[MOVES]);
void cirno_portable_strategy(uint32_t moves[MOVES], const struct cirno_strategy *strategy);

/* Fills in which place is next for `players`: after what follows, at a place. As above. */
void cirno_portable_follow(uint8_t follow[FOLLOWS * PLACES], uint32_t players);

#endif
