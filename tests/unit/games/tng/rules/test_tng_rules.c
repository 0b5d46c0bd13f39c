/* The rules of The Number Game, held against what the statement prints. */
/* valgrind: quick enough to be run under it as well */
#include "games/tng/rules/tng.h"
#include "tests/unit/test.h"

/* The statement's game: n0 = 3, e = 7, p = 11, g = {8, 9}. */
static const struct tng_game example = {.n0 = 3, .r = 2, .e = 7, .p = 11, .m = 2, .g = {8, 9}};

TEST(powers_are_those_the_statement_lists)
{
    static const uint32_t listed[11] = {1, 7, 5, 2, 3, 10, 4, 6, 9, 8, 1};
    for (uint32_t n = 0; n <= 10; n++)
        assert_int_equal(tng_power(7, n, 11), listed[n]);
    /* 46^45 has 75 digits, and is its own inverse. */
    assert_int_equal(tng_power(46, 45, 47), 46);
    assert_int_equal(tng_power(46, 46, 47), 1);
}

TEST(the_example_is_played_as_the_statement_plays_it)
{
    assert_int_equal(tng_move(&example, 3, true), 5);
    assert_int_equal(tng_move(&example, 5, false), 6);
    assert_int_equal(tng_move(&example, 6, false), 2);
    assert_int_equal(tng_move(&example, 2, false), 8);
    assert_true(tng_is_goal(&example, 8));
    assert_true(tng_is_goal(&example, 9));
    assert_false(tng_is_goal(&example, 3));
}

TEST(positions_have_the_statements_minimax_values)
{
    static const struct {
        uint32_t n, left; /* moves */
        bool x_moves;
        int value;
    } rows[] = {
        {3, 2, true, 0},   {1, 1, false, -1},  {5, 1, false, 0}, {5, 0, true, 0},  {3, 4, true, -1},
        {1, 3, false, -1}, {5, 3, false, -1},  {5, 2, true, 0},  {6, 2, true, -1}, {4, 2, true, 0},
        {2, 1, false, -1}, {10, 1, false, -1}, {7, 1, false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(tng_value(&example, rows[i].n, rows[i].left, rows[i].x_moves),
                         rows[i].value);
}

/* The samples; games that start on a goal, which wins nothing; the shortest forced wins. */
static const struct {
    struct tng_game game;
    enum tng_outcome outcome;
    uint32_t moves;
} games[] = {
    {{3, 1, 7, 11, 2, {8, 9}}, TNG_DRAW, 0},
    {{3, 2, 7, 11, 2, {8, 9}}, TNG_Y, 4},
    {{3, 2, 7, 11, 1, {6}}, TNG_X, 3},
    {{3, 2, 7, 11, 1, {5}}, TNG_X, 1}, /* 3 + 7**3 = 5 */
    /* p = 3, e = 2: 0 goes to 1 or 2, 1 to 0 or 2, 2 to 0 or 1. */
    {{0, 1, 2, 3, 1, {0}}, TNG_Y, 2},
    {{0, 1, 2, 3, 2, {0, 1}}, TNG_X, 1},
};

static void check_record(const struct tng_game *game, enum tng_outcome outcome, uint32_t moves)
{
    const uint32_t record = tng_reference_record(game);
    assert_int_equal(tng_record_r(record), game->r);
    assert_int_equal(tng_record_p(record), game->p);
    assert_int_equal(tng_record_e(record), game->e);
    assert_int_equal(tng_record_n0(record), game->n0);
    assert_int_equal(tng_record_outcome(record), outcome);
    assert_int_equal(tng_record_moves(record), moves);
    assert_int_equal(tng_solve(game), outcome);
}

TEST(games_end_as_the_statement_says_by_the_shortest_forced_win)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        check_record(&games[i].game, games[i].outcome, games[i].moves);
}

TEST(a_game_without_goals_is_a_draw)
{
    for (uint8_t n0 = 0; n0 < 47; n0++)
        check_record(&(struct tng_game){n0, 6, 5, 47, 0, {0}}, TNG_DRAW, 0);
}

TEST(a_goal_given_twice_counts_once)
{
    const struct tng_game twice = {3, 2, 7, 11, 3, {8, 9, 8}};
    assert_int_equal(tng_reference_record(&twice), tng_reference_record(&example));
    assert_int_equal(tng_record_m(tng_reference_record(&twice)), 2);
}
