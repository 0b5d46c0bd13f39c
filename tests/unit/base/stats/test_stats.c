/* Distribution functions, intervals and the test of likeness against the GNU Scientific Library and
 * what is known, and counts against their numbers. How often intervals hold is in test_intervals.c.
 */
#include "base/stats/estimate.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>

static uint64_t state_of_test;

/* A number from 0 to 1, both excluded. */
static double draw(void)
{
    return ((double)(nf_test_random(&state_of_test) >> 12) + 0.5) * 0x1p-52;
}

/* Near by relative error; both may be 0 or too small to have all their digits. */
static void assert_close(double found, double wanted, double relative, const char *what, double x,
                         double a, double b)
{
    if (!(fabs(found - wanted) <= relative * fabs(wanted) + 1e-290))
        fail_msg("%s(%.17g; %.17g, %.17g): found %.17g, expected %.17g", what, x, a, b, found,
                 wanted);
}

/* ---- distribution functions ---- */

TEST(the_normal_distribution_is_that_of_gsl)
{
    for (double x = -37; x <= 37; x += 0.0137)
        assert_close(nf_normal_cdf(x), gsl_cdf_ugaussian_P(x), 1e-12, "cdf", x, 0, 0);
    for (int i = 0; i < 20000; i++) {
        const double p = i % 2 ? draw() : exp(-600 * draw());
        const double found = nf_normal_quantile(p), wanted = gsl_cdf_ugaussian_Pinv(p);
        /* Beside 0.5 a probability has no more digits. */
        if (!(fabs(found - wanted) <= 1e-15))
            assert_close(found, wanted, 1e-10, "quantile", p, 0, 0);
    }
    assert_true(fabs(nf_normal_quantile(0.5)) < 1e-15);
    assert_close(NF_Z95, gsl_cdf_ugaussian_Pinv(0.975), 1e-15, "z95", 0, 0, 0);
}

TEST(the_incomplete_beta_function_is_that_of_gsl)
{
    for (int i = 0; i < 20000; i++) {
        const double a = exp(9 * draw() - 1), b = exp(9 * draw() - 1);
        const double mean = a / (a + b), x = fmin(mean * exp(3 * draw() - 1.5), 0.999999);
        const double wanted = gsl_cdf_beta_P(x, a, b);
        assert_close(nf_beta_cdf(x, a, b), wanted, wanted > 1e-100 ? 1e-9 : 1e-7, "beta", x, a, b);
    }
    assert_true(nf_beta_cdf(0, 2, 3) == 0 && nf_beta_cdf(1, 2, 3) == 1);
    /* One event more or less among very many: 1 - I_x(1, b) = (1 - x)^b. */
    for (double b = 1; b < 2e12; b *= 7) {
        const double x = 1 / (b + 1);
        assert_close(nf_beta_cdf(x, 1, b), -expm1(b * log1p(-x)), 1e-10, "beta", x, 1, b);
    }
}

TEST(a_beta_quantile_is_where_the_distribution_reaches_it)
{
    for (int i = 0; i < 1000; i++) {
        const double p = draw(), a = exp(8 * draw() - 1), b = exp(25 * draw() - 1);
        const double x = nf_beta_quantile(p, fmin(a, b), fmax(a, b));
        assert_close(nf_beta_cdf(x, fmin(a, b), fmax(a, b)), p, 1e-8, "quantile", p, a, b);
    }
    assert_true(nf_beta_quantile(0, 2, 3) == 0 && nf_beta_quantile(1, 2, 3) == 1);
}

TEST(students_t_is_that_of_gsl)
{
    for (double miss = 0.5; miss > 1e-8; miss /= 10)
        for (double degrees = 1; degrees < 1e12; degrees = ceil(degrees * 1.1))
            assert_close(nf_student(degrees, miss), gsl_cdf_tdist_Qinv(miss / 2, degrees), 1e-6,
                         "t", degrees, miss, 0);
    assert_close(nf_student(7, NF_MISS), gsl_cdf_tdist_Pinv(0.975, 7), 1e-8, "t", 7, 0, 0);
}

TEST(the_f_distribution_is_that_of_gsl_and_tends_to_chi_square)
{
    int unknown = 0;
    for (int i = 0; i < 5000; i++) {
        const double over = ceil(31 * draw()), under = ceil(exp(12 * draw()));
        const double x = exp(4 * draw() - 2.5), wanted = gsl_cdf_fdist_Q(x, over, under);
        /* On arm64 GSL 2.7 has no answer to one in thousands. */
        if (isnan(wanted)) {
            unknown++;
            continue;
        }
        assert_close(nf_f_upper(x, over, under), wanted, wanted > 1e-100 ? 1e-8 : 1e-5, "F", x,
                     over, under);
    }
    assert_true(unknown < 10);
    for (double under = 1e9; under < 1e15; under *= 9)
        assert_close(nf_f_upper(1.5, 29, under), gsl_cdf_chisq_Q(1.5 * 29, 29), 2e3 / under + 1e-9,
                     "F", 1.5, 29, under);
}

/* ---- intervals ---- */

TEST(exact_intervals_end_where_those_of_gsl_do)
{
    for (int i = 0; i < 300; i++) {
        const uint64_t trials = i < 100 ? 1 + (uint64_t)i / 10 : 1 + (uint64_t)exp(16 * draw());
        const uint64_t few = (uint64_t)(fmin(40, (double)trials) * draw());
        const uint64_t events = i % 2 ? few : trials - few;
        const struct nf_estimate found = nf_share_exact(events, trials);
        const double yes = (double)events, no = (double)(trials - events);
        /* Seen from the rarer side, where the ends have all their digits. */
        const double rare = fmin(yes, no), often = fmax(yes, no);
        const double low = yes <= no ? found.low : 1 - found.high;
        const double high = yes <= no ? found.high : 1 - found.low;
        if (rare == 0)
            assert_true(low == 0);
        else
            assert_close(gsl_cdf_beta_P(low, rare, often + 1), 0.025, 1e-6, "low", low, yes, no);
        assert_close(gsl_cdf_beta_Q(high, rare + 1, often), 0.025, 1e-6, "high", high, yes, no);
        assert_true(found.low <= found.mean && found.mean <= found.high);
        assert_int_equal(found.method, NF_CLOPPER_PEARSON);
    }
    assert_true(isnan(nf_share_exact(0, 0).mean));
}

TEST(exact_intervals_of_rare_events_among_very_many_are_poissons)
{
    /* 3 events: the Poisson limits are 0.618672 and 8.767273. */
    const struct nf_estimate found = nf_share_exact(3, UINT64_C(1000000000000));
    assert_true(fabs(found.low * 1e12 - 0.6186721) < 1e-6);
    assert_true(fabs(found.high * 1e12 - 8.7672731) < 1e-6);
}

TEST(an_interval_between_games_needs_two_games)
{
    assert_true(isnan(nf_share_between_games(0, 5, 0, 0).mean));
    const struct nf_estimate one = nf_share_between_games(1, 5, 3, 9);
    assert_true(one.mean == (double)0.6 && isnan(one.low) && isnan(one.high));
    /* 40 and 42 of 500: variance 2, over two games: 12.706 * 1 / 500. */
    const struct nf_estimate two = nf_share_between_games(2, 500, 82, 1600 + 1764);
    assert_close(two.high - two.mean, 12.706204736432095 / 500, 1e-10, "half", 0, 0, 0);
    /* All games alike, and rounding must not make them differ: unseen games may be otherwise, up to
     * the exact bound on a share that was never seen. */
    const struct nf_estimate same = nf_share_between_games(30, 7, 90, 270);
    const double others = nf_share_exact(0, 30).high;
    assert_close(same.low, 3.0 / 7 * (1 - others), 1e-12, "low", 0, 0, 0);
    assert_close(same.high, 3.0 / 7 + 4.0 / 7 * others, 1e-12, "high", 0, 0, 0);
}

/* Student's interval of the mean of values of which the sums are known, as a share of `whole`. */
static void assert_between_games(const struct nf_estimate *found, double games, double whole,
                                 double total, double squares, double least, double most)
{
    const double mean = total / games,
                 deviation = sqrt((squares / games - mean * mean) * games / (games - 1) / games);
    const double half = gsl_cdf_tdist_Pinv(0.975, games - 1) * deviation / whole;
    assert_int_equal(found->method, NF_BETWEEN_GAMES);
    assert_true(found->degrees == games - 1);
    assert_close(found->mean, mean / whole, 1e-12, "mean", games, total, squares);
    assert_close(found->error, deviation / whole, 1e-8, "error", games, total, squares);
    assert_close(found->low, fmax(least, mean / whole - half), 1e-7, "low", games, total, squares);
    assert_close(found->high, fmin(most, mean / whole + half), 1e-7, "high", games, total, squares);
}

/* The likeliest rate of downs where that of ups is `gap` more, by golden sections. */
static double likeliest(double games, double ups, double downs, double gap)
{
    double low = fmax(0, -gap), high = (1 - gap) / 2;
    for (int i = 0; i < 200; i++) {
        const double rates[] = {low + 0.381966 * (high - low), high - 0.381966 * (high - low)};
        double likely[2];
        for (int k = 0; k < 2; k++)
            likely[k] =
                (ups > 0 ? ups * log(rates[k] + gap) : 0) +
                (downs > 0 ? downs * log(rates[k]) : 0) +
                (games > ups + downs ? (games - ups - downs) * log(1 - 2 * rates[k] - gap) : 0);
        if (likely[0] >= likely[1])
            high = rates[1];
        else
            low = rates[0];
    }
    return (low + high) / 2;
}

/* An end of the score interval is so many standard errors away, by the likeliest rates there. */
static void assert_score_end(double end, double games, double ups, double downs, double errors)
{
    const double rate = likeliest(games, ups, downs, end);
    const double variance = games * (2 * rate + end - end * end);
    const double off = fabs(ups - downs - games * end) / sqrt(variance);
    if (fabs(end) < 1 && !(fabs(off - errors) < 1e-4 * errors))
        fail_msg("%g ups, %g downs in %g games: %.9g is %.9g standard errors off, not %.9g", ups,
                 downs, games, end, off, errors);
}

static void assert_score(const struct nf_estimate *found, double games, double ups, double downs)
{
    const double mean = (ups - downs) / games,
                 variance = ((ups + downs) / games - mean * mean) * games / (games - 1);
    const double errors = gsl_cdf_tdist_Pinv(0.975, games - 1);
    assert_int_equal(found->method, NF_SCORE);
    assert_true(found->degrees == 0 && found->least == -1 && found->most == 1);
    assert_close(found->mean, mean, 1e-12, "mean", games, ups, downs);
    if (variance > 1e-9)
        assert_close(found->error, sqrt(variance / games), 1e-9, "error", games, ups, downs);
    assert_true(-1 <= found->low && found->low <= mean && mean <= found->high && found->high <= 1);
    assert_score_end(found->low, games, ups, downs, errors);
    assert_score_end(found->high, games, ups, downs, errors);
}

TEST(a_difference_of_single_chances_has_the_score_interval)
{
    assert_true(isnan(nf_gap_between_games(0, 1, 0, 0, 0).mean));
    assert_true(nf_gap_between_games(1, 1, 1, 0, 1).mean == 1);
    assert_true(isnan(nf_gap_between_games(1, 1, 1, 0, 1).low));
    for (uint32_t games = 2; games < 60; games = games * 3 / 2 + 1)
        for (uint32_t ups = 0; ups <= games; ups += 1 + games / 7)
            for (uint32_t downs = 0; ups + downs <= games; downs += 1 + games / 7) {
                const struct nf_estimate found =
                    nf_gap_between_games(games, 1, ups + 3, downs + 3, ups + downs);
                assert_score(&found, games, ups, downs);
            }
}

TEST(shares_are_exact_where_fewer_than_20_went_one_way)
{
    /* Games of 10 chances; `few` times in as many games, once each, or all but these. */
    for (uint64_t few = 17; few < 24; few++)
        for (uint64_t games = 2; games < 100; games += games == 2 ? 38 : 20) {
            const uint64_t all = games * 10, least = few < games ? few : games;
            if (few > games && games > 2)
                continue;
            const uint64_t squares =
                games == 2 ? (few / 2) * (few / 2) + (few - few / 2) * (few - few / 2) : least;
            if (games == 2 && few > 20)
                continue;
            const struct nf_estimate exact = nf_share_exact(few, all),
                                     found = nf_share_between_games(games, 10, few, squares);
            const bool rare = few < 20 || all - few < 20;
            if (rare) {
                assert_int_equal(found.method, NF_CLOPPER_PEARSON);
                assert_true(found.low == exact.low && found.high == exact.high);
            } else {
                assert_between_games(&found, (double)games, 10, (double)few, (double)squares, 0, 1);
            }
            /* The other way round: the squares of 10 less each count. */
            const uint64_t often = all - few, other = 100 * games - 20 * few + squares;
            const struct nf_estimate turned = nf_share_between_games(games, 10, often, other);
            assert_int_equal(turned.method, rare ? NF_CLOPPER_PEARSON : NF_BETWEEN_GAMES);
            assert_close(turned.low, 1 - found.high, 1e-7, "turned", (double)few, (double)games, 0);
            assert_close(turned.high, 1 - found.low, 1e-7, "turned", (double)few, (double)games, 0);
        }
    /* Single chances are exact, however many. */
    assert_int_equal(nf_share_between_games(1000, 1, 500, 500).method, NF_CLOPPER_PEARSON);
    /* A game has no interval, nor has it one by chances that are taken for independent. */
    assert_true(isnan(nf_share_between_games(1, 30, 3, 9).low));
}

TEST(differences_are_between_games_within_minus_1_and_1)
{
    /* Games of 10 chances, whose differences are -4, -2 and 0 in turn; and wide ones of few games.
     */
    struct nf_estimate found = nf_gap_between_games(30, 10, 20, 80, 200);
    assert_between_games(&found, 30, 10, -60, 200, -1, 1);
    found = nf_gap_between_games(30, 10, 80, 20, 200);
    assert_between_games(&found, 30, 10, 60, 200, -1, 1);
    found = nf_gap_between_games(2, 10, 10, 0, 100);
    assert_between_games(&found, 2, 10, 10, 100, -1, 1);
    assert_true(found.low == -1 && found.high == 1);
    assert_true(found.least == -1 && found.most == 1);
    found = nf_chance_gap_between_games(100, 1, 30, 30, 60);
    assert_true(found.least == -1 && found.most == 1);
}

TEST(computed_chances_are_as_if_drawn_where_they_are_few)
{
    enum { UNITS = 8 };
    for (uint64_t eighths = 19 * UNITS; eighths <= 21 * UNITS; eighths++) {
        /* 60 games with about a third of a chance each, or two thirds more. */
        const uint64_t games = 60, squares = eighths * 5;
        const double yes = (double)eighths / UNITS;
        const bool few = yes < 20;
        struct nf_estimate found = nf_chance_between_games(games, UNITS, eighths, squares);
        if (few) {
            assert_int_equal(found.method, NF_CLOPPER_PEARSON);
            assert_close(gsl_cdf_beta_P(found.low, yes, 61 - yes), 0.025, 1e-6, "low", yes, 0, 0);
            assert_close(gsl_cdf_beta_Q(found.high, yes + 1, 60 - yes), 0.025, 1e-6, "high", yes, 0,
                         0);
        } else {
            assert_between_games(&found, 60, UNITS, (double)eighths, (double)squares, 0, 1);
        }
        found = nf_chance_between_games(games, UNITS, games * UNITS - eighths,
                                        games * UNITS * UNITS - 2 * UNITS * eighths + squares);
        assert_int_equal(found.method, few ? NF_CLOPPER_PEARSON : NF_BETWEEN_GAMES);
        /* Ups and downs together 20; and all but 20 games ups, or downs. */
        found = nf_chance_gap_between_games(games, UNITS, eighths - 40, 40, squares);
        if (few)
            assert_score(&found, 60, yes - 5, 5);
        else
            assert_between_games(&found, 60, UNITS, (double)eighths - 80, (double)squares, -1, 1);
        for (int turned = 0; turned < 2; turned++) {
            const uint64_t most = games * UNITS - eighths;
            found = nf_chance_gap_between_games(games, UNITS, turned ? 40 : most,
                                                turned ? most : 40, games * 50);
            if (few)
                assert_score(&found, 60, turned ? 5 : 60 - yes, turned ? 60 - yes : 5);
            else
                assert_between_games(&found, 60, UNITS, (turned ? -1 : 1) * ((double)most - 40),
                                     60 * 50, -1, 1);
        }
    }
    /* One game is nobody's sample. */
    assert_true(isnan(nf_chance_between_games(1, UNITS, 4, 16).low));
    assert_true(nf_chance_between_games(1, UNITS, 4, 16).mean == 0.5);
    assert_int_equal(nf_chance_between_games(2, UNITS, 4, 16).method, NF_CLOPPER_PEARSON);
}

TEST(two_means_differ_by_welch_and_other_shares_by_their_intervals)
{
    for (int i = 0; i < 300; i++) {
        const struct nf_estimate a = {.mean = draw(),
                                      .error = draw() / 9,
                                      .degrees = 1 + (int)(30 * draw())},
                                 b = {.mean = draw(),
                                      .error = draw() / 9,
                                      .degrees = 1 + (int)(30 * draw())};
        const double of_a = a.error * a.error, of_b = b.error * b.error;
        const double degrees =
            fmax(1, floor((of_a + of_b) * (of_a + of_b) /
                              (of_a * of_a / a.degrees + of_b * of_b / b.degrees) +
                          1e-9));
        const double half = gsl_cdf_tdist_Pinv(0.975, degrees) * hypot(a.error, b.error);
        const struct nf_estimate found = nf_difference_apart(&a, &b, NF_MISS);
        assert_int_equal(found.method, NF_WELCH);
        assert_true(found.degrees == degrees && found.mean == b.mean - a.mean);
        assert_close(found.error, hypot(a.error, b.error), 1e-12, "error", i, 0, 0);
        assert_close(found.low, fmax(-1, found.mean - half), 1e-7, "low", i, 0, 0);
        assert_close(found.high, fmin(1, found.mean + half), 1e-7, "high", i, 0, 0);
    }
    /* Never below 1 degree. */
    const struct nf_estimate one = {.error = 0.1, .degrees = 1};
    const struct nf_estimate none = {.mean = 0.5, .error = 1e-9, .degrees = 1};
    assert_true(nf_difference_apart(&one, &none, NF_MISS).degrees == 1);
    /* One of them is no mean between games: 0.2 in 0.1 to 0.4. */
    const struct nf_estimate c = {.mean = 0.2, .low = 0.1, .high = 0.4, .error = 0.05},
                             d = {.mean = 0.6, .degrees = 9, .error = 0.1, .least = -1, .most = 1};
    const double half = gsl_cdf_tdist_Pinv(0.975, 9) * 0.1;
    const struct nf_estimate found = nf_difference_apart(&c, &d, NF_MISS),
                             back = nf_difference_apart(&d, &c, NF_MISS);
    assert_int_equal(found.method, NF_ZOU_DONNER);
    assert_int_equal(back.method, NF_ZOU_DONNER);
    assert_close(found.mean, 0.4, 1e-12, "mean", 0, 0, 0);
    assert_close(found.low, 0.4 - hypot(half, 0.2), 1e-8, "low", 0, 0, 0);
    assert_close(found.high, 0.4 + hypot(half, 0.1), 1e-8, "high", 0, 0, 0);
    assert_close(back.low, -found.high, 1e-12, "back", 0, 0, 0);
    assert_close(back.high, -found.low, 1e-12, "back", 0, 0, 0);
}

/* ---- likeness ---- */

/* Adds a game's counts to the sums that nf_alike_test() takes. */
static void add_counts(uint32_t count, const uint64_t *counts, uint64_t *sums, uint64_t *products)
{
    for (uint32_t a = 0; a < count; a++) {
        sums[a] += counts[a];
        for (uint32_t b = a; b < count; b++)
            *products++ += counts[a] * counts[b];
    }
}

/* Counts of random games that share `chances`, unequally. */
TEST(likeness_of_many_counts_is_that_of_gsl)
{
    for (uint32_t count = 2; count <= NF_ALIKE_MAX; count += count < 6 ? 1 : 13) {
        const uint32_t games = NF_ALIKE_GAMES * count + 7, size = count - 1;
        uint64_t sums[NF_ALIKE_MAX] = {0}, products[NF_ALIKE_MAX * (NF_ALIKE_MAX + 1) / 2] = {0};
        for (uint32_t game = 0; game < games; game++) {
            uint64_t counts[NF_ALIKE_MAX] = {0};
            for (uint32_t i = 0; i < 3 * count; i++)
                counts[(uint32_t)(count * pow(draw(), 1.1))]++;
            add_counts(count, counts, sums, products);
        }
        gsl_matrix *const covariance = gsl_matrix_alloc(size, size);
        gsl_vector *const off = gsl_vector_alloc(size), *const solved = gsl_vector_alloc(size);
        const uint64_t *product = products;
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = a; b < count; b++, product++) {
                if (b == size)
                    continue;
                const double value =
                    ((double)*product - (double)sums[a] * (double)sums[b] / games) / (games - 1);
                gsl_matrix_set(covariance, a, b, value);
                gsl_matrix_set(covariance, b, a, value);
            }
        for (uint32_t a = 0; a < size; a++)
            gsl_vector_set(off, a, (double)sums[a] / games - 3);
        gsl_linalg_cholesky_decomp1(covariance);
        gsl_linalg_cholesky_solve(covariance, off, solved);
        double t2 = 0;
        for (uint32_t a = 0; a < size; a++)
            t2 += games * gsl_vector_get(off, a) * gsl_vector_get(solved, a);
        const double f = t2 * (games - size) / (size * (double)(games - 1));
        const struct nf_alike alike = nf_alike_test(games, count, sums, products);
        assert_true(alike.known && alike.over == size && alike.under == games - size);
        assert_close(alike.t2, t2, 1e-9, "T^2", count, 0, 0);
        assert_close(alike.f, f, 1e-9, "F", count, 0, 0);
        assert_close(alike.p, gsl_cdf_fdist_Q(f, size, games - size), 1e-6, "p", count, 0, 0);
        gsl_matrix_free(covariance);
        gsl_vector_free(off);
        gsl_vector_free(solved);
    }
}

/* Where a game is one chance, and where it is two: as often as promised, at the least games
 * allowed. */
TEST(alike_counts_are_rarely_called_different_however_few_the_games)
{
    static const uint32_t sizes[][2] = {{30, 1}, {5, 1}, {2, 1}, {10, 2}};
    enum { RUNS = 600 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const uint32_t count = sizes[i][0], each = sizes[i][1];
        const uint64_t games = nf_alike_games(count, each);
        int rejected = 0;
        for (int run = 0; run < RUNS; run++) {
            uint64_t sums[NF_ALIKE_MAX] = {0},
                     products[NF_ALIKE_MAX * (NF_ALIKE_MAX + 1) / 2] = {0};
            for (uint64_t game = 0; game < games; game++) {
                uint64_t counts[NF_ALIKE_MAX] = {0};
                for (uint32_t chance = 0; chance < each; chance++)
                    counts[(uint32_t)(count * draw())]++;
                add_counts(count, counts, sums, products);
            }
            const struct nf_alike alike = nf_alike_test(games, count, sums, products);
            assert_true(alike.known && alike.one_each == (each == 1));
            if (each == 1)
                assert_close(alike.p, gsl_cdf_chisq_Q(alike.chi2, count - 1), 1e-6, "p", count, 0,
                             0);
            rejected += alike.p < 0.05;
        }
        /* 10% is 4.6 standard errors above 5.7%, the most there is in long samples. */
        print_message("note: %u counts, %u a game: %d of %d rejected\n", count, each, rejected,
                      RUNS);
        assert_in_range(rejected, 0, RUNS * 10 / 100);
    }
}

TEST(likeness_is_not_reported_without_enough_games_or_variation)
{
    enum { SEATS = 5, EACH = 2, ENOUGH = NF_ALIKE_EVENTS * SEATS / EACH };
    assert_int_equal(nf_alike_games(SEATS, EACH), ENOUGH);
    assert_int_equal(nf_alike_games(SEATS, 100), NF_ALIKE_GAMES * SEATS);
    uint64_t of_all[SEATS] = {0}, of_pairs[SEATS * (SEATS + 1) / 2] = {0};
    for (uint32_t game = 1; game <= ENOUGH; game++) {
        uint64_t counts[SEATS] = {0};
        counts[game % SEATS]++;
        counts[game * game % SEATS]++;
        add_counts(SEATS, counts, of_all, of_pairs);
        if (game >= ENOUGH - 1)
            assert_true(nf_alike_test(game, SEATS, of_all, of_pairs).known == (game == ENOUGH));
    }
    /* Every game the same: 2 and 1 of three. */
    const uint64_t sums[] = {2000, 1000}, products[] = {4000, 2000, 1000};
    assert_false(nf_alike_test(1000, 2, sums, products).known);
    assert_true(isnan(nf_alike_test(1000, 2, sums, products).p));
    const uint64_t alone[] = {3000}, square[] = {9000};
    assert_false(nf_alike_test(1000, 1, alone, square).known);
}

int main(void)
{
    state_of_test = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}

/* ---- counts ---- */

static int by_size(const void *a, const void *b)
{
    return (int)(*(const unsigned *)a - *(const unsigned *)b);
}

/* Few numbers, the least ones among them, so that quantiles fall between equal ones, too. */
TEST(mean_deviation_and_quantiles_are_those_of_the_numbers)
{
    enum { MOST = 40, PLACES = 256 };
    uint64_t random = nf_test_seed();
    for (int run = 0; run < 300; run++) {
        const unsigned count = nf_test_between(&random, 2, MOST);
        const unsigned highest = run % 2 == 0 ? 3 : PLACES - 1;
        unsigned numbers[MOST], sum = 0;
        uint64_t counts[PLACES] = {0};
        double squares = 0;
        for (unsigned i = 0; i < count; i++) {
            numbers[i] = nf_test_between(&random, 0, highest);
            counts[numbers[i]]++;
            sum += numbers[i];
        }
        for (unsigned i = 0; i < count; i++)
            squares += pow(numbers[i] - (double)sum / count, 2);
        qsort(numbers, count, sizeof *numbers, by_size);
        const struct nf_lengths lengths = nf_counts_lengths(counts, PLACES);
        assert_true(fabs(lengths.mean - (double)sum / count) < 1e-9);
        assert_true(fabs(lengths.sd - sqrt(squares / (count - 1))) < 1e-9);
        assert_int_equal(lengths.p50, numbers[(count - 1) / 2]);
        assert_int_equal(lengths.p90, nf_counts_quantile(counts, PLACES, 0.9));
        assert_int_equal(lengths.p99, nf_counts_quantile(counts, PLACES, 0.99));
        assert_int_equal(lengths.most, numbers[count - 1]);
        for (unsigned i = 0; i < count; i++) {
            assert_int_equal(nf_counts_quantile(counts, PLACES, (i + 0.5) / count), numbers[i]);
            if ((count & (count - 1)) == 0) /* so the share times the count is whole */
                assert_int_equal(nf_counts_quantile(counts, PLACES, (i + 1.0) / count), numbers[i]);
        }
        assert_int_equal(nf_counts_quantile(counts, PLACES, 0), numbers[0]);
    }
}

TEST(of_one_number_no_deviation_is_known_and_of_none_nothing)
{
    uint64_t counts[3] = {0};
    const struct nf_lengths none = nf_counts_lengths(counts, 3);
    assert_true(isnan(none.mean) && isnan(none.sd) && none.p50 == 0 && none.most == 0);
    counts[2] = 1;
    const struct nf_lengths one = nf_counts_lengths(counts, 3);
    assert_true(one.mean == 2 && isnan(one.sd) && one.p50 == 2 && one.most == 2);
}
