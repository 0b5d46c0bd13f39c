/* Searches for a strategy that is better than the default one at one seat, while all other seats
 * keep the default. Several climbs change the text of a strategy, and test on new games whether the
 * change gains (stats/sprt.h), first for large gains by few games; the better half of them goes on,
 * for smaller gains, until one is left (successive halving). Only the changed strategy plays: how
 * often the one before it loses is known from games of its own, which did not choose it. In the end
 * parts that make no difference are dropped. */
#ifndef NF_SEARCH_H
#define NF_SEARCH_H

#include "runs/paired.h"
#include "stats/sprt.h"

struct nf_search_options {
    const struct nf_game *game; /* its strategies must have `mutate` and `drop` */
    struct nf_params params;    /* the search sets strategy and texts */
    const char *kernel;         /* a --kernel value */
    uint32_t seat;              /* from 0 */
    uint32_t threads;
    uint64_t steps;     /* changed strategies to try, in all climbs together */
    uint64_t games;     /* most games of a comparison */
    uint64_t verifying; /* games of the final comparison with the default strategy */
    const char *start;  /* text to start from */
    /* What a change is tested for, as a share of trials; low == high: the search chooses, and seeks
     * ever smaller gains. Else there is one climb. */
    struct nf_sprt sprt;
    /* Called after each step with the number of steps done and the estimated gain of the climb (a
     * share of rounds); may be NULL. Returning true stops the search with the best strategy so far.
     */
    bool (*progress)(void *owner, uint64_t steps, double gain);
    void *progress_owner;
};

struct nf_search_result {
    struct nf_text best;       /* the strategy's text; the caller frees it */
    uint64_t steps, accepted;  /* tried, accepted */
    uint64_t dropped;          /* parts that were removed in the end, for no difference was seen */
    struct nf_paired verified; /* default strategy and best one, on games of another seed */
    uint64_t verified_seed;
};

/* Runs the search. The result depends only on the options, not on `threads`. Returns NF_IO without
 * memory or threads, and errors of the game. `result->best` is to be freed in any case. */
enum nf_status nf_search(const struct nf_search_options *options, struct nf_search_result *result,
                         struct nf_error *err);

#endif
