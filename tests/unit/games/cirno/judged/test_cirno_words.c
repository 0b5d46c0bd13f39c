/* What is said of a difference, word by word: games written so that every rule has its turn. */
/* valgrind: quick enough to be run under it as well */
#include "games/cirno/judged/fuzzing.h"
#include "tests/unit/explained.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* One line of a transcript replaced by others, and what must be said of that. */
struct wrong {
    const char *instance;
    uint64_t line;
    const char *found; /* lines, or "" for none at all */
    const char *kind;
    const char *rows; /* lines that must be in the explanation */
};

/* How an explanation begins, behind the place of the difference. */
static const struct {
    const char *kind, *words;
} headlines[] = {
    {"tie-for-largest", "she plays another card"},
    {"tie-for-smallest", "she plays another card"},
    {"other-card", "she plays another card"},
    {"card-under-double", "she plays another card"},
    {"counter-order", "she plays another card"},
    {"no-such-card", "there is no such card"},
    {"other-player", "it is another player's turn"},
    {"no-such-player", "no player has this name"},
    {"other-p", "the card is right, p is not"},
    {"loses", "she cannot play, she loses"},
    {"does-not-lose", "she does not lose, she can play"},
    {"round-number", "wrong number of the round"},
    {"round-begins", "a new round starts here"},
    {"round-goes-on", "the round is not over"},
    {"lines-left-out", "1 line is left out here"},
    {"lines-too-many", " too many here"},
    {"too-short", "the output ends too early, 1 line is missing"},
    {"too-long", "the output goes on after the right one, by 2 lines"},
    {"cut", "the output ends in the middle of the line"},
    {"letter-case", "only upper and lower case differ"},
    {"form", "not a line of a transcript"},
    {"not-text", "the line has bytes that are not printable"},
};

static const char *words_of(const char *kind)
{
    for (size_t i = 0; i < sizeof headlines / sizeof *headlines; i++)
        if (strcmp(headlines[i].kind, kind) == 0)
            return headlines[i].words;
    fail_msg("no headline for %s", kind);
    return NULL;
}

static struct nf_difference difference_of(const struct wrong *wrong)
{
    const struct nf_input instance = {"game", wrong->instance, strlen(wrong->instance)};
    FREED_BY(nf_text_free)
    struct nf_text output =
        nf_test_with_lines(&cirno_problem, &instance, wrong->line, wrong->found);
    const struct nf_difference difference = nf_test_explain(&cirno_problem, &instance, &output);
    assert_string_equal(difference.kind, wrong->kind);
    return difference;
}

static void explains(const struct wrong *wrong)
{
    FREED_BY(nf_test_difference_free) struct nf_difference difference = difference_of(wrong);
    char headline[80];
    snprintf(headline, sizeof headline, "%s\n", words_of(wrong->kind));
    nf_test_explains(&difference, headline);
    nf_test_explains(&difference, wrong->rows);
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

static const char counter[] =
    "  rule     no basic card keeps p at 99 or less: a counter card, PASS before TURN\n"
    "           before DOUBLE\n";
/* Round 1 ends counterclockwise. */
static const char two_rounds[] = "2 2 9\nCirno A99 A99 A99\nReimu TURN A99 A99\n"
                                 "A99 A99 A99 A99 A99 A99 A99 A99 A99\n";
static const char two[] = "2 1 8\nCirno A99 TURN B1\nReimu TURN A99 A99\n"
                          "A99 A99 A99 A99 A99 A99 A99 A99\n";
static const char more[] = "Cirno lost the game.\nCirno lost the game.\nCirno used A1,now"
                           " p=1.\n";

static const struct wrong wrongs[] = {
    /* the whole explanation of a tie */
    {largest, 3, "Reimu used A9,now p=18.\n", "tie-for-largest",
     "  expected 'Reimu used C2,now p=18.'\n"
     "  found    'Reimu used A9,now p=18.'\n"
     "  where    round 1, turn 2, player 2 (Reimu), clockwise, p = 9, no DOUBLE\n"
     "  hand     A9 (p 18), B1 (p 8), C2 (p 18)\n"
     "  rule     C2 and A9 both make p 18; making p largest prefers C before A\n"},
    {doubled, 4, "Marisa used B1,now p=1.\n", "tie-for-smallest",
     "  where    round 1, turn 3, player 3 (Marisa), clockwise, p = 2, DOUBLE lies on\n"
     "           her\n"
     "  hand     A5 (p 7), B1 (p 1), D2 (p 1)\n"
     "  rule     D2 and B1 both make p 1; making p smallest prefers D before B\n"},
    /* another card is explained by hand and rule */
    {turned, 3, "Reimu used A9,now p=108.\n", "other-card", counter},
    {largest, 6, "Cirno used PASS,now p=45.\n", "other-card",
     "  rule     the basic card that makes p largest without passing 99, B1\n"
     "  note     she does not hold PASS\n"},
    {largest, 3, "Reimu used A19,now p=28.\n", "other-card", "  note     she does not hold A19\n"},
    {largest, 6, "Cirno used A7,now p=45.\n", "no-such-card",
     "  hand     A99 (p 144, too large), A99 (p 144, too large), B1 (p 44)\n"},
    {handed, 4, "Marisa used A1,now p=100.\n", "card-under-double",
     "  where    round 1, turn 3, player 3 (Marisa), clockwise, p = 99, DOUBLE lies on\n"
     "           her\n"
     "  hand     A1 (p 100, too large), B1 (p 98), TURN\n"
     "  rule     DOUBLE lies on her: a counter card goes first, PASS before TURN\n"
     "           before DOUBLE, and passes the effect on to the next player\n"},
    {handed, 5, "Reimu used C2,now p=198.\n", "card-under-double",
     "  rule     DOUBLE lies on her and she has no counter card: the basic card that\n"
     "           makes p smallest, B9\n"},
    /* another player is explained by the turn before */
    {largest, 2, "Reimu used A9,now p=9.\n", "other-player",
     "  turn     player 1 starts the first round\n"},
    {largest, 4, "Reimu used C2,now p=36.\n", "other-player",
     "  turn     player 2 (Reimu) played C2; the next one clockwise is player 1\n"},
    {doubled, 5, "Cirno used B1,now p=0.\n", "other-player",
     "  turn     player 3 (Marisa) took the DOUBLE with D2: she plays again\n"
     "  hand     A5 (p 6), A99 (p 100, too large), B1 (p 0)\n"
     "  rule     the basic card that makes p largest without passing 99, A5; the\n"
     "           second card after DOUBLE is played as usual\n"},
    {turned, 4, "Marisa used A9,now p=99.\n", "other-player",
     "  turn     player 2 (Reimu) played TURN: the direction flips first, to\n"
     "           counterclockwise, then player 1 is next\n"},
    {turned, 7, "Cirno used A99,now p=99.\n", "other-player",
     "  turn     player 2 (Reimu) lost round 1, so she starts round 2\n"},
    {largest, 4, "Nobody used C2,now p=36.\n", "no-such-player",
     "  where    round 1, turn 3, player 1 (Cirno), clockwise, p = 18, no DOUBLE\n"},
    /* a wrong line is explained as such though others follow */
    {turned, 3, "Reimu used PASS,now p=99.\n", "counter-order", ""},
    {largest, 3, "Reimu used A9,now p=18.\nReimu used C2,now p=18.\n", "tie-for-largest", ""},
    {largest, 3, "Cirno used A1,now p=1.\nReimu used C2,now p=18.\n", "lines-too-many",
     "1 line is too many here"},
    /* a double handed on is no second card */
    {handed, 5, "Cirno used A99,now p=198.\n", "other-player",
     "  turn     player 3 (Marisa) played TURN: the direction flips first, to\n"
     "           counterclockwise, then player 2 is next\n"},
    /* a new round goes clockwise again */
    {two_rounds, 6, "Cirno used A9,now p=9.\n", "other-card",
     "  where    round 2, turn 1, player 1 (Cirno), clockwise, p = 0, no DOUBLE\n"},
    /* lines are left out only where the next ones fit as well, not one line further down alone */
    {turned, 3, "Cirno used TURN,now p=99.\n", "other-player",
     "  turn     player 1 (Cirno) played A99; the next one clockwise is player 2\n"},
    /* the direction of two players, which cannot be told from who is next */
    {two, 4, "Cirno used TURN,now p=99.\n", "other-card",
     "  where    round 1, turn 3, player 1 (Cirno), counterclockwise, p = 99, no\n"
     "           DOUBLE\n"},
    /* a wrong p is explained by the sum */
    {alone, 3, "Cirno used D2,now p=0.\n", "other-p",
     "  sum      D2 halves p and rounds down: -1 / 2 is -1, because down is away from\n"
     "           0 here\n"},
    {largest, 4, "Cirno used C2,now p=35.\n", "other-p",
     "  hand     A99 (p 117, too large), B1 (p 17), C2 (p 36)\n"
     "  sum      C2 doubles p: 2 * 18 = 36\n"},
    {largest, 5, "Reimu used A9,now p=46.\n", "other-p", "  sum      A9 adds 9: 36 + 9 = 45\n"},
    {largest, 6, "Cirno used B1,now p=46.\n", "other-p",
     "  sum      B1 subtracts 1: 45 - 1 = 44\n"},
    {doubled, 4, "Marisa used D2,now p=2.\n", "other-p",
     "  sum      D2 halves p and rounds down: 2 / 2 is 1\n"},
    {even, 4, "Cirno used D2,now p=0.\n", "other-p",
     "  sum      D2 halves p and rounds down: -2 / 2 is -1\n"},
    {turned, 3, "Reimu used TURN,now p=0.\n", "other-p", "  sum      TURN leaves p at 99\n"},
    {fixed, 2, "Cirno used E49,now p=50.\n", "other-p", "  sum      E49 sets p to 49\n"},
    /* losing and not losing are explained */
    {largest, 8, "Cirno used A99,now p=142.\n", "loses",
     "  rule     no counter card, and every card makes p larger than 99: she loses\n"},
    {doubled, 3, "Reimu lost the game.\n", "does-not-lose",
     "  hand     A99 (p 101, too large), A99 (p 101, too large), DOUBLE\n"},
    {doubled, 4, "Marisa lost the game.\n", "does-not-lose",
     "  note     her first card is shown even if she loses with the second\n"},
    {on_second, 5, "Cirno used A99,now p=100.\n", "loses",
     "  rule     no counter card, and every card makes p larger than 99: she loses,\n"
     "           but her first card after DOUBLE remains played\n"},
    {at_once, 4, "Cirno used A99,now p=198.\n", "loses",
     "  rule     DOUBLE lies on her, she has no counter card, and every card makes p\n"
     "           larger than 99: she loses at once\n"},
    /* headlines of rounds are explained */
    {turned, 6, "Round 3:\n", "round-number",
     "  where    player 2 (Reimu) lost round 1, so round 2 of 2 starts here\n"},
    {turned, 6, "Reimu lost the game.\n", "round-begins",
     "  where    player 2 (Reimu) lost round 1, so round 2 of 2 starts here\n"},
    {turned, 5, "Round 2:\n", "round-goes-on",
     "  hand     A9 (p 108, too large), A99 (p 198, too large), A99 (p 198, too large)\n"},
    {turned, 1, "", "lines-left-out",
     "  where    the first line, which starts round 1 of 2\n"
     "  note     what is found is line 2 of the transcript, and goes on so to its end\n"},
    /* lines too few or too many are explained */
    {largest, 3, "", "lines-left-out",
     "  note     what is found is line 4 of the transcript, and goes on so to its end\n"},
    {largest, 3, "Reimu used C2,now p=18.\nReimu used A1,now p=19.\nReimu used A1,now p=20.\n",
     "lines-too-many",
     "  note     the expected line follows as line 6 of the output, which goes on so\n"
     "           to its end\n"},
    {largest, 8, "", "too-short",
     "  expected 'Cirno lost the game.'\n"
     "  found    nothing more\n"},
    {largest, 8, "Cirno lost the ga", "cut", "  found    'Cirno lost the ga'\n"},
    {largest, 8, more, "too-long",
     "  expected nothing more\n"
     "  found    'Cirno lost the game.'\n"
     "  where    after the game: its 1 round ends with line 8\n"},
    /* lines in another form are explained */
    {largest, 2, "CIRNO used A9,now p=9.\n", "letter-case",
     "  found    'CIRNO used A9,now p=9.'\n"},
    {largest, 2, "Cirno plays A9.\n", "form",
     "  rule     the basic card that makes p largest without passing 99, A9\n"},
    {largest, 2, "Cirno used A9,now p=9\1.\n", "not-text",
     "  found    'Cirno used A9,now p=9\\x01.'\n"},
    /* a card that she does not hold is noted */
    {at_once, 4, "Cirno used A9,now p=108.\n", "loses", "  note     she does not hold A9\n"},
};

TEST(what_is_wrong_is_explained_by_the_rules)
{
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
        explains(&wrongs[i]);
}

/* Of a card that is none, and of a first card where a counter card saves. */
TEST(a_note_stands_only_where_there_is_something_to_note)
{
    static const struct wrong silent[] = {
        {at_once, 4, "Cirno used A98,now p=197.\n", "loses", NULL},
        {handed, 4, "Marisa lost the game.\n", "does-not-lose", NULL},
    };
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        FREED_BY(nf_test_difference_free)
        struct nf_difference difference = difference_of(&silent[i]);
        assert_null(strstr(difference.why.data, "  note "));
    }
}

/* The cards of the last loser's new hand are in no line, so the deck may lack them. */
TEST(a_game_without_its_last_draw_is_compared_all_the_same)
{
    static const char *const instances[] = {"1 1 1\nA A99 A99 A99\nA99\n",
                                            "1 1 2\nA A99 A99 A99\nA99 A99\n"};
    for (size_t i = 0; i < 2; i++) {
        const struct nf_input instance = {"game", instances[i], strlen(instances[i])};
        FREED_BY(nf_text_free) struct nf_text output = {0};
        nf_text_string(&output, "Round 1:\nA used A99,now p=99.\nA lost the game.\n");
        FREED_BY(nf_test_difference_free)
        struct nf_difference right = nf_test_explain(&cirno_problem, &instance, &output);
        assert_int_equal(right.line, 0);
        nf_text_string(&output, "Round 2:\n");
        FREED_BY(nf_test_difference_free)
        struct nf_difference longer = nf_test_explain(&cirno_problem, &instance, &output);
        assert_int_equal(longer.line, 4);
        assert_string_equal(longer.kind, "too-long");
    }
}
