/* The Number Game as the engine runs it: setups, kernels behind the engine's interface, tallies. */
#include "core/runner.h"
#include "games/tng/judge/judge.h"
#include "games/tng/kernels/kernel.h"
#include "games/tng/kernels/setup.h"
#include "games/tng/module.h"
#include "games/tng/rules/reference.h"
#include "games/tng/stats/tallying.h"
#include "tests/unit/support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct nf_params params_of(const char *profile, uint32_t rounds, uint32_t deck,
                                  uint64_t seed)
{
    return (struct nf_params){
        .players = 2, .rounds = rounds, .deck = deck, .profile = profile, .seed = seed};
}

static struct nf_setup *prepare(const struct nf_params *params)
{
    struct nf_setup *setup;
    struct nf_error err;
    if (tng_game.prepare(params, &setup, &err) != NF_OK)
        fail_msg("%s", err.text);
    return setup;
}

static struct nf_run_result run(const struct nf_setup *setup, const struct nf_kernel *kernel,
                                uint64_t first, uint64_t games, uint32_t threads, uint32_t block)
{
    const struct nf_run_options options = {.setup = setup,
                                           .kernel = kernel,
                                           .first = first,
                                           .games = games,
                                           .threads = threads,
                                           .block = block};
    struct nf_run_result result;
    struct nf_error err;
    if (nf_run(&options, &result, &err) != NF_OK)
        fail_msg("%s", err.text);
    nf_tally_settle(&result.tally);
    return result;
}

static void every_kernel_and_cut_gives_one_digest(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed();
    static const char *const profiles[] = {"uniform", "small", "many", "every"};
    for (uint32_t i = 0; i < 4; i++) {
        const struct nf_params params = params_of(profiles[i], 4, 0, seed);
        struct nf_setup *const setup = prepare(&params);
        char expected[NF_DIGEST_TEXT], found[NF_DIGEST_TEXT];
        struct nf_run_result whole = run(setup, tng_game.kernels[0], 7, 6000, 1, 0);
        nf_digest_print(&whole.tally.digest, expected);
        for (uint32_t k = 0; tng_game.kernels[k] != NULL; k++) {
            if (!tng_game.kernels[k]->supported())
                continue;
            struct nf_run_result one = run(setup, tng_game.kernels[k], 7, 2500, 2, 100);
            struct nf_run_result rest = run(setup, tng_game.kernels[k], 2507, 3500, 1, 999);
            nf_tally_merge(&one.tally, &rest.tally);
            nf_digest_print(&one.tally.digest, found);
            assert_string_equal(found, expected);
            assert_int_equal(one.tally.games, 6000);
            assert_memory_equal(one.tally.sums, whole.tally.sums,
                                TNG_SUMS * sizeof *whole.tally.sums);
            assert_memory_equal(one.tally.extremes, whole.tally.extremes,
                                sizeof *whole.tally.extremes);
            assert_true(tng_game.tally->consistent(&one.tally));
            nf_tally_close(&one.tally);
            nf_tally_close(&rest.tally);
        }
        nf_tally_close(&whole.tally);
        tng_game.release(setup);
    }
}

static void tallies_count_what_the_reference_says(void **state)
{
    (void)state;
    const struct nf_params params = params_of("uniform", 3, 0, nf_test_seed());
    struct nf_setup *const setup = prepare(&params);
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
    struct nf_run_result result = run(setup, tng_game.kernels[1], 0, 5000, 2, 0);
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
    struct nf_setup *const setup = prepare(&params);
    struct nf_run_result result = run(setup, tng_game.kernels[1], 0, 1000, 1, 0);
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
    struct nf_setup *const setup = prepare(&params);
    struct nf_tally tally;
    struct nf_error err;
    assert_int_equal(nf_tally_open(&tally, setup, &err), NF_OK);
    assert_true(tng_game.tally->consistent(&tally));
    nf_extreme_offer(&tally.extremes[TNG_LONGEST_WIN], false, 3, 0);
    assert_false(tng_game.tally->consistent(&tally));
    assert_true(isnan(tng_game.tally->width(&tally)));
    struct nf_run_result some = run(setup, tng_game.kernels[1], 0, 100, 1, 0);
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
    struct nf_setup *const setup = prepare(&params);
    struct nf_run_result whole = run(setup, tng_game.kernels[1], 0, 364122, 2, 0);
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

static void numbered_games_end_where_they_end(void **state)
{
    (void)state;
    const struct nf_params params = params_of("every", 1, 1, 0);
    struct nf_setup *const setup = prepare(&params);
    for (uint32_t k = 1; tng_game.kernels[k] != NULL; k++) {
        if (!tng_game.kernels[k]->supported())
            continue;
        struct nf_run_result whole = run(setup, tng_game.kernels[k], 0, 364122, 2, 0);
        assert_int_equal(whole.tally.games, 364122);
        nf_tally_close(&whole.tally);
        const struct nf_run_options beyond = {.setup = setup,
                                              .kernel = tng_game.kernels[k],
                                              .first = 364000,
                                              .games = 500,
                                              .threads = 1,
                                              .block = 64};
        struct nf_run_result result;
        struct nf_error err;
        assert_int_equal(nf_run(&beyond, &result, &err), NF_INVALID);
        assert_non_null(strstr(err.text, "there are 364122 games of that kind"));
        nf_tally_close(&result.tally);
    }
    const struct nf_run_options behind = {
        .setup = setup, .kernel = tng_game.kernels[1], .first = 400000, .games = 5, .threads = 1};
    struct nf_run_result none;
    struct nf_text text = {0};
    struct nf_error err;
    assert_int_equal(nf_run(&behind, &none, &err), NF_INVALID);
    assert_int_equal(none.tally.games, 0);
    nf_tally_close(&none.tally);
    assert_int_equal(tng_game.judge->deal_many(setup, 364120, 2, &text, NULL, &err), NF_OK);
    assert_int_equal(tng_game.judge->deal_many(setup, 364121, 2, &text, NULL, &err), NF_USAGE);
    assert_string_equal(err.text, "game 364122: there are 364122 games of that kind");
    assert_int_equal(tng_game.judge->deal(setup, 364122, &text, NULL, &err), NF_USAGE);
    nf_text_free(&text);
    tng_game.release(setup);
}

static bool no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

static void refuse_outcome(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    (void)sink;
    fail_msg("game %llu is not there", (unsigned long long)outcome->index);
}

static void a_feed_that_begins_behind_the_last_game_is_refused(void **state)
{
    (void)state;
    const struct nf_params params = params_of("every", 1, 1, 0);
    struct nf_setup *const setup = prepare(&params);
    for (uint32_t k = 0; tng_game.kernels[k] != NULL; k++) {
        const struct nf_kernel *const kernel = tng_game.kernels[k];
        if (!kernel->supported())
            continue;
        void *const memory = aligned_alloc(
            NF_CACHE_LINE, (kernel->memory(kernel, setup) / NF_CACHE_LINE + 1) * NF_CACHE_LINE);
        struct nf_sink sink = {refuse_outcome};
        struct nf_feed feed = {364125, 364130, no_more};
        struct nf_error err;
        assert_non_null(memory);
        assert_int_equal(kernel->play(kernel, setup, memory, &feed, &sink, &err), NF_INVALID);
        assert_non_null(strstr(err.text, "there are 364122 games of that kind"));
        free(memory);
    }
    tng_game.release(setup);
}

static void a_games_instance_is_answered_as_its_record_says(void **state)
{
    (void)state;
    const struct nf_params params = params_of("uniform", 6, 0, 5);
    struct nf_setup *const setup = prepare(&params);
    struct nf_text instance = {0}, answer = {0}, again = {0};
    struct nf_error err;
    assert_int_equal(tng_game.judge->deal_many(setup, 100, 300, &instance, &answer, &err), NF_OK);
    const struct nf_input input = {"g.in", instance.data, instance.size};
    assert_int_equal(tng_game.judge->play(&input, &again, &err), NF_OK);
    assert_int_equal(again.size, answer.size);
    assert_memory_equal(again.data, answer.data, answer.size);
    instance.size = answer.size = 0;
    assert_int_equal(tng_game.judge->deal(setup, 4711, &instance, &answer, &err), NF_OK);
    assert_memory_equal(answer.data, "Game 1: ", 8);
    nf_text_free(&instance);
    nf_text_free(&answer);
    nf_text_free(&again);
    tng_game.release(setup);
}

static void profiles_are_those_of_the_generator(void **state)
{
    (void)state;
    uint32_t i = 0;
    for (; tng_profiles[i].name != NULL; i++) {
        assert_string_equal(tng_game.profiles[i].name, tng_profiles[i].name);
        assert_string_equal(tng_game.profiles[i].help, tng_profiles[i].help);
        assert_int_equal(tng_game.profiles[i].rounds, tng_profiles[i].r.high);
        const struct nf_params params =
            params_of(tng_profiles[i].name, tng_profiles[i].r.high, tng_game.profiles[i].deck, 1);
        struct nf_setup *const setup = prepare(&params);
        const struct tng_deal *const deal = &((const struct tng_setup *)setup)->deal;
        assert_memory_equal(&deal->r, &tng_profiles[i].r, sizeof deal->r);
        assert_memory_equal(&deal->m, &tng_profiles[i].m, sizeof deal->m);
        tng_game.release(setup);
    }
    assert_null(tng_game.profiles[i].name);
}

static void sizes_are_told_in_words(void **state)
{
    static const struct {
        const char *profile;
        uint32_t rounds, deck;
        const char *sizes, *about;
    } rows[] = {
        {"uniform", 6, 0, "up to 6 rounds", " of up to 6 rounds"},
        {"uniform", 1, 1, "up to 1 round, up to 1 goal", " of up to 1 round and 1 goal"},
        {"every", 1, 1, "1 round, 1 goal", " of 1 round and 1 goal"},
        {"every", 2, 3, "2 rounds, 3 goals", " of 2 rounds and 3 goals"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nf_params params = params_of(rows[i].profile, rows[i].rounds, rows[i].deck, 1);
        struct nf_setup *const setup = prepare(&params);
        struct nf_text sizes = {0}, about = {0};
        tng_game.words->sizes(&params, &sizes);
        tng_game.tally->describe(setup, &about);
        nf_text_bytes(&sizes, "", 1);
        nf_text_bytes(&about, "", 1);
        assert_string_equal(sizes.data, rows[i].sizes);
        assert_string_equal(about.data, rows[i].about);
        nf_text_free(&sizes);
        nf_text_free(&about);
        tng_game.release(setup);
    }
    const struct nf_params unknown = params_of("all", 1, 1, 1);
    assert_int_equal(tng_game.numbered->count(&unknown), 0);
}

static void wrong_parameters_are_refused(void **state)
{
    (void)state;
    struct nf_params params = params_of("uniform", 6, 0, 1);
    struct nf_setup *setup;
    struct nf_error err;
    params.players = 3;
    assert_int_equal(tng_game.prepare(&params, &setup, &err), NF_USAGE);
    params = params_of("uniform", 7, 0, 1);
    assert_int_equal(tng_game.prepare(&params, &setup, &err), NF_USAGE);
    params = params_of("uniform", 0, 0, 1);
    assert_int_equal(tng_game.prepare(&params, &setup, &err), NF_USAGE);
    params = params_of("uniform", 6, 0, 1);
    params.strategy = "statement";
    assert_int_equal(tng_game.prepare(&params, &setup, &err), NF_USAGE);
    assert_string_equal(err.text, "--strategy: X and Y play perfectly");
    params = params_of("uniform", 6, 11, 1);
    assert_int_equal(tng_game.prepare(&params, &setup, &err), NF_USAGE);
    params = params_of("all", 6, 0, 1);
    assert_int_equal(tng_game.prepare(&params, &setup, &err), NF_USAGE);
    params = params_of("uniform", 6, 0, 1);
    params.weights = "A1=1";
    assert_int_equal(tng_game.prepare(&params, &setup, &err), NF_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_and_cut_gives_one_digest),
        cmocka_unit_test(tallies_count_what_the_reference_says),
        cmocka_unit_test(made_up_sums_are_not_consistent),
        cmocka_unit_test(no_games_are_consistent_but_have_no_longest_win),
        cmocka_unit_test(more_games_than_there_are_are_not_consistent),
        cmocka_unit_test(numbered_games_end_where_they_end),
        cmocka_unit_test(a_feed_that_begins_behind_the_last_game_is_refused),
        cmocka_unit_test(a_games_instance_is_answered_as_its_record_says),
        cmocka_unit_test(profiles_are_those_of_the_generator),
        cmocka_unit_test(sizes_are_told_in_words),
        cmocka_unit_test(wrong_parameters_are_refused),
    };
    return cmocka_run_group_tests_name("tng_game", tests, NULL, NULL);
}
