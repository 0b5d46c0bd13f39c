/* Statistics of repeated measurements. All functions are thread-safe. */
#ifndef NF_SAMPLES_H
#define NF_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

enum { NF_SAMPLES_MAX = 1000 };

struct nf_spread {
    double least, median, most;
};

/* Returns minimum, median (for an even number the mean of the middle two) and maximum of `count`
 * values, 1 <= count <= NF_SAMPLES_MAX. */
struct nf_spread nf_samples_spread(const double *values, size_t count);

/* Whether times vary so much that something else must have used the machine: the median is more
 * than 5% above the minimum, or the maximum more than 25% above it. */
bool nf_samples_busy(const struct nf_spread *times);

struct nf_ratio {
    double ratio;
    double low, high; /* 95% interval; NAN with fewer than 3 values on a side */
};

/* Returns the median of the `over` values divided by the median of the `under` values (all
 * positive, 1 to NF_SAMPLES_MAX each). The interval is a percentile bootstrap: both sides are
 * resampled 2,000 times, always with the same random numbers (Efron and Tibshirani, An Introduction
 * to the Bootstrap, 1993, chapter 13). It covers the noise within a series, not a machine that was
 * slower during a whole series. */
struct nf_ratio nf_samples_ratio(const double *over, size_t over_count, const double *under,
                                 size_t under_count);

#endif
