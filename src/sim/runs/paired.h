/* Plays the same games with two setups and compares them game by game, or with one alone. The
 * setups share seed, players and rounds, but differ, for example, in strategies. Common chance
 * cancels out of the difference. */
#ifndef NF_PAIRED_H
#define NF_PAIRED_H

#include "base/stats/estimate.h"
#include "sim/game.h"
#include "sim/plan.h"

struct nf_paired_side {
    const struct nf_setup *setup;
    const struct nf_kernel *kernel;
};

struct nf_paired_options {
    /* Setups of the same game, with the same number of players. A first setup that is NULL plays
     * nothing, and its counts are 0. */
    struct nf_paired_side sides[2];
    struct nf_span span;
    uint32_t threads; /* 1 .. NF_MAX_THREADS */
    /* Called now and then from the thread of nf_paired_run(); may be NULL. Returning true stops
     * early; the games counted are a prefix of the range. */
    bool (*progress)(void *owner, uint64_t games_done, double seconds);
    void *progress_owner;
    /* span.games elements, or NULL. Adds to gains[index - span.first] how many more events
     * `gains_seat` had on the second side than on the first, so that several jobs over the same
     * indices can be combined. */
    int32_t *gains;
    uint32_t gains_seat;
};

/* Sums over games of the events of each seat; see nf_tally_ops.per_seat. Results of disjoint sets
 * of games can be added with nf_paired_merge(). */
struct nf_paired {
    uint64_t games;
    uint32_t seats, trials;
    uint64_t counts[2][NF_MAX_SEATS];
    uint64_t squares[NF_MAX_SEATS]; /* of the difference, second side minus first */
    uint64_t games_apart;           /* games in which the counts of any seat differ */
};

/* Plays the games and fills `result`. Returns NF_INVALID from a kernel, NF_IO without memory or
 * threads. */
enum nf_status nf_paired_run(const struct nf_paired_options *options, struct nf_paired *result,
                             struct nf_error *err);

/* Adds `games` games, whose events on the first and the second side are given, a row for each seat
 * of a game. `paired` must have its seats. */
void nf_paired_add(struct nf_paired *paired, const uint16_t *before, const uint16_t *after,
                   uint64_t games);

/* Adds the games of `other` to `paired`, which has some of the same seats and trials, or none. */
void nf_paired_merge(struct nf_paired *paired, const struct nf_paired *other);

/* Returns a seat's rate on the second side minus that on the first, with a 95% interval from the
 * variance of the difference between games (nf_gap_between_games()). Seats count from 0. */
struct nf_estimate nf_paired_difference(const struct nf_paired *paired, uint32_t seat);

/* Returns the seat's rate on side 0 or 1. */
double nf_paired_share(const struct nf_paired *paired, uint32_t side, uint32_t seat);

#endif
