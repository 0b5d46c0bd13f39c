/* The Number Game as the engine runs it: setups, and kernels behind the engine's interface. */
#include "games/tng/simulated/kernels/kernels.h"
#include "games/tng/simulated/module.h"
#include "games/tng/simulated/stats/tallying.h"
#include "sim/runner.h"
#include "tests/unit/played.h"
#include "tests/unit/said.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

static struct nf_params params_of(const char *profile, uint32_t rounds, uint32_t deck,
                                  uint64_t seed)
{
    return (struct nf_params){
        .players = 2, .rounds = rounds, .deck = deck, .profile = profile, .seed = seed};
}

TEST(numbered_games_end_where_they_end)
{
    const struct nf_params params = params_of("every", 1, 1, 0);
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
    for (uint32_t k = 1; tng_game.kernels[k] != NULL; k++) {
        if (!tng_game.kernels[k]->supported())
            continue;
        FREED_BY(nf_tally_close)
        struct nf_tally whole = nf_test_run(setup, tng_game.kernels[k], 0, 364122, 2, 0).tally;
        assert_int_equal(whole.games, 364122);
        for (int behind = 0; behind < 2; behind++) {
            const struct nf_run_options beyond = {.setup = setup,
                                                  .kernel = tng_game.kernels[k],
                                                  .span = {behind ? 400000 : 364000, 500},
                                                  .threads = 1,
                                                  .block = 64};
            struct nf_run_result result;
            assert_ends_saying(NF_INVALID, "there are 364122 games of that kind", nf_run, &beyond,
                               &result);
            assert_true(!behind || result.tally.games == 0);
            nf_tally_close(&result.tally);
        }
    }
    static const char beyond[] = "game 364122: there are 364122 games of that kind";
    FREED_BY(nf_text_free) struct nf_text text = {0};
    assert_ok(tng_game.deals->deal_many, setup, 364120, 2, &text, NULL);
    assert_ends(NF_USAGE, beyond, tng_game.deals->deal_many, setup, 364121, 2, &text, NULL);
    assert_ends(NF_USAGE, beyond, tng_game.deals->deal, setup, 364122, &text, NULL);
    text.size = 0;
    assert_ok(tng_game.deals->explain, setup, 364121, &text);
    assert_memory_equal(text.data, "Game: n0 = 46, r = 1, e = 46, p = 47, g = { 46 }", 48);
    assert_ends(NF_USAGE, beyond, tng_game.deals->explain, setup, 364122, &text);
}

TEST(sizes_are_described_in_words)
{
    static const struct {
        const char *profile;
        uint32_t rounds, deck;
        const char *sizes, *about;
    } rows[] = {
        {"uniform", 6, 0, "up to 6 rounds", " of up to 6 rounds"},
        {"uniform", 1, 1, "up to 1 round, up to 1 goal", " of up to 1 round and 1 goal"},
        {"every", 1, 3, "1 round, 3 goals", " of 1 round and 3 goals"},
        {"every", 2, 1, "2 rounds, 1 goal", " of 2 rounds and 1 goal"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nf_params params = params_of(rows[i].profile, rows[i].rounds, rows[i].deck, 1);
        FREED_BY(nf_test_release)
        struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
        struct nf_text sizes = {0}, about = {0};
        tng_game.words->sizes(&params, &sizes);
        assert_text(&sizes, rows[i].sizes);
        tng_game.tally->describe(setup, &about);
        assert_text(&about, rows[i].about);
    }
    const struct nf_params unknown = params_of("all", 1, 1, 1);
    assert_int_equal(tng_game.numbered->count(&unknown), 0);
    const struct nf_params usual = params_of("every", 6, 0, 1); /* the profile's two goals */
    assert_int_equal(tng_game.numbered->count(&usual), 7017492);
}
