#include "base/stats/counts.h"

#include <math.h>

uint64_t nf_counts_total(const uint64_t *counts, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += counts[i];
    return sum;
}

uint64_t nf_counts_weighted(const uint64_t *counts, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i < count; i++)
        sum += i * counts[i];
    return sum;
}

uint32_t nf_counts_least(const uint64_t *counts, uint32_t count)
{
    uint32_t i = 0;
    while (i + 1 < count && counts[i] == 0)
        i++;
    return i;
}

uint32_t nf_counts_most(const uint64_t *counts, uint32_t count)
{
    uint32_t i = count - 1;
    while (i > 0 && counts[i] == 0)
        i--;
    return i;
}

uint32_t nf_counts_quantile(const uint64_t *counts, uint32_t count, double q)
{
    const double wanted = q * (double)nf_counts_total(counts, count);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += counts[i];
        if (sum > 0 && (double)sum >= wanted)
            return i;
    }
    return 0;
}

struct nf_lengths nf_counts_lengths(const uint64_t *counts, uint32_t count)
{
    const double all = (double)nf_counts_total(counts, count);
    const double mean = (double)nf_counts_weighted(counts, count) / all;
    double squares = 0;
    for (uint32_t i = 0; i < count; i++)
        squares += (i - mean) * (i - mean) * (double)counts[i];
    return (struct nf_lengths){.mean = mean,
                               .sd = all > 1 ? sqrt(squares / (all - 1)) : NAN,
                               .p50 = nf_counts_quantile(counts, count, 0.5),
                               .p90 = nf_counts_quantile(counts, count, 0.9),
                               .p99 = nf_counts_quantile(counts, count, 0.99),
                               .most = nf_counts_most(counts, count)};
}
