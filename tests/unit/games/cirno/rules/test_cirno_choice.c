/* What each card does, and which one a player chooses, from every hand as the naive player
 * (naive.h) does, who reads the statement word by word. By hand it is in the games of
 * test_cirno_rules.c, and each tie in test_cirno_events.c. */
#include "games/cirno/rules/walk.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/test.h"

#include <string.h>

TEST(test_there_are_the_18_cards_of_the_statement_which_do_what_it_says_at_every_p)
{
    assert_int_equal(CIRNO_CARDS, NAIVE_CARDS);
    for (int i = 0; i < NAIVE_CARDS; i++) {
        const uint8_t card = cirno_test_card(cirno_naive_cards[i].name);
        const bool counter = cirno_cards[card].class == CIRNO_COUNTER;
        assert_string_equal(cirno_cards[card].name, cirno_naive_cards[i].name);
        assert_int_equal(cirno_cards[card].number, cirno_naive_cards[i].number);
        for (int32_t p = -CIRNO_P_BOUND; p <= CIRNO_LIMIT; p++)
            assert_int_equal(cirno_apply(card, p),
                             counter ? p : cirno_naive_apply(&cirno_naive_cards[i], p));
    }
    static const char *const wrong[] = {"A3",  "a1", "A",       "A11", "PASSS",
                                        "PAS", "",   "DOUBLES", "E9"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(cirno_find_card(wrong[i], strlen(wrong[i])), -1);
}

/* ---- every hand ---- */

static void check_hand(const struct cirno_strategy *statement, const uint8_t cards[CIRNO_HAND],
                       int32_t p, bool doubled)
{
    cirno_naive_card naive[CIRNO_HAND];
    for (int place = 0; place < CIRNO_HAND; place++)
        naive[place] = cirno_test_naive_card(cards[place]);
    const cirno_hand hand = cirno_hand_of(cards);
    const cirno_naive_card expected = cirno_naive_choose(naive, p, doubled);
    const unsigned found[] = {
        cirno_choose(hand, p, doubled), cirno_choices_pick(cirno_choices(), hand, p, doubled),
        cirno_strategy_choose(statement, cirno_types(hand), p, doubled, NULL)};
    static const char *const who[] = {"the rules", "the table of choices", "the shipped strategy"};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (expected != (found[i] == CIRNO_LOSES ? NULL : cirno_test_naive_card(found[i])))
            fail_msg("hand %s %s %s, p=%d, doubled=%d: by %s %s, naively %s", naive[0]->name,
                     naive[1]->name, naive[2]->name, p, doubled, who[i],
                     found[i] == CIRNO_LOSES ? "loses" : cirno_cards[found[i]].name,
                     expected == NULL ? "loses" : expected->name);
}

/* Doubled or not, at each p of -520..99 and at some far below; every tie there is among them. */
TEST(test_rules_table_and_shipped_strategy_choose_from_every_hand_as_the_naive_player)
{
    static struct cirno_strategy statement;
    unsigned hands = 0;
    must_read_strategy(cirno_shipped[0].text, &statement);
    assert_false(statement.rolls);
    for (uint8_t a = 0; a < CIRNO_CARDS; a++)
        for (uint8_t b = a; b < CIRNO_CARDS; b++)
            for (uint8_t c = b; c < CIRNO_CARDS; c++, hands++) {
                /* In another order for each hand: the naive player sees an order. */
                const uint8_t orders[][CIRNO_HAND] = {{a, b, c}, {b, c, a}, {c, a, b}, {c, b, a}};
                for (int32_t p = -9999; p <= CIRNO_LIMIT; p += p < -520 ? 97 : 1) {
                    check_hand(&statement, orders[hands % 4], p, false);
                    check_hand(&statement, orders[hands % 4], p, true);
                }
            }
    assert_int_equal(hands, 1140);
}
