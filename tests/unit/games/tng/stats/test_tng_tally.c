/* What The Number Game counts, and what no games can have counted. */
#include "games/tng/kernels/setup.h"
#include "games/tng/module.h"
#include "games/tng/rules/reference.h"
#include "games/tng/stats/tallying.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct nf_params params_of(const char *profile, uint32_t rounds, uint32_t deck,
                                  uint64_t seed)
{
    return (struct nf_params){
        .players = 2, .rounds = rounds, .deck = deck, .profile = profile, .seed = seed};
}

static void tallies_count_what_the_reference_says(void **state)
{
    (void)state;
    const struct nf_params params = params_of("uniform", 3, 0, nf_test_seed());
    struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
    const struct tng_deal *const deal = &((const struct tng_setup *)setup)->deal;
    uint64_t ends[3] = {0}, by_p[48][3] = {{0}}, by_r[7][3] = {{0}}, by_m[11][3] = {{0}};
    uint64_t longest = 0, longest_index = 0;
    for (uint64_t index = 0; index < 5000; index++) {
        const struct tng_game game = tng_deal_game(deal, index);
        const enum tng_outcome outcome = tng_solve(&game);
        assert_true(game.r <= 3);
        ends[outcome]++;
        by_p[game.p][outcome]++;
        by_r[game.r][outcome]++;
        by_m[game.m][outcome]++;
        const uint32_t moves = tng_moves_to_win(&game, game.n0, 2u * game.r);
        if (moves > longest) {
            longest = moves;
            longest_index = index;
        }
    }
    struct nf_run_result result = nf_test_run(setup, tng_game.kernels[1], 0, 5000, 2, 0);
    for (int k = 0; k < 3; k++) {
        const enum tng_outcome outcome = (enum tng_outcome)k;
        const struct tng_slice all = {TNG_EACH, TNG_EACH, TNG_EACH};
        assert_int_equal(tng_ended(&result.tally, &all, outcome), ends[k]);
        for (int i = 0; i < TNG_PRIMES; i++) {
            const struct tng_slice slice = {i, TNG_EACH, TNG_EACH};
            assert_int_equal(tng_ended(&result.tally, &slice, outcome), by_p[tng_primes[i]][k]);
        }
        for (int i = 1; i <= TNG_MAX_ROUNDS; i++) {
            const struct tng_slice slice = {TNG_EACH, i, TNG_EACH};
            assert_int_equal(tng_ended(&result.tally, &slice, outcome), by_r[i][k]);
        }
        for (int i = 0; i <= TNG_MAX_GOALS; i++) {
            const struct tng_slice slice = {TNG_EACH, TNG_EACH, i};
            assert_int_equal(tng_ended(&result.tally, &slice, outcome), by_m[i][k]);
        }
    }
    assert_int_equal(result.tally.extremes[TNG_LONGEST_WIN].value, longest);
    assert_int_equal(result.tally.extremes[TNG_LONGEST_WIN].index, longest_index);
    nf_tally_close(&result.tally);
    tng_game.release(setup);
}

static void made_up_sums_are_not_consistent(void **state)
{
    (void)state;
    const struct nf_params params = params_of("small", 3, 0, 1);
    struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
    struct nf_run_result result = nf_test_run(setup, tng_game.kernels[1], 0, 1000, 1, 0);
    for (uint32_t sum = 0; sum < TNG_SUMS; sum++) {
        result.tally.sums[sum]++;
        assert_false(tng_game.tally->consistent(&result.tally));
        result.tally.sums[sum]--;
    }
    struct nf_extreme *const longest = &result.tally.extremes[TNG_LONGEST_WIN];
    const struct nf_extreme right = *longest;
    assert_true(tng_game.tally->consistent(&result.tally));
    longest->value++;
    assert_false(tng_game.tally->consistent(&result.tally));
    *longest = (struct nf_extreme){right.value, UINT64_MAX};
    assert_false(tng_game.tally->consistent(&result.tally));
    *longest = right;
    result.tally.games++;
    assert_false(tng_game.tally->consistent(&result.tally));
    nf_tally_close(&result.tally);
    tng_game.release(setup);
}

static void no_games_are_consistent_but_have_no_longest_win(void **state)
{
    (void)state;
    const struct nf_params params = params_of("small", 3, 0, 1);
    struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
    struct nf_tally tally;
    struct nf_error err;
    assert_int_equal(nf_tally_open(&tally, setup, &err), NF_OK);
    assert_true(tng_game.tally->consistent(&tally));
    nf_extreme_offer(&tally.extremes[TNG_LONGEST_WIN], false, 3, 0);
    assert_false(tng_game.tally->consistent(&tally));
    assert_true(isnan(tng_game.tally->width(&tally)));
    struct nf_run_result some = nf_test_run(setup, tng_game.kernels[1], 0, 100, 1, 0);
    const double width = tng_game.tally->width(&some.tally);
    assert_true(width > 0.1 && width < 0.25); /* 0.2 where half of the games end so */
    nf_tally_close(&some.tally);
    nf_tally_close(&tally);
    tng_game.release(setup);
}

/* A run of all games and one more, made up. */
static void more_games_than_there_are_are_not_consistent(void **state)
{
    (void)state;
    const struct nf_params params = params_of("every", 1, 1, 0);
    struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
    struct nf_run_result whole = nf_test_run(setup, tng_game.kernels[1], 0, 364122, 2, 0);
    assert_true(tng_game.tally->consistent(&whole.tally));
    uint64_t *const draws = &whole.tally.sums[TNG_SUM_MOVES];
    uint32_t sum = TNG_SUM_ENDS; /* the first one that has draws */
    while (whole.tally.sums[sum] == 0)
        sum += 3;
    draws[0]++;
    whole.tally.sums[sum]++;
    whole.tally.games++;
    assert_false(tng_game.tally->consistent(&whole.tally));
    nf_tally_close(&whole.tally);
    tng_game.release(setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tallies_count_what_the_reference_says),
        cmocka_unit_test(made_up_sums_are_not_consistent),
        cmocka_unit_test(no_games_are_consistent_but_have_no_longest_win),
        cmocka_unit_test(more_games_than_there_are_are_not_consistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
