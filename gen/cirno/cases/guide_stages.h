/* Cases of Cirno's game at the bounds of its sizes, for the fuzzer. */
#ifndef NF_CIRNO_GUIDE_STAGES_H
#define NF_CIRNO_GUIDE_STAGES_H

#include "judge/fuzz_ops.h"

/* nf_fuzz_ops.stages: guided cases with all players, with exact and with long decks, the two
 * largest games, of which one draws nearly all of its deck, that deck in a single round by players
 * with the longest names, and one player with equal cards who brings p to its bound. */
extern const struct nf_stage cirno_stages[];

#endif
