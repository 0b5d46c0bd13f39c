/* What is said of a difference, word by word: games written so that every rule has its turn. */
/* valgrind: quick enough to be run under it as well */
#include "core/format/judge.h"
#include "games/cirno/module.h"
#include "tests/unit/test.h"

#include <string.h>

/* One line of a transcript replaced by others, and what must be said of that. */
struct wrong {
    const char *instance;
    uint64_t line;
    const char *found;    /* lines, or "" for none at all */
    const char *headline; /* the first line of the explanation */
    const char *rows;     /* lines that must be among the others */
};

/* Compares an output with the transcript. Free the difference's `why`, which is ended. */
static struct nf_difference compare(const char *instance, const struct nf_text *output, bool strict)
{
    const struct nf_input input = {"game", instance, strlen(instance)};
    const struct nf_input found = nf_text_input(output, "output");
    struct nf_difference difference;
    struct nf_error err;
    if (nf_check_output(&cirno_game, &input, &found, strict, &difference, &err) != NF_OK)
        fail_msg("%s", err.text);
    nf_text_bytes(&difference.why, "", 1);
    return difference;
}

/* Compares the transcript with its line replaced. */
static struct nf_difference compare_wrong(const char *instance, uint64_t line, const char *found)
{
    const struct nf_input input = {"game", instance, strlen(instance)};
    struct nf_text transcript = {0}, output = {0};
    struct nf_error err;
    uint64_t now = 1;
    assert_int_equal(nf_play(&cirno_game, &input, &transcript, &err), NF_OK);
    for (size_t at = 0; at < transcript.size; now++) {
        const char *const start = transcript.data + at;
        const char *const end = memchr(start, '\n', transcript.size - at);
        const size_t length = (size_t)(end - start) + 1;
        if (now != line)
            nf_text_bytes(&output, start, length);
        else
            nf_text_string(&output, found);
        at += length;
    }
    const struct nf_difference difference = compare(instance, &output, false);
    nf_text_free(&transcript);
    nf_text_free(&output);
    return difference;
}

static void explains(const struct wrong *wrong)
{
    struct nf_difference difference = compare_wrong(wrong->instance, wrong->line, wrong->found);
    const char *const why = difference.why.data;
    const size_t length = strlen(wrong->headline);
    if (strncmp(why, wrong->headline, length) != 0 || why[length] != '\n' ||
        strstr(why, wrong->rows) == NULL)
        fail_msg("expected\n%s\n%sfound\n%s", wrong->headline, wrong->rows, why);
    nf_text_free(&difference.why);
}

/* Round 1: Cirno A9 9, Reimu C2 18, Cirno C2 36, Reimu A9 45, Cirno B1 44, Reimu B1 43, Cirno lost.
 */
static const char largest[] = "2 1 9\nCirno A9 B1 C2\nReimu C2 A9 B1\n"
                              "A99 A99 A99 A99 A99 A99 A99 A99 A99\n";
/* Cirno A2 2, Reimu DOUBLE 2, Marisa D2 1, Marisa A5 6, Cirno B1 5, Reimu lost. */
static const char doubled[] = "3 1 8\nCirno A2 B1 B1\nReimu DOUBLE A99 A99\nMarisa D2 B1 A5\n"
                              "A99 A99 A99 A99 A99 A99 A99 A99\n";
/* Cirno A99, Reimu TURN, Cirno TURN, Reimu lost; Round 2: Reimu A99, Marisa B1 98, Cirno lost. */
static const char turned[] = "3 2 11\nCirno A99 A99 TURN\nReimu TURN A99 A9\nMarisa A9 A9 B1\n"
                             "A99 A99 A99 A99 A99 A99 A99 A99 A99 A99 A99\n";
/* Cirno B1 -1, D2 -1, A99 98, B1 97, B1 96, lost. */
static const char alone[] = "1 1 8\nCirno B1 B1 B1\nD2 A99 A99 A99 A99 A99 A99 A99\n";
/* Cirno B1 -1, B1 -2, D2 -1, A99 98, B1 97, B1 96, lost. */
static const char even[] = "1 1 9\nCirno B1 B1 B1\nB1 D2 A99 A99 A99 A99 A99 A99 A99\n";

/* Cirno A99 99, Reimu DOUBLE, Marisa TURN, Reimu B9 90, Reimu A9 99, Cirno lost. */
static const char handed[] = "3 1 8\nCirno A99 A99 A99\nReimu DOUBLE C2 A9\nMarisa TURN A1 B1\n"
                             "A99 B9 A99 A99 A99 A99 A99 A99\n";
/* Cirno E49, then A1 to 50 and lost. */
static const char fixed[] = "1 1 9\nCirno E49 A1 D2\nA99 A99 A99 A99 A99 A99 A99 A99 A99\n";
/* Cirno A2 2, DOUBLE by Reimu, Cirno B1 1 and lost. */
static const char on_second[] = "2 1 8\nCirno A2 B1 A99\nReimu DOUBLE A99 A99\n"
                                "A99 A99 A99 A99 A99 A99 A99 A99\n";
/* Cirno A99 99, DOUBLE by Reimu, Cirno lost. */
static const char at_once[] = "2 1 8\nCirno A99 A99 A99\nReimu DOUBLE A99 A99\n"
                              "A99 A99 A99 A99 A99 A99 A99 A99\n";

#define EXPLAINS(...)                                                                              \
    do {                                                                                           \
        const struct wrong list[] = {__VA_ARGS__};                                                 \
        for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)                                  \
            explains(&list[i]);                                                                    \
    } while (0)

TEST(the_whole_explanation_of_a_tie)
{
    EXPLAINS({largest, 3, "Reimu used A9,now p=18.\n", "line 3, column 12: she plays another card",
              "  expected 'Reimu used C2,now p=18.'\n"
              "  found    'Reimu used A9,now p=18.'\n"
              "  where    round 1, turn 2, player 2 (Reimu), clockwise, p = 9, no DOUBLE\n"
              "  hand     A9 (p 18), B1 (p 8), C2 (p 18)\n"
              "  rule     C2 and A9 both make p 18; making p largest prefers C before A\n"},
             {doubled, 4, "Marisa used B1,now p=1.\n", "line 4, column 13: she plays another card",
              "  where    round 1, turn 3, player 3 (Marisa), clockwise, p = 2, DOUBLE lies on\n"
              "           her\n"
              "  hand     A5 (p 7), B1 (p 1), D2 (p 1)\n"
              "  rule     D2 and B1 both make p 1; making p smallest prefers D before B\n"});
}

TEST(another_card_is_explained_by_hand_and_rule)
{
    static const char counter[] =
        "  rule     no basic card keeps p at 99 or less: a counter card, PASS before TURN\n"
        "           before DOUBLE\n";
    EXPLAINS({turned, 3, "Reimu used A9,now p=108.\n", "line 3, column 12: she plays another card",
              counter},
             {largest, 6, "Cirno used PASS,now p=45.\n",
              "line 6, column 12: she plays another card",
              "  rule     the basic card that makes p largest without passing 99, B1\n"
              "  note     she does not hold PASS\n"},
             {largest, 3, "Reimu used A19,now p=28.\n", "line 3, column 12: she plays another card",
              "  note     she does not hold A19\n"},
             {largest, 6, "Cirno used A7,now p=45.\n", "line 6, column 12: there is no such card",
              "  hand     A99 (p 144, too large), A99 (p 144, too large), B1 (p 44)\n"},
             {handed, 4, "Marisa used A1,now p=100.\n", "line 4, column 13: she plays another card",
              "  where    round 1, turn 3, player 3 (Marisa), clockwise, p = 99, DOUBLE lies on\n"
              "           her\n"
              "  hand     A1 (p 100, too large), B1 (p 98), TURN\n"
              "  rule     DOUBLE lies on her: a counter card goes first, PASS before TURN\n"
              "           before DOUBLE, and passes the effect on to the next player\n"},
             {handed, 5, "Reimu used C2,now p=198.\n", "line 5, column 12: she plays another card",
              "  rule     DOUBLE lies on her and she has no counter card: the basic card that\n"
              "           makes p smallest, B9\n"});
}

TEST(another_player_is_explained_by_the_turn_before)
{
    EXPLAINS(
        {largest, 2, "Reimu used A9,now p=9.\n", "line 2, column 1: it is another player's turn",
         "  turn     player 1 starts the first round\n"},
        {largest, 4, "Reimu used C2,now p=36.\n", "line 4, column 1: it is another player's turn",
         "  turn     player 2 (Reimu) played C2; the next one clockwise is player 1\n"},
        {doubled, 5, "Cirno used B1,now p=0.\n", "line 5, column 1: it is another player's turn",
         "  turn     player 3 (Marisa) took the DOUBLE with D2: she plays again\n"
         "  hand     A5 (p 6), A99 (p 100, too large), B1 (p 0)\n"
         "  rule     the basic card that makes p largest without passing 99, A5; the\n"
         "           second card after DOUBLE is played as usual\n"},
        {turned, 4, "Marisa used A9,now p=99.\n", "line 4, column 1: it is another player's turn",
         "  turn     player 2 (Reimu) played TURN: the direction flips first, to\n"
         "           counterclockwise, then player 1 is next\n"},
        {turned, 7, "Cirno used A99,now p=99.\n", "line 7, column 1: it is another player's turn",
         "  turn     player 2 (Reimu) lost round 1, so she starts round 2\n"},
        {largest, 4, "Nobody used C2,now p=36.\n", "line 4, column 1: no player has this name",
         "  where    round 1, turn 3, player 1 (Cirno), clockwise, p = 18, no DOUBLE\n"});
}

TEST(a_double_handed_on_is_no_second_card)
{
    EXPLAINS({handed, 5, "Cirno used A99,now p=198.\n",
              "line 5, column 1: it is another player's turn",
              "  turn     player 3 (Marisa) played TURN: the direction flips first, to\n"
              "           counterclockwise, then player 2 is next\n"});
}

TEST(a_new_round_goes_clockwise_again)
{
    static const char game[] = "2 2 9\nCirno A99 A99 A99\nReimu TURN A99 A99\n"
                               "A99 A99 A99 A99 A99 A99 A99 A99 A99\n";
    EXPLAINS({game, 6, "Cirno used A9,now p=9.\n", "line 6, column 14: she plays another card",
              "  where    round 2, turn 1, player 1 (Cirno), clockwise, p = 0, no DOUBLE\n"});
}

/* One line that fits further down says nothing yet. */
TEST(lines_are_left_out_only_where_the_next_ones_fit_as_well)
{
    EXPLAINS({turned, 3, "Cirno used TURN,now p=99.\n",
              "line 3, column 1: it is another player's turn",
              "  turn     player 1 (Cirno) played A99; the next one clockwise is player 2\n"});
}

/* Two players' direction cannot be told from who is next. */
TEST(the_direction_of_two_players)
{
    static const char game[] = "2 1 8\nCirno A99 TURN B1\nReimu TURN A99 A99\n"
                               "A99 A99 A99 A99 A99 A99 A99 A99\n";
    EXPLAINS({game, 4, "Cirno used TURN,now p=99.\n", "line 4, column 12: she plays another card",
              "  where    round 1, turn 3, player 1 (Cirno), counterclockwise, p = 99, no\n"
              "           DOUBLE\n"});
}

TEST(a_wrong_p_is_explained_by_the_sum)
{
    static const char wrong_p[] = "line 3, column 21: the card is right, p is not";
    EXPLAINS(
        {alone, 3, "Cirno used D2,now p=0.\n", wrong_p,
         "  sum      D2 halves p and rounds down: -1 / 2 is -1, because down is away from\n"
         "           0 here\n"},
        {largest, 4, "Cirno used C2,now p=35.\n", "line 4, column 22: the card is right, p is not",
         "  hand     A99 (p 117, too large), B1 (p 17), C2 (p 36)\n"
         "  sum      C2 doubles p: 2 * 18 = 36\n"},
        {largest, 5, "Reimu used A9,now p=46.\n", "line 5, column 22: the card is right, p is not",
         "  sum      A9 adds 9: 36 + 9 = 45\n"},
        {largest, 6, "Cirno used B1,now p=46.\n", "line 6, column 22: the card is right, p is not",
         "  sum      B1 subtracts 1: 45 - 1 = 44\n"},
        {doubled, 4, "Marisa used D2,now p=2.\n", "line 4, column 22: the card is right, p is not",
         "  sum      D2 halves p and rounds down: 2 / 2 is 1\n"},
        {even, 4, "Cirno used D2,now p=0.\n", "line 4, column 21: the card is right, p is not",
         "  sum      D2 halves p and rounds down: -2 / 2 is -1\n"},
        {turned, 3, "Reimu used TURN,now p=0.\n", "line 3, column 23: the card is right, p is not",
         "  sum      TURN leaves p at 99\n"},
        {fixed, 2, "Cirno used E49,now p=50.\n", "line 2, column 22: the card is right, p is not",
         "  sum      E49 sets p to 49\n"});
}

TEST(losing_and_not_losing_are_explained)
{
    EXPLAINS(
        {largest, 8, "Cirno used A99,now p=142.\n", "line 8, column 7: she cannot play, she loses",
         "  rule     no counter card, and every card makes p larger than 99: she loses\n"},
        {doubled, 3, "Reimu lost the game.\n", "line 3, column 7: she does not lose, she can play",
         "  hand     A99 (p 101, too large), A99 (p 101, too large), DOUBLE\n"},
        {doubled, 4, "Marisa lost the game.\n", "line 4, column 8: she does not lose, she can play",
         "  note     her first card is shown even if she loses with the second\n"},
        {on_second, 5, "Cirno used A99,now p=100.\n",
         "line 5, column 7: she cannot play, she loses",
         "  rule     no counter card, and every card makes p larger than 99: she loses,\n"
         "           but her first card after DOUBLE remains played\n"},
        {at_once, 4, "Cirno used A99,now p=198.\n", "line 4, column 7: she cannot play, she loses",
         "  rule     DOUBLE lies on her, she has no counter card, and every card makes p\n"
         "           larger than 99: she loses at once\n"});
}

/* The notes say nothing of a card that is none, or of a first card where a counter card saves. */
TEST(a_note_stands_only_where_there_is_something_to_note)
{
    static const struct {
        const char *instance;
        uint64_t line;
        const char *found, *kind, *note; /* NULL: none */
    } list[] = {
        {at_once, 4, "Cirno used A9,now p=108.\n", "loses", "  note     she does not hold A9\n"},
        {at_once, 4, "Cirno used A98,now p=197.\n", "loses", NULL},
        {doubled, 4, "Marisa lost the game.\n", "does-not-lose", "  note     her first card is"},
        {handed, 4, "Marisa lost the game.\n", "does-not-lose", NULL},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct nf_difference difference =
            compare_wrong(list[i].instance, list[i].line, list[i].found);
        const char *const why = difference.why.data, *const note = strstr(why, "  note ");
        assert_string_equal(difference.kind, list[i].kind);
        if (list[i].note == NULL ? note != NULL : strstr(why, list[i].note) == NULL)
            fail_msg("expected note %s, found\n%s", list[i].note, why);
        nf_text_free(&difference.why);
    }
}

TEST(headlines_of_rounds_are_explained)
{
    EXPLAINS({turned, 6, "Round 3:\n", "line 6, column 7: wrong number of the round",
              "  where    player 2 (Reimu) lost round 1, so round 2 of 2 starts here\n"},
             {turned, 6, "Reimu lost the game.\n", "line 6, column 2: a new round starts here",
              "  where    player 2 (Reimu) lost round 1, so round 2 of 2 starts here\n"},
             {turned, 5, "Round 2:\n", "line 5, column 2: the round is not over",
              "  hand     A9 (p 108, too large), A99 (p 198, too large), A99 (p 198, too large)\n"},
             {turned, 1, "", "line 1, column 1: 1 line is left out here",
              "  where    the first line, which starts round 1 of 2\n"
              "  note     what is found is line 2 of the transcript, and goes on so to its end\n"});
}

TEST(lines_too_few_or_too_many_are_explained)
{
    static const char more[] = "Cirno lost the game.\nCirno lost the game.\nCirno used A1,now"
                               " p=1.\n";
    EXPLAINS({largest, 3, "", "line 3, column 1: 1 line is left out here",
              "  note     what is found is line 4 of the transcript, and goes on so to its end\n"},
             {largest, 3,
              "Reimu used C2,now p=18.\nReimu used A1,now p=19.\nReimu used A1,now p=20.\n",
              "line 4, column 1: 2 lines are too many here",
              "  note     the expected line follows as line 6 of the output, which goes on so\n"
              "           to its end\n"},
             {largest, 8, "", "line 8: the output ends too early, 1 line is missing",
              "  expected 'Cirno lost the game.'\n"
              "  found    nothing more\n"},
             {largest, 8, "Cirno lost the ga",
              "line 8, column 18: the output ends in the middle of the"
              " line",
              "  found    'Cirno lost the ga'\n"},
             {largest, 8, more, "line 9, column 1: the output goes on after the game, by 2 lines",
              "  expected nothing more\n"
              "  found    'Cirno lost the game.'\n"
              "  where    after the game: its 1 round ends with line 8\n"});
}

TEST(lines_in_another_form_are_explained)
{
    EXPLAINS({largest, 2, "CIRNO used A9,now p=9.\n",
              "line 2, column 2: only upper and lower case differ",
              "  found    'CIRNO used A9,now"
              " p=9.'\n"},
             {largest, 2, "Cirno plays A9.\n", "line 2, column 7: not a line of a transcript",
              "  rule     the basic card that makes p largest without passing 99, A9\n"},
             {largest, 2, "Cirno used A9,now p=9\1.\n",
              "line 2, column 22: the line has bytes that are not printable",
              "  found    'Cirno used A9,now p=9\\x01.'\n"});
}

TEST(mistakes_of_different_rules_are_of_different_kinds)
{
    static const struct {
        const char *instance;
        uint64_t line;
        const char *found, *kind;
    } list[] = {
        {largest, 3, "Reimu used A9,now p=18.\n", "tie-for-largest"},
        {doubled, 4, "Marisa used B1,now p=1.\n", "tie-for-smallest"},
        {largest, 3, "Reimu used B1,now p=8.\n", "other-card"},
        {doubled, 4, "Marisa used A5,now p=7.\n", "card-under-double"},
        {turned, 3, "Reimu used PASS,now p=99.\n", "counter-order"},
        {turned, 3, "Reimu used A9,now p=108.\n", "other-card"},
        {largest, 3, "Reimu used A7,now p=16.\n", "no-such-card"},
        {alone, 3, "Cirno used D2,now p=0.\n", "other-p"},
        {turned, 4, "Marisa used A9,now p=99.\n", "other-player"},
        {turned, 4, "Nobody used A9,now p=99.\n", "no-such-player"},
        {largest, 8, "Cirno used A99,now p=142.\n", "loses"},
        {largest, 3, "Reimu lost the game.\n", "does-not-lose"},
        {turned, 5, "Round 2:\n", "round-goes-on"},
        {turned, 6, "Round 3:\n", "round-number"},
        {turned, 6, "Reimu lost the game.\n", "round-begins"},
        {largest, 3, "", "lines-left-out"},
        {largest, 3, "Cirno used A1,now p=1.\nReimu used C2,now p=18.\n", "lines-too-many"},
        {largest, 3, "Reimu used A9,now p=18.\nReimu used C2,now p=18.\n", "tie-for-largest"},
        {largest, 8, "", "too-short"},
        {largest, 8, "Cirno lost the game.\nCirno lost the game.\n", "too-long"},
        {largest, 8, "Cirno lost", "cut"},
        {largest, 3, "reimu used C2,now p=18.\n", "letter-case"},
        {largest, 3, "Reimu: C2\n", "form"},
        {largest, 3, "Reimu used C2,now p=\x7f.\n", "not-text"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct nf_difference difference =
            compare_wrong(list[i].instance, list[i].line, list[i].found);
        assert_string_equal(difference.kind, list[i].kind);
        nf_text_free(&difference.why);
    }
}

/* The cards of the last loser's new hand are in no line, so the deck may lack them. */
TEST(a_game_without_its_last_draw_is_compared_all_the_same)
{
    static const char *const instances[] = {"1 1 1\nA A99 A99 A99\nA99\n",
                                            "1 1 2\nA A99 A99 A99\nA99 A99\n"};
    for (size_t i = 0; i < 2; i++) {
        struct nf_text output = {0};
        nf_text_string(&output, "Round 1:\nA used A99,now p=99.\nA lost the game.\n");
        struct nf_difference right = compare(instances[i], &output, true);
        assert_int_equal(right.line, 0);
        nf_text_string(&output, "Round 2:\n");
        struct nf_difference longer = compare(instances[i], &output, true);
        assert_int_equal(longer.line, 4);
        assert_string_equal(longer.kind, "too-long");
        nf_text_free(&right.why);
        nf_text_free(&longer.why);
        nf_text_free(&output);
    }
}
