#include "base/stats/estimate.h"

#include <assert.h>
#include <math.h>

/* Fewer events than these, or fewer chances without one, and Student's t is not to be trusted. */
enum { FEW = 20 };

static const struct nf_estimate unknown = {.mean = NAN, .low = NAN, .high = NAN};

/* ---- ends ---- */

/* The ends of a share of chances that went one way `yes` times, `no` times the other; both may be
 * fractions, for chances that were computed. */
static void clopper_pearson(struct nf_estimate *share, double yes, double no, double miss)
{
    /* The rarer side's quantile is near 0 and so has all its digits. */
    if (yes <= no) {
        share->low = yes == 0 ? 0 : nf_beta_quantile(miss / 2, yes, no + 1);
        share->high = nf_beta_quantile(1 - miss / 2, yes + 1, no);
    } else {
        share->low = 1 - nf_beta_quantile(1 - miss / 2, no + 1, yes);
        share->high = no == 0 ? 1 : 1 - nf_beta_quantile(miss / 2, no, yes + 1);
    }
}

static void score_interval(struct nf_estimate *estimate, double games, double ups, double downs,
                           double miss);

struct nf_estimate nf_estimate_at(struct nf_estimate estimate, double miss)
{
    const double *const of = estimate.of;
    if (isnan(estimate.low))
        return estimate;
    assert(estimate.method != NF_ZOU_DONNER);
    if (estimate.degrees > 0) {
        const double half = nf_student(estimate.degrees, miss) * estimate.error;
        estimate.low = fmax(estimate.least, estimate.mean - half);
        estimate.high = fmin(estimate.most, estimate.mean + half);
    } else if (estimate.method == NF_SCORE) {
        score_interval(&estimate, of[0], of[1], of[2], miss);
    } else if (estimate.method != NF_CLOPPER_PEARSON) {
        return estimate; /* certain */
    } else if (of[0] > 0) {
        clopper_pearson(&estimate, of[0], of[1], miss);
    } else {
        /* So large a share of games may be otherwise, and as much otherwise as can be. */
        struct nf_estimate others;
        clopper_pearson(&others, 0, of[1], miss);
        estimate.low =
            fmax(estimate.least, estimate.mean + others.high * (estimate.least - estimate.mean));
        estimate.high =
            fmin(estimate.most, estimate.mean + others.high * (estimate.most - estimate.mean));
    }
    return estimate;
}

struct nf_estimate nf_estimate_turned(struct nf_estimate estimate)
{
    return (struct nf_estimate){.mean = 0 - estimate.mean,
                                .low = 0 - estimate.high,
                                .high = 0 - estimate.low,
                                .method = estimate.method};
}

/* ---- of chances that are independent ---- */

static struct nf_estimate exact_share(double yes, double no)
{
    struct nf_estimate estimate = unknown;
    estimate.method = NF_CLOPPER_PEARSON;
    if (yes + no == 0)
        return estimate;
    estimate.mean = yes / (yes + no);
    estimate.low = estimate.least = 0;
    estimate.most = 1;
    estimate.of[0] = yes;
    estimate.of[1] = no;
    return nf_estimate_at(estimate, NF_MISS);
}

struct nf_estimate nf_share_exact(uint64_t events, uint64_t trials)
{
    return exact_share((double)events, (double)(trials - events));
}

void nf_clusters_add(struct nf_clusters *clusters, double events, double chances)
{
    clusters->games++;
    clusters->events += events;
    clusters->chances += chances;
    clusters->events_squared += events * events;
    clusters->products += events * chances;
    clusters->chances_squared += chances * chances;
}

double nf_design_effect(const struct nf_clusters *clusters)
{
    const double games = clusters->games, events = clusters->events;
    const double share = events / clusters->chances;
    if (games < 2 || events < FEW || clusters->chances - events < FEW)
        return 1;
    /* Of events less what the share expects of the chances of each game; in the mean, 0. */
    const double squares = clusters->events_squared - 2 * share * clusters->products +
                           share * share * clusters->chances_squared;
    if (!(squares > 1e-12 * clusters->events_squared))
        return 1;
    const double wider = nf_student(games - 1, NF_MISS) / nf_normal_quantile(1 - NF_MISS / 2);
    return wider * wider * squares * games / (games - 1) / (events * (1 - share));
}

struct nf_estimate nf_share_by_effect(uint64_t events, uint64_t trials, double effect)
{
    return exact_share((double)events / effect, (double)(trials - events) / effect);
}

/* By how many standard errors (ups - downs) / games lies above `gap`, if that is the truth: the
 * rate of downs is then taken for the most likely one that goes with it. Falls as `gap` grows. */
static double score(double games, double ups, double downs, double gap)
{
    const double linear = (2 * games - ups + downs) * gap - ups - downs;
    const double constant = -downs * gap * (1 - gap);
    const double root = sqrt(fmax(0, linear * linear - 8 * games * constant));
    const double rate =
        linear > 0 ? -2 * constant / (root + linear) : (root - linear) / (4 * games);
    const double variance = games * (2 * rate + gap * (1 - gap)), off = ups - downs - games * gap;
    if (off == 0)
        return 0;
    return variance > 0 ? off / sqrt(variance) : copysign(INFINITY, off);
}

/* The largest gap that the games' own speaks against, by that many standard errors. */
static double score_low(double games, double ups, double downs, double errors)
{
    double low = -1, high = (ups - downs) / games;
    for (int i = 0; i < 64; i++) {
        const double middle = (low + high) / 2;
        if (score(games, ups, downs, middle) > errors)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void score_interval(struct nf_estimate *estimate, double games, double ups, double downs,
                           double miss)
{
    const double errors = nf_student(games - 1, miss);
    estimate->low = score_low(games, ups, downs, errors);
    estimate->high = -score_low(games, downs, ups, errors);
}

/* The mean of games that count 1 (`ups` of them), -1 (`downs`) or 0. */
static struct nf_estimate score_mean(double games, double ups, double downs)
{
    struct nf_estimate estimate = unknown;
    estimate.method = NF_SCORE;
    if (games == 0)
        return estimate;
    estimate.mean = (ups - downs) / games;
    if (games < 2)
        return estimate;
    const double variance = (ups + downs - games * estimate.mean * estimate.mean) / (games - 1);
    estimate.error = sqrt(fmax(0, variance) / games);
    estimate.of[0] = games;
    estimate.of[1] = ups;
    estimate.of[2] = downs;
    estimate.low = estimate.least = -1;
    estimate.most = 1;
    return nf_estimate_at(estimate, NF_MISS);
}

/* ---- between games ---- */

struct nf_estimate nf_mean_between_games(uint64_t games, double whole, double total, double squares,
                                         double least, double most)
{
    struct nf_estimate estimate = unknown;
    if (games == 0)
        return estimate;
    const double count = (double)games, mean = total / count;
    estimate.mean = mean / whole;
    if (games < 2)
        return estimate;
    const double variance = (squares - count * mean * mean) / (count - 1);
    estimate.low = estimate.least = least;
    estimate.most = most;
    /* Rounding errors are no variance. */
    if (!(variance > 1e-12 * squares / count)) {
        estimate.method = NF_CLOPPER_PEARSON;
        estimate.of[1] = count;
        return nf_estimate_at(estimate, NF_MISS);
    }
    estimate.degrees = count - 1;
    estimate.error = sqrt(variance / count) / whole;
    return nf_estimate_at(estimate, NF_MISS);
}

struct nf_estimate nf_share_between_games(uint64_t games, uint64_t trials, uint64_t events,
                                          uint64_t squares)
{
    const uint64_t others = games * trials - events;
    if (trials == 1 || (games >= 2 && (events < FEW || others < FEW)))
        return exact_share((double)events, (double)others);
    return nf_mean_between_games(games, (double)trials, (double)events, (double)squares, 0, 1);
}

struct nf_estimate nf_share_by_sample(uint64_t games, uint64_t trials, uint64_t events,
                                      uint64_t sample, uint64_t seen, uint64_t squares)
{
    const double count = (double)sample, all = (double)games, mean = (double)seen / count;
    const double variance = ((double)squares - count * mean * mean) / (count - 1);
    if (trials == 1 || sample < 2 || seen < FEW || sample * trials - seen < FEW ||
        !(variance > 1e-12 * (double)squares / count))
        return nf_share_exact(events, games * trials);
    const struct nf_estimate estimate = {
        .mean = (double)events / (all * (double)trials),
        .method = NF_BETWEEN_GAMES,
        .error = sqrt(variance / all) / (double)trials,
        .degrees = count - 1,
        .low = 0,
        .most = 1,
    };
    return nf_estimate_at(estimate, NF_MISS);
}

struct nf_estimate nf_gap_between_games(uint64_t games, uint64_t trials, uint64_t events,
                                        uint64_t others, uint64_t squares)
{
    const double gap = (double)events - (double)others;
    if (trials == 1) /* so the squares count the games with a difference of 1 or -1 */
        return score_mean((double)games, ((double)squares + gap) / 2, ((double)squares - gap) / 2);
    return nf_mean_between_games(games, (double)trials, gap, (double)squares, -1, 1);
}

struct nf_estimate nf_chance_between_games(uint64_t games, uint64_t units, uint64_t sum,
                                           uint64_t squares)
{
    const double yes = (double)sum / (double)units, no = (double)games - yes;
    if (games >= 2 && (yes < FEW || no < FEW))
        return exact_share(yes, no);
    return nf_mean_between_games(games, (double)units, (double)sum, (double)squares, 0, 1);
}

struct nf_estimate nf_chance_gap_between_games(uint64_t games, uint64_t units, uint64_t sum,
                                               uint64_t others, uint64_t squares)
{
    const double all = (double)games, ups = (double)sum / (double)units,
                 downs = (double)others / (double)units;
    if (ups + downs < FEW || all - ups < FEW || all - downs < FEW)
        return score_mean(all, ups, downs);
    return nf_mean_between_games(games, (double)units, (double)sum - (double)others,
                                 (double)squares, -1, 1);
}

/* ---- of two ---- */

/* The interval of B. L. Welch (Biometrika 34, 1947). */
static struct nf_estimate welch(const struct nf_estimate *a, const struct nf_estimate *b,
                                double miss)
{
    struct nf_estimate estimate = {
        .mean = b->mean - a->mean, .method = NF_WELCH, .least = -1, .most = 1};
    const double of_a = a->error * a->error, of_b = b->error * b->error, sum = of_a + of_b;
    estimate.error = sqrt(sum);
    /* Rounded down, or intervals of two games each were too narrow; never below the lesser. */
    estimate.degrees =
        floor(sum * sum / (of_a * of_a / a->degrees + of_b * of_b / b->degrees) + 1e-9);
    return nf_estimate_at(estimate, miss);
}

struct nf_estimate nf_difference_apart(const struct nf_estimate *a, const struct nf_estimate *b,
                                       double miss)
{
    if (a->degrees > 0 && b->degrees > 0)
        return welch(a, b, miss);
    const struct nf_estimate from = nf_estimate_at(*a, miss), to = nf_estimate_at(*b, miss);
    const double mean = to.mean - from.mean;
    return (struct nf_estimate){
        .mean = mean,
        .low = mean - hypot(to.mean - to.low, from.high - from.mean),
        .high = mean + hypot(to.high - to.mean, from.mean - from.low),
        .method = NF_ZOU_DONNER,
    };
}

/* ---- likeness ---- */

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
        /* What is left of a variance that the others explain entirely is rounding errors. */
        if (!(a[i][i] > 1e-9 * whole))
            return -1;
        a[i][i] = sqrt(a[i][i]);
        x[i] /= a[i][i];
        form += x[i] * x[i];
    }
    return form;
}

/* Of games that add 1 to one of the counts each. */
static void alike_by_chi2(struct nf_alike *alike, uint64_t games, uint32_t count,
                          const uint64_t *sums)
{
    const double expected = (double)games / count;
    alike->known = true;
    alike->chi2 = 0;
    for (uint32_t i = 0; i < count; i++)
        alike->chi2 += ((double)sums[i] - expected) * ((double)sums[i] - expected) / expected;
    /* What F tends to. */
    alike->p = nf_f_upper(alike->chi2 / alike->over, alike->over, 1e13);
}

uint64_t nf_alike_games(uint32_t count, uint64_t each)
{
    const uint64_t least = (uint64_t)NF_ALIKE_GAMES * count;
    const uint64_t events = (uint64_t)NF_ALIKE_EVENTS * count;
    if (each <= 1 || events <= least * each)
        return least;
    return (events + each - 1) / each;
}

struct nf_alike nf_alike_test(uint64_t games, uint32_t count, const uint64_t *sums,
                              const uint64_t *products)
{
    struct nf_alike alike = {.chi2 = NAN, .t2 = NAN, .f = NAN, .over = count - 1, .p = NAN};
    uint64_t all_counts = 0;
    for (uint32_t i = 0; i < count; i++)
        all_counts += sums[i];
    alike.one_each = games > 0 && all_counts == games;
    if (count < 2 || games == 0 || games < nf_alike_games(count, all_counts / games))
        return alike;
    if (alike.one_each) {
        alike_by_chi2(&alike, games, count, sums);
        return alike;
    }
    /* One count follows from the others, so the last one is left out; the result is the same
     * whichever it is. */
    const uint32_t size = count - 1;
    const double all = (double)games, total = (double)all_counts;
    double covariance[NF_ALIKE_MAX][NF_ALIKE_MAX], off[NF_ALIKE_MAX];
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
    alike.t2 = all * form;
    alike.under = games - size;
    alike.f = alike.t2 * (all - size) / ((double)size * (all - 1));
    alike.p = nf_f_upper(alike.f, size, all - size);
    return alike;
}

/* ---- a sequential test ---- */

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

/* ---- counts ---- */

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
