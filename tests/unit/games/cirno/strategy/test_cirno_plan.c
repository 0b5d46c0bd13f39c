/* Which strategies have plans, by which vector kernels play. That these choose as the ranks do is
 * held by test_cirno_kernels.c: the reference plays by ranks. */
#include "games/cirno/strategy/strategy.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/test.h"

/* Orders of counter cards, of A cards, and one that follows no p. */
TEST(cards_to_be_played_in_order_share_a_group_where_p_or_ties_tell_them_apart)
{
    static struct cirno_strategy strategy;
    must_read_strategy(
        "normal\n  first TURN DOUBLE PASS\n  max all\ndoubled\n  first A\n  max all\n", &strategy);
    assert_int_equal(strategy.plan[0].groups, 2);
    assert_int_equal(strategy.plan[1].groups, 2);
    must_read_strategy("normal\n  first A1 A9 A2\n  max all\ndoubled\n  first A9 A2\n  max all\n",
                       &strategy);
    assert_int_equal(strategy.plan[0].groups, 3);
    assert_int_equal(strategy.plan[1].groups, 2);
}

TEST(what_is_too_much_for_a_plan_has_none)
{
    static struct cirno_strategy strategy;
    must_read_strategy(
        "normal\ndoubled\n"
        "  first A1\n  max C\n  first A2\n  max D\n  first A5\n  max E0\n  first A9\n"
        "  max E49\n  first A19\n  first E99\n  max counter\n",
        &strategy);
    assert_true(strategy.plan[0].fits);
    assert_false(strategy.plan[1].fits); /* twelve groups, with those of the statement */
    must_read_strategy("normal\n  max PASS TURN, when p >= 50\n  max TURN PASS\ndoubled\n",
                       &strategy);
    assert_false(strategy.plan[0].fits); /* two orders of cards that make p equal everywhere */
    must_read_strategy(
        "normal\n  max B, when p >= 10 and p <= 12\n  max C, when p >= 20 and p <= 22\n"
        "  max D, when p >= 30 and p <= 32\n  max E, when p >= 40 and p <= 42\n"
        "  max PASS, when p >= 50 and p <= 52\n  max TURN, when p >= 60 and p <= 62\n"
        "  max DOUBLE, when p >= 70 and p <= 72\n  max A1, when p >= 80 and p <= 82\n"
        "doubled\n",
        &strategy);
    assert_false(strategy.plan[0].fits); /* sixteen bounds */
}
