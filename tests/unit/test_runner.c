/* The runner, the tally and the digest on a game without rules. */
#include "core/report.h"
#include "core/runner.h"
#include "null_game.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void assert_near(double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance))
        fail_msg("found %.15g, expected %.15g", found, wanted);
}

static const struct nf_setup setup = {&null_game, {.players = 7, .rounds = 5, .profile = "none"}};

static struct nf_run_options options_for(const struct nf_kernel *kernel, uint64_t first,
                                         uint64_t games, uint32_t threads, uint32_t block)
{
    return (struct nf_run_options){.setup = &setup,
                                   .kernel = kernel,
                                   .first = first,
                                   .games = games,
                                   .threads = threads,
                                   .block = block};
}

static struct nf_run_result run(const struct nf_run_options *options)
{
    struct nf_run_result result;
    struct nf_error err = {""};
    assert_int_equal(nf_run(options, &result, &err), NF_OK);
    return result;
}

/* What the games [first, first+games) come to, one after the other in this thread. */
static struct nf_tally expected(uint64_t first, uint64_t games)
{
    struct nf_tally tally;
    nf_tally_start(&tally, setup.params.players, setup.params.rounds);
    for (uint64_t index = first; index < first + games; index++) {
        uint32_t rounds[NF_MAX_ROUNDS];
        for (uint32_t round = 0; round < setup.params.rounds; round++)
            rounds[round] = null_record(index, round, setup.params.players);
        struct nf_outcome outcome = {.index = index, .rounds = rounds};
        outcome.rejected[NF_REJECT_DECK] = index % 10 == 0;
        nf_tally_game(&tally, &outcome);
    }
    return tally;
}

static void threads_and_blocks_do_not_change_any_count(void **state)
{
    (void)state;
    const struct nf_tally want = expected(123, 5000);
    static const uint32_t threads[] = {1, 2, 7, 64}, blocks[] = {0, 1, 3, 64, 10000};
    for (size_t t = 0; t < 4; t++)
        for (size_t b = 0; b < 5; b++) {
            const struct nf_run_options options = options_for(
                t % 2 ? &null_kernel : &null_late_kernel, 123, 5000, threads[t], blocks[b]);
            const struct nf_run_result result = run(&options);
            assert_memory_equal(&result.tally, &want, sizeof want);
        }
}

static void runs_of_disjoint_ranges_merge_to_the_whole(void **state)
{
    (void)state;
    const struct nf_tally want = expected(0, 3000);
    static const uint64_t cuts[] = {0, 1, 700, 701, 2999, 3000};
    struct nf_tally sum;
    nf_tally_start(&sum, setup.params.players, setup.params.rounds);
    for (size_t i = 5; i-- > 0;) {
        const struct nf_run_options options =
            options_for(&null_kernel, cuts[i], cuts[i + 1] - cuts[i], 2, 0);
        const struct nf_run_result part = run(&options);
        nf_tally_merge(&sum, &part.tally);
    }
    assert_memory_equal(&sum, &want, sizeof want);
}

static void a_run_that_time_ends_has_played_a_prefix(void **state)
{
    (void)state;
    struct nf_run_options options = options_for(&null_slow_kernel, 50, 1000000, 3, 4);
    options.seconds = 0.15;
    const struct nf_run_result result = run(&options);
    assert_true(result.tally.games > 0 && result.tally.games < 1000000);
    const struct nf_tally want = expected(50, result.tally.games);
    assert_memory_equal(&result.tally, &want, sizeof want);
    assert_int_equal(result.signal, 0);
}

static void raise_signal(void *owner, uint64_t games, double seconds)
{
    (void)games;
    (void)seconds;
    int *const number = owner;
    if (*number != 0)
        kill(getpid(), *number);
    *number = 0;
}

static void a_signal_ends_a_run_with_a_prefix_and_is_told(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        int to_raise = signals[i];
        struct nf_run_options options = options_for(&null_slow_kernel, 0, 1000000, 2, 4);
        options.progress = raise_signal;
        options.progress_owner = &to_raise;
        const struct nf_run_result result = run(&options);
        const struct nf_tally want = expected(0, result.tally.games);
        assert_memory_equal(&result.tally, &want, sizeof want);
        assert_int_equal(result.signal, signals[i]);
    }
}

static void a_kernel_that_fails_ends_the_run_with_its_error(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 4; threads++) {
        const struct nf_run_options options = options_for(&null_bad_kernel, 0, 100000, threads, 16);
        struct nf_run_result result;
        struct nf_error err = {""};
        assert_int_equal(nf_run(&options, &result, &err), NF_INVALID);
        assert_string_equal(err.text, "game 1000 is hopeless");
    }
}

static void no_games_make_an_empty_tally(void **state)
{
    (void)state;
    const struct nf_run_options options = options_for(&null_kernel, 9, 0, 2, 0);
    const struct nf_run_result result = run(&options);
    const struct nf_tally want = expected(9, 0);
    assert_memory_equal(&result.tally, &want, sizeof want);
}

static void the_last_indices_there_are_can_be_played(void **state)
{
    (void)state;
    const struct nf_run_options options = options_for(&null_kernel, UINT64_MAX - 100, 100, 2, 7);
    const struct nf_run_result result = run(&options);
    assert_int_equal(result.tally.games, 100);
}

static void a_digest_is_the_sum_of_the_hashes_of_its_games(void **state)
{
    (void)state;
    /* XXH3-128 of the 16 bytes 01 00.. | 65 00 00 00 | 83 00 00 00, by xxhsum -H128. */
    const uint32_t records[] = {3 << NF_SEAT_BITS | 5, 4 << NF_SEAT_BITS | 3};
    struct nf_digest digest = {0, 0};
    nf_digest_game(&digest, 1, records, 2);
    char text[NF_DIGEST_TEXT];
    nf_digest_print(&digest, text);
    assert_string_equal(text, "2e007c25f64fb18d67e3f8507955c44e");
    const struct nf_digest one = digest;
    nf_digest_merge(&digest, &one);
    assert_true(digest.low == one.low * 2);
    assert_true(digest.high == one.high * 2 + (one.low >> 63));
}

static void turns_are_exact_below_128_and_within_a_hundredth_above(void **state)
{
    (void)state;
    for (uint32_t turns = 1; turns <= 300000; turns = turns < 2000 ? turns + 1 : turns + 997) {
        struct nf_tally tally;
        nf_tally_start(&tally, 1, 2);
        const uint32_t rounds[] = {turns << NF_SEAT_BITS, 300000u << NF_SEAT_BITS};
        const struct nf_outcome outcome = {.rounds = rounds};
        nf_tally_game(&tally, &outcome);
        const uint32_t told = nf_tally_turns_quantile(&tally, 0.5);
        if (turns < 128)
            assert_int_equal(told, turns);
        assert_true(told >= turns && told - turns <= turns / 100.0);
        assert_int_equal(nf_tally_turns_quantile(&tally, 1), 300000);
    }
}

static void mean_deviation_and_interval_are_those_of_the_textbook(void **state)
{
    (void)state;
    /* Two players, two rounds a game; seat 0 loses 2, 1, 1, 0 of the two rounds. */
    static const uint32_t games[4][2] = {{10 << 5, 20 << 5},
                                         {30 << 5, 40 << 5 | 1},
                                         {50 << 5 | 1, 60 << 5},
                                         {70 << 5 | 1, 80 << 5 | 1}};
    struct nf_tally tally;
    nf_tally_start(&tally, 2, 2);
    for (uint64_t i = 0; i < 4; i++)
        nf_tally_game(&tally, &(struct nf_outcome){.index = i, .rounds = games[i]});
    assert_near(nf_tally_turns_mean(&tally), 45, 1e-12);
    assert_near(nf_tally_turns_sd(&tally), 24.494897427831781, 1e-9);
    const struct nf_estimate rate = nf_tally_loss_rate(&tally, 0);
    assert_near(rate.mean, 0.5, 1e-12);
    /* Shares of the games: 1, 1/2, 1/2, 0; their variance 1/6, over 4 games. */
    assert_near(rate.high - rate.mean, 1.959963984540054 * 0.20412414523193154, 1e-9);
    assert_near(rate.mean - rate.low, 1.959963984540054 * 0.20412414523193154, 1e-9);
}

static void relative_seats_count_from_the_loser_before(void **state)
{
    (void)state;
    /* Three players: seat 2 loses first (2 from seat 0), then seat 0 (1 from 2), then 0 (0). */
    static const uint32_t rounds[] = {1 << 5 | 2, 1 << 5, 1 << 5};
    struct nf_tally tally;
    nf_tally_start(&tally, 3, 3);
    nf_tally_game(&tally, &(struct nf_outcome){.rounds = rounds});
    assert_int_equal(nf_tally_relative(&tally, 0), 1);
    assert_int_equal(nf_tally_relative(&tally, 1), 1);
    assert_int_equal(nf_tally_relative(&tally, 2), 1);
}

static void squares_of_turns_do_not_overflow(void **state)
{
    (void)state;
    struct nf_tally tally;
    nf_tally_start(&tally, 1, 1);
    nf_tally_game(&tally, &(struct nf_outcome){.rounds = (uint32_t[]){300000u << 5}});
    for (int doublings = 0; doublings < 40; doublings++) {
        const struct nf_tally copy = tally;
        nf_tally_merge(&tally, &copy);
    }
    assert_int_equal(tally.games, UINT64_C(1) << 40);
    assert_near(nf_tally_turns_mean(&tally), 300000, 1e-6);
    assert_true(nf_tally_turns_sd(&tally) < 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_blocks_do_not_change_any_count),
        cmocka_unit_test(runs_of_disjoint_ranges_merge_to_the_whole),
        cmocka_unit_test(a_run_that_time_ends_has_played_a_prefix),
        cmocka_unit_test(a_signal_ends_a_run_with_a_prefix_and_is_told),
        cmocka_unit_test(a_kernel_that_fails_ends_the_run_with_its_error),
        cmocka_unit_test(no_games_make_an_empty_tally),
        cmocka_unit_test(the_last_indices_there_are_can_be_played),
        cmocka_unit_test(a_digest_is_the_sum_of_the_hashes_of_its_games),
        cmocka_unit_test(turns_are_exact_below_128_and_within_a_hundredth_above),
        cmocka_unit_test(mean_deviation_and_interval_are_those_of_the_textbook),
        cmocka_unit_test(relative_seats_count_from_the_loser_before),
        cmocka_unit_test(squares_of_turns_do_not_overflow),
    };
    return cmocka_run_group_tests_name("runner", tests, NULL, NULL);
}
