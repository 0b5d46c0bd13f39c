/* Shares with their intervals, and the test that all are alike. All functions are pure. */
#ifndef NF_ESTIMATE_H
#define NF_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

enum { NF_ALIKE_MAX = 32 };

enum nf_method {
    NF_BETWEEN_GAMES,   /* Student's t, variance between games */
    NF_CLOPPER_PEARSON, /* exact binomial */
    NF_ZOU_DONNER,      /* of two intervals */
};

/* A mean with the ends of its 95% interval; both ends are NAN where it cannot be told. */
struct nf_estimate {
    double mean, low, high;
    enum nf_method method;
};

/* Of `games` independent games with `trials` chances each, in which something came about `events`
 * times in all: its share of all chances. `squares` is the sum over games of (times in the game)^2.
 * Within a game the chances may depend on each other as they like; shares of games are taken as
 * normally distributed, which their mean is for more than a few games. All NAN without games; no
 * interval for fewer than two games. */
struct nf_estimate nf_share_between_games(uint64_t games, uint64_t trials, uint64_t events,
                                          uint64_t squares);

/* The share events / trials of independent trials with the interval of C. J. Clopper and
 * E. S. Pearson (Biometrika 26, 1934): covers the truth at least 95 times in 100, however few
 * events there were. All NAN without trials. */
struct nf_estimate nf_share_exact(uint64_t events, uint64_t trials);

/* By how much the share of one thing exceeds that of another, both counted as above in the same
 * games: `events` and `others` times in all. `squares` is the sum over games of the square of the
 * difference between the two counts of the game. */
struct nf_estimate nf_gap_between_games(uint64_t games, uint64_t trials, uint64_t events,
                                        uint64_t others, uint64_t squares);

/* By how much the share `b` exceeds the share `a`, for two that are independent of each other, from
 * their intervals, by G. Y. Zou and A. Donner (Statistics in Medicine 27, 2008): each end is as far
 * off as the two ends that make for it, squared, added and rooted. No interval where one of them
 * has none. */
struct nf_estimate nf_difference_apart(const struct nf_estimate *a, const struct nf_estimate *b);

/* Whether all of several counts have the same expectation. */
struct nf_alike {
    bool known;       /* false: too few games, or a count that never changes; p is NAN */
    double statistic; /* Hotelling's T^2, for many games distributed as chi-square */
    uint32_t degrees; /* of freedom: one less than there are counts */
    double p;         /* how often alike counts differ as much as these or more */
};

/* Tests it for `count` (1 .. NF_ALIKE_MAX) counts that each game adds to and whose sum is the same
 * in every game. `sums` has the count of each over all games, `products` the sums over games of
 * the products of two counts of a game, in the order (0,0), (0,1), .., (1,1), .. So the variance
 * between games is what the differences are held against; within a game the counts may depend on
 * each other as they like. Not known for fewer than NF_ALIKE_GAMES games a count. */
enum { NF_ALIKE_GAMES = 10 };
struct nf_alike nf_alike_test(uint64_t games, uint32_t count, const uint64_t *sums,
                              const uint64_t *products);

#endif
