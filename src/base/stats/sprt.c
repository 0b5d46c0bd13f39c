#include "base/stats/sprt.h"

#include <assert.h>
#include <math.h>

double nf_sprt_ratio(const struct nf_sprt *sprt, uint64_t games, double whole, double total,
                     double squares)
{
    const double count = (double)games;
    const double mean = total / count / whole;
    const double variance = squares / count / (whole * whole) - mean * mean;
    /* Rounding errors are no variance, nor is what no game has. */
    if (!(variance > 1e-12 * squares / (count * whole * whole)))
        return 0;
    const double of_low = mean - sprt->low, of_high = mean - sprt->high;
    return count / 2 * log((variance + of_low * of_low) / (variance + of_high * of_high));
}

double nf_sprt_lower(const struct nf_sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double nf_sprt_upper(const struct nf_sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

enum nf_sprt_verdict nf_sprt_verdict(const struct nf_sprt *sprt, uint64_t games, double whole,
                                     double total, double squares)
{
    assert(sprt->low < sprt->high && sprt->alpha + sprt->beta < 1);
    const double ratio = nf_sprt_ratio(sprt, games, whole, total, squares);
    if (games < NF_SPRT_LEAST)
        return NF_SPRT_OPEN;
    if (ratio >= nf_sprt_upper(sprt))
        return NF_SPRT_HIGH;
    return ratio <= nf_sprt_lower(sprt) ? NF_SPRT_LOW : NF_SPRT_OPEN;
}

struct nf_sprt_sums nf_sprt_below(double rate, uint64_t games, uint32_t trials, uint64_t events,
                                  uint64_t squares)
{
    const double count = (double)games, came = (double)events, usual = rate * trials;
    return (struct nf_sprt_sums){games, trials, count * usual - came,
                                 count * usual * usual - 2 * usual * came + (double)squares};
}
