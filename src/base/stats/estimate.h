/* Shares with their intervals, the test that all are alike, and a sequential test. All functions
 * are pure, but for nf_clusters_add(). */
#ifndef NF_ESTIMATE_H
#define NF_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

/* ---- distributions ----
 *
 * Functions that intervals and tests need. Relative errors stay below 1e-10 in the
 * ranges named (tests compare them with the GNU Scientific Library). All are pure. */

/* The 97.5% quantile of the normal distribution: half of a 95% interval in standard errors. */
#define NF_Z95 1.959963984540054

/* P(X <= x) of the standard normal distribution, and the x for a probability 0 < p < 1. */
double nf_normal_cdf(double x);
double nf_normal_quantile(double p);

/* P(X <= x) of the beta distribution with a, b > 0 (the regularised incomplete beta function), and
 * the x for a probability 0 <= p <= 1. The smaller one of a and b at most 10^4. */
double nf_beta_cdf(double x, double a, double b);
double nf_beta_quantile(double p, double a, double b);

/* What the absolute value of Student's t exceeds with probability `miss`, 1e-9 .. 0.5: half of an
 * interval in standard errors, where the error itself was estimated with that many `degrees` (at
 * least 1) of freedom. */
double nf_student(double degrees, double miss);

/* P(X > x) of the F distribution with `over` (at most 10^4) and `under` degrees of freedom. */
double nf_f_upper(double x, double over, double under);

/* ---- shares and means ---- */

enum { NF_ALIKE_MAX = 32 };

enum nf_method {
    NF_BETWEEN_GAMES,   /* Student's t, variance between games */
    NF_CLOPPER_PEARSON, /* exact binomial */
    NF_SCORE,           /* of a difference that is 1, 0 or -1 in each game */
    NF_WELCH,           /* of two means, each with its own variance */
    NF_ZOU_DONNER,      /* of two intervals */
};

/* A mean with the ends of its 95% interval; both ends are NAN where it is not known. */
struct nf_estimate {
    double mean, low, high;
    enum nf_method method;
    double error;   /* the mean's standard error, from how games vary; 0: not looked at */
    double degrees; /* of freedom, where the ends are Student's of that error; else 0 */
    double of[3];   /* else what they were computed of: chances that went either way; of NF_SCORE
                       games, and how many of them went up and down */
    double least, most; /* what the mean can be */
};

/* How often an interval misses the truth unless another share is given. */
#define NF_MISS 0.05

/* The same mean with the ends of an interval that misses the truth at most so often, 0 < miss < 1;
 * not of NF_ZOU_DONNER, see nf_difference_apart(). */
struct nf_estimate nf_estimate_at(struct nf_estimate estimate, double miss);

/* The same the other way round, such as how much less is lost, to be shown: not for
 * nf_estimate_at(). What is 0 stays 0, not -0. */
struct nf_estimate nf_estimate_turned(struct nf_estimate estimate);

/* The mean over `games` independent games of something that lies between `least` and `most` times
 * `whole` and came to `total`, its squares to `squares`; given as a share of `whole`, with
 * Student's t of the variance between games. Where no two games differed no variance is known, and
 * the interval is what is left open by the exact bound on how many games are otherwise, which may
 * be so by as much as can be. NAN without games, no interval for one. How often these intervals
 * hold, see tests/unit/base/stats/test_intervals.c: t is exact for normal means and good to 1 in
 * 100 for counts that are not rare. */
struct nf_estimate nf_mean_between_games(uint64_t games, double whole, double total, double squares,
                                         double least, double most);

/* Of `games` independent games with `trials` chances each, in which something came about `events`
 * times in all: its share of all chances. `squares` is the sum over games of (times in the game)^2.
 * This is the one choice for every share that is shown: exact where a game is one chance; where
 * fewer than 20 chances, but of two games or more, went one of both ways, exact as if all chances
 * were independent, as rare events nearly are; else between games, within which the chances may
 * depend on each other as they like. All NAN without games. */
struct nf_estimate nf_share_between_games(uint64_t games, uint64_t trials, uint64_t events,
                                          uint64_t squares);

/* The same where squares are known of a sample alone: of `sample` of the games, chosen without
 * looking at them, in which it came about `seen` times, with `squares`. Exact as
 * if all chances were independent where fewer than 20 of the sample's went one of both ways. */
struct nf_estimate nf_share_by_sample(uint64_t games, uint64_t trials, uint64_t events,
                                      uint64_t sample, uint64_t seen, uint64_t squares);

/* Sums over games: of how often something came about in a game, of how many chances it had, of the
 * squares of both and of their products. Start with {0}. */
struct nf_clusters {
    double games, events, chances, events_squared, products, chances_squared;
};

/* Adds a game. One thread at a time. */
void nf_clusters_add(struct nf_clusters *clusters, double events, double chances);

/* The design effect (L. Kish, Survey Sampling, 1965): the factor by which the variance of the share
 * events / chances, between games, exceeds that of a share of independent chances. Since it is
 * measured in few games, it is multiplied by the square of Student's quantile over the normal one.
 * 1 where it is not known: of fewer than two games, where fewer than 20 chances went one of both
 * ways, where games do not differ. */
double nf_design_effect(const struct nf_clusters *clusters);

/* The share events / trials, with the exact interval of trials / effect chances (E. L. Korn and B.
 * I. Graubard, Survey Methodology 24, 1998). All NAN without trials. */
struct nf_estimate nf_share_by_effect(uint64_t events, uint64_t trials, double effect);

/* The share events / trials of independent trials with the interval of C. J. Clopper and
 * E. S. Pearson (Biometrika 26, 1934): covers the truth at least 95 times in 100, however few
 * events there were. All NAN without trials. */
struct nf_estimate nf_share_exact(uint64_t events, uint64_t trials);

/* By how much the share of one thing exceeds that of another, both counted as above in the same
 * games: `events` and `others` times in all. `squares` is the sum over games of the square of the
 * difference between the two counts of the game. Where a game is one chance this is the score
 * interval of T. Tango (Statistics in Medicine 17, 1998) with Student's t in place of the normal
 * quantile. By sums over all that can come about it covers 94% or more from two games on, 92% where
 * one of both has nearly all games, and more than 95% in the mean. Else between games. No interval
 * for fewer than two games. */
struct nf_estimate nf_gap_between_games(uint64_t games, uint64_t trials, uint64_t events,
                                        uint64_t others, uint64_t squares);

/* Do the same as nf_share_between_games() and nf_gap_between_games() for chances that were
 * computed, not drawn: each game has from 0 to `units` of them in whole units, and intervals show
 * only how much games differ. Fewer than 20 games' worth are treated as if each game had been
 * drawn, which makes the interval rather too wide than too narrow. */
struct nf_estimate nf_chance_between_games(uint64_t games, uint64_t units, uint64_t sum,
                                           uint64_t squares);
struct nf_estimate nf_chance_gap_between_games(uint64_t games, uint64_t units, uint64_t sum,
                                               uint64_t others, uint64_t squares);

/* By how much the share `b` exceeds the share `a`, for two that are independent of each other: by
 * Welch's method, its degrees of freedom rounded down, where both are means between games; else
 * from their intervals, by G. Y. Zou and A. Donner (Statistics in Medicine 27, 2008): each end is
 * as far off as the two ends that make for it, squared, added and rooted. No interval where one of
 * them has none. The interval misses the truth in a share of `miss`, whatever those of a and b do.
 */
struct nf_estimate nf_difference_apart(const struct nf_estimate *a, const struct nf_estimate *b,
                                       double miss);

/* Whether all of several counts have the same expectation: H. Hotelling's test (Annals of
 * Mathematical Statistics 2, 1931). Where each game adds 1 to one of them, the counts are
 * multinomial, and K. Pearson's chi-squared test (Philosophical Magazine 50, 1900) knows their
 * variance, which would have to be estimated of few games. */
struct nf_alike {
    bool known;     /* false: too few games, or a count that never changes; what follows is NAN */
    bool one_each;  /* each game adds 1 to one count: there is chi2, and no t2 and f */
    double chi2;    /* with `over` degrees of freedom */
    double t2, f;   /* T^2, and the F that follows from it, which has these degrees of freedom: */
    uint32_t over;  /* one less than there are counts, */
    uint64_t under; /* and as many as games without those; 0 for chi2 */
    double p;       /* how often alike counts differ as much as these or more */
};

/* Tests it for `count` (1 .. NF_ALIKE_MAX) counts that each game adds to and whose sum is the same
 * in every game. `sums` has the count of each over all games, `products` the sums over games of
 * the products of two counts of a game, in the order (0,0), (0,1), .., (1,1), .. So the variance
 * between games is what the differences are held against; within a game the counts may depend on
 * each other as they like.
 *
 * Not known for fewer games than nf_alike_games() returns: with fewer the test rejects too often.
 */
struct nf_alike nf_alike_test(uint64_t games, uint32_t count, const uint64_t *sums,
                              const uint64_t *products);

/* How many games it takes to compare `count` counts, to which a game adds `each` in all, 1 or more:
 * NF_ALIKE_GAMES a count; and where games add more than 1, and so little that their covariance is
 * hard to estimate, NF_ALIKE_EVENTS a count. */
enum { NF_ALIKE_GAMES = 10, NF_ALIKE_EVENTS = 50 };
uint64_t nf_alike_games(uint32_t count, uint64_t each);

/* A sequential test of a mean: games are added until one of two hypotheses is accepted.
 *
 * It is A. Wald's sequential probability ratio test (Annals of Mathematical Statistics 16, 1945)
 * with the likelihood ratio of normal means whose variance is not known: for either hypothesis the
 * variance is taken that fits it best (the generalised ratio that testers of chess engines use; M.
 * Van den Bergh, "A Practical Introduction to the GSPRT"). How often it errs: bench/NOTES.md.
 * All functions are pure. */

enum { NF_SPRT_LEAST = 64 }; /* games before anything is accepted: few say little of the variance */

struct nf_sprt {
    double low, high;   /* the two means in question, low < high */
    double alpha, beta; /* the chances to accept `high` where `low` is true, and the other way */
};

enum nf_sprt_verdict { NF_SPRT_OPEN, NF_SPRT_LOW, NF_SPRT_HIGH };

/* The logarithm of the likelihood ratio of `high` to `low`, after `games` independent games whose
 * values in units of `whole` came to `total`, their squares to `squares`. 0 where no two games
 * differed. */
double nf_sprt_ratio(const struct nf_sprt *sprt, uint64_t games, double whole, double total,
                     double squares);

/* Where that ratio accepts: `low` at or below the first, `high` at or above the second. */
double nf_sprt_lower(const struct nf_sprt *sprt);
double nf_sprt_upper(const struct nf_sprt *sprt);

/* Returns what the games so far accept. Ask it after each batch of them until the answer is not
 * NF_SPRT_OPEN. */
enum nf_sprt_verdict nf_sprt_verdict(const struct nf_sprt *sprt, uint64_t games, double whole,
                                     double total, double squares);

/* Arguments of the two functions above, for something whose rate is compared with a given one. */
struct nf_sprt_sums {
    uint64_t games;
    double whole, total, squares;
};

/* Returns them for how much less often than at `rate` something came about in games of `trials`
 * chances each: `events` times in all; `squares` is the sum over games of (times in the game)^2. */
struct nf_sprt_sums nf_sprt_below(double rate, uint64_t games, uint32_t trials, uint64_t events,
                                  uint64_t squares);

/* ---- counts ----
 *
 * Lists of how often each number 0, 1, 2, .. came up. */

/* Return the sum of `count` counts, and the sum of each count times its number. */
uint64_t nf_counts_total(const uint64_t *counts, uint32_t count);
uint64_t nf_counts_weighted(const uint64_t *counts, uint32_t count);

/* Return the least and the largest number that came up; if none did, `count` - 1 and 0. count > 0.
 */
uint32_t nf_counts_least(const uint64_t *counts, uint32_t count);
uint32_t nf_counts_most(const uint64_t *counts, uint32_t count);

/* Returns the least number that a share of at least `q` (0 .. 1) did not exceed; 0 if none came
 * up. */
uint32_t nf_counts_quantile(const uint64_t *counts, uint32_t count, double q);

/* The mean, standard deviation, quantiles and largest of numbers that came up so often; mean and
 * deviation are NAN where they are not known. */
struct nf_lengths {
    double mean, sd;
    uint64_t p50, p90, p99, most;
};
struct nf_lengths nf_counts_lengths(const uint64_t *counts, uint32_t count);

/* How many counts are in a struct or an array of nothing else, and their total in an array of any
 * dimensions. */
#define NF_COUNTS_IN(of) ((uint32_t)(sizeof(of) / sizeof(uint64_t)))
#define NF_TOTAL(array)  nf_counts_total((const uint64_t *)(array), NF_COUNTS_IN(array))

#endif
