/* Strategies as text: what they mean, what is refused, and the die. */
/* valgrind: quick enough to be run under it as well */
#include "games/cirno/strategy/seating.h"
#include "games/cirno/strategy/strategy.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The strategy of that name, or else of the file of that name, as a seating reads it. */
static enum nf_status load(const char *name, struct cirno_strategy *strategy, struct nf_error *err)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    bool shipped;
    enum nf_status status = cirno_strategy_text(name, &text, &shipped, err);
    if (status == NF_OK)
        status = cirno_strategy_read(&(struct nf_input){name, text.data, text.size}, name, strategy,
                                     err);
    return status;
}

static enum nf_status read_text(const char *text, struct cirno_strategy *strategy,
                                struct nf_error *err)
{
    const struct nf_input input = {"s.txt", text, strlen(text)};
    return cirno_strategy_read(&input, "s", strategy, err);
}

static unsigned choose(const struct cirno_strategy *strategy, const char *hand, int32_t p,
                       bool doubled)
{
    uint8_t cards[CIRNO_HAND];
    assert_int_equal(cirno_test_cards(hand, cards, sizeof cards), CIRNO_HAND);
    return cirno_strategy_choose(strategy, cirno_types(cirno_hand_of(cards)), p, doubled, NULL);
}

static void plays(const struct cirno_strategy *strategy, const char *hand, int32_t p, bool doubled,
                  const char *expected)
{
    const unsigned card = choose(strategy, hand, p, doubled);
    const char *const found = card == CIRNO_CARDS ? "nothing" : cirno_cards[card].name;
    if (strcmp(found, expected) != 0)
        fail_msg("%s%s at p=%d: %s, expected %s", hand, doubled ? ", DOUBLE," : "", p, found,
                 expected);
}

TEST(test_the_shipped_statement_plays_as_the_reference_from_every_hand)
{
    struct cirno_strategy strategy;
    assert_ok(load, "statement", &strategy);
    assert_false(strategy.rolls);
    for (int32_t p = -230; p <= CIRNO_LIMIT; p++)
        for (uint8_t a = 0; a < CIRNO_CARDS; a++)
            for (uint8_t b = a; b < CIRNO_CARDS; b++)
                for (uint8_t c = b; c < CIRNO_CARDS; c++)
                    for (int doubled = 0; doubled < 2; doubled++) {
                        const cirno_hand hand = cirno_hand_of((const uint8_t[]){a, b, c});
                        const unsigned found = cirno_strategy_choose(&strategy, cirno_types(hand),
                                                                     p, doubled != 0, NULL);
                        if (found != cirno_choose(hand, p, doubled != 0))
                            fail_msg("%s %s %s at p=%d, doubled %d", cirno_cards[a].name,
                                     cirno_cards[b].name, cirno_cards[c].name, p, doubled);
                    }
}

TEST(test_every_shipped_strategy_reads_has_a_plan_and_differs_from_the_others)
{
    static struct cirno_strategy strategies[32];
    size_t count = 0;
    for (; cirno_shipped[count].name != NULL; count++) {
        assert_ok(load, cirno_shipped[count].name, &strategies[count]);
        assert_true(strategies[count].plan[0].fits && strategies[count].plan[1].fits);
        for (size_t other = 0; other < count; other++)
            assert_memory_not_equal(strategies[count].rank, strategies[other].rank,
                                    sizeof strategies[count].rank);
    }
    assert_true(count >= 7);
}

TEST(test_groups_are_tried_in_order_and_aims_mean_what_they_say)
{
    struct cirno_strategy strategy;
    must_read_strategy("normal\n first E99 DOUBLE\n min A\n max B C D\ndoubled\n max basic\n",
                       &strategy);
    plays(&strategy, "A1 DOUBLE E99", 50, false, "E99");
    plays(&strategy, "A1 DOUBLE E49", 50, false, "DOUBLE");
    plays(&strategy, "A9 A1 B1", 50, false, "A1");
    plays(&strategy, "B19 B1 C2", 40, false, "C2");
    plays(&strategy, "B19 B1 C2", 60, false, "B1");
    plays(&strategy, "PASS A9 B1", 50, true, "A9");
    plays(&strategy, "PASS TURN A99", 50, true, "PASS");
    plays(&strategy, "A99 A99 A99", 50, true, "nothing");
}

TEST(test_conditions_hold_from_and_up_to_their_p)
{
    struct cirno_strategy strategy;
    must_read_strategy("# comment\nnormal # more\n first DOUBLE, when p >= 80 and p <= 90\n"
                       " first PASS, when p <= -150\ndoubled\n",
                       &strategy);
    plays(&strategy, "A1 DOUBLE B1", 79, false, "A1");
    plays(&strategy, "A1 DOUBLE B1", 80, false, "DOUBLE");
    plays(&strategy, "A1 DOUBLE B1", 90, false, "DOUBLE");
    plays(&strategy, "A1 DOUBLE B1", 91, false, "A1");
    plays(&strategy, "A1 PASS B1", -149, false, "A1");
    plays(&strategy, "A1 PASS B1", -150, false, "PASS");
    plays(&strategy, "A1 PASS B1", -5000, false, "PASS");
}

TEST(test_ties_follow_the_order_given_or_the_statements)
{
    struct cirno_strategy strategy;
    must_read_strategy("normal\n max basic, ties E D B A C\ndoubled\n min basic\n", &strategy);
    plays(&strategy, "A9 C2 PASS", 9, false, "A9");
    plays(&strategy, "E0 D2 B9", 0, false, "E0");
    plays(&strategy, "E0 D2 C2", 0, true, "D2");
    must_read_strategy("normal\n max basic\ndoubled\n min basic, ties C\n", &strategy);
    plays(&strategy, "A9 C2 PASS", 9, false, "C2");
    plays(&strategy, "E0 D2 C2", 0, true, "C2");
}

TEST(test_cards_of_no_group_come_last_in_the_statements_order)
{
    struct cirno_strategy strategy;
    must_read_strategy("normal\n first B1\ndoubled\n first TURN\n", &strategy);
    plays(&strategy, "A1 A9 PASS", 0, false, "A9");
    plays(&strategy, "A99 DOUBLE PASS", 50, false, "PASS");
    plays(&strategy, "A1 A9 PASS", 0, true, "PASS");
    plays(&strategy, "A1 A9 B9", 0, true, "B9");
}

TEST(test_wrong_files_are_refused_at_the_line_and_column)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "s.txt:1:1: found the end of the file, expected a section 'normal'"},
        {"normal\n", "s.txt:2:1: found the end of the file, expected a section 'doubled'"},
        {"max A\n", "s.txt:1:1: found 'max', expected 'normal' or 'doubled' before"},
        {"normal\nnormal\n", "s.txt:2:1: found 'normal', expected each of"},
        {"normal 3\n", "s.txt:1:8: found '3', expected the end of the line"},
        {"normal\n best A\n", "s.txt:2:2: found 'best', expected 'max', 'min', 'first'"},
        {"normal\n max\n", "s.txt:2:5: found the end of the line, expected a card"},
        {"normal\n max A3\n", "s.txt:2:6: found 'A3', expected a card"},
        {"normal\n max A, B\n", "s.txt:2:9: found 'B', expected 'ties' or 'when'"},
        {"normal\n max A, ties\n", "s.txt:2:13: found the end of the line, expected classes"},
        {"normal\n max A, ties A A\n", "s.txt:2:16: found 'A', expected each class once"},
        {"normal\n max A, ties PASS\n", "s.txt:2:14: found 'PASS', expected a class"},
        {"normal\n max A, when 3\n", "s.txt:2:14: found '3', expected 'p'"},
        {"normal\n max A, when p > 3\n", "s.txt:2:16: found '>', expected '>=' or '<='"},
        {"normal\n max A, when p >= 100\n", "s.txt:2:19: found '100', expected a number from"},
        {"normal\n max A, when p >= -200\n", "s.txt:2:19: found '-200', expected a number"},
        {"normal\n max A, when p >= -201\n", "s.txt:2:19: found '-201', expected a number"},
        {"normal\n max A, when p <= 12345678\n", "s.txt:2:19: found '12345678', expected a"},
        {"normal\n max A, when p <= 3x\n", "s.txt:2:19: found '3x', expected a number"},
        {"normal\n max A, when p <= x\n", "s.txt:2:19: found 'x', expected a number"},
        {"normal\n max A, when p <= +3\n", "s.txt:2:19: found '+3', expected a number"},
        {"normal\n max A, when p <=\n", "s.txt:2:18: found the end of the line, expected a"},
        {"normal\n max A, when p >= 3 or\n", "s.txt:2:21: found 'or', expected a comma"},
        {"normal\n max A, when p >= 3 and\n",
         "s.txt:2:24: found the end of the line, expected 'p'"},
        {"normal\n \x01\n", "s.txt:2:2: found '\\x01', expected 'max'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cirno_strategy strategy;
        struct nf_error err = {""};
        assert_int_equal(read_text(rows[i].text, &strategy, &err), NF_INVALID);
        if (strncmp(err.text, rows[i].message, strlen(rows[i].message)) != 0)
            fail_msg("found   %s\nexpected %s", err.text, rows[i].message);
    }
}

/* Whether two files mean the same at any p. */
static void means(const char *text, const char *plain)
{
    struct cirno_strategy one, other;
    must_read_strategy(text, &one);
    must_read_strategy(plain, &other);
    assert_memory_equal(one.rank, other.rank, sizeof one.rank);
    assert_int_equal(one.rolls, other.rolls);
}

TEST(test_layout_and_repetition_mean_nothing)
{
#define DOUBLED "doubled\n first all\n"
    means("normal\r\n\tfirst A1\tB1#all\r\n\r\n" DOUBLED, "normal\n first A1 B1\n" DOUBLED);
    means("normal\n first A1 A B1 A\n" DOUBLED,
          "normal\n first A1 A2 A5 A9 A19 A49 A99 B1\n" DOUBLED);
    means("#\nnormal #\n max A,when p >= 5 and p >= 3 and p <= 60 and p <= 70\n" DOUBLED,
          "normal\n max A, when p >= 5 and p <= 60\n" DOUBLED);
    means("normal\n first all\ndoubled\n first all", "normal\n first all\n" DOUBLED);
#undef DOUBLED
}

TEST(test_more_groups_than_there_is_room_for_are_refused)
{
    char text[4096] = "doubled\nnormal\n";
    for (int i = 0; i < 64; i++)
        strcat(text, "max A1\n");
    struct cirno_strategy strategy;
    assert_ok(read_text, text, &strategy);
    strcat(text, "max A1\n");
    assert_ends_saying(NF_INVALID, "s.txt:67:1:", read_text, text, &strategy);
}

/* ---- the die ---- */

TEST(test_any_three_cards_are_ordered_alike_often_by_the_die)
{
    for (int a = 0; a < CIRNO_CARDS; a++)
        for (int b = 0; b < CIRNO_CARDS; b++)
            for (int c = 0; c < CIRNO_CARDS; c++) {
                uint32_t ordered = 0;
                if (a == b || b == c || a == c)
                    continue;
                for (uint32_t face = 0; face < CIRNO_DIE_FACES; face++) {
                    const uint8_t *const die = cirno_die(face);
                    ordered += die[a] < die[b] && die[b] < die[c];
                }
                assert_int_equal(ordered, CIRNO_DIE_FACES / 6);
            }
    for (uint32_t face = 0; face < CIRNO_DIE_FACES; face++) {
        uint32_t seen = 0;
        for (int card = 0; card < CIRNO_CARDS; card++)
            seen |= 1u << cirno_die(face)[card];
        assert_int_equal(seen, (1u << CIRNO_CARDS) - 1);
    }
}

TEST(test_a_random_group_chooses_its_playable_cards_alike_often)
{
    struct cirno_strategy strategy;
    must_read_strategy("normal\n first A1\n random all\ndoubled\n", &strategy);
    assert_true(strategy.rolls);
    uint8_t cards[3];
    uint32_t times[CIRNO_CARDS] = {0};
    cirno_test_cards("A99 PASS B1", cards, 3);
    for (uint32_t face = 0; face < CIRNO_DIE_FACES; face++)
        times[cirno_strategy_choose(&strategy, cirno_types(cirno_hand_of(cards)), 50, false,
                                    cirno_die(face))]++;
    assert_int_equal(times[cirno_test_card("PASS")], CIRNO_DIE_FACES / 2);
    assert_int_equal(times[cirno_test_card("B1")], CIRNO_DIE_FACES / 2);
    cirno_test_cards("A1 PASS B1", cards, 3);
    for (uint32_t face = 0; face < CIRNO_DIE_FACES; face++)
        assert_int_equal(cirno_strategy_choose(&strategy, cirno_types(cirno_hand_of(cards)), 50,
                                               false, cirno_die(face)),
                         cirno_test_card("A1"));
}

/* ---- seats ---- */

TEST(test_seats_get_the_strategies_that_the_list_names)
{
    struct cirno_seating *seating;
    assert_ok(cirno_seating_make, "01=keep-e,3..04=random", NULL, 5, &seating);
    assert_string_equal(seating->seats[0]->name, "keep-e");
    assert_string_equal(seating->seats[1]->name, "statement");
    assert_string_equal(seating->seats[2]->name, "random");
    assert_ptr_equal(seating->seats[2], seating->seats[3]);
    assert_string_equal(seating->seats[4]->name, "statement");
    assert_true(seating->rolls);
    cirno_seating_free(seating);
    assert_ok(cirno_seating_make, "lowest", NULL, 5, &seating);
    for (int seat = 0; seat < 5; seat++)
        assert_string_equal(seating->seats[seat]->name, "lowest");
    assert_false(seating->rolls);
    cirno_seating_free(seating);
}

TEST(test_wrong_lists_of_seats_are_refused)
{
    static char longer[300];
    memset(longer, 'x', sizeof longer - 1); /* than any name */
    const char *const lists[] = {longer,      "0=lowest",          "6=lowest",    "3..2=lowest",
                                 "1=lowest,", "1=lowest,1=lowest", "x=lowest",    "1..=lowest",
                                 "1=",        "no-such-strategy",  "1=no-such",   "/=lowest",
                                 "1x=lowest", "1.2=lowest",        "1../=lowest", "1..x=lowest"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct cirno_seating *seating;
        struct nf_error err = {""};
        if (cirno_seating_make(lists[i], NULL, 5, &seating, &err) != NF_USAGE)
            fail_msg("'%s' was not refused", lists[i]);
        assert_true(err.text[0] != '\0');
        assert_true(lists[i] != longer || strstr(err.text, "the name is too long") != NULL);
    }
}

/* As many strategies as seats, none of them the usual one, and one more for a seat that is taken.
 */
TEST(test_every_seat_may_have_a_strategy_of_its_own)
{
    struct nf_strategy texts[CIRNO_SEATS + 2] = {{NULL, NULL, NULL}};
    char names[CIRNO_SEATS + 1][16], list[CIRNO_SEATS * 16] = "", more[sizeof list + 16];
    struct cirno_seating *seating;
    for (int i = 0; i <= CIRNO_SEATS; i++) {
        snprintf(names[i], sizeof names[i], "s%d", i + 1);
        texts[i] = (struct nf_strategy){names[i], NULL, cirno_shipped[i % 3].text};
        if (i < CIRNO_SEATS)
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%d=s%d", i == 0 ? "" : ",",
                     i + 1, i + 1);
    }
    assert_ok(cirno_seating_make, list, texts, CIRNO_SEATS, &seating);
    assert_int_equal(seating->count, CIRNO_SEATS);
    assert_string_equal(seating->seats[CIRNO_SEATS - 1]->name, names[CIRNO_SEATS - 1]);
    cirno_seating_free(seating);
    snprintf(more, sizeof more, "%s,1=s%d", list, CIRNO_SEATS + 1);
    assert_ends(NF_USAGE, "--strategy: seat 1 is named twice", cirno_seating_make, more, texts,
                CIRNO_SEATS, &seating);
}

/* ---- files ---- */

/* A name that leads to no file may be a misspelt one of those shipped; all else that is wrong with
 * a file is told as that. */
TEST(test_what_is_no_strategy_file_is_told_from_what_cannot_be_read)
{
    static const struct {
        const char *name;
        enum nf_status status;
    } list[] = {
        {"statemnt", NF_USAGE},
        {"/nowhere/statement", NF_USAGE},
        {"/dev/null/statement", NF_USAGE},
        {"/dev", NF_IO},
    };
    struct cirno_strategy strategy;
    char longest[300];
    struct nf_error err;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        err.text[0] = '\0';
        assert_int_equal(load(list[i].name, &strategy, &err), list[i].status);
        const bool advises = strstr(err.text, "`ninefold strategies`") != NULL;
        assert_int_equal(advises, list[i].status == NF_USAGE);
        assert_non_null(strstr(err.text, list[i].name));
    }
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_ends_saying(NF_IO, strerror(ENAMETOOLONG), load, longest, &strategy);
}
