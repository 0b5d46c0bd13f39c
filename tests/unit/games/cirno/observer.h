/* What run --detail counts, counted turn by turn: the oracle for src/games/cirno/stats. */
#ifndef NF_TEST_OBSERVER_H
#define NF_TEST_OBSERVER_H

#include "games/cirno/stats/detail.h"

/* Walks the candidate of `attempt` at `index` by the rules and adds what is seen to `sums`;
 * *lowest_p is that of the game, 0 if it was never below. False if it does not come out as `rounds`
 * says; then only some of its turns may have been added. */
bool observe(const struct cirno_setup *setup, uint64_t index, uint64_t attempt,
             const uint32_t *rounds, struct cirno_details *sums, int32_t *lowest_p);

#endif
