/* What The Number Game counts, and what no games can have counted. */
#include "games/tng/simulated/module.h"
#include "games/tng/simulated/stats/tallying.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

TEST(a_win_in_any_number_of_moves_is_consistent_where_it_is_the_longest)
{
    const struct nf_params params = {
        .players = 2, .rounds = TNG_MAX_ROUNDS, .profile = "uniform", .seed = 1};
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(&tng_game, &params);
    for (uint32_t moves = 0; moves <= TNG_MAX_MOVES; moves++) {
        const uint32_t record = tng_record(tng_record_fields(11, 7, 2), 3, TNG_MAX_ROUNDS, moves);
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
        nf_tally_game(&tally, &(struct nf_outcome){.index = 7, .words = &record});
        assert_true(nf_tally_consistent(&tally));
        assert_int_equal(nf_tally_turns(&tally), moves > 0 ? moves : TNG_MAX_MOVES);
        struct nf_extreme *const longest = &tally.extremes[TNG_LONGEST_WIN];
        assert_int_equal(longest->index, moves > 0 ? 7 : UINT64_MAX);
        assert_int_equal(longest->value, moves);
        for (int more = -1; more <= 1; more += 2) {
            *longest = (struct nf_extreme){moves + (uint64_t)more, 7};
            assert_false(nf_tally_consistent(&tally));
        }
    }
}

/* A run of all games and one more, made up. */
TEST(more_games_than_there_are_are_not_consistent)
{
    const struct nf_params params = {.players = 2, .rounds = 1, .deck = 1, .profile = "every"};
    FREED_BY(nf_test_played_close)
    struct nf_test_played whole = nf_test_play(&tng_game, &params, tng_game.kernels[1], 0, 364122);
    assert_true(nf_tally_consistent(&whole.tally));
    assert_true(nf_tally_width(&whole.tally) == 0);
    struct tng_sums *const sums = tng_sums_of(&whole.tally);
    uint64_t *draws = sums->ends[0][0][0] + TNG_DRAW; /* the first one there is of */
    while (*draws == 0)
        draws += 3;
    sums->moves[0]++;
    (*draws)++;
    whole.tally.games++;
    assert_false(nf_tally_consistent(&whole.tally));
}
