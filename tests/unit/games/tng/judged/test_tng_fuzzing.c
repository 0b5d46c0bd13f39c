/* What is The Number Game's own in fuzzing: events, and how sets of games shrink.
 * What holds of every game is in judge/test_guided.c, test_mistakes.c and format/test_shrink.c. */
/* both: it is dealt by the simulator */
#include "games/tng/judged/fuzzing.h"
#include "games/tng/rules/events.h"
#include "games/tng/rules/tng.h"
#include "games/tng/simulated/module.h"
#include "gen/tng/deal.h"
#include "judge/judge.h"
#include "tests/unit/judged.h"
#include "tests/unit/said.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

static struct nf_match read_back(const struct nf_text *text)
{
    const struct nf_input input = nf_text_input(text, "text");
    struct nf_match match;
    assert_ok(nf_match_open, &match, tng_game.rules, &input);
    return match;
}

/* ---- shrinking ---- */

/* Whether a program fails with these games, and in which of them it shows, from 1. */
typedef bool (*fault)(const struct tng_game *games, size_t count, uint64_t *line);

struct program {
    fault fails;
    uint64_t line; /* of the last candidate that failed */
    unsigned trials;
};

static enum nf_trial try_games(void *owner, const struct nf_text *candidate)
{
    struct program *const program = owner;
    FREED_BY(nf_match_close) struct nf_match match = read_back(candidate);
    const bool failed = program->fails(match.game, match.games, &program->line);
    program->trials++;
    return failed ? NF_TRIAL_FAILS : NF_TRIAL_PASSES;
}

static uint64_t pointed_at(void *owner)
{
    return ((const struct program *)owner)->line;
}

/* Shrinks `text`, in whose line `line` the fault shows, where that is told (not 0), and holds the
 * result against `expected`. Returns how many trials it took. */
static unsigned check_smallest(const char *text, fault fails, uint64_t line, const char *expected)
{
    struct program program = {fails, line, 0};
    const struct nf_trier trier = {try_games, &program, line > 0 ? pointed_at : NULL, NULL};
    const struct nf_text whole = nf_words_text(text);
    struct nf_text smallest = nf_test_shrink(&tng_problem, &whole, &trier);
    assert_text(&smallest, expected);
    return program.trials;
}

static bool sums_to_fourteen(const struct tng_game *games, size_t count, uint64_t *line)
{
    unsigned sum = 0;
    (void)line;
    for (size_t i = 0; i < count; i++)
        sum += games[i].e;
    return sum >= 14;
}

/* Seven of the smallest games would do, but two are fewer. */
TEST(games_that_fail_together_are_not_replaced_by_more)
{
    check_smallest("3 2 10 47 1 8\n5 2 10 47 1 9\n-1\n", sums_to_fourteen, 0,
                   "0 1 4 5 0\n0 1 10 11 0\n-1\n");
}

static bool has_size(const struct tng_game *games, size_t count, uint64_t *line)
{
    for (size_t i = 0; i < count; i++)
        if (games[i].p >= 17 && games[i].r >= 2 && games[i].m >= 2) {
            *line = i + 1;
            return true;
        }
    return false;
}

/* Where it is known in which game it shows, that takes few trials: most are of small games among
 * which none fails. */
TEST(a_fault_of_large_games_shrinks_to_the_smallest_of_them)
{
    static const char text[] = "3 1 7 11 2 8 9\n40 6 9 47 5 9 8 10 20 46\n0 1 2 3 0\n-1\n";
    check_smallest(text, has_size, 0, "0 2 2 17 2 0 1\n-1\n");
    assert_true(check_smallest(text, has_size, 2, "0 2 2 17 2 0 1\n-1\n") <= 200);
}

/* The last of nine games makes it fail, but not where the games from the fifth on are alone: no
 * half fails, only what is left after leaving out the first four and then two more. */
static bool needs_company_or_none(const struct tng_game *games, size_t count, uint64_t *line)
{
    bool fails = false;
    (void)line;
    for (size_t i = 0; i < count; i++)
        fails = fails || games[i].n0 == 8;
    return fails && !(count == 5 && games[0].n0 == 4);
}

TEST(leaving_games_out_ends_with_one_that_fails_alone)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    for (int n0 = 0; n0 < 9; n0++)
        nf_text_format(&text, "%d 1 2 11 0\n", n0);
    nf_text_bytes(&text, "-1\n", sizeof "-1\n");
    check_smallest(text.data, needs_company_or_none, 0, "8 1 2 11 0\n-1\n");
}

TEST(sizes_are_described_in_words)
{
    nf_test_describes_size(&tng_problem, "3 1 7 11 1 8\n-1\n", "1 game, p 11, 1 round, 1 goal");
    nf_test_describes_size(&tng_problem, "3 2 7 11 2 8 9\n0 1 2 3 0\n-1\n",
                           "2 games, p up to 11, up to 2 rounds, up to 2 goals");
    nf_test_describes_size(&tng_problem, "-1\n", "0 games");
}

/* ---- events ---- */

/* Events counted apart: from the reference's recursion and the parameters alone. */
TEST(events_happen_when_their_words_say)
{
    struct tng_deal deal;
    assert_ok(tng_prepare_deal, &deal, "uniform", TNG_ANY, TNG_ANY, nf_test_seed());
    for (uint64_t i = 0; i < 5000; i++) {
        struct tng_game game = tng_deal_game(&deal, i);
        game.r = (uint8_t)(1 + i % 4);
        const bool repeated = game.m > 1 && i % 5 == 0;
        if (repeated)
            game.g[game.m - 1] = game.g[i % (game.m - 1u)];
        const uint64_t events = tng_events_of(&game);
        const enum tng_outcome outcome = tng_solve(&game);
        const uint32_t moves = tng_moves_to_win(&game, game.n0, 2u * game.r);
        const bool at_start = tng_is_goal(&game, game.n0);
        const uint32_t minus = tng_move(&game, game.n0, false),
                       plus = tng_move(&game, game.n0, true);
        const uint32_t left = 2u * game.r - 1;
        const int by_minus = tng_is_goal(&game, minus) ? 1 : tng_value(&game, minus, left, false);
        const int by_plus = tng_is_goal(&game, plus) ? 1 : tng_value(&game, plus, left, false);
        struct tng_game longer = game;
        longer.r++;
        const struct {
            enum tng_event event;
            bool expected;
        } known[] = {
            {TNG_X_WINS, outcome == TNG_X},
            {TNG_Y_WINS, outcome == TNG_Y},
            {TNG_DRAW_WITH_GOALS, outcome == TNG_DRAW && game.m > 0},
            {TNG_NO_GOALS, game.m == 0},
            {TNG_GOAL_AT_START, at_start && outcome == TNG_X},
            {TNG_GOAL_AT_START_NO_WIN, at_start && outcome != TNG_X},
            {TNG_ONLY_PLUS, by_plus == 1 && by_minus != 1},
            {TNG_ONLY_MINUS, by_minus == 1 && by_plus != 1},
            {TNG_X_AT_ONCE, tng_is_goal(&game, minus) || tng_is_goal(&game, plus)},
            {TNG_Y_AT_ONCE, moves == 2},
            {TNG_X_IN_THREE, moves == 3},
            {TNG_Y_IN_FOUR, moves == 4},
            {TNG_DEEP_WIN, moves >= 5},
            {TNG_DEEPEST_WIN, moves >= 7},
            {TNG_MOVES_BEYOND_R, moves > game.r},
            {TNG_LAST_MOVE, moves == 2u * game.r},
            {TNG_LAST_ROUND_X, moves == 2u * game.r - 1 && game.r > 1},
            {TNG_ROUNDS_TOO_FEW, outcome == TNG_DRAW && tng_solve(&longer) != TNG_DRAW},
            {TNG_SMALLEST_P, game.p == 3},
            {TNG_LARGEST_P, game.p == 47},
            {TNG_LARGEST_E, game.e == game.p - 1},
            {TNG_ONE_ROUND, game.r == 1},
            {TNG_SIX_ROUNDS, game.r == 6},
            {TNG_ALL_GOALS, game.m == game.p && !repeated},
            {TNG_TEN_GOALS, game.m == 10},
            {TNG_GOAL_TWICE, repeated},
        };
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            if ((events >> known[k].event & 1) != known[k].expected)
                fail_msg("game %llu of seed %llu: %s", (unsigned long long)i,
                         (unsigned long long)deal.seed, tng_events[known[k].event].name);
    }
}

TEST(events_of_the_line_happen_in_known_games)
{
    /* Best play of the statement's example: 3 + to 5, 5 - to 6, 6 - to 2, 2 - to 8 (below 0). */
    static const struct {
        struct tng_game game;
        uint64_t events, none;
    } known[] = {
#define E(id) ((uint64_t)1 << TNG_##id)
        {{3, 2, 7, 11, 2, {8, 9}}, E(BELOW_ZERO) | E(LAST_MOVE), E(ABOVE_P) | E(RETURNS)},
        /* p = 3, e = 2: 0 goes to 2 or 1, 1 to 2 or 0, 2 to 1 or 0. */
        {{0, 1, 2, 3, 1, {2}}, E(FROM_ZERO) | E(BELOW_ZERO) | E(GOAL_LAST), E(GOAL_ZERO)},
        {{2, 1, 2, 3, 1, {0}}, E(ABOVE_P) | E(GOAL_ZERO), E(BELOW_ZERO) | E(BOTH_GOALS)},
        {{0, 1, 2, 3, 2, {1, 2}}, E(BOTH_GOALS), E(ONLY_PLUS) | E(ONLY_MINUS)},
        {{0, 1, 2, 3, 1, {0}}, E(BACK_TO_START) | E(RETURNS) | E(REPLY_PLUS), E(X_WINS)},
        {{0, 6, 2, 3, 0, {0}}, E(RETURNS) | E(SIX_ROUNDS), E(DEFENCE)},
        /* 46^46 has 255 bits, 46^5 has 28, 46^6 has 34, 46^11 has 61, 46^12 has 67. */
        {{46, 1, 46, 47, 0, {0}}, E(BEYOND_64_BITS) | E(BEYOND_32_BITS), 0},
        {{3, 1, 2, 5, 0, {0}}, 0, E(BEYOND_32_BITS) | E(BEYOND_64_BITS)},
        /* n0 + 7**3 = 5, where Y wins by 6 or 4. */
        {{3, 1, 7, 11, 1, {8}}, E(DEFENCE), E(Y_WINS)},
#undef E
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const uint64_t events = tng_events_of(&known[i].game);
        if ((events & known[i].events) != known[i].events || (events & known[i].none) != 0)
            fail_msg("game %zu: events %llx", i, (unsigned long long)events);
    }
}
