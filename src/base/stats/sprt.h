/* A sequential test of a mean: games are added until one of two hypotheses is accepted.
 *
 * It is A. Wald's sequential probability ratio test (Annals of Mathematical Statistics 16, 1945)
 * with the likelihood ratio of normal means whose variance is not known: for either hypothesis the
 * variance is taken that fits it best (the generalised ratio that testers of chess engines use; M.
 * Van den Bergh, "A Practical Introduction to the GSPRT"). Bench/NOTES.md has how often it errs.
 * All functions are pure. */
#ifndef NF_SPRT_H
#define NF_SPRT_H

#include <stdbool.h>
#include <stdint.h>

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

/* What the games so far say; to be asked after each batch of them, and no more after the answer is
 * not NF_SPRT_OPEN. */
enum nf_sprt_verdict nf_sprt_verdict(const struct nf_sprt *sprt, uint64_t games, double whole,
                                     double total, double squares);

/* What the two functions above take, of something whose rate is held against one that is known. */
struct nf_sprt_sums {
    uint64_t games;
    double whole, total, squares;
};

/* By how much less often than at `rate` something came about in games of `trials` chances each:
 * `events` times in all, its squares to `squares`. */
struct nf_sprt_sums nf_sprt_below(double rate, uint64_t games, uint32_t trials, uint64_t events,
                                  uint64_t squares);

#endif
