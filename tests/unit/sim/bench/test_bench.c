/* The clockwork of the benchmark, on a clock that only moves when a case works. */
#include "bench/harness.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- samples ---- */

TEST(the_median_is_the_middle_value_or_between_the_middle_two)
{
    const double values[] = {5, 1, 9, 3, 4};
    const struct nf_spread spread = nf_samples_spread(values, 5);
    assert_true(spread.least == 1 && spread.median == 4 && spread.most == 9);
    assert_true(values[0] == 5); /* and the values stay where they were */
    assert_true(nf_samples_spread(values, 4).median == 4);
    assert_true(nf_samples_spread(values, 2).median == 3);
    assert_true(nf_samples_spread(values, 1).median == 5);
}

TEST(a_wide_spread_means_that_the_machine_was_busy)
{
    assert_false(nf_samples_busy(&(struct nf_spread){1, 1.04, 1.2}));
    assert_true(nf_samples_busy(&(struct nf_spread){1, 1.06, 1.2}));
    assert_true(nf_samples_busy(&(struct nf_spread){1, 1.04, 1.3}));
}

TEST(a_ratio_has_an_interval_that_excludes_1_where_the_difference_is_clear)
{
    const double slow[] = {2.0, 2.1, 1.9, 2.05, 1.97}, fast[] = {1.0, 1.1, 0.9, 1.05, 0.97};
    const struct nf_ratio none = nf_samples_ratio(fast, 5, fast, 5);
    assert_true(none.ratio == 1);
    assert_true(none.low < 1 && none.high > 1);
    assert_true(none.low >= 0.9 / 1.1 && none.high <= 1.1 / 0.9);
    const struct nf_ratio ratio = nf_samples_ratio(slow, 5, fast, 5);
    assert_true(fabs(ratio.ratio - 2) < 1e-12);
    assert_true(ratio.low > 1.7 && ratio.low < 2 && ratio.high > 2 && ratio.high < 2.4);
    const struct nf_ratio again = nf_samples_ratio(slow, 5, fast, 5);
    assert_true(again.low == ratio.low && again.high == ratio.high); /* every time */
}

TEST(fewer_than_three_values_give_no_interval)
{
    const double two[] = {1, 2}, three[] = {1, 2, 3};
    const struct nf_ratio ratio = nf_samples_ratio(two, 2, three, 3);
    assert_true(ratio.ratio == 0.75 && isnan(ratio.low) && isnan(ratio.high));
    assert_true(isnan(nf_samples_ratio(three, 3, two, 2).low));
}

/* ---- the harness ---- */

enum { TRACE = 256 };

static double fake_time;
static double cpu_seconds[8]; /* of whatever case worked last */
static char trace[TRACE];     /* the cases' letters in the order they worked */

static double fake_now(void *owner)
{
    (void)owner;
    return fake_time;
}

/* Three quarters of what passes. */
static double fake_cpu(void *owner)
{
    (void)owner;
    return 0.75 * fake_time;
}

/* A case whose unit of work takes `cost` seconds, and `later_cost` from call `change` on; or at
 * each call `faster` times less than before. */
struct fake {
    char letter;
    double cost, later_cost, faster;
    uint32_t calls, change;
    enum nf_status status;
};

static enum nf_status fake_work(void *owner, uint64_t amount, struct nf_error *err)
{
    struct fake *const fake = owner;
    const size_t length = strlen(trace);
    if (length + 1 < TRACE)
        trace[length] = fake->letter;
    fake_time +=
        (double)amount *
        (++fake->calls < fake->change || fake->change == 0 ? fake->cost : fake->later_cost);
    fake->cost /= fake->faster > 0 ? fake->faster : 1;
    return fake->status == NF_OK ? NF_OK : nf_fail(err, fake->status, "%c failed", fake->letter);
}

static double seconds[3][8]; /* of the cases */
static struct nf_error err;
static void (*told)(void *owner, uint64_t done, double seconds); /* as progress; NULL: nobody */

/* The case of a number, for nf_bench_measure. */
static struct nf_bench_case case_of(struct fake *fake, int number, uint64_t amount)
{
    return (struct nf_bench_case){.name = "fake",
                                  .work = fake_work,
                                  .owner = fake,
                                  .amount = amount,
                                  .seconds = seconds[number],
                                  .cpu_seconds = cpu_seconds};
}

static enum nf_status measure(struct nf_bench_case *cases, size_t count, uint32_t warmup,
                              uint32_t repeat)
{
    const struct nf_bench_plan plan = {.clock = {fake_now, fake_cpu, NULL},
                                       .least_seconds = 0.1,
                                       .warmup = warmup,
                                       .repeat = repeat,
                                       .progress = told};
    fake_time = 1000;
    memset(trace, 0, sizeof trace);
    return nf_bench_measure(&plan, cases, count, &err);
}

TEST(cases_take_their_repetitions_in_turns)
{
    struct fake fakes[] = {
        {.letter = 'A', .cost = 1}, {.letter = 'B', .cost = 2}, {.letter = 'C', .cost = 3}};
    struct nf_bench_case cases[3];
    for (int i = 0; i < 3; i++)
        cases[i] = case_of(&fakes[i], i, 5);
    assert_int_equal(measure(cases, 3, 1, 4), NF_OK);
    assert_string_equal(trace, "ABCABCABCABCABC");
    for (int i = 0; i < 4; i++)
        assert_true(seconds[0][i] == 5 && seconds[1][i] == 10 && seconds[2][i] == 15);
}

TEST(repetitions_of_the_warm_up_do_not_count)
{
    struct fake fake = {.letter = 'A', .cost = 9, .later_cost = 1, .change = 4};
    struct nf_bench_case one = case_of(&fake, 0, 1);
    assert_int_equal(measure(&one, 1, 3, 2), NF_OK);
    assert_int_equal(fake.calls, 5);
    assert_true(seconds[0][0] == 1 && seconds[0][1] == 1);
    assert_true(cpu_seconds[0] == 0.75 && cpu_seconds[1] == 0.75);
}

/* What a saved bench keeps of a number; its tables are the same then. */
TEST(times_are_kept_by_twelve_digits)
{
    for (int i = 0; i < 1000; i++) {
        struct fake fake = {.letter = 'A', .cost = 0.11 + 1e-7 * i * i / 3};
        struct nf_bench_case one = case_of(&fake, 0, 1);
        char digits[32];
        assert_int_equal(measure(&one, 1, 0, 1), NF_OK);
        snprintf(digits, sizeof digits, "%.12g", seconds[0][0]);
        assert_true(strtod(digits, NULL) == seconds[0][0]);
    }
}

TEST(calibration_makes_a_repetition_long_enough_and_not_much_longer)
{
    const double costs[] = {1e-9, 3e-7, 1e-3, 0.04, 0.09, 5};
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        struct fake fake = {.letter = 'A', .cost = costs[i]};
        struct nf_bench_case one = case_of(&fake, 0, 0);
        assert_int_equal(measure(&one, 1, 0, 2), NF_OK);
        assert_true(seconds[0][0] >= 0.0999);
        assert_true(one.amount == 1 || seconds[0][0] < 0.2);
    }
}

TEST(a_machine_whose_speed_does_not_settle_is_given_up)
{
    struct fake fake = {.letter = 'A', .cost = 0.11, .faster = 1.15};
    struct nf_bench_case one = case_of(&fake, 0, 0);
    assert_int_equal(measure(&one, 1, 0, 8), NF_IO);
    assert_non_null(strstr(err.text, "the machine's speed changes too much to measure"));
}

TEST(a_wanted_amount_is_reached_where_time_allows_and_else_approached)
{
    struct fake quick = {.letter = 'A', .cost = 1e-4}, slow = {.letter = 'B', .cost = 1e-2};
    struct nf_bench_case one = case_of(&quick, 0, 0);
    one.wanted = 2000;
    assert_int_equal(measure(&one, 1, 0, 1), NF_OK);
    assert_int_equal(one.amount, 2000);
    one = case_of(&slow, 0, 0);
    one.wanted = 2000;
    assert_int_equal(measure(&one, 1, 0, 1), NF_OK);
    assert_in_range(one.amount, 37, 50);
}

TEST(calibration_starts_with_the_fewest_units_even_where_fewer_would_do)
{
    struct fake slow = {.letter = 'A', .cost = 1};
    struct nf_bench_case one = case_of(&slow, 0, 0);
    one.fewest = 256;
    assert_int_equal(measure(&one, 1, 0, 1), NF_OK);
    assert_int_equal(one.amount, 256);
    assert_int_equal(slow.calls, 2);
}

TEST(a_given_amount_that_takes_too_short_is_refused)
{
    struct fake fake = {.letter = 'A', .cost = 0.001};
    struct nf_bench_case one = case_of(&fake, 0, 49);
    assert_int_equal(measure(&one, 1, 0, 3), NF_USAGE);
    assert_string_equal(err.text, "fake: 49 games took 49 ms, expected at least half of 100 ms:"
                                  " raise --games or lower --min-time");
    one.amount = 51;
    assert_int_equal(measure(&one, 1, 0, 3), NF_OK);
    assert_int_equal(one.amount, 51);
}

TEST(repetitions_that_get_too_short_are_calibrated_again_from_the_first)
{
    /* Slow while calibrated and for two repetitions, then ten times as fast. */
    struct fake fake = {.letter = 'A', .cost = 0.2, .later_cost = 0.02, .change = 4};
    struct nf_bench_case one = case_of(&fake, 0, 0);
    assert_int_equal(measure(&one, 1, 0, 4), NF_OK);
    assert_true(one.amount >= 5);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(seconds[0][i] - 0.02 * (double)one.amount) < 1e-9);
}

TEST(work_that_takes_no_time_ends_with_an_error)
{
    struct fake fake = {.letter = 'A', .cost = 0};
    struct nf_bench_case one = case_of(&fake, 0, 0);
    assert_int_equal(measure(&one, 1, 0, 1), NF_IO);
    assert_in_range(fake.calls, 1, 20);
}

TEST(what_a_case_fails_with_ends_the_bench)
{
    struct fake fakes[] = {{.letter = 'A', .cost = 1},
                           {.letter = 'B', .cost = 1, .status = NF_DIFFERENT}};
    struct nf_bench_case cases[] = {case_of(&fakes[0], 0, 1), case_of(&fakes[1], 1, 1)};
    assert_int_equal(measure(cases, 2, 0, 2), NF_DIFFERENT);
    assert_string_equal(err.text, "B failed");
    assert_string_equal(trace, "AB");
}

static uint64_t progress_calls, progress_last;

static void note_progress(void *owner, uint64_t done, double passed)
{
    (void)owner;
    assert_true(passed > 0);
    progress_calls++;
    progress_last = done;
}

TEST(progress_is_reported_after_every_repetition)
{
    struct fake fakes[] = {{.letter = 'A', .cost = 1}, {.letter = 'B', .cost = 1}};
    struct nf_bench_case cases[] = {case_of(&fakes[0], 0, 1), case_of(&fakes[1], 1, 1)};
    told = note_progress;
    assert_int_equal(measure(cases, 2, 1, 3), NF_OK);
    assert_int_equal(progress_calls, 8);
    assert_int_equal(progress_last, 8);
}
