/* What each card does, and which one a player chooses: as written down by hand, and as the naive
 * choice (naive.h) has it from every hand. */
#include "games/cirno/rules/choices.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* A player chooses `expected` from the hand, or loses where it is NULL. */
static void check_choice(const char *hand, int32_t p, bool doubled, const char *expected)
{
    uint8_t cards[CIRNO_HAND];
    assert_int_equal(cirno_test_cards(hand, cards, sizeof cards), CIRNO_HAND);
    const unsigned card = cirno_choose(cirno_hand_of(cards), p, doubled);
    const char *const name = card == CIRNO_LOSES ? "nothing" : cirno_cards[card].name;
    const char *const wanted = expected == NULL ? "nothing" : expected;
    if (strcmp(name, wanted) != 0)
        fail_msg("%s%s at p=%d: %s, expected %s", hand, doubled ? ", DOUBLE," : "", p, name,
                 wanted);
}

/* ---- cards ---- */

/* The statement's table, a third time: name, p before, p after. */
TEST(test_each_card_does_what_is_written_on_it)
{
    static const struct {
        const char *name;
        int32_t before, after;
    } rows[] = {
        {"A1", 7, 8},     {"A2", 7, 9},     {"A5", -3, 2},    {"A9", 0, 9},     {"A19", -20, -1},
        {"A49", 50, 99},  {"A99", 0, 99},   {"B1", 0, -1},    {"B9", 4, -5},    {"B19", 19, 0},
        {"C2", 49, 98},   {"C2", -7, -14},  {"C2", 0, 0},     {"D2", 98, 49},   {"D2", 99, 49},
        {"D2", 1, 0},     {"D2", 0, 0},     {"E0", 77, 0},    {"E49", -5, 49},  {"E99", 99, 99},
        {"PASS", 31, 31}, {"TURN", -8, -8}, {"DOUBLE", 9, 9}, {"A99", 99, 198}, {"C2", 99, 198},
    };
    bool seen[CIRNO_CARDS] = {false};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint8_t card = cirno_test_card(rows[i].name);
        seen[card] = true;
        assert_int_equal(cirno_apply(card, rows[i].before), rows[i].after);
    }
    for (int card = 0; card < CIRNO_CARDS; card++)
        assert_true(seen[card]);
}

TEST(test_basic_cards_do_the_same_on_both_sides_at_every_p)
{
    for (int i = 0; i < NAIVE_CARDS; i++) {
        const uint8_t card = cirno_test_card(cirno_naive_cards[i].name);
        if (cirno_cards[card].class == CIRNO_COUNTER)
            continue;
        for (int32_t p = -CIRNO_P_BOUND; p <= CIRNO_LIMIT; p++)
            assert_int_equal(cirno_apply(card, p), cirno_naive_apply(&cirno_naive_cards[i], p));
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

/* ---- choosing ---- */

TEST(test_cards_are_chosen_as_the_statement_says)
{
    static const struct {
        const char *hand;
        int32_t p;
        const char *usual, *doubled; /* NULL: loses */
    } rows[] = {
        {"A1 A1 A1", 98, "A1", "A1"}, /* p of 99 is safe, and 100 loses */
        {"A1 A1 A1", 99, NULL, NULL},
        {"C2 C2 C2", 50, NULL, NULL},
        {"A1 C2 A49", 99, NULL, NULL},
        {"A1 C2 D2", 99, "D2", "D2"},
        {"E99 A1 A1", 99, "E99", "E99"},
        {"A1 A2 A5", 0, "A5", "A1"},    /* makes p largest; under DOUBLE smallest */
        {"A99 A49 B1", 60, "B1", "B1"}, /* the large ones lose */
        {"C2 D2 B19", -10, "D2", "B19"},
        {"C2 B19 D2", -40, "D2", "C2"},      /* -80, -59, -20 */
        {"PASS TURN B19", 5, "B19", "PASS"}, /* basic cards first; under DOUBLE last */
        {"PASS A1 A1", 99, "PASS", "PASS"},
        {"DOUBLE TURN PASS", 0, "PASS", "PASS"},
        {"DOUBLE DOUBLE TURN", 0, "TURN", "TURN"},
        {"A99 A99 DOUBLE", 99, "DOUBLE", "DOUBLE"},
        {"C2 D2 D2", -1, "D2", "C2"}, /* the value of p comes before the class */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_choice(rows[i].hand, rows[i].p, false, rows[i].usual);
        check_choice(rows[i].hand, rows[i].p, true, rows[i].doubled);
    }
}

/* ---- ties: the same p from cards of two classes ---- */

/* One example for every pair of classes that can lead to the same p: an addition and a
 * subtraction never do. */
static const struct {
    const char *first, *second;
    int32_t p;
    const char *largest, *smallest;
} ties[] = {
    {"C2", "A5", 5, "C2", "A5"},     {"C2", "B1", -1, "C2", "B1"},
    {"C2", "D2", 0, "C2", "D2"},     {"C2", "E0", 0, "C2", "C2"},
    {"A1", "D2", -2, "A1", "D2"},    {"A1", "E49", 48, "A1", "A1"},
    {"B1", "D2", 2, "B1", "D2"},     {"B1", "E49", 50, "B1", "B1"},
    {"D2", "E49", 98, "D2", "D2"},   {"C2", "A49", 49, "C2", "A49"},
    {"C2", "B19", -19, "C2", "B19"}, {"A99", "E99", 0, "A99", "A99"},
    {"A1", "D2", -1, "A1", "D2"},    {"B9", "D2", 18, "B9", "D2"},
    {"D2", "E49", 99, "D2", "D2"},   {"B1", "D2", 1, "B1", "D2"},
    {"B19", "E0", 19, "B19", "B19"},
};

TEST(test_ties_prefer_c_a_b_d_e_when_making_p_largest)
{
    for (size_t i = 0; i < sizeof ties / sizeof *ties; i++) {
        char hand[32];
        snprintf(hand, sizeof hand, "%s %s PASS", ties[i].first, ties[i].second);
        check_choice(hand, ties[i].p, false, ties[i].largest);
        snprintf(hand, sizeof hand, "%s %s %s", ties[i].first, ties[i].second, ties[i].second);
        check_choice(hand, ties[i].p, false, ties[i].largest);
    }
}

/* Under DOUBLE a counter card would be preferred, so none is in these hands. */
TEST(test_ties_prefer_d_b_a_c_e_when_making_p_smallest)
{
    for (size_t i = 0; i < sizeof ties / sizeof *ties; i++) {
        char hand[32];
        snprintf(hand, sizeof hand, "%s %s %s", ties[i].first, ties[i].first, ties[i].second);
        check_choice(hand, ties[i].p, true, ties[i].smallest);
        snprintf(hand, sizeof hand, "%s %s %s", ties[i].second, ties[i].second, ties[i].first);
        check_choice(hand, ties[i].p, true, ties[i].smallest);
    }
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
