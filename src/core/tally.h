/* What is counted of every game. All sums are integers, so merging tallies in any order gives
 * the same numbers. */
#ifndef NF_TALLY_H
#define NF_TALLY_H

#include "core/digest.h"

enum {
    /* Turns a round are counted exactly below this, above in buckets less than 1% wide. */
    NF_TURNS_EXACT = 128,
    NF_TURNS_STEPS = 128, /* buckets between 2^k and 2^(k+1) */
    NF_TURNS_OCTAVES = 20,
    NF_TURNS_BUCKETS = NF_TURNS_EXACT + NF_TURNS_OCTAVES * NF_TURNS_STEPS,
    /* The row of `after` for rounds that nobody lost before: the first ones. */
    NF_FIRST_ROUND = NF_MAX_SEATS,
};

/* A sum that 10^12 squared turn counts do not overflow. */
struct nf_sum128 {
    uint64_t low, high;
};

struct nf_tally {
    uint32_t seats, rounds_per_game;
    uint64_t games, rounds, turns;
    uint64_t rejected[NF_REJECT_KINDS];
    uint64_t losses[NF_MAX_SEATS];
    uint64_t losses_squared[NF_MAX_SEATS]; /* sum over games of (her losses in the game)^2 */
    uint64_t after[NF_MAX_SEATS + 1][NF_MAX_SEATS]; /* [who lost the round before][who loses] */
    uint64_t turns_buckets[NF_TURNS_BUCKETS];
    struct nf_sum128 turns_squared; /* sum over rounds of turns^2 */
    uint32_t turns_longest;
    struct nf_digest digest;
};

/* An empty tally for games of `seats` players and `rounds` rounds. */
void nf_tally_start(struct nf_tally *tally, uint32_t seats, uint32_t rounds);

/* Counts one game. */
void nf_tally_game(struct nf_tally *tally, const struct nf_outcome *outcome);

/* Adds the games of `other`, which has the same seats and rounds. */
void nf_tally_merge(struct nf_tally *tally, const struct nf_tally *other);

/* Rounds lost by the seat `distance` places clockwise from the round's starter, 0 <= distance <
 * seats. The starter is the loser of the round before, seat 0 in the first round. */
uint64_t nf_tally_relative(const struct nf_tally *tally, uint32_t distance);

/* A mean with the ends of its interval; both ends are NAN where it cannot be told. */
struct nf_estimate {
    double mean, low, high;
};

/* The share of rounds that `seat` loses, with a 95% interval: normal approximation, the variance
 * of the share taken between games, since rounds of one game share hands and depend on each
 * other. No interval for fewer than two games. */
struct nf_estimate nf_tally_loss_rate(const struct nf_tally *tally, uint32_t seat);

/* Mean and standard deviation of the turns of a round. */
double nf_tally_turns_mean(const struct nf_tally *tally);
double nf_tally_turns_sd(const struct nf_tally *tally);

/* The least number of turns that a share `q` (0 < q <= 1) of the rounds do not exceed; exact
 * below NF_TURNS_EXACT, within 1% above. */
uint32_t nf_tally_turns_quantile(const struct nf_tally *tally, double q);

#endif
