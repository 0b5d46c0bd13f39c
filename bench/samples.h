/* Repeated measurements of one thing, and what may be said about them. */
#ifndef NF_SAMPLES_H
#define NF_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

enum { NF_SAMPLES_MAX = 1000 };

struct nf_spread {
    double least, median, most;
};

/* The least, the median (of an even number the mean of the middle two) and the largest of `count`
 * values, 1 <= count <= NF_SAMPLES_MAX. */
struct nf_spread nf_samples_spread(const double *values, size_t count);

/* Whether times spread so far that something else must have used the machine: the median lies more
 * than 5% above the least, or the largest more than 25% above it. */
bool nf_samples_busy(const struct nf_spread *times);

struct nf_ratio {
    double ratio;
    double low, high; /* 95% interval; NAN with fewer than 3 values on a side */
};

/* The median of the `over` values divided by the median of the `under` values (all positive, 1 to
 * NF_SAMPLES_MAX each). The interval is a percentile bootstrap: both sides are drawn anew 2,000
 * times with replacement, always with the same random numbers (Efron and Tibshirani, An
 * Introduction to the Bootstrap, 1993, chapter 13). It knows the noise within a series, not that
 * the machine was slower throughout one of them. */
struct nf_ratio nf_samples_ratio(const double *over, size_t over_count, const double *under,
                                 size_t under_count);

#endif
