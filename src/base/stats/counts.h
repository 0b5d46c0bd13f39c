/* Lists of how often each number 0, 1, 2, .. came up. */
#ifndef NF_COUNTS_H
#define NF_COUNTS_H

#include <stdint.h>

/* The sum of `count` counts, and that of each times its number. */
uint64_t nf_counts_total(const uint64_t *counts, uint32_t count);
uint64_t nf_counts_weighted(const uint64_t *counts, uint32_t count);

/* The least and the largest number that came up; where none did the last one and 0. count > 0. */
uint32_t nf_counts_least(const uint64_t *counts, uint32_t count);
uint32_t nf_counts_most(const uint64_t *counts, uint32_t count);

/* The least number that at least the share `q` of them did not exceed; where none came up 0. */
uint32_t nf_counts_quantile(const uint64_t *counts, uint32_t count, double q);

/* How long something was, each number so often; NAN: not known. */
struct nf_lengths {
    double mean, sd;
    uint64_t p50, p90, p99, most;
};
struct nf_lengths nf_counts_lengths(const uint64_t *counts, uint32_t count);

/* How many there are in a struct or an array of nothing else, and the total of an array of any
 * dimensions. */
#define NF_COUNTS_IN(of) ((uint32_t)(sizeof(of) / sizeof(uint64_t)))
#define NF_TOTAL(array)  nf_counts_total((const uint64_t *)(array), NF_COUNTS_IN(array))

#endif
