/* threads: workers of the checking kernel, side by side */
/* Promises hold in all games, and watching changes none. */
#include "core/promises.h"

#include "core/contract/game.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

TEST(the_checking_player_plays_the_games_of_the_reference)
{
    const uint64_t games = nf_test_often(8, 40, 150);
    const uint64_t seed = nf_test_seed() >> 1;
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++)
        for (const struct nf_profile *profile = (*game)->profiles;
             (*game)->promises != NULL && profile->name != NULL; profile++) {
            struct nf_params params = nf_test_usual(*game);
            params.profile = profile->name;
            params.seed = seed;
            struct nf_setup *const setup = nf_test_prepare(*game, &params);
            struct nf_run_result played =
                nf_test_run(setup, (*game)->kernels[0], seed % 5000, games, 1, 0);
            struct nf_run_result checked =
                nf_test_run(setup, &nf_checking, seed % 5000, games, 2, 0);
            assert_int_equal(checked.tally.games, games);
            assert_memory_equal(&played.tally.digest, &checked.tally.digest,
                                sizeof played.tally.digest);
            assert_memory_equal(played.tally.rejected, checked.tally.rejected,
                                sizeof played.tally.rejected);
            nf_tally_close(&played.tally);
            nf_tally_close(&checked.tally);
            nf_release(setup);
        }
}

static bool holds(const void *step)
{
    return *(const int *)step > 0;
}

static bool holds_above_one(const void *step)
{
    return *(const int *)step > 1;
}

static void tell(const void *step, struct nf_text *text)
{
    nf_text_format(text, "step %d", *(const int *)step);
}

TEST(the_first_promise_that_does_not_hold_is_told_with_game_and_step)
{
    static const struct nf_promise promises[] = {
        {"steps are positive", holds}, {"steps are above one", holds_above_one}, {NULL, NULL}};
    static const struct nf_promise_ops ops = {.promises = promises, .tell = tell};
    static const char *const said[] = {"game 7, step 0: expected that steps are positive",
                                       "game 7, step 1: expected that steps are above one"};
    for (int step = 0; step < 4; step++) {
        struct nf_error err = {""};
        assert_int_equal(nf_promises_hold(&ops, 7, &step, &err), step > 1);
        assert_string_equal(err.text, step > 1 ? "" : said[step]);
    }
}
