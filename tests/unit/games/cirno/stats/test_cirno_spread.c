/* Deviations of who loses after whom are what chance makes where seats are alike, and drawn where
 * they are more. */
#include "games/cirno/module.h"
#include "games/cirno/stats/tallying.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>

#include <gsl/gsl_cdf.h>

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

/* Whether the standard deviation of the deviations of `runs` runs is 1; the next ones have another
 * seed. */
static bool is_standard(uint32_t runs, uint64_t *seed, uint32_t players, uint32_t rounds)
{
    enum { GAMES = 200 };
    const struct nf_params params = {
        .players = players, .rounds = rounds, .profile = "uniform", .seed = (*seed)++};
    struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
    const struct nf_kernel *kernel;
    double squares = 0, count = 0;
    assert_ok(nf_choose_kernel, &cirno_game, "auto", &kernel);
    for (uint32_t run = 0; run < runs; run++) {
        struct nf_run_result result = nf_test_run(setup, kernel, run * GAMES, GAMES, 1, 0);
        add_deviations(&result.tally, &squares, &count);
        nf_tally_close(&result.tally);
    }
    /* Of a run as many are independent as rows and distances can differ in. Five standard errors,
     * and what rounds of one game have in common. */
    const double independent = (double)runs * (players - 1) * (players - 1);
    const bool standard = fabs(sqrt(squares / count) - 1) <= 0.03 + 5 / sqrt(2 * independent);
    if (!standard)
        print_message("%u players, %u rounds: the standard deviation is %.3f\n", players, rounds,
                      sqrt(squares / count));
    nf_release(setup);
    return standard;
}

TEST(where_seats_are_alike_deviations_are_standard_errors_and_drawn_if_beyond_chance)
{
    uint64_t seed = nf_test_seed() >> 2;
    const uint32_t runs = nf_test_often(40, 400, 4000);
    assert_beyond_luck(is_standard(runs, &seed, 2, 100));
    assert_beyond_luck(is_standard(runs, &seed, 2, 5));
    assert_beyond_luck(is_standard(runs / 4, &seed, 5, 100));
    assert_beyond_luck(is_standard(runs / 4, &seed, 5, 5));
    assert_beyond_luck(is_standard(runs / 40, &seed, 30, 100));
}
