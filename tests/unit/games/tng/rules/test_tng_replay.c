/* The Number Game told: analysis, best play, trees and chances against a random Y. */
#include "games/tng/rules/analysis.h"
#include "games/tng/rules/tng.h"
#include "gen/tng/deal.h"
#include "tests/unit/said.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

static struct tng_deal prepare(const char *profile, uint32_t r, uint64_t seed)
{
    struct tng_deal deal;
    assert_ok(tng_prepare_deal, &deal, profile, r, TNG_ANY, seed);
    return deal;
}

/* ---- analysis ---- */

TEST(analysis_says_what_the_reference_says)
{
    const struct tng_deal deal = prepare("uniform", 3, nf_test_seed());
    for (uint64_t i = 0; i < 3000; i++) {
        const struct tng_game game = tng_deal_game(&deal, i);
        struct tng_analysis analysis;
        tng_analyse(&analysis, &game);
        for (uint32_t n = 0; n < game.p; n += 1 + n / 4) {
            const uint32_t left = (uint32_t)((i + n) % 7);
            assert_int_equal(tng_minimax(&analysis, n, left, true),
                             tng_value(&game, n, left, true));
            assert_int_equal(tng_minimax(&analysis, n, left, false),
                             tng_value(&game, n, left, false));
            const uint32_t moves = tng_moves_to_win(&game, n, 6);
            assert_int_equal(analysis.moves[n] <= 6 ? analysis.moves[n] : 0, moves);
        }
    }
}

/* ---- text ---- */

/* The statement's trees, and one that ends where all moves lead to goals; lines of best play. */
static const struct {
    void (*tell)(struct nf_text *, const struct tng_game *);
    struct tng_game game;
    const char *expected;
} told[] = {
    {tng_draw_tree,
     {3, 1, 7, 11, 2, {8, 9}},
     "    __3[0]__\n"
     "  -/        \\+    X moves\n"
     " 1[-1]     5[0]\n"
     "-/   \\+  -/   \\+  Y moves\n"
     " 5   8    6   4\n"
     "[0] [-1] [0] [0]\n"},
    {tng_draw_tree,
     {3, 2, 7, 11, 2, {8, 9}},
     "             __________3[-1]__________\n"
     "           -/                         \\+                  X moves\n"
     "        __1[-1]___            ______5[-1]______\n"
     "      -/          \\+        -/                 \\+         Y moves\n"
     "    __5[0]_     8[-1]     _6[-1]__          __4[0]__\n"
     "  -/       \\+           -/        \\+      -/        \\+    X moves\n"
     "  6[0]    4[0]         2[-1]    10[-1]   1[-1]     7[0]\n"
     "-/   \\+ -/   \\+       -/    \\+ -/    \\+ -/   \\+  -/   \\+  Y moves\n"
     " 2   10  1   7         8    7   9    0   5   8    1   2\n"
     "[0] [0] [0] [0]       [-1] [0] [-1] [0] [0] [-1] [0] [0]\n"},
    {tng_draw_tree,
     {0, 1, 2, 3, 2, {1, 2}},
     "   0[+1]\n"
     " -/     \\+   X moves\n"
     "2[+1] 1[+1]\n"},
    {tng_describe_line,
     {3, 2, 7, 11, 2, {8, 9}},
     "Round 1: X moves +: n = ( 3 + 7**3 ) mod 11 = 5     [-1]  - to 1 loses sooner\n"
     "         Y moves -: n = ( 5 - 7**5 ) mod 11 = 6     [-1]  + to 4 only draws\n"
     "Round 2: X moves -: n = ( 6 - 7**6 ) mod 11 = 2     [-1]  + to 10 is as good\n"
     "         Y moves -: n = ( 2 - 7**2 ) mod 11 = 8     [-1]  goal\n"
     "         Y wins!\n"},
    {tng_describe_line,
     {3, 1, 7, 11, 2, {8, 9}},
     "Round 1: X moves +: n = ( 3 + 7**3 ) mod 11 = 5     [0]   - to 1 loses\n"
     "         Y moves -: n = ( 5 - 7**5 ) mod 11 = 6     [0]   + to 4 is as good\n"
     "         The rounds are over: draw.\n"},
};

TEST(trees_are_drawn_and_lines_of_best_play_say_why)
{
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        struct nf_text text = {0};
        told[i].tell(&text, &told[i].game);
        assert_text(&text, told[i].expected);
    }
}

/* Every line of everything told of random games. */
TEST(no_text_is_wider_than_80_columns)
{
    uint64_t random = nf_test_seed();
    static const char *const profiles[] = {"uniform", "small", "few", "many", "long"};
    for (uint32_t i = 0; i < 5; i++) {
        const struct tng_deal deal = prepare(profiles[i], TNG_ANY, random);
        for (uint64_t index = 0; index < 2000; index++) {
            const struct tng_game game = tng_deal_game(&deal, index);
            FREED_BY(nf_text_free) struct nf_text text = {0};
            tng_describe(&text, &game);
            assert_false(text.failed);
            size_t column = 0;
            for (size_t at = 0; at < text.size; at++) {
                column = text.data[at] == '\n' ? 0 : column + 1;
                if (column > 80)
                    fail_msg("%.*s", (int)text.size, text.data);
                assert_true(text.data[at] == '\n' || text.data[at] >= ' ');
            }
        }
    }
}

/* ---- chances ---- */

/* The chances by recursion over all moves of the statement's rules. chance[0]: X wins, [1]: Y. */
static void weigh(const struct tng_game *game, const enum tng_player players[2], uint32_t n,
                  uint32_t left, double chance[2])
{
    const uint32_t mover = left % 2;
    double after[2][2];
    chance[0] = chance[1] = 0;
    if (left == 0)
        return;
    for (int plus = 0; plus < 2; plus++) {
        const uint32_t to = tng_move(game, n, plus != 0);
        if (tng_is_goal(game, to))
            after[plus][mover] = 1, after[plus][1 - mover] = 0;
        else
            weigh(game, players, to, left - 1, after[plus]);
    }
    struct tng_analysis analysis;
    tng_analyse(&analysis, game);
    bool plus = after[1][mover] > after[0][mover] ||
                (after[1][mover] == after[0][mover] && after[1][1 - mover] < after[0][1 - mover]);
    if (players[mover] == TNG_PERFECT)
        plus = tng_best_choice(&analysis, n, left).plus;
    for (int who = 0; who < 2; who++)
        chance[who] =
            players[mover] == TNG_RANDOM ? (after[0][who] + after[1][who]) / 2 : after[plus][who];
}

TEST(chances_of_all_players_are_exact)
{
    static const enum tng_player pairs[][2] = {
        {TNG_PERFECT, TNG_RANDOM}, {TNG_RANDOM, TNG_PERFECT}, {TNG_HUNTER, TNG_RANDOM},
        {TNG_RANDOM, TNG_HUNTER},  {TNG_RANDOM, TNG_RANDOM},  {TNG_PERFECT, TNG_PERFECT},
    };
    const struct tng_deal deal = prepare("uniform", 3, nf_test_seed());
    for (uint64_t i = 0; i < 150; i++) {
        struct tng_game game = tng_deal_game(&deal, i);
        game.r = (uint8_t)(1 + i % 3);
        for (size_t pair = 0; pair < sizeof pairs / sizeof *pairs; pair++) {
            double chance[2];
            const struct tng_chances chances =
                tng_chances_of(&game, pairs[pair][0], pairs[pair][1]);
            weigh(&game, pairs[pair], game.n0, 2u * game.r, chance);
            /* Fractions of a power of two are exact in a double. */
            assert_true(chances.x_wins == chance[0] * chances.of);
            assert_true(chances.y_wins == chance[1] * chances.of);
            assert_int_equal(chances.x_wins + chances.y_wins + chances.draws, chances.of);
            const uint32_t coins =
                (uint32_t)(pairs[pair][0] == TNG_RANDOM) + (uint32_t)(pairs[pair][1] == TNG_RANDOM);
            assert_int_equal(chances.of, 1u << (coins * game.r));
        }
        const struct tng_chances perfect = tng_chances_of(&game, TNG_PERFECT, TNG_PERFECT);
        const enum tng_outcome outcome = tng_solve(&game);
        assert_int_equal(perfect.x_wins, outcome == TNG_X);
        assert_int_equal(perfect.y_wins, outcome == TNG_Y);
    }
}

/* What the player to move can force within `left` moves: more for a win, and for an earlier one;
 * less for a loss, but more for a later one. */
static int forced(const struct tng_game *game, uint32_t n, uint32_t left, bool *plus)
{
    int value[2];
    bool ignored;
    if (left == 0)
        return 0;
    for (int i = 0; i < 2; i++) {
        const uint32_t to = tng_move(game, n, i != 0);
        const int next = tng_is_goal(game, to) ? -100 : forced(game, to, left - 1, &ignored);
        value[i] = next == 0 ? 0 : next > 0 ? 1 - next : -next - 1;
    }
    *plus = value[1] > value[0];
    return value[*plus];
}

/* A perfect player's moves, which her chances against coins depend on. */
TEST(a_perfect_player_wins_early_loses_late_and_else_takes_minus)
{
    const struct tng_deal deal = prepare("uniform", TNG_ANY, nf_test_seed());
    for (uint64_t i = 0; i < 150; i++) {
        const struct tng_game game = tng_deal_game(&deal, i);
        struct tng_analysis analysis;
        tng_analyse(&analysis, &game);
        for (uint32_t n = 0; n < game.p; n++)
            for (uint32_t left = 1; left <= 6; left++) {
                bool plus = false;
                forced(&game, n, left, &plus);
                if (!tng_is_goal(&game, n))
                    assert_int_equal(tng_best_choice(&analysis, n, left).plus, plus);
            }
    }
}
