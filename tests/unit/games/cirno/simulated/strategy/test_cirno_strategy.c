/* Strategies as text: what they mean, what is refused, their plans, and the die. */
/* valgrind: quick enough to be run under it as well */
#include "games/cirno/rules/rules.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <errno.h>
#include <stdio.h>
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

/* What strategies (NULL: the one above) play from a hand at p, doubled or not. */
static const struct {
    const char *strategy, *hand;
    int32_t p;
    bool doubled;
    const char *card;
} plays[] = {
    /* groups are tried in order, and aims mean what they say */
    {"normal\n first E99 DOUBLE\n min A\n max B C D\ndoubled\n max basic\n", "A1 DOUBLE E99", 50,
     false, "E99"},
    {NULL, "A1 DOUBLE E49", 50, false, "DOUBLE"},
    {NULL, "A9 A1 B1", 50, false, "A1"},
    {NULL, "B19 B1 C2", 40, false, "C2"},
    {NULL, "B19 B1 C2", 60, false, "B1"},
    {NULL, "PASS A9 B1", 50, true, "A9"},
    {NULL, "PASS TURN A99", 50, true, "PASS"},
    {NULL, "A99 A99 A99", 50, true, NULL},
    /* conditions hold from and up to their p */
    {"# comment\nnormal # more\n first DOUBLE, when p >= 80 and p <= 90\n"
     " first PASS, when p <= -150\ndoubled\n",
     "A1 DOUBLE B1", 79, false, "A1"},
    {NULL, "A1 DOUBLE B1", 80, false, "DOUBLE"},
    {NULL, "A1 DOUBLE B1", 90, false, "DOUBLE"},
    {NULL, "A1 DOUBLE B1", 91, false, "A1"},
    {NULL, "A1 PASS B1", -149, false, "A1"},
    {NULL, "A1 PASS B1", -150, false, "PASS"},
    {NULL, "A1 PASS B1", -5000, false, "PASS"},
    /* ties follow the order given, or the statement's */
    {"normal\n max basic, ties E D B A C\ndoubled\n min basic\n", "A9 C2 PASS", 9, false, "A9"},
    {NULL, "E0 D2 B9", 0, false, "E0"},
    {NULL, "E0 D2 C2", 0, true, "D2"},
    {"normal\n max basic\ndoubled\n min basic, ties C\n", "A9 C2 PASS", 9, false, "C2"},
    {NULL, "E0 D2 C2", 0, true, "C2"},
    /* cards of no group come last, in the statement's order */
    {"normal\n first B1\ndoubled\n first TURN\n", "A1 A9 PASS", 0, false, "A9"},
    {NULL, "A99 DOUBLE PASS", 50, false, "PASS"},
    {NULL, "A1 A9 PASS", 0, true, "PASS"},
    {NULL, "A1 A9 B9", 0, true, "B9"},
};

TEST(test_groups_aims_conditions_and_ties_choose_as_they_say)
{
    struct cirno_strategy strategy;
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++) {
        uint8_t cards[CIRNO_HAND];
        if (plays[i].strategy != NULL)
            must_read_strategy(plays[i].strategy, &strategy);
        nf_test_words(&cirno_words, plays[i].hand, cards, sizeof cards);
        const unsigned found = cirno_strategy_choose(&strategy, cirno_types(cirno_hand_of(cards)),
                                                     plays[i].p, plays[i].doubled, NULL);
        if (found != (plays[i].card == NULL ? CIRNO_LOSES : cirno_test_card(plays[i].card)))
            fail_msg("%s%s at p=%d: %s, expected %s", plays[i].hand,
                     plays[i].doubled ? ", DOUBLE," : "", plays[i].p,
                     found == CIRNO_LOSES ? "nothing" : cirno_cards[found].name,
                     plays[i].card == NULL ? "nothing" : plays[i].card);
    }
}

/* Strategies, and the groups of their plans, by which vector kernels play; 0: a section has none.
 * That plans choose as the ranks do is held by test_cirno_kernels.c: the reference plays by ranks.
 */
static const struct {
    const char *strategy;
    uint32_t groups[2];
} plans[] = {
    /* Cards to be played in order share a group where p or ties tell them apart: orders of counter
     * cards, of A cards, and one that follows no p. */
    {"normal\n  first TURN DOUBLE PASS\n  max all\ndoubled\n  first A\n  max all\n", {2, 2}},
    {"normal\n  first A1 A9 A2\n  max all\ndoubled\n  first A9 A2\n  max all\n", {3, 2}},
    /* twelve groups, with those of the statement */
    {"normal\ndoubled\n"
     "  first A1\n  max C\n  first A2\n  max D\n  first A5\n  max E0\n  first A9\n"
     "  max E49\n  first A19\n  first E99\n  max counter\n",
     {2, 0}},
    /* two orders of cards that make p equal everywhere */
    {"normal\n  max PASS TURN, when p >= 50\n  max TURN PASS\ndoubled\n", {0, 2}},
    /* sixteen bounds */
    {"normal\n  max B, when p >= 10 and p <= 12\n  max C, when p >= 20 and p <= 22\n"
     "  max D, when p >= 30 and p <= 32\n  max E, when p >= 40 and p <= 42\n"
     "  max PASS, when p >= 50 and p <= 52\n  max TURN, when p >= 60 and p <= 62\n"
     "  max DOUBLE, when p >= 70 and p <= 72\n  max A1, when p >= 80 and p <= 82\n"
     "doubled\n",
     {0, 2}},
};

TEST(test_a_plan_has_few_groups_and_what_is_too_much_for_one_has_none)
{
    static struct cirno_strategy strategy;
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        must_read_strategy(plans[i].strategy, &strategy);
        for (int doubled = 0; doubled < 2; doubled++) {
            const struct cirno_plan *const plan = &strategy.plan[doubled];
            assert_int_equal(plan->fits, plans[i].groups[doubled] > 0);
            assert_true(!plan->fits || plan->groups == plans[i].groups[doubled]);
        }
    }
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
    nf_test_words(&cirno_words, "A99 PASS B1", cards, 3);
    for (uint32_t face = 0; face < CIRNO_DIE_FACES; face++)
        times[cirno_strategy_choose(&strategy, cirno_types(cirno_hand_of(cards)), 50, false,
                                    cirno_die(face))]++;
    assert_int_equal(times[cirno_test_card("PASS")], CIRNO_DIE_FACES / 2);
    assert_int_equal(times[cirno_test_card("B1")], CIRNO_DIE_FACES / 2);
    nf_test_words(&cirno_words, "A1 PASS B1", cards, 3);
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
TEST(test_what_is_no_strategy_file_is_distinguished_from_what_cannot_be_read)
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
