/* The rest of a long round, from how it went so far.
 *
 * After a while every turn is nearly a fixed linear combination of the turns before: the states
 * that live longest are all that is left. The combination is fitted by least squares over the last
 * turns (vector autoregression; as in the minimal polynomial extrapolation of Cabay and Jackson,
 * SIAM J. Numer. Anal. 13, 1976), and continued for ever. What it predicts is compared with what is
 * known, the chance that the round is not over yet, and with what the turns before had predicted.
 */
#ifndef NF_CIRNO_TAIL_H
#define NF_CIRNO_TAIL_H

#include "games/cirno/simulated/exact/flow.h"

enum {
    CIRNO_TAIL_SIZE = CIRNO_CHAIN_SEATS * CIRNO_CHAIN_PAIRS,
    CIRNO_TAIL_ORDER = 24, /* turns that the next one is made of, at most */
    CIRNO_TAIL_FITTED = 6,
    CIRNO_TAIL_KEPT = CIRNO_TAIL_ORDER + CIRNO_TAIL_FITTED,
};

/* The last turns: that of turn t is last[t % CIRNO_TAIL_KEPT], 0 before the first. */
struct cirno_tail {
    cirno_handover last[CIRNO_TAIL_KEPT];
    uint32_t turns;
    /* Of the fit: a column for each turn before, then what they are to make. */
    double columns[CIRNO_TAIL_ORDER + 1][CIRNO_TAIL_FITTED * CIRNO_TAIL_SIZE];
};

/* What follows after tail->turns turns: the chances in all that the round ends so, and the sums of
 * them times the number of the turn and its square. */
struct cirno_rest {
    cirno_handover lost;
    double turns, squares;
};

/* Appends a turn. */
void cirno_tail_add(struct cirno_tail *tail, cirno_handover lost);

/* Fills `rest`; false where that cannot be told yet. */
bool cirno_tail_rest(struct cirno_tail *tail, struct cirno_rest *rest);

#endif
