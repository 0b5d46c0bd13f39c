/* Searches for a strategy that serves one seat better than the usual one does while everybody else
 * keeps the usual one: from text to neighbouring text, each compared with the best so far on games
 * that nobody has seen before, played by both. */
#ifndef NF_SEARCH_H
#define NF_SEARCH_H

#include "runs/paired.h"

struct nf_search_options {
    const struct nf_game *game; /* with vary, drop and strategies */
    struct nf_params params;    /* strategy and texts are set by the search */
    const char *kernel;         /* a --kernel value */
    uint32_t seat;              /* from 0 */
    uint32_t threads;
    uint64_t steps;     /* neighbours tried */
    uint64_t games;     /* at most so many for a comparison */
    uint64_t verifying; /* games of the last comparison, with the usual strategy */
    const char *start;  /* text to start from */
    /* Called after each step with the number of steps done, and what the gain seems to be (a share
     * of rounds); or NULL. Returning true ends the search with what it has. */
    bool (*progress)(void *owner, uint64_t steps, double gain);
    void *progress_owner;
};

struct nf_search_result {
    struct nf_text best;       /* the strategy's text; the caller frees it */
    uint64_t steps, accepted;  /* tried, and taken over */
    uint64_t dropped;          /* parts that made no difference */
    struct nf_paired verified; /* the usual strategy, then the best one, on games of another seed */
    uint64_t verified_seed;
};

/* Runs the search. The same options give the same result, whatever the threads. Errors as from the
 * game. */
enum nf_status nf_search(const struct nf_search_options *options, struct nf_search_result *result,
                         struct nf_error *err);

#endif
