/* The plans of strategies, by which vector kernels play, against the ranks. */
#include "games/cirno/rules/rules.h"
#include "games/cirno/strategy/strategy.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must_read(const char *text, struct cirno_strategy *strategy)
{
    struct nf_error err = {""};
    if (cirno_strategy_read(&(struct nf_input){"s", text, strlen(text)}, "s", strategy, &err) !=
        NF_OK)
        fail_msg("%s\nin:\n%s", err.text, text);
}

/* The cards of the highest rank, one bit each. */
static uint32_t by_ranks(const struct cirno_strategy *strategy, const uint8_t cards[CIRNO_HAND],
                         int32_t p, int doubled)
{
    const uint8_t *const rank = strategy->rank[doubled][p - CIRNO_P_FLOOR];
    uint32_t best = 0, most = 1;
    for (int i = 0; i < CIRNO_HAND; i++) {
        const unsigned card = cards[i];
        if (rank[card] > most)
            best = 0;
        if (rank[card] >= most) {
            best |= UINT32_C(1) << card;
            most = rank[card];
        }
    }
    return best;
}

/* What plan.h says is played; all cards of a group that chooses at random. */
static uint32_t by_plan(const struct cirno_plan *plan, const uint8_t cards[CIRNO_HAND], int32_t p)
{
    uint32_t range = 0, open[CIRNO_HAND], any = 0, best = 0;
    int32_t most = INT32_MIN;
    while (range < plan->bounds && plan->bound[range] <= p)
        range++;
    for (int i = 0; i < CIRNO_HAND; i++) {
        open[i] = cirno_apply(cards[i], p) > CIRNO_LIMIT
                      ? 0
                      : (uint32_t)(plan->takes[cards[i]] & plan->holds[range]);
        any |= open[i];
    }
    const uint32_t first = any & (0 - any);
    for (int i = 0; i < CIRNO_HAND; i++) {
        const unsigned card = cards[i];
        const int32_t new_p = cirno_apply(card, p);
        const int32_t wish =
            (plan->random & first) != 0
                ? 0
                : 32 * ((plan->smallest & first) != 0 ? -new_p : new_p) + plan->tie[card];
        if ((open[i] & first) == 0)
            continue;
        if (wish > most)
            best = 0;
        if (wish >= most) {
            best |= UINT32_C(1) << card;
            most = wish;
        }
    }
    return best;
}

static void check_plan(const struct cirno_strategy *strategy, const char *text)
{
    for (int doubled = 0; doubled < 2; doubled++)
        for (int32_t p = CIRNO_P_FLOOR; p <= CIRNO_LIMIT; p++)
            for (uint8_t a = 0; a < CIRNO_CARDS; a++)
                for (uint8_t b = a; b < CIRNO_CARDS; b++)
                    for (uint8_t c = b; c < CIRNO_CARDS; c++) {
                        const uint8_t hand[CIRNO_HAND] = {a, b, c};
                        if (by_plan(&strategy->plan[doubled], hand, p) !=
                            by_ranks(strategy, hand, p, doubled))
                            fail_msg("%s %s %s at p=%d, doubled %d, of\n%s", cirno_cards[a].name,
                                     cirno_cards[b].name, cirno_cards[c].name, p, doubled, text);
                    }
}

/* The tie ranks keep to the cards that a card is preferred to. */
static void check_order(const struct cirno_strategy *strategy, const char *text)
{
    for (int doubled = 0; doubled < 2; doubled++) {
        const struct cirno_plan *const plan = &strategy->plan[doubled];
        for (unsigned card = 0; card < CIRNO_CARDS; card++)
            for (unsigned other = 0; other < CIRNO_CARDS; other++)
                if ((plan->under[card] >> other & 1) != 0 && plan->tie[card] <= plan->tie[other])
                    fail_msg("%s is not above %s, doubled %d, of\n%s", cirno_cards[card].name,
                             cirno_cards[other].name, doubled, text);
    }
}

static bool fits(const struct cirno_strategy *strategy)
{
    return strategy->plan[0].fits && strategy->plan[1].fits;
}

TEST(every_shipped_strategy_has_a_plan_that_chooses_as_its_ranks)
{
    static struct cirno_strategy strategy;
    for (const struct nf_strategy *shipped = cirno_shipped; shipped->name != NULL; shipped++) {
        must_read(shipped->text, &strategy);
        assert_true(fits(&strategy));
        check_plan(&strategy, shipped->text);
    }
}

TEST(a_plan_that_fits_chooses_as_the_ranks_from_every_hand_at_every_p)
{
    static struct cirno_strategy strategy;
    uint64_t random = nf_test_seed();
    uint32_t fitting = 0;
    for (int i = 0; i < 60; i++) {
        struct nf_text text = {0};
        random_strategy(&random, (uint32_t)i % 9, i % 3 == 0, &text);
        must_read(text.data, &strategy);
        if (fits(&strategy)) {
            check_order(&strategy, text.data);
            check_plan(&strategy, text.data);
            fitting++;
        }
        nf_text_free(&text);
    }
    assert_in_range(fitting, 20, 60);
}

/* Orders of counter cards, of A cards, and one that follows no p. */
TEST(cards_to_be_played_in_order_share_a_group_where_p_or_ties_tell_them_apart)
{
    static struct cirno_strategy strategy;
    must_read("normal\n  first TURN DOUBLE PASS\n  max all\ndoubled\n  first A\n  max all\n",
              &strategy);
    assert_int_equal(strategy.plan[0].groups, 2);
    assert_int_equal(strategy.plan[1].groups, 2);
    must_read("normal\n  first A1 A9 A2\n  max all\ndoubled\n  first A9 A2\n  max all\n",
              &strategy);
    assert_int_equal(strategy.plan[0].groups, 3);
    assert_int_equal(strategy.plan[1].groups, 2);
}

TEST(what_is_too_much_for_a_plan_has_none)
{
    static struct cirno_strategy strategy;
    must_read("normal\ndoubled\n"
              "  first A1\n  max C\n  first A2\n  max D\n  first A5\n  max E0\n  first A9\n"
              "  max E49\n  first A19\n  first E99\n  max counter\n",
              &strategy);
    assert_true(strategy.plan[0].fits);
    assert_false(strategy.plan[1].fits); /* twelve groups, with those of the statement */
    must_read("normal\n  max PASS TURN, when p >= 50\n  max TURN PASS\ndoubled\n", &strategy);
    assert_false(strategy.plan[0].fits); /* two orders of cards that make p equal everywhere */
    must_read("normal\n  max B, when p >= 10 and p <= 12\n  max C, when p >= 20 and p <= 22\n"
              "  max D, when p >= 30 and p <= 32\n  max E, when p >= 40 and p <= 42\n"
              "  max PASS, when p >= 50 and p <= 52\n  max TURN, when p >= 60 and p <= 62\n"
              "  max DOUBLE, when p >= 70 and p <= 72\n  max A1, when p >= 80 and p <= 82\n"
              "doubled\n",
              &strategy);
    assert_false(strategy.plan[0].fits); /* sixteen bounds */
}
