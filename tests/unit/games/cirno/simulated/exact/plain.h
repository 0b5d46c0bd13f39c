/* The least that a seat can lose of games of two, by plain value iteration over the naive player's
 * moves, as slow and as literal as values.h tells what she sees. For decks with which rounds end.
 */
#ifndef CIRNO_PLAIN_H
#define CIRNO_PLAIN_H

#include "games/cirno/simulated/exact/values.h"

enum { CIRNO_PLAIN_KINDS = 4, CIRNO_PLAIN_FLOOR = -20 }; /* most kinds of cards, the lowest p */

struct cirno_plain {
    double first, mean; /* of the first round, and of so many */
};

/* By a chain made with free_seat = seat. A p below its floor costs what the cheapest end of a round
 * does, by the pair she keeps. */
struct cirno_plain cirno_plain_solve(const struct cirno_chain *chain, uint32_t seat,
                                     enum cirno_sight sight, uint32_t rounds);

#endif
