/* The judge's format: what is read, and what is refused and where. */
/* valgrind: quick enough to be run under it as well */
#include "games/cirno/judged/fuzzing.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/simulated/module.h"
#include "judge/judge.h"
#include "tests/unit/judged.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

#define CARD_NAMES "A1 A2 A5 A9 A19 A49 A99 B1 B9 B19 C2 D2 E0 E49 E99 PASS TURN DOUBLE"

static enum nf_status parse(const struct nf_text *text, struct nf_error *err)
{
    const struct nf_input input = nf_text_input(text, "deck.in");
    struct nf_match match;
    const enum nf_status status = nf_match_open(&match, cirno_game.rules, &input, err);
    if (status == NF_OK)
        nf_match_close(&match);
    return status;
}

/* ---- what is read ---- */

/* A deck of LONG_DECK random cards, laid out at random; where each card stands is kept. Long decks
 * are read in blocks of 64 bytes, and every card comes to stand at every place of a block. */
enum { LONG_DECK = 300 };
struct long_deck {
    uint8_t cards[LONG_DECK];
    size_t starts[LONG_DECK];
    struct nf_text text;
};

static void lay_out(struct long_deck *deck, uint64_t *random)
{
    static const char *const gaps[] = {" ", " ", " ", " ", "\n", "\r\n", "\t", "  ", "          "};
    deck->text = (struct nf_text){0};
    nf_text_format(&deck->text, "1 1 %d\nCirno A1 A1 A1", LONG_DECK);
    for (size_t i = 0; i < LONG_DECK; i++) {
        deck->cards[i] = (uint8_t)nf_test_between(random, 0, CIRNO_CARDS - 1);
        nf_text_string(&deck->text, gaps[nf_test_between(random, 0, 8)]);
        deck->starts[i] = deck->text.size;
        nf_text_string(&deck->text, cirno_cards[deck->cards[i]].name);
    }
}

TEST(every_card_is_read_wherever_it_stands)
{
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 2000; i++) {
        struct long_deck deck;
        FREED_BY(nf_match_close) struct nf_match match;
        lay_out(&deck, &random);
        const struct nf_input input = {"f", deck.text.data, deck.text.size};
        assert_ok(nf_match_open, &match, cirno_game.rules, &input);
        assert_memory_equal(cirno_parsed_of(&match)->instance.deck, deck.cards, LONG_DECK);
        nf_text_free(&deck.text);
    }
}

/* ---- what is refused ---- */

#define IN_DECK(card) "1 1 3\nCirno A1 A1 A1\nA1 " card " DOUBLE\n"
#define FOUND(card)   "3:4: found '" card "', expected deck card 2 of 3 (" CARD_NAMES ")"
#define NAMED(name)   "1 1 1\n" name " A1 A1 A1\nA1"
#define NO_NAME(name) "2:1: found '" name "', expected the name of player 1 (1 to 20 Latin letters)"

/* What no game can be made of, and what is said of it behind the name. */
static const char *const refused[][2] = {
    {"", "1:1: found end of input, expected the number of players n, an integer from 1 to 30"},
    {"2 1 4\nCirno A1",
     "2:9: found end of input, expected hand card 2 of 3 of player 1 (" CARD_NAMES ")"},
    {"1 1 4\nCirno A1 A1 A1\nA1 A1 A1\n",
     "4:1: found end of input, expected deck card 4 of 4 (" CARD_NAMES ")"},
    {"1 1 300000\nCirno A1 A1 A1",
     "2:15: found end of input, expected deck card 1 of 300000 (" CARD_NAMES ")"},
    {"1 1 2\nCirno A1 A1 A1\nA1 A2\n\n\t0",
     "5:2: found '0', expected end of input after deck card 2 of 2"},
    {"1 1 2 3\nCirno A1 A1 A1\nA1 A2\n",
     "1:7: found '3', expected the name of player 1 (1 to 20 Latin letters)"},
    {"1 1 300001\n",
     "1:5: found '300001', expected the number of deck cards k, an integer from 1 to 300000"},
    {"2 1 3\nCirno A1 A1\nReimu A1 A1 A1\nA1 A1 A1\n",
     "3:1: found 'Reimu', expected hand card 3 of 3 of player 1 (" CARD_NAMES ")"},
    {IN_DECK("A3"), FOUND("A3")},
    {IN_DECK("DOUBLEDOUBLE"), FOUND("DOUBLEDOUBLE")},
    {IN_DECK("\xe2\x91\xa8"), FOUND("\xe2\x91\xa8")},
    {IN_DECK("a1"), FOUND("a1") "; did you mean 'A1'?"},
    {IN_DECK("a{"), FOUND("a{")},
    {IN_DECK("Double"), FOUND("Double") "; did you mean 'DOUBLE'?"},
    {NAMED("Cirno9"), NO_NAME("Cirno9")},
    {NAMED("Cirno{"), NO_NAME("Cirno{")},
    {NAMED("Cirno@"), NO_NAME("Cirno@")},
    {NAMED("Cirno["), NO_NAME("Cirno[")},
    {NAMED("ABCDEFGHIJKLMNOPqrstu"), NO_NAME("ABCDEFGHIJKLMNOPqrstu")},
    {NAMED("L\xc3\xa9o"), NO_NAME("L\xc3\xa9o")},
};

TEST(what_is_no_game_is_refused_at_its_place_with_what_was_expected)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        nf_test_refuses(nf_judged_play, &cirno_problem, refused[i][0], refused[i][1]);
}

TEST(a_damaged_card_is_pointed_at_wherever_it_stands)
{
    static const char bytes[] = "3x\0,\v\x80\xff";
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 5000; i++) {
        struct long_deck deck;
        struct nf_error err, place;
        lay_out(&deck, &random);
        const uint32_t which = nf_test_between(&random, 0, LONG_DECK - 1);
        const uint32_t length = (uint32_t)strlen(cirno_cards[deck.cards[which]].name);
        deck.text.data[deck.starts[which] + nf_test_between(&random, 0, length - 1)] =
            bytes[nf_test_between(&random, 0, sizeof bytes - 2)];
        const struct nf_input input = {"deck.in", deck.text.data, deck.text.size};
        nf_fail_at(&place, &input, deck.starts[which], "found '");
        assert_int_equal(parse(&deck.text, &err), NF_INVALID);
        assert_memory_equal(err.text, place.text, strlen(place.text));
        nf_text_free(&deck.text);
    }
}

TEST(a_long_token_is_not_taken_for_the_card_it_begins_with)
{
    for (int more = 1; more < 140; more++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        struct nf_error err;
        nf_text_format(&text, "1 1 %d\nCirno A1 A1 A1\nA1 A1", LONG_DECK);
        for (int i = 0; i < more; i++)
            nf_text_string(&text, "x");
        for (int i = 2; i < LONG_DECK; i++)
            nf_text_string(&text, " A1");
        assert_int_equal(parse(&text, &err), NF_INVALID);
        assert_memory_equal(err.text, "deck.in:3:4: found 'A1x", 23);
    }
}

/* ---- what is made of it ---- */

TEST(the_place_of_a_deck_card_is_found_again)
{
    static const char text[] = "1 1 3\nCirno A1 A1 A1\n  A1\nDOUBLE  E0 \n";
    const struct nf_input input = {.name = "f", .data = text, .size = sizeof text - 1};
    FREED_BY(nf_match_close) struct nf_match match;
    assert_ok(nf_match_open, &match, cirno_game.rules, &input);
    assert_int_equal(cirno_deck_offset(&match, 1), (int)(strstr(text, "  A1") - text) + 4);
    assert_int_equal(cirno_deck_offset(&match, 2), (int)(strstr(text, "  E0") - text));
    assert_int_equal(cirno_deck_offset(&match, 3), (int)(strstr(text, " \n") - text));
}

/* What is padded stays the same game: base/format/test_format.c. */
static void check_padded(uint32_t size, uint32_t wanted)
{
    FREED_BY(nf_text_free) struct nf_text text = {0}, padded = {0};
    uint32_t added;
    nf_text_format(&text, "1 1 %u\nCirno A99 A1 PASS\n", size);
    for (uint32_t i = 0; i < size; i++)
        nf_text_string(&text, "B1 ");
    const struct nf_input input = {"case", text.data, text.size};
    assert_ok(nf_instance_pad, &cirno_format, &input, 200, &padded, &added);
    assert_int_equal(added, wanted - size);
    if (added > 0)
        assert_ok(parse, &padded);
    assert_int_equal(padded.size > text.size, added > 0);
}

TEST(a_deck_is_padded_as_far_as_the_limit)
{
    check_padded(1, 201);
    check_padded(CIRNO_MAX_DECK - 7, CIRNO_MAX_DECK);
    check_padded(CIRNO_MAX_DECK, CIRNO_MAX_DECK);
}
