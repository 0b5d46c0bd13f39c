/* Searches for a strategy that is better than the default one at one seat, while all other seats
 * keep the default. Several climbs change the text of a strategy, and test on new games whether the
 * change gains (base/stats/estimate.h), first for large gains by few games; the better half of them
 * goes on, for smaller gains, until one is left (successive halving). Only the changed strategy
 * plays: how often the one before it loses is known from games of its own, which did not choose it.
 * In the end parts that make no difference are dropped.
 *
 * A search is one job after the other: each step depends on the last, so it cannot be cut. But one
 * may search several times, with different seeds, and take the best: these searches are cut. The
 * state of each can be saved (checkpoint.h), schema ninefold.search/1, beside what the search is:
 *
 *     tried, accepted, dropped    see struct nf_search_found
 *     random                      16 hex digits, of the changes to come
 *     next_game                   of those not played yet
 *     trials                      in a game
 *     start                       [games, losses, squares] of the strategy that the search starts
 *                                 from, summed up over the games
 *     climbs                      [{text, first, known}..]: known as start, of each; first null or
 *                                 the first of the games that each change of it plays first
 *     part                        of the strategy, to be dropped next; null while it climbs
 */
#ifndef NF_SEARCH_H
#define NF_SEARCH_H

#include "base/stats/estimate.h"
#include "sim/runs/paired.h"

struct nf_search_options {
    const struct nf_game *game; /* its strategies must have `mutate` and `drop` */
    struct nf_params params;    /* the search sets strategy and texts; the seed is its own */
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
    /* A folder where the state is saved, in NUMBER.json, and looked for first; NULL: none. With
     * one, signals that are caught end the search at once, within a step. */
    const char *folder;
    size_t number;
    double save_every; /* seconds; it is saved after the next step then. 0: after each */
};

struct nf_search_found {
    struct nf_text best; /* the strategy's text; the caller frees it */
    uint64_t seed;
    uint64_t steps, accepted; /* tried, accepted */
    uint64_t dropped;         /* parts that were removed in the end, for no difference was seen */
    struct nf_paired chosen;  /* its games where the best of several is chosen, else none */
};

/* Runs a search. The result depends only on the options, not on `threads`, nor on how often the
 * search was stopped and resumed. Returns NF_IO without memory or threads, NF_INVALID for a saved
 * state that is damaged or of another search, 128+n if signal n ended a search whose state is
 * saved, and errors of the game. `found->best` is to be freed in any case. */
enum nf_status nf_search(const struct nf_search_options *options, struct nf_search_found *found,
                         struct nf_error *err);

struct nf_search_result {
    size_t best;             /* of what was found */
    uint64_t chosen_seed;    /* of the games that chose it */
    struct nf_paired played; /* the default strategy and the best one, on games of another seed */
    uint64_t played_seed;
};

/* Chooses the best of `count` >= 1 that searches with these options, but for their seeds, found:
 * each plays as many games as there are to verify. Then compares it with the default one on games
 * of another seed, neither of which is that of a search if these are less than 8,000 above that of
 * the options. Returns NF_IO without memory or threads, and errors of the game. */
enum nf_status nf_search_choose(const struct nf_search_options *options,
                                struct nf_search_found *found, size_t count,
                                struct nf_search_result *result, struct nf_error *err);

#endif
