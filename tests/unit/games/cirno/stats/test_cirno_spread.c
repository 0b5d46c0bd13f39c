/* How much numbers of rounds vary from games to games: with all cards as if rounds were independent
 * of each other, so their intervals may take them as such; with few kinds of cards not quite. And
 * so deviations of who loses after whom are what chance makes where seats are alike. */
#include "games/cirno/module.h"
#include "games/cirno/stats/tallying.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>

#include <gsl/gsl_cdf.h>

enum {
    ROUNDS = 100, /* of a game */
    KINDS = 35,   /* of rounds: by place after the starter, or by turns */
    PLACES = 30,
};

/* Counts the rounds of a game by kind. */
static void count(const struct nf_tally *tally, double counts[KINDS])
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    for (uint32_t place = 0; place < layout.seats; place++)
        counts[place] = (double)cirno_relative(tally, place);
    for (uint32_t bucket = 0; bucket < CIRNO_TURNS; bucket++) {
        uint32_t low, high;
        cirno_turns_bucket(bucket, &low, &high);
        const int kind = low <= 2 ? 0 : low <= layout.seats ? 1 : low <= 20 ? 2 : low <= 60 ? 3 : 4;
        counts[PLACES + kind] += (double)tally->sums[layout.turns + bucket];
    }
}

/* Fails where the variance is off by more than a share `most` of what independent rounds have. */
static void assert_varies(uint32_t games, uint64_t seed, uint32_t players, const char *profile,
                          const char *weights, double most)
{
    const struct nf_params params = {
        .players = players, .rounds = ROUNDS, .profile = profile, .weights = weights, .seed = seed};
    struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
    const struct nf_kernel *kernel;
    struct nf_error err;
    double sums[KINDS] = {0}, squares[KINDS] = {0};
    assert_int_equal(nf_choose_kernel(&cirno_game, "auto", &kernel, &err), NF_OK);
    for (uint64_t game = 0; game < games; game++) {
        struct nf_run_result result = nf_test_run(setup, kernel, game, 1, 1, 0);
        double counts[KINDS] = {0};
        count(&result.tally, counts);
        for (int kind = 0; kind < KINDS; kind++) {
            sums[kind] += counts[kind];
            squares[kind] += counts[kind] * counts[kind];
        }
        nf_tally_close(&result.tally);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        const double mean = sums[kind] / games, share = mean / ROUNDS;
        const double variance = (squares[kind] - games * mean * mean) / (games - 1);
        const double ratio = variance / (ROUNDS * share * (1 - share));
        /* Of kinds that are hardly met chance alone makes more of a difference. */
        if (mean >= 5 && mean <= ROUNDS - 5 && fabs(ratio - 1) > most)
            fail_msg("%u players, %s: rounds of kind %d vary %.3f times as much", players,
                     weights == NULL ? profile : weights, kind, ratio);
    }
    nf_release(setup);
}

/* Six standard errors of a variance, as a share of it. */
static double six_errors(uint32_t games)
{
    return 6 * sqrt(2.0 / games);
}

TEST(with_all_cards_rounds_vary_as_if_they_were_independent_but_for_a_seventh)
{
    const uint64_t seed = nf_test_seed() >> 1;
    const uint32_t games = nf_test_often(100, 500, 3000);
    const double most = 0.15 + six_errors(games);
    assert_varies(games, seed, 2, "uniform", NULL, most);
    assert_varies(games, seed, 5, "uniform", NULL, most);
    assert_varies(games, seed, 30, "uniform", NULL, most);
    assert_varies(games, seed, 5, "no-double", NULL, most);
}

TEST(with_few_kinds_of_cards_the_variance_is_off_by_two_fifths_at_most)
{
    const uint64_t seed = nf_test_seed() >> 1;
    const uint32_t games = nf_test_often(100, 500, 3000);
    assert_varies(games, seed, 5, NULL, "DOUBLE=1,A99=1", 0.4 + six_errors(games));
    assert_varies(games, seed, 5, NULL, "A1=1,TURN=1", 0.4 + six_errors(games));
}

/* Adds the squares of the deviations of a run to `squares`, their number to `count`. Fails if the
 * run is not drawn just where its largest one is more than chance makes. */
static void add_deviations(const struct nf_tally *tally, double *squares, double *count)
{
    const double seats = tally->setup->params.players;
    struct nf_tables tables = {0};
    cirno_report(tally, &tables);
    assert_false(tables.failed);
    const struct nf_table *const after = nf_tables_find(&tables, "losses_after");
    double most = 0;
    for (size_t row = 0; row < after->count / after->width; row++) {
        const double deviation = after->cells[row * after->width + 3].number;
        *squares += deviation * deviation;
        *count += 1;
        most = fmax(most, fabs(deviation));
    }
    const double bound = gsl_cdf_ugaussian_Qinv(0.05 / 2 / (seats * seats));
    assert_int_equal(after->about.charts[0].kind, most > bound ? NF_HEAT : NF_NO_CHART);
    assert_int_equal(after->notes_count, most > bound ? 0 : 1);
    nf_tables_free(&tables);
}

/* Fails where the standard deviation of the deviations of `runs` runs is not 1. */
static void assert_standard(uint32_t runs, uint64_t seed, uint32_t players, uint32_t rounds)
{
    enum { GAMES = 200 };
    const struct nf_params params = {
        .players = players, .rounds = rounds, .profile = "uniform", .seed = seed};
    struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
    const struct nf_kernel *kernel;
    struct nf_error err;
    double squares = 0, count = 0;
    assert_int_equal(nf_choose_kernel(&cirno_game, "auto", &kernel, &err), NF_OK);
    for (uint32_t run = 0; run < runs; run++) {
        struct nf_run_result result = nf_test_run(setup, kernel, run * GAMES, GAMES, 1, 0);
        add_deviations(&result.tally, &squares, &count);
        nf_tally_close(&result.tally);
    }
    /* Of a run as many are independent as rows and distances can differ in. Five standard errors,
     * and what rounds of one game have in common. */
    const double independent = (double)runs * (players - 1) * (players - 1);
    if (fabs(sqrt(squares / count) - 1) > 0.03 + 5 / sqrt(2 * independent))
        fail_msg("%u players, %u rounds: the standard deviation is %.3f", players, rounds,
                 sqrt(squares / count));
    nf_release(setup);
}

TEST(where_seats_are_alike_deviations_are_standard_errors_and_drawn_if_beyond_chance)
{
    const uint64_t seed = nf_test_seed() >> 1;
    const uint32_t runs = nf_test_often(40, 400, 4000);
    assert_standard(runs, seed, 2, 100);
    assert_standard(runs, seed, 2, 5);
    assert_standard(runs / 4, seed, 5, 100);
    assert_standard(runs / 4, seed, 5, 5);
    assert_standard(runs / 40, seed, 30, 100);
}
