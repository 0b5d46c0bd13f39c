/* Exact results of Cirno's game. */
#ifndef NF_CIRNO_EXACT_H
#define NF_CIRNO_EXACT_H

#include "sim/exact_ops.h"

/* nf_game.exact: for one and two players, with any cards and strategies. Decks have no end, as far
 * as a game goes: games that a run would throw away are in. */
extern const struct nf_exact_ops cirno_exact_ops;

#endif
