/* The Number Game as the engine runs it: setups, and kernels behind the engine's interface. */
#include "core/format/judge.h"
#include "core/runner.h"
#include "games/tng/judge/judge.h"
#include "games/tng/kernels/kernels.h"
#include "games/tng/kernels/setup.h"
#include "games/tng/module.h"
#include "games/tng/stats/tallying.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static struct nf_params params_of(const char *profile, uint32_t rounds, uint32_t deck,
                                  uint64_t seed)
{
    return (struct nf_params){
        .players = 2, .rounds = rounds, .deck = deck, .profile = profile, .seed = seed};
}

TEST(numbered_games_end_where_they_end)
{
    const struct nf_params params = params_of("every", 1, 1, 0);
    struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
    for (uint32_t k = 1; tng_game.kernels[k] != NULL; k++) {
        if (!tng_game.kernels[k]->supported())
            continue;
        struct nf_run_result whole = nf_test_run(setup, tng_game.kernels[k], 0, 364122, 2, 0);
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
    nf_release(setup);
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

TEST(a_feed_that_begins_behind_the_last_game_is_refused)
{
    const struct nf_params params = params_of("every", 1, 1, 0);
    struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
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
    nf_release(setup);
}

TEST(profiles_are_those_of_the_generator)
{
    uint32_t i = 0;
    for (; tng_profiles[i].name != NULL; i++) {
        assert_string_equal(tng_game.profiles[i].name, tng_profiles[i].name);
        assert_string_equal(tng_game.profiles[i].help, tng_profiles[i].help);
        assert_int_equal(tng_game.profiles[i].rounds, tng_profiles[i].r.high);
        const struct nf_params params =
            params_of(tng_profiles[i].name, tng_profiles[i].r.high, tng_game.profiles[i].deck, 1);
        struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
        const struct tng_deal *const deal = &((const struct tng_setup *)setup)->deal;
        assert_memory_equal(&deal->r, &tng_profiles[i].r, sizeof deal->r);
        assert_memory_equal(&deal->m, &tng_profiles[i].m, sizeof deal->m);
        nf_release(setup);
    }
    assert_null(tng_game.profiles[i].name);
}

TEST(sizes_are_told_in_words)
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
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nf_params params = params_of(rows[i].profile, rows[i].rounds, rows[i].deck, 1);
        struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
        struct nf_text sizes = {0}, about = {0};
        tng_game.words->sizes(&params, &sizes);
        tng_game.tally->describe(setup, &about);
        nf_text_bytes(&sizes, "", 1);
        nf_text_bytes(&about, "", 1);
        assert_string_equal(sizes.data, rows[i].sizes);
        assert_string_equal(about.data, rows[i].about);
        nf_text_free(&sizes);
        nf_text_free(&about);
        nf_release(setup);
    }
    const struct nf_params unknown = params_of("all", 1, 1, 1);
    assert_int_equal(tng_game.numbered->count(&unknown), 0);
}

TEST(a_strategy_is_refused)
{
    struct nf_params params = params_of("uniform", 6, 0, 1);
    struct nf_setup *setup;
    struct nf_error err;
    params.strategy = "statement";
    assert_int_equal(nf_prepare(&tng_game, &params, &setup, &err), NF_USAGE);
    assert_string_equal(err.text, "--strategy: tng has no such option");
}
