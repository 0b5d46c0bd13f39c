#include "stats/estimate.h"

#include "stats/distributions.h"

#include <math.h>

/* The mean over games of something that came to `total` and to `squares` squared, as a share of
 * `trials`; between `least` and 1. */
static struct nf_estimate between_games(uint64_t games, uint64_t trials, double total,
                                        uint64_t squares, double least)
{
    struct nf_estimate estimate = {NAN, NAN, NAN, NF_BETWEEN_GAMES};
    if (games == 0)
        return estimate;
    const double count = (double)games, mean = total / count;
    estimate.mean = mean / (double)trials;
    if (games < 2)
        return estimate;
    const double variance = ((double)squares - count * mean * mean) / (count - 1);
    const double half =
        nf_student_95(count - 1) * sqrt(variance > 0 ? variance / count : 0) / (double)trials;
    estimate.low = fmax(least, estimate.mean - half);
    estimate.high = fmin(1, estimate.mean + half);
    return estimate;
}

struct nf_estimate nf_share_between_games(uint64_t games, uint64_t trials, uint64_t events,
                                          uint64_t squares)
{
    return between_games(games, trials, (double)events, squares, 0);
}

struct nf_estimate nf_gap_between_games(uint64_t games, uint64_t trials, uint64_t events,
                                        uint64_t others, uint64_t squares)
{
    return between_games(games, trials, (double)events - (double)others, squares, -1);
}

struct nf_estimate nf_difference_apart(const struct nf_estimate *a, const struct nf_estimate *b)
{
    const double mean = b->mean - a->mean;
    return (struct nf_estimate){
        mean,
        mean - hypot(b->mean - b->low, a->high - a->mean),
        mean + hypot(b->high - b->mean, a->mean - a->low),
        NF_ZOU_DONNER,
    };
}

struct nf_estimate nf_share_exact(uint64_t events, uint64_t trials)
{
    struct nf_estimate estimate = {NAN, NAN, NAN, NF_CLOPPER_PEARSON};
    if (trials == 0)
        return estimate;
    const double yes = (double)events, no = (double)(trials - events);
    estimate.mean = yes / (double)trials;
    /* The rarer side's quantile is near 0 and so has all its digits. */
    if (events <= trials - events) {
        estimate.low = events == 0 ? 0 : nf_beta_quantile(0.025, yes, no + 1);
        estimate.high = nf_beta_quantile(0.975, yes + 1, no);
    } else {
        estimate.low = 1 - nf_beta_quantile(0.975, no + 1, yes);
        estimate.high = events == trials ? 1 : 1 - nf_beta_quantile(0.025, no, yes + 1);
    }
    return estimate;
}

/* Solves L y = x in place, where L is the Cholesky factor of the matrix whose lower triangle is in
 * `a`, and returns y * y, that is, x' a^-1 x. Negative if the matrix is not positive definite. */
static double inverse_form(uint32_t size, double a[NF_ALIKE_MAX][NF_ALIKE_MAX],
                           double x[NF_ALIKE_MAX])
{
    double form = 0;
    for (uint32_t i = 0; i < size; i++) {
        const double whole = a[i][i];
        for (uint32_t j = 0; j < i; j++) {
            for (uint32_t k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
            a[i][i] -= a[i][j] * a[i][j];
            x[i] -= a[i][j] * x[j];
        }
        /* What is left of a variance that the others tell entirely is rounding errors. */
        if (!(a[i][i] > 1e-9 * whole))
            return -1;
        a[i][i] = sqrt(a[i][i]);
        x[i] /= a[i][i];
        form += x[i] * x[i];
    }
    return form;
}

struct nf_alike nf_alike_test(uint64_t games, uint32_t count, const uint64_t *sums,
                              const uint64_t *products)
{
    struct nf_alike alike = {false, NAN, count - 1, NAN};
    if (count < 2 || games < (uint64_t)NF_ALIKE_GAMES * count)
        return alike;
    /* One count follows from the others, so the last one is left out; the result is the same
     * whichever it is. */
    const uint32_t size = count - 1;
    const double all = (double)games;
    double covariance[NF_ALIKE_MAX][NF_ALIKE_MAX], off[NF_ALIKE_MAX], total = 0;
    for (uint32_t i = 0; i < count; i++)
        total += (double)sums[i];
    for (uint32_t i = 0; i < size; i++) {
        off[i] = ((double)sums[i] - total / count) / all;
        for (uint32_t j = i; j < size; j++)
            covariance[j][i] =
                ((double)products[j - i] - (double)sums[i] / all * (double)sums[j]) / (all - 1);
        products += count - i;
    }
    const double form = inverse_form(size, covariance, off);
    if (form < 0)
        return alike;
    alike.known = true;
    alike.statistic = all * form;
    alike.p =
        nf_f_upper(alike.statistic * (all - size) / ((double)size * (all - 1)), size, all - size);
    return alike;
}
