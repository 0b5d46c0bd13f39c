/* The least share of rounds that one of two players can lose against the other one's strategy. */
#ifndef NF_CIRNO_BEST_H
#define NF_CIRNO_BEST_H

#include "games/cirno/simulated/exact/values.h"
#include "sim/exact_ops.h"

/* Shares of rounds that nobody who sees so much can stay below, if rounds end as she plays. */
struct cirno_best {
    double first;    /* in the first round */
    double mean;     /* in the rounds 1 to `rounds` of a game */
    double long_run; /* in the long run */
    uint32_t sweeps; /* that were made */
    double left;     /* by how much the shares of a round may still grow: an estimate */
};

/* Fills `best` for games of `rounds` rounds, by a chain as cirno_values_open wants it. Iteration
 * goes on until it seems to be within options->tolerance of its limit; where it is very slow it
 * ends before, and `left` says so. On its way it may be above the limit, but not where it ends: the
 * last sweeps lead up from below.
 *
 * Rounds are put before those that there are, one after the other, until each way to start gains
 * the same by two more, but for the tolerance. The least of these gains bounds the long run, and
 * all rounds more that are put before (Puterman, chapters 8.5 and 9.4).
 *
 * options->progress is called after every sweep. NF_IO without memory or threads, NF_BUDGET where
 * progress ended it. */
enum nf_status cirno_best_solve(struct cirno_best *best, const struct cirno_chain *chain,
                                uint32_t seat, enum cirno_sight sight, uint32_t rounds,
                                const struct nf_exact_options *options, struct nf_error *err);

#endif
