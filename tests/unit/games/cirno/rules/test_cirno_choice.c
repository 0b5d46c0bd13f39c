/* What each card does, and which one a player chooses, from every hand as the naive player
 * (naive.h) does, who reads the statement word by word. By hand it is in the games of
 * test_cirno_rules.c, and each tie in test_cirno_events.c. */
#include "games/cirno/rules/choices.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

/* ---- cards ---- */

TEST(test_each_card_does_what_the_statement_says_at_every_p)
{
    for (int i = 0; i < NAIVE_CARDS; i++) {
        const uint8_t card = cirno_test_card(cirno_naive_cards[i].name);
        const bool counter = cirno_cards[card].class == CIRNO_COUNTER;
        for (int32_t p = -CIRNO_P_BOUND; p <= CIRNO_LIMIT; p++)
            assert_int_equal(cirno_apply(card, p),
                             counter ? p : cirno_naive_apply(&cirno_naive_cards[i], p));
    }
}

TEST(test_there_are_the_18_cards_of_the_statement_and_no_other)
{
    assert_int_equal(CIRNO_CARDS, NAIVE_CARDS);
    for (int i = 0; i < NAIVE_CARDS; i++) {
        const char *const name = cirno_naive_cards[i].name;
        const int card = cirno_find_card(name, strlen(name));
        assert_in_range((uintmax_t)card, 0, CIRNO_CARDS - 1);
        assert_string_equal(cirno_cards[card].name, name);
        assert_int_equal(cirno_cards[card].number, cirno_naive_cards[i].number);
    }
    static const char *const wrong[] = {"A3",  "a1", "A",       "A11", "PASSS",
                                        "PAS", "",   "DOUBLES", "E9"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(cirno_find_card(wrong[i], strlen(wrong[i])), -1);
}

/* ---- every hand ---- */

static void check_hand(const uint8_t cards[CIRNO_HAND], int32_t p, bool doubled)
{
    cirno_naive_card hand[CIRNO_HAND];
    for (int place = 0; place < CIRNO_HAND; place++)
        hand[place] = cirno_test_naive_card(cards[place]);
    const unsigned found = cirno_choose(cirno_hand_of(cards), p, doubled);
    const cirno_naive_card naive = cirno_naive_choose(hand, p, doubled);
    if (naive != (found == CIRNO_LOSES ? NULL : cirno_test_naive_card(found)))
        fail_msg("hand %s %s %s, p=%d, doubled=%d: %s, naively %s", hand[0]->name, hand[1]->name,
                 hand[2]->name, p, doubled,
                 found == CIRNO_LOSES ? "loses" : cirno_cards[found].name,
                 naive == NULL ? "loses" : naive->name);
}

/* Doubled or not, at each p of -300..99 and at some far below; every tie there is among them. */
TEST(test_the_naive_choice_from_every_hand_is_the_same)
{
    unsigned hands = 0;
    for (uint8_t a = 0; a < CIRNO_CARDS; a++)
        for (uint8_t b = a; b < CIRNO_CARDS; b++)
            for (uint8_t c = b; c < CIRNO_CARDS; c++, hands++) {
                /* In another order for each hand: the naive player sees an order. */
                const uint8_t orders[][CIRNO_HAND] = {{a, b, c}, {b, c, a}, {c, a, b}, {c, b, a}};
                for (int32_t p = -9999; p <= CIRNO_LIMIT; p += p < -300 ? 97 : 1) {
                    check_hand(orders[hands % 4], p, false);
                    check_hand(orders[hands % 4], p, true);
                }
            }
    assert_int_equal(hands, 1140);
}

/* For every hand of a player. */
TEST(test_the_table_of_choices_chooses_as_the_rules_do)
{
    const struct cirno_choices *const choices = cirno_choices();
    for (unsigned a = 0; a < CIRNO_CARDS; a++)
        for (unsigned b = a; b < CIRNO_CARDS; b++)
            for (unsigned c = b; c < CIRNO_CARDS; c++) {
                const cirno_hand hand = cirno_one(a) + cirno_one(b) + cirno_one(c);
                for (int doubled = 0; doubled <= 1; doubled++)
                    for (int32_t p = CIRNO_LIMIT; p > -CIRNO_P_BOUND; p -= p > -520 ? 1 : 79)
                        assert_int_equal(cirno_choices_pick(choices, hand, p, doubled),
                                         cirno_choose(hand, p, doubled));
            }
}
