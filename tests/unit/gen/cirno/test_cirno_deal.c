/* The cards of dealt games. A card comes as often as it weighs, for it has as many tickets, and
 * tickets are drawn evenly (base/test_rng.c). Which draw goes where is in the recorded cases of
 * gen/test_cases.c. */
#include "gen/cirno/deal.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

enum { SEED = 20260103 };

/* The profiles, and weights of a user's: small, lopsided, a sum whose draws are often rejected
 * (65536 mod 40001 is 25535), and the largest sum there is. */
TEST(test_each_card_has_as_many_tickets_as_it_weighs)
{
    static const char *const given[][2] = {
        {"uniform", NULL},
        {"basic", NULL},
        {"no-turn-pass", NULL},
        {"no-double", NULL},
        {"max", NULL},
        {"uniform", "A1=3,PASS=2"},
        {"uniform", "A1=1,A2=2,A5=3,A9=4,DOUBLE=200,TURN=1"},
        {"uniform", "A1=20000,C2=20000,E0=1"},
        {"uniform", "B1=65535,D2=1"},
        {"uniform", "A19=1"},
    };
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        static struct cirno_setup setup;
        uint32_t tickets[CIRNO_CARDS] = {0}, sum = 0;
        cirno_test_setup(&setup, 1, 1, 0, given[i][0], given[i][1], SEED);
        for (uint32_t ticket = 0; ticket < setup.total; ticket++)
            tickets[setup.ticket_card[ticket]]++;
        for (int card = 0; card < CIRNO_CARDS; card++)
            sum += setup.weights[card];
        assert_int_equal(sum, setup.total);
        assert_int_equal(setup.reject_below, 65536 % setup.total);
        assert_memory_equal(tickets, setup.weights, sizeof tickets);
    }
}

/* The statement's subtasks, by name of card. */
TEST(test_the_subtasks_profiles_leave_out_what_the_statement_does)
{
    static const struct {
        const char *profile, *missing;
    } rows[] = {
        {"uniform", ""},
        {"basic", "PASS TURN DOUBLE"},
        {"no-turn-pass", "TURN PASS"},
        {"no-double", "DOUBLE"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct cirno_setup setup;
        uint8_t missing[CIRNO_CARDS];
        const uint32_t count =
            nf_test_words(&cirno_words, rows[i].missing, missing, sizeof missing);
        cirno_test_setup(&setup, 3, 1, 0, rows[i].profile, NULL, SEED);
        assert_int_equal(setup.total, CIRNO_CARDS - count);
        for (int card = 0; card < CIRNO_CARDS; card++)
            assert_int_equal(setup.weights[card], memchr(missing, card, count) == NULL);
    }
    assert_int_equal(cirno_profiles[1].players, 3); /* "only basic cards, n <= 3" */
}

/* So they deal the same cards. */
TEST(test_weights_in_the_same_proportion_are_the_same)
{
    static struct cirno_setup small, large;
    cirno_test_setup(&small, 5, 1, 0, "uniform", "A1=3,PASS=2", SEED);
    cirno_test_setup(&large, 5, 1, 0, "uniform", "PASS=400000000,B1=0,A1=600000000", SEED);
    assert_int_equal(large.total, 5);
    assert_memory_equal(large.weights, small.weights, sizeof small.weights);
    assert_memory_equal(large.ticket_card, small.ticket_card, 5 * sizeof *small.ticket_card);
}

TEST(test_wrong_weights_are_refused_with_what_was_found)
{
    static const struct {
        const char *text, *found;
    } rows[] = {
        {"A3=1", "'A3'"},
        {"a1=1", "'a1'"},
        {"", "column 1"},
        {"A1", "CARD=NUMBER"},
        {"A1=", "integer"},
        {"A1=-1", "'-1'"},
        {"A1=1.5", "'1.5'"},
        {"A1=1,,PASS=1", "column 6"},
        {"A1=1,", "column 6"},
        {"PASS=1,A1=1,PASS=2", "PASS is given twice"},
        {"A1=0", "all weights"},
        {"A1=1000000001", "1000000001"},
        {"A1= 1", "' 1'"},
        {"PASSS=1", "'PASSS'"},
        {"A1=65536,PASS=1", "65537"},
        {"A1=99999999999999999999", "9999"},
        {"A1=00000000001", "'00000000001'"}, /* more digits than 1G has */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t weights[CIRNO_CARDS];
        struct nf_error err = {""};
        assert_int_equal(cirno_find_weights("uniform", rows[i].text, weights, &err), NF_USAGE);
        if (strstr(err.text, "--weights") == NULL || strstr(err.text, rows[i].found) == NULL)
            fail_msg("'%s': message '%s' lacks %s", rows[i].text, err.text, rows[i].found);
    }
    uint32_t weights[CIRNO_CARDS];
    assert_ends_saying(NF_USAGE, "'unifrom'", cirno_find_weights, "unifrom", NULL, weights);
    assert_ok(cirno_find_weights, "uniform", "A1=65535,PASS=1", weights);
}
