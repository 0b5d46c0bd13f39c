/* How often sequential tests err, on gains of real games: those that two strategies have against
 * each other are drawn with replacement, so that their mean is known. `make check-sequential` does
 * it 1,000 times in each case and prints what bench/NOTES.md holds. */
/* both: they are tried on runs */
#include "base/stats/estimate.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "sim/runs/paired.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>

enum { POOL = 8192 };

static uint64_t state_of_test;
static int32_t gains[POOL];
static double truth, deviation; /* of a gain, in rounds */

/* The gains of playing "last-e" alone for the statement's strategy, with few events in a game. */
static void play_pool(void)
{
    struct nf_setup *setups[2];
    struct nf_paired_options job = {
        .span = {0, POOL}, .threads = 1, .gains = gains, .gains_seat = 0};
    struct nf_paired result;
    state_of_test = nf_test_seed();
    for (int side = 0; side < 2; side++) {
        const struct nf_params params = {.players = 5,
                                         .rounds = 10,
                                         .profile = "uniform",
                                         .strategy = side == 0 ? NULL : "1=last-e",
                                         .seed = 1};
        setups[side] = nf_test_prepare(&cirno_game, &params);
        job.sides[side] = (struct nf_paired_side){setups[side], &cirno_portable};
    }
    assert_ok(nf_paired_run, &job, &result);
    double total = 0, squares = 0;
    for (int i = 0; i < POOL; i++) {
        total += gains[i];
        squares += (double)gains[i] * gains[i];
    }
    truth = total / POOL;
    deviation = sqrt(squares / POOL - truth * truth);
    for (int side = 0; side < 2; side++)
        nf_release(setups[side]);
}

/* Games until the test accepts; they are looked at in batches that grow as a tournament's do. */
static uint64_t test_once(const struct nf_sprt *sprt, enum nf_sprt_verdict *verdict)
{
    double total = 0, squares = 0;
    uint64_t games = 0;
    for (*verdict = NF_SPRT_OPEN; *verdict == NF_SPRT_OPEN;
         *verdict = nf_sprt_verdict(sprt, games, 1, total, squares))
        for (uint64_t batch = games < 8 * 16 ? 16 : games / 8; batch > 0; batch--, games++) {
            const double gain = gains[nf_test_between(&state_of_test, 0, POOL - 1)];
            total += gain;
            squares += gain * gain;
        }
    return games;
}

/* Whether it errs at most as often as promised, where the hypotheses are `apart` deviations apart:
 * alpha is how often it may say HIGH where `low` is the truth, beta how often LOW where `high` is.
 */
static bool errs_as_promised(double apart, double alpha, double beta, bool high)
{
    const uint32_t runs = nf_test_often(200, 200, 1000);
    const double error = high ? beta : alpha;
    struct nf_sprt sprt = {.alpha = alpha, .beta = beta};
    sprt.low = truth - (high ? apart * deviation : 0);
    sprt.high = sprt.low + apart * deviation;
    uint32_t wrong = 0;
    uint64_t games = 0;
    for (uint32_t run = 0; run < runs; run++) {
        enum nf_sprt_verdict verdict;
        games += test_once(&sprt, &verdict);
        wrong += verdict == (high ? NF_SPRT_LOW : NF_SPRT_HIGH);
    }
    print_message("note: | %.2f | %g | %s | %u | %.1f%% | %.0f |\n", apart, error,
                  high ? "HIGH" : "LOW", runs, 100.0 * wrong / runs, (double)games / runs);
    /* wider than chance by four standard errors */
    return wrong <= runs * error + 4 * sqrt(runs * error) + 1;
}

static void check_errors(double apart, double alpha, double beta)
{
    assert_beyond_luck(errs_as_promised(apart, alpha, beta, false));
    assert_beyond_luck(errs_as_promised(apart, alpha, beta, true));
}

TEST(sequential_tests_err_as_rarely_as_promised)
{
    static const double aparts[] = {1, 0.5, 0.2, 0.05}, errors[] = {0.1, 0.05, 0.01};
    print_message("note: | apart | error | truth | tests | err | games each |\n"
                  "note: |---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof aparts / sizeof *aparts; i++)
        for (size_t j = 0; j < sizeof errors / sizeof *errors; j++)
            check_errors(aparts[i], errors[j], errors[j]);
    check_errors(0.2, 0.2, 0.01);
    check_errors(0.2, 0.01, 0.2);
}

/* A. Wald's bounds: the ratios at which each error is as rare as promised. */
TEST(each_bound_is_of_its_own_error)
{
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 100; i++) {
        const struct nf_sprt sprt = {.low = 0,
                                     .high = 1,
                                     .alpha = (double)nf_test_between(&random, 1, 499) / 1000,
                                     .beta = (double)nf_test_between(&random, 1, 499) / 1000};
        /* Where HIGH is said, it is that much more likely under `high`; LOW likewise. */
        assert_true(fabs(exp(nf_sprt_upper(&sprt)) * sprt.alpha + sprt.beta - 1) < 1e-9);
        assert_true(fabs(exp(-nf_sprt_lower(&sprt)) * sprt.beta + sprt.alpha - 1) < 1e-9);
    }
}

TEST(the_ratio_is_that_of_the_likelihoods)
{
    /* Four games of 10 chances with gains 1, 3, 1, -1: mean 0.1, variance of the values 0.02. */
    const struct nf_sprt sprt = {0, 0.2, 0.05, 0.05};
    const struct nf_sprt lower = {-0.1, 0.1, 0.05, 0.05};
    assert_true(fabs(nf_sprt_ratio(&sprt, 4, 10, 4, 12)) < 1e-12);
    assert_true(fabs(nf_sprt_ratio(&lower, 4, 10, 4, 12) - 2 * log(0.06 / 0.02)) < 1e-12);
    assert_true(fabs(nf_sprt_upper(&sprt) - log(19)) < 1e-12);
    assert_true(fabs(nf_sprt_lower(&sprt) + log(19)) < 1e-12);
}

TEST(games_that_do_not_differ_or_are_few_decide_nothing)
{
    const struct nf_sprt sprt = {0, 0.01, 0.05, 0.05};
    assert_int_equal(nf_sprt_verdict(&sprt, 0, 1, 0, 0), NF_SPRT_OPEN);
    assert_true(nf_sprt_ratio(&sprt, 0, 1, 0, 0) == 0);
    assert_int_equal(nf_sprt_verdict(&sprt, 100000, 1, 0, 0), NF_SPRT_OPEN);
    assert_int_equal(nf_sprt_verdict(&sprt, 100000, 3, 100000, 100000), NF_SPRT_OPEN);
    assert_int_equal(nf_sprt_verdict(&sprt, NF_SPRT_LEAST - 1, 1, 40, 40), NF_SPRT_OPEN);
    const struct nf_sprt wide = {0, 0.5, 0.05, 0.05};
    assert_int_equal(nf_sprt_verdict(&wide, NF_SPRT_LEAST - 1, 1, 40, 40), NF_SPRT_OPEN);
    assert_int_equal(nf_sprt_verdict(&wide, NF_SPRT_LEAST, 1, -40, 40), NF_SPRT_LOW);
    assert_int_equal(nf_sprt_verdict(&wide, NF_SPRT_LEAST, 1, 40, 40), NF_SPRT_HIGH);
}

int main(void)
{
    play_pool();
    return nf_run_tests(NULL, NULL);
}
