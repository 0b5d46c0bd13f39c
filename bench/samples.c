#include "bench/samples.h"

#include "base/rng.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESAMPLES = 2000, LEAST_FOR_INTERVAL = 3 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median; sorts the values in place. */
static double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, ascending);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

struct nf_spread nf_samples_spread(const double *values, size_t count)
{
    double sorted[NF_SAMPLES_MAX];
    assert(count >= 1 && count <= NF_SAMPLES_MAX);
    memcpy(sorted, values, count * sizeof *values);
    const double median = median_of(sorted, count);
    return (struct nf_spread){sorted[0], median, sorted[count - 1]};
}

bool nf_samples_busy(const struct nf_spread *times)
{
    return times->median > 1.05 * times->least || times->most > 1.25 * times->least;
}

/* Returns the median of `count` values drawn from `values` with replacement. */
static double resampled_median(struct nf_rng *rng, const double *values, size_t count)
{
    double drawn[NF_SAMPLES_MAX];
    for (size_t i = 0; i < count; i++)
        drawn[i] = values[(nf_rng_next(rng) >> 32) * count >> 32];
    return median_of(drawn, count);
}

struct nf_ratio nf_samples_ratio(const double *over, size_t over_count, const double *under,
                                 size_t under_count)
{
    struct nf_ratio result = {.low = NAN, .high = NAN};
    result.ratio =
        nf_samples_spread(over, over_count).median / nf_samples_spread(under, under_count).median;
    if (over_count < LEAST_FOR_INTERVAL || under_count < LEAST_FOR_INTERVAL)
        return result;
    double ratios[RESAMPLES];
    const struct nf_key key = {.seed = 0};
    struct nf_rng rng = nf_rng_start(&key);
    for (size_t i = 0; i < RESAMPLES; i++)
        ratios[i] =
            resampled_median(&rng, over, over_count) / resampled_median(&rng, under, under_count);
    qsort(ratios, RESAMPLES, sizeof *ratios, ascending);
    result.low = ratios[RESAMPLES / 40];
    result.high = ratios[RESAMPLES - 1 - RESAMPLES / 40];
    return result;
}
