/* The judge's format of The Number Game: what is read, what is refused and where, what is printed.
 */
/* valgrind: quick enough to be run under it as well */
#include "games/tng/judged/fuzzing.h"
#include "games/tng/rules/format.h"
#include "games/tng/rules/tng.h"
#include "games/tng/simulated/module.h"
#include "gen/tng/deal.h"
#include "judge/judge.h"
#include "tests/unit/judged.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>

TEST(goals_come_in_any_order_and_may_repeat)
{
    nf_test_prints(nf_judged_play, &tng_problem, "3 2 7 11 2 9 8\n-1\n", "Game 1: Y wins\n");
    nf_test_prints(nf_judged_play, &tng_problem, "3 2 7 11 4 8 9 9 8\n-1\n", "Game 1: Y wins\n");
}

#define NO_P "expected p, a prime from 3 to 47 (p = 2 leaves no e with 2 <= e < p)"
#define NO_GAME(number)                                                                            \
    "found end of input, expected game " number " (n0 r e p m and m goals), or -1"

/* Numbers out of range, goals that are not m, and what does not end with -1 and nothing behind. */
static const char *const refused[][2] = {
    {"11 1 7 11 0\n-1\n", "1:1: found '11', expected n0, an integer from 0 to 10 (p is 11)"},
    {"47 1 7 11 0\n-1\n", "1:1: found '47', expected n0, an integer from 0 to 46"},
    {"3 1 1 11 0\n-1\n", "1:5: found '1', expected e, an integer from 2 to 46"},
    {"3 1 11 11 0\n-1\n", "1:5: found '11', expected e, an integer from 2 to 10 (p is 11)"},
    {"3 1 7 11 11 0 1 2 3 4 5 6 7 8 9 10\n-1\n",
     "1:10: found '11', expected m, an integer from 0 to 10"},
    {"3 1 7 11 2 1 -1\n-1\n", "1:14: found '-1', expected goal 2 of 2, an integer from 0 to 10"},
    {"3 1 7 11 3 8 9\n-1\n",
     "1:15: found end of line, expected goal 3 of 3, an integer from 0 to 10"},
    {"3 1 7 11 1 8 9\n-1\n", "1:14: found '9', expected end of line after goal 1 of 1 (m is 1)"},
    {"3 1 7\n-1\n", "1:6: found end of line, " NO_P},
    {"", "1:1: " NO_GAME("1")},
    {"3 1 7 11 0\n", "2:1: " NO_GAME("2")},
    {"3 1 7 11 0", "1:11: " NO_GAME("2")},
    {"-1 3\n", "1:4: found '3', expected end of line after -1"},
    {"-1\n\n 3 1 7 11 0\n", "3:2: found '3', expected end of input after the line with -1"},
    {"-2\n", "1:1: found '-2', expected n0, an integer from 0 to 46"},
};

TEST(what_is_no_set_of_games_is_refused_at_its_place)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        nf_test_refuse_both(&tng_problem, refused[i][0], refused[i][1]);
    nf_test_prints(nf_judged_play, &tng_problem, "-1\n", "");
}

TEST(p_must_be_an_odd_prime)
{
    for (uint32_t p = 0; p <= 50; p++) {
        char text[32], message[120];
        snprintf(text, sizeof text, "0 1 2 %u 0\n-1\n", p);
        snprintf(message, sizeof message, "1:7: found '%u', " NO_P, p);
        bool listed = false;
        for (uint32_t i = 0; i < TNG_PRIMES; i++)
            listed = listed || tng_primes[i] == p;
        if (listed)
            nf_test_prints(nf_judged_play, &tng_problem, text, "Game 1: draw\n");
        else
            nf_test_refuse_both(&tng_problem, text, message);
    }
}

TEST(verify_warns_of_equal_goals_and_sums_up)
{
    nf_test_prints(nf_verify, &tng_problem, "3 2 7 11 4 8 9 9 8\n0 1 2 3 0\n-1\n",
                   "in:1:16: warning: goal 3 is goal 2 again, 9; the set has it once\n"
                   "in:1:18: warning: goal 4 is goal 1 again, 8; the set has it once\n"
                   "in: valid: 2 games, p 3 to 11, r 1 to 2, m 0 to 4\n"
                   "X wins 0, Y wins 1, draws 1\n");
    nf_test_prints(nf_verify, &tng_problem, "-1\n",
                   "in: valid: 0 games\nX wins 0, Y wins 0, draws 0\n");
}

/* Many games are solved out of order; the transcript has them in order. */
TEST(a_transcript_has_the_games_in_their_order)
{
    enum { GAMES = 700 };
    static struct tng_game games[GAMES];
    struct tng_deal deal;
    FREED_BY(nf_text_free) struct nf_text text = {0}, answer = {0}, expected = {0};
    assert_ok(tng_prepare_deal, &deal, "uniform", TNG_ANY, TNG_ANY, nf_test_seed());
    for (uint32_t i = 0; i < GAMES; i++) {
        games[i] = tng_deal_game(&deal, i);
        tng_print_outcome(&expected, i + 1, tng_solve(&games[i]));
    }
    tng_print(&text, games, GAMES);
    const struct nf_input input = nf_text_input(&text, "in");
    assert_ok(nf_play, tng_game.rules, &input, &answer);
    assert_true(nf_test_same(&answer, &expected));
}
