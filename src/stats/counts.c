#include "stats/counts.h"

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
