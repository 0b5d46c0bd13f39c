/* Lists of how often each number 0, 1, 2, .. came up. All functions are pure. */
#ifndef NF_COUNTS_H
#define NF_COUNTS_H

#include <stdint.h>

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
