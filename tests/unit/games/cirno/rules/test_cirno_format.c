/* The judge's format: what is read, what is refused and where, and what is printed. */
/* valgrind: quick enough to be run under it as well */
#include "core/format/judge.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/format.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CARD_NAMES "A1 A2 A5 A9 A19 A49 A99 B1 B9 B19 C2 D2 E0 E49 E99 PASS TURN DOUBLE"

/* Parses a copy of exactly `size` bytes, so that reading past it shows under a sanitizer. */
static enum nf_status parse_bytes(const char *bytes, size_t size, struct nf_error *err)
{
    char *const copy = malloc(size + (size == 0));
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    const struct nf_input input = {.name = "deck.in", .data = copy, .size = size};
    struct nf_match match;
    const enum nf_status status = nf_match_open(&match, &cirno_game, &input, err);
    if (status == NF_OK)
        nf_match_close(&match);
    free(copy);
    return status;
}

static void refuse_bytes(const char *bytes, size_t size, const char *message)
{
    struct nf_error err;
    assert_int_equal(parse_bytes(bytes, size, &err), NF_INVALID);
    assert_string_equal(err.text, message);
}

static void refuse(const char *text, const char *message)
{
    refuse_bytes(text, strlen(text), message);
}

/* ---- what is read ---- */

/* The game that every way to lay out its tokens must give. */
static void check_layout(const char *text)
{
    static const uint8_t hands[] = {CIRNO_A1,   CIRNO_A19,  CIRNO_E99,
                                    CIRNO_PASS, CIRNO_TURN, CIRNO_DOUBLE};
    static const uint8_t deck[] = {CIRNO_B1, CIRNO_DOUBLE, CIRNO_E0, CIRNO_A99};
    struct nf_match match;
    struct nf_error err;
    const struct nf_input input = {.name = "f", .data = text, .size = strlen(text)};
    if (nf_match_open(&match, &cirno_game, &input, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_int_equal(cirno_parsed_of(&match)->instance.players, 2);
    assert_int_equal(cirno_parsed_of(&match)->instance.rounds, 7);
    assert_int_equal(cirno_parsed_of(&match)->instance.deck_size, 4);
    assert_int_equal(cirno_parsed_of(&match)->names[0].length, 5);
    assert_memory_equal(cirno_parsed_of(&match)->names[0].text, "Cirno", 5);
    assert_int_equal(cirno_parsed_of(&match)->names[1].length, 1);
    assert_memory_equal(cirno_parsed_of(&match)->names[1].text, "r", 1);
    assert_memory_equal(cirno_parsed_of(&match)->instance.hands, hands, sizeof hands);
    assert_memory_equal(cirno_parsed_of(&match)->instance.deck, deck, sizeof deck);
    nf_match_close(&match);
}

TEST(any_run_of_white_space_separates_tokens)
{
    check_layout("2 7 4\nCirno A1 A19 E99\nr PASS TURN DOUBLE\nB1 DOUBLE E0 A99\n");
    check_layout("2 7 4\nCirno A1 A19 E99\nr PASS TURN DOUBLE\nB1 DOUBLE E0 A99");
    check_layout("2 7 4\r\nCirno A1 A19 E99\r\nr PASS TURN DOUBLE\r\nB1 DOUBLE E0 A99\r\n");
    check_layout(
        "2 7 4  \nCirno A1 A19 E99\t\nr PASS TURN DOUBLE \n\nB1   DOUBLE\tE0 A99     \n\n");
    check_layout(" 2\n7\n4 Cirno A1 A19 E99 r PASS TURN DOUBLE B1\n\nDOUBLE \r\n \t E0\r\nA99");
    check_layout("2 07 0000000000000000000004\nCirno A1 A19 E99\nr PASS TURN DOUBLE\nB1 DOUBLE E0 "
                 "A99                                                                           ");
}

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
        struct nf_match match;
        struct nf_error err;
        lay_out(&deck, &random);
        const struct nf_input input = {"f", deck.text.data, deck.text.size};
        if (nf_match_open(&match, &cirno_game, &input, &err) != NF_OK)
            fail_msg("%s", err.text);
        assert_memory_equal(cirno_parsed_of(&match)->instance.deck, deck.cards, LONG_DECK);
        nf_match_close(&match);
        nf_text_free(&deck.text);
    }
}

TEST(limits_are_accepted)
{
    struct nf_text text = {0};
    struct nf_error err;
    nf_text_string(&text, "30 100 300000\n");
    for (int i = 0; i < CIRNO_MAX_PLAYERS; i++)
        nf_text_string(&text, "ABCDEFGHIJKLMNOPqrst A1 A2 A5\n");
    for (int i = 0; i < CIRNO_MAX_DECK; i++)
        nf_text_string(&text, "DOUBLE ");
    assert_int_equal(parse_bytes(text.data, text.size, &err), NF_OK);
    nf_text_free(&text);
}

/* ---- what is refused ---- */

TEST(missing_tokens_are_named)
{
    refuse("", "deck.in:1:1: found end of input, expected the number of players n, an integer from "
               "1 to 30");
    refuse(" \n\n", "deck.in:3:1: found end of input, expected the number of players n, an integer "
                    "from 1 to 30");
    refuse("2", "deck.in:1:2: found end of input, expected the number of rounds m, an integer from "
                "1 to 100");
    refuse("2 1 ", "deck.in:1:5: found end of input, expected the number of deck cards k, an "
                   "integer from 1 to 300000");
    refuse("2 1 4\n", "deck.in:2:1: found end of input, expected the name of player 1 (1 to 20 "
                      "Latin letters)");
    refuse("2 1 4\nCirno A1",
           "deck.in:2:9: found end of input, expected hand card 2 of 3 of player 1 (" CARD_NAMES
           ")");
    refuse("1 1 4\nCirno A1 A1 A1\nA1 A1 A1\n",
           "deck.in:4:1: found end of input, expected deck card 4 of 4 (" CARD_NAMES ")");
    refuse("1 1 300000\nCirno A1 A1 A1",
           "deck.in:2:15: found end of input, expected deck card 1 of 300000 (" CARD_NAMES ")");
}

TEST(extra_tokens_are_pointed_at)
{
    refuse("1 1 2\nCirno A1 A1 A1\nA1 A2 A5\n",
           "deck.in:3:7: found 'A5', expected end of input after deck card 2 of 2");
    refuse("1 1 2\nCirno A1 A1 A1\nA1 A2\n\n\t0",
           "deck.in:5:2: found '0', expected end of input after deck card 2 of 2");
    refuse("1 1 2 3\nCirno A1 A1 A1\nA1 A2\n",
           "deck.in:1:7: found '3', expected the name of player 1 (1 to 20 Latin letters)");
}

TEST(counts_out_of_range_are_refused)
{
    static const char *const wrong[] = {
        "0",   "31", "-1",  "+1",         "1.5",
        "1e1", "x1", "0x1", "4294967297", "18446744073709551617",
        "\"1", "1,", "A1",  "3O",         "99999999999999999999999",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[64], message[256];
        snprintf(text, sizeof text, "\n %s 1 1\n", wrong[i]);
        snprintf(message, sizeof message,
                 "deck.in:2:2: found '%s', expected the number of players n, an integer from 1 to "
                 "30",
                 wrong[i]);
        refuse(text, message);
    }
    refuse("30 101 1", "deck.in:1:4: found '101', expected the number of rounds m, an integer from "
                       "1 to 100");
    refuse("30 0 1",
           "deck.in:1:4: found '0', expected the number of rounds m, an integer from 1 to 100");
    refuse("1 1 300001\n", "deck.in:1:5: found '300001', expected the number of deck cards k, an "
                           "integer from 1 to 300000");
    refuse("1 1 0\n", "deck.in:1:5: found '0', expected the number of deck cards k, an integer "
                      "from 1 to 300000");
}

TEST(unknown_cards_are_refused_with_the_list_of_cards)
{
#define IN_DECK(card) "1 1 3\nCirno A1 A1 A1\nA1 " card " DOUBLE\n"
#define FOUND(card)   "deck.in:3:4: found '" card "', expected deck card 2 of 3 (" CARD_NAMES ")"
    refuse(IN_DECK("A3"), FOUND("A3"));
    refuse(IN_DECK("PASSS"), FOUND("PASSS"));
    refuse(IN_DECK("DOUBLEX"), FOUND("DOUBLEX"));
    refuse(IN_DECK("DOUBLEDOUBLE"), FOUND("DOUBLEDOUBLE"));
    refuse(IN_DECK("A1,"), FOUND("A1,"));
    refuse(IN_DECK("A"), FOUND("A"));
    refuse(IN_DECK("A1\vA2"), FOUND("A1\\x0bA2"));
    refuse(IN_DECK("\xe2\x91\xa8"), FOUND("\\xe2\\x91\\xa8"));
    refuse("1 1 3\nCirno A1 A4 A1\n",
           "deck.in:2:10: found 'A4', expected hand card 2 of 3 of player 1 (" CARD_NAMES ")");
    refuse("2 1 3\nCirno A1 A1\nReimu A1 A1 A1\nA1 A1 A1\n",
           "deck.in:3:1: found 'Reimu', expected hand card 3 of 3 of player 1 (" CARD_NAMES ")");
}

TEST(a_card_in_the_wrong_case_gets_a_suggestion)
{
    refuse(IN_DECK("a1"), FOUND("a1") "; did you mean 'A1'?");
    refuse(IN_DECK("a{"), FOUND("a{"));
    refuse(IN_DECK("Double"), FOUND("Double") "; did you mean 'DOUBLE'?");
}

TEST(names_are_1_to_20_latin_letters)
{
#define WANTED "', expected the name of player 1 (1 to 20 Latin letters)"
    refuse("1 1 1\nCirno9 A1 A1 A1\nA1", "deck.in:2:1: found 'Cirno9" WANTED);
    refuse("1 1 1\nABCDEFGHIJKLMNOPqrstu A1 A1 A1\nA1",
           "deck.in:2:1: found 'ABCDEFGHIJKLMNOPqrstu" WANTED);
    refuse("1 1 1\nCirno{ A1 A1 A1\nA1", "deck.in:2:1: found 'Cirno{" WANTED);
    refuse("1 1 1\nCirno@ A1 A1 A1\nA1", "deck.in:2:1: found 'Cirno@" WANTED);
    refuse("1 1 1\nCirno[ A1 A1 A1\nA1", "deck.in:2:1: found 'Cirno[" WANTED);
    refuse("1 1 1\nABCDEFGHIJKLMNOPQrstuv A1 A1 A1\nA1",
           "deck.in:2:1: found 'ABCDEFGHIJKLMNOPQrstuv" WANTED);
    refuse("1 1 1\nCir_no A1 A1 A1\nA1", "deck.in:2:1: found 'Cir_no" WANTED);
    refuse("1 1 1\nL\xc3\xa9o A1 A1 A1\nA1", "deck.in:2:1: found 'L\\xc3\\xa9o" WANTED);
}

TEST(nul_bytes_are_shown)
{
    static const char in_deck[] = "1 1 2\nCirno A1 A1 A1\nA1\0 A2 DOUBLE";
    refuse_bytes(in_deck, sizeof in_deck - 1,
                 "deck.in:3:1: found 'A1\\x00', expected deck card 1 of 2 (" CARD_NAMES ")");
    static const char in_name[] = "1 1 2\nCir\0no A1 A1 A1\nA1 A2";
    refuse_bytes(in_name, sizeof in_name - 1, "deck.in:2:1: found 'Cir\\x00no" WANTED);
    refuse_bytes("\0\0\0\0\0\0\0\0\0", 9,
                 "deck.in:1:1: found '\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00', expected the "
                 "number of players n, an integer from 1 to 30");
    static const char at_end[] = "1 1 1\nCirno A1 A1 A1\nA1\n\0";
    refuse_bytes(at_end, sizeof at_end - 1,
                 "deck.in:4:1: found '\\x00', expected end of input after deck card 1 of 1");
}

TEST(a_token_of_a_megabyte_is_cut)
{
    enum { LENGTH = 1000000 };
    static const char head[] = "1 1 2\nCirno A1 A1 A1\n";
    char *const text = malloc(sizeof head + LENGTH);
    assert_non_null(text);
    strcpy(text, head);
    memset(text + sizeof head - 1, 'A', LENGTH);
    refuse_bytes(text, sizeof head - 1 + LENGTH,
                 "deck.in:3:1: found 'AAAAAAAAAAAAAAAAAAAAAAAA'... (1000000 bytes), expected "
                 "deck card 1 of 2 (" CARD_NAMES ")");
    free(text);
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
        assert_int_equal(parse_bytes(deck.text.data, deck.text.size, &err), NF_INVALID);
        assert_memory_equal(err.text, place.text, strlen(place.text));
        nf_text_free(&deck.text);
    }
}

TEST(a_long_token_is_not_taken_for_the_card_it_begins_with)
{
    for (int more = 1; more < 140; more++) {
        struct nf_text text = {0};
        struct nf_error err;
        nf_text_format(&text, "1 1 %d\nCirno A1 A1 A1\nA1 A1", LONG_DECK);
        for (int i = 0; i < more; i++)
            nf_text_string(&text, "x");
        for (int i = 2; i < LONG_DECK; i++)
            nf_text_string(&text, " A1");
        assert_int_equal(parse_bytes(text.data, text.size, &err), NF_INVALID);
        assert_memory_equal(err.text, "deck.in:3:4: found 'A1x", 23);
        nf_text_free(&text);
    }
}

/* ---- what is printed ---- */

TEST(the_printed_layout_is_the_statements)
{
    static const uint8_t hands[] = {CIRNO_A9, CIRNO_A19, CIRNO_B1, CIRNO_TURN, CIRNO_A9, CIRNO_C2};
    static const uint8_t deck[] = {CIRNO_E49, CIRNO_DOUBLE, CIRNO_D2};
    const struct cirno_instance game = {2, 10, 3, hands, deck};
    struct nf_text text = {0};
    cirno_print(&text, &game, cirno_seat_names);
    nf_text_bytes(&text, "", 1);
    assert_string_equal(text.data, "2 10 3\nCirno A9 A19 B1\nReimu TURN A9 C2\nE49 DOUBLE D2\n");
    nf_text_free(&text);
}

TEST(seat_names_are_valid_and_differ)
{
    for (int a = 0; a < CIRNO_MAX_PLAYERS; a++) {
        assert_true(cirno_seat_names[a].length >= 1 &&
                    cirno_seat_names[a].length <= CIRNO_MAX_NAME);
        assert_int_equal(strspn(cirno_seat_names[a].text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                          "abcdefghijklmnopqrstuvwxyz"),
                         cirno_seat_names[a].length);
        for (int b = 0; b < a; b++)
            assert_string_not_equal(cirno_seat_names[a].text, cirno_seat_names[b].text);
    }
}

TEST(the_place_of_a_deck_card_is_found_again)
{
    static const char text[] = "1 1 3\nCirno A1 A1 A1\n  A1\nDOUBLE  E0 \n";
    const struct nf_input input = {.name = "f", .data = text, .size = sizeof text - 1};
    struct nf_match match;
    struct nf_error err;
    assert_int_equal(nf_match_open(&match, &cirno_game, &input, &err), NF_OK);
    assert_int_equal(cirno_deck_offset(&match, 1), (int)(strstr(text, "  A1") - text) + 4);
    assert_int_equal(cirno_deck_offset(&match, 2), (int)(strstr(text, "  E0") - text));
    assert_int_equal(cirno_deck_offset(&match, 3), (int)(strstr(text, " \n") - text));
    nf_match_close(&match);
}

/* Pads a game whose deck has `size` cards, and checks that it comes out with `wanted` of them. */
static void check_padded(uint32_t size, uint32_t wanted)
{
    struct nf_text text = {0}, padded = {0};
    struct nf_match match;
    struct nf_error err;
    uint32_t added;
    nf_text_format(&text, "1 1 %u\nCirno A99 A1 PASS\n", size);
    for (uint32_t i = 0; i < size; i++)
        nf_text_string(&text, "B1 ");
    const struct nf_input input = {"case", text.data, text.size};
    assert_int_equal(nf_instance_pad(&cirno_format, &input, 200, &padded, &added, &err), NF_OK);
    assert_int_equal(added, wanted - size);
    nf_text_free(&text);
    if (added == 0) {
        assert_int_equal(padded.size, 0);
        return;
    }
    const struct nf_input longer = {"padded", padded.data, padded.size};
    assert_int_equal(nf_match_open(&match, &cirno_game, &longer, &err), NF_OK);
    assert_int_equal(cirno_parsed_of(&match)->instance.deck_size, wanted);
    assert_int_equal(cirno_parsed_of(&match)->instance.deck[size - 1], CIRNO_B1);
    assert_int_equal(cirno_parsed_of(&match)->instance.deck[wanted - 1], CIRNO_A99);
    nf_match_close(&match);
    nf_text_free(&padded);
}

TEST(a_deck_is_padded_below_its_cards_as_far_as_the_limit)
{
    struct nf_text padded = {0};
    struct nf_error err;
    uint32_t added;
    check_padded(1, 201);
    check_padded(CIRNO_MAX_DECK - 7, CIRNO_MAX_DECK);
    check_padded(CIRNO_MAX_DECK, CIRNO_MAX_DECK);
    const struct nf_input broken = {"case", "1 1\n", 4};
    assert_int_equal(nf_instance_pad(&cirno_format, &broken, 200, &padded, &added, &err),
                     NF_INVALID);
}
