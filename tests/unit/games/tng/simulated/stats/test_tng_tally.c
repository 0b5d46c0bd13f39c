/* What The Number Game counts, what no games can have counted, and what runs estimate: shares, what
 * moving first is worth, and the detailed chances against random moves. */
#include "games/tng/simulated/kernels/kernels.h"
#include "games/tng/simulated/module.h"
#include "games/tng/simulated/stats/tallying.h"
#include "sim/runner.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- estimates and details ---- */

enum { GAMES = 1500, MATCH_SUMS = sizeof(struct tng_match_sums) / sizeof(uint64_t) };

static const struct tng_slice all = {TNG_EACH, TNG_EACH, TNG_EACH};

/* The first games, with details. */
static struct nf_test_played play(const char *profile, uint32_t rounds, uint32_t deck,
                                  uint64_t seed, uint64_t games)
{
    const struct nf_params params = {.players = 2,
                                     .rounds = rounds,
                                     .deck = deck,
                                     .profile = profile,
                                     .seed = seed,
                                     .detail = true};
    return nf_test_play(&tng_game, &params, tng_game.kernels[1], 0, games);
}

/* ---- estimates by the book ---- */

/* Mean and 95% interval of a number of each game, from the textbook formula with the normal
 * quantile, which differs from Student's by less than 0.1% for as many. */
static void check_mean(struct nf_estimate estimate, const double numbers[GAMES])
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < GAMES; i++)
        sum += numbers[i];
    const double mean = sum / GAMES;
    for (size_t i = 0; i < GAMES; i++)
        squares += (numbers[i] - mean) * (numbers[i] - mean);
    const double half = 1.959964 * sqrt(squares / (GAMES - 1) / GAMES), off = 0.002 * half + 1e-12;
    assert_true(fabs(estimate.mean - mean) < 1e-9);
    assert_true(fabs(estimate.low - (mean - half)) < off);
    assert_true(fabs(estimate.high - (mean + half)) < off);
}

TEST(chances_of_matches_are_estimated_between_games)
{
    FREED_BY(nf_test_played_close)
    struct nf_test_played played = play("uniform", 3, 0, nf_test_seed(), GAMES);
    const struct tng_deal *const deal = &((const struct tng_setup *)played.setup)->deal;
    static double x[GAMES], y[GAMES], draws[GAMES], ahead[GAMES];
    for (uint32_t match = 0; match < TNG_MATCHES; match++) {
        for (uint32_t i = 0; i < GAMES; i++) {
            const struct tng_game game = tng_deal_game(deal, i);
            const struct tng_chances chances =
                tng_chances_of(&game, tng_matches[match].x, tng_matches[match].y);
            x[i] = (double)chances.x_wins / chances.of;
            y[i] = (double)chances.y_wins / chances.of;
            draws[i] = 1 - x[i] - y[i];
            ahead[i] = x[i] - y[i];
        }
        check_mean(tng_match_share(&played.tally, match, TNG_X), x);
        check_mean(tng_match_share(&played.tally, match, TNG_Y), y);
        check_mean(tng_match_share(&played.tally, match, TNG_DRAW), draws);
        check_mean(tng_match_advantage(&played.tally, match), ahead);
    }
}

TEST(numbered_games_have_no_intervals)
{
    FREED_BY(nf_test_played_close)
    struct nf_test_played played = play("every", 1, 1, 0, GAMES);
    const struct nf_tally *const tally = &played.tally;
    const struct tng_slice two_goals = {TNG_EACH, TNG_EACH, 2};
    assert_int_equal(tng_numbered(tally), 364122);
    assert_true(isnan(tng_share(tally, &two_goals, TNG_X).mean));
    for (uint32_t match = 0; match < TNG_MATCHES; match++) {
        const struct nf_estimate ahead = tng_match_advantage(tally, match);
        assert_true(isnan(ahead.low) && isnan(ahead.high) && !isnan(ahead.mean));
        assert_true(isnan(tng_match_share(tally, match, TNG_DRAW).low));
    }
    assert_true(nf_tally_width(tally) == 1);
}

/* ---- the contract ---- */

static struct nf_test_played play_a_draw(void);
static void multiply_tally(struct nf_tally *tally, uint64_t games);

/* Of g games whose sum is g * h + r, r * r < g, squares come to g * h * h + 2 * h * r at least, and
 * to one more if r is not 0: products of any size are compared to the last digit, and where the
 * upper halves of both are the same and the lower ones far apart. */
TEST(squares_of_any_number_of_games_must_fit_their_sums_to_the_last_one)
{
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 300; i++) {
        FREED_BY(nf_test_played_close)
        struct nf_test_played played = play_a_draw();
        struct nf_tally *const tally = &played.tally;
        uint64_t *const sums = tally->details;
        const uint64_t most = (uint64_t)1 << nf_test_between(&random, 4, 38);
        multiply_tally(tally, most - nf_test_between(&random, 0, UINT32_MAX) % (most / 2));
        const uint64_t games = tally->games, half = nf_test_between(&random, 1, TNG_UNITS / 2);
        const uint64_t rest = nf_test_between(&random, 0, (uint32_t)sqrt((double)games) - 1);
        const uint64_t least = games * half * half + 2 * half * rest + (rest > 0);
        memcpy(sums, (uint64_t[]){games * half + rest, 0, least, 0, least}, 5 * sizeof *sums);
        assert_true(nf_tally_consistent(tally));
        const uint64_t apart = nf_test_random(&random) % (UINT64_MAX / games);
        const uint64_t off = 1 + (apart < least / 2 ? apart : least / 2);
        sums[2] = sums[4] = least + off - 1;
        assert_true(nf_tally_consistent(tally));
        sums[2] = sums[4] = least - 1;
        assert_false(nf_tally_consistent(tally));
        sums[2] = sums[4] = least - off;
        assert_false(nf_tally_consistent(tally));
    }
}

/* Of a hundred games: half of them won by each, for certain, and what cannot be of such a match;
 * chances that are half of each, and together one more than there are. */
TEST(sums_of_a_match_must_fit_each_other_and_its_games)
{
    const uint64_t u = TNG_UNITS, square = u * u;
    const struct {
        uint64_t sums[MATCH_SUMS];
        bool right;
    } rows[] = {
        {{50 * u, 50 * u, 50 * square, 50 * square, 100 * square}, true},
        {{50 * u, 50 * u, 50 * square, 50 * square, 100 * square + 1}, false},
        {{50 * u, 50 * u, 1, 50 * square, 0}, false},
        {{50 * u, 50 * u, 50 * square, 1, 0}, false},
        {{100 * u, 0, 100 * square, 0, 0}, false},
        {{50 * u - 1, 50 * u + 1, 25 * square, 25 * square + u + 1, 1}, true},
        {{50 * u, 50 * u + 1, 25 * square, 25 * square + u + 1, 1}, false},
    };
    FREED_BY(nf_test_played_close)
    struct nf_test_played played = play_a_draw();
    struct nf_tally *const tally = &played.tally;
    multiply_tally(tally, 100);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memcpy(tally->details, rows[i].sums, sizeof rows[i].sums);
        if (nf_tally_consistent(tally) != rows[i].right)
            fail_msg("row %zu", i);
    }
}

/* A run of one game that is a draw. */
static struct nf_test_played play_a_draw(void)
{
    for (uint64_t seed = 0; seed < 1000; seed++) {
        struct nf_test_played played = play("small", 1, 0, seed, 1);
        if (tng_sums_of(&played.tally)->moves[0] == 1)
            return played;
        nf_test_played_close(&played);
    }
    fail_msg("no draw among a thousand games");
    abort();
}

/* As many games like the one there is. */
static void multiply_tally(struct nf_tally *tally, uint64_t games)
{
    for (uint32_t sum = 0; sum < tally->sums_count; sum++)
        tally->sums[sum] *= games;
    tally->games = games;
}

TEST(a_run_without_a_win_has_no_chart_of_moves)
{
    FREED_BY(nf_test_played_close)
    struct nf_test_played played = play_a_draw();
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    nf_tally_report(&played.tally, &tables);
    const struct nf_table *const moves = nf_tables_find(&tables, "games_by_moves");
    assert_int_equal(nf_table_rows(moves), 0);
    assert_int_equal(moves->about.charts[0].kind, NF_NO_CHART);
}

TEST(tables_of_one_row_have_no_chart_and_that_by_p_has_two)
{
    static const char *const names[] = {"outcomes_by_p", "outcomes_by_rounds", "outcomes_by_goals"};
    for (uint32_t rounds = 1; rounds <= 2; rounds++)
        for (uint64_t games = 1; games <= 500; games += 499) {
            FREED_BY(nf_test_played_close)
            struct nf_test_played played = play("uniform", rounds, rounds, 1, games);
            FREED_BY(nf_tables_free) struct nf_tables tables = {0};
            nf_tally_report(&played.tally, &tables);
            for (int i = 0; i < 3; i++) {
                const struct nf_table *const table = nf_tables_find(&tables, names[i]);
                const struct nf_chart *const charts = table->about.charts;
                const bool several = nf_table_rows(table) > 1;
                assert_int_equal(charts[0].kind, several ? NF_AREAS : NF_NO_CHART);
                assert_int_equal(charts[1].kind, several && i == 0 ? NF_DOTS : NF_NO_CHART);
                assert_true(charts[1].reference == tng_advantage(&played.tally, &all).mean);
                if (i == 1)
                    assert_int_equal(nf_table_rows(table), games == 1 ? 1 : rounds);
            }
        }
}

/* Sums of squares of more games would not fit 64 bits; products of sums and games do not. */
TEST(details_are_of_fewer_than_2_to_39_games)
{
    const uint64_t limit = (uint64_t)1 << 39;
    for (uint64_t more = 0; more < 2; more++) {
        FREED_BY(nf_test_played_close)
        struct nf_test_played played = play_a_draw();
        struct nf_tally *const tally = &played.tally;
        multiply_tally(tally, limit - 1 + more);
        assert_true(tng_game.tally->consistent(tally));
        assert_int_equal(nf_tally_consistent(tally), more == 0);
        struct tng_match_sums *const sums = (struct tng_match_sums *)tally->details;
        assert_true(sums->x == 0 || sums->xx > UINT32_MAX);
        sums->x = tally->games * (TNG_UNITS / 2);
        sums->y = 0;
        sums->xx = tally->games; /* too few by far */
        assert_false(nf_tally_consistent(tally));
    }
}
