/* What lines of mahjong say, and the words in which a comparison explains where an output parts
 * from the transcript: each form, note and row by itself. */
/* both: it is dealt by the simulator */
#include "games/mahjong/judged/fuzzing.h"
#include "games/mahjong/judged/position.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/rules/mahjong.h"
#include "games/mahjong/simulated/module.h"
#include "judge/judge.h"
#include "tests/unit/explained.h"
#include "tests/unit/test.h"

#include <string.h>

/* ---- what a line says ---- */

static struct nf_transcript_line read_line(const char *text)
{
    const struct nf_line line = {text, strlen(text), true};
    return nf_transcript_read_line(&mahjong_transcript, NULL, &line);
}

TEST(a_line_has_the_words_of_its_form_and_no_others)
{
    static const char *const wrong[] = {
        "A IN 1M 2M",      "A IN 1M 2M 3M",   "A OUT 1M B",      "A OUT PASS X",
        "A OUT PASS BB",   "A OUT PASS B C",  "A PONG 1M 1M 2M", "A PONG 1M 2M 1M",
        "A CHOW 1M 3M 2M", "A CHOW 1M 2M 4M", "A CHOW 8M 9M 1P", "A CHOW E S W",
        "A PONG 1M 1M",    "A IN 1X",         "E IN 1M",         "A CHOW PASS PASS PASS",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (read_line(wrong[i]).line != NF_NO_LINE)
            fail_msg("%s", wrong[i]);
    assert_int_equal(read_line("B IN E").line, MAHJONG_LINE_IN);
    assert_int_equal(read_line("B OUT 9S").line, MAHJONG_LINE_OUT);
    const struct nf_transcript_line skips = read_line("B\tOUT PASS  D\r");
    assert_int_equal(skips.line, MAHJONG_LINE_SKIP);
    assert_int_equal(skips.values[1], 3);
    assert_int_equal(read_line("B PONG Z Z Z").line, MAHJONG_LINE_PONG);
    const struct nf_transcript_line run = read_line("D CHOW 7P 8P 9P");
    assert_int_equal(run.line, MAHJONG_LINE_CHOW);
    assert_int_equal(mahjong_line_seat(&run), 3);
    assert_int_equal(mahjong_line_tile(&run), MAHJONG_RANKS + 6);
}

/* ---- outputs compared ---- */

/* A wall of the samples with its transcript. */
static struct nf_input wall;
static struct nf_text answer;

/* An output is explained by all these words. */
static void check_output(struct nf_text *output, const char *const words[])
{
    FREED_BY(nf_test_difference_free)
    struct nf_difference difference = nf_test_explain(&mahjong_problem, &wall, output);
    for (; *words != NULL; words++)
        nf_test_explains(&difference, *words);
    nf_text_free(output);
}

/* The transcript without `drop` bytes at its end, and then `more`. */
static void check_end(size_t drop, const char *more, const char *words)
{
    struct nf_text output = {0};
    nf_text_bytes(&output, answer.data, answer.size - drop);
    nf_text_string(&output, more);
    check_output(&output, (const char *const[]){words, NULL});
}

TEST(white_space_is_told_apart)
{
    check_end(1, "", "the last line of the output is not ended");
    check_end(1, "\r\n", "the line ends in CR LF, expected LF alone");
    check_end(1, " \n", "blanks at the end of the line");
    check_end(1, "  \n", "blanks at the end of the line");
    check_end(strlen(" WIN\n"), "\tWIN\n", "blanks stand at other places than expected");
    check_end(strlen("A WIN\n"), " A WIN\n", "blanks stand at other places than expected");
    check_end(0, " \n", "white space after the last line");
}

TEST(what_goes_on_after_the_game_is_told_with_its_end)
{
    check_end(0, "A WIN\n", "the output goes on after the right one, by 1 line\n");
    check_end(0, "A WIN\n", "after the game, which ended with: A won with ");
}

TEST(lines_near_the_end_are_explained_by_the_rules)
{
    check_end(strlen("A RON\nA WIN\n"), "A WIN\n", "how she wins comes before WIN");
    check_end(strlen("A WIN\n"), "B IN 1M\nA WIN\n", "WIN ends the game");
    check_end(strlen("A WIN\n"), "B WIN\n", "WIN ends the game");
}

/* A deal that is not told is the one thing that is said to be left out: all else fits to the end.
 */
TEST(a_deal_that_is_not_told_is_left_out)
{
    static const char *const words[] = {
        ": 52 lines are left out here\n",
        "what is found is line 53 of the transcript, and goes on so to its end", NULL};
    const size_t deal = nf_test_line(&answer, MAHJONG_DEALT + 1);
    struct nf_text output = {0};
    nf_text_bytes(&output, answer.data + deal, answer.size - deal);
    check_output(&output, words);
}

/* C is the first to discard a plain tile. */
TEST(who_claims_her_own_discard_is_told_that_it_is_hers)
{
    static const char *const words[] = {
        ": nobody claims like this here\n",
        "  note     C discarded Z herself, and nobody claims her own discard\n", NULL};
    struct nf_text output = nf_test_with_lines(&mahjong_problem, &wall, MAHJONG_DEALT + 6,
                                               "C OUT Z\nC PONG Z Z Z\nC OUT Z\n");
    check_output(&output, words);
}

/* ---- rows about scenes made up ---- */

enum { M1, M2, M3 };

static void check_rows(struct nf_text *why, const char *expected)
{
    nf_text_bytes(why, "", 1);
    if (strstr(why->data, expected) == NULL || (*expected == '\0') != (*why->data == '\0'))
        fail_msg("found: %s\nexpected: %s", why->data, expected);
    nf_text_free(why);
}

TEST(a_run_takes_both_other_tiles)
{
    struct nf_text why = {0};
    struct mahjong_position position = {
        .table = {.step = 1, .drawn = 60},
        .last = {.what = MAHJONG_NEWS_DISCARD, .seat = 0, .other = 1, .kind = M3},
    };
    position.table.hands[1][M1] = 1;
    mahjong_row_no_chow(&why, &position, 1, M1);
    check_rows(&why, "B does not have both 1M and 2M");
    position.table.hands[1][M1] = 0;
    position.table.hands[1][M2] = 1;
    mahjong_row_no_chow(&why, &position, 1, M1);
    check_rows(&why, "B does not have both 1M and 2M");
    position.table.hands[2][M3] = 1;
    mahjong_row_no_pong(&why, &position, 2);
    check_rows(&why, "C does not have two tiles 3M");
}

TEST(a_discard_in_the_place_of_a_special_tile_has_no_distance)
{
    struct nf_text why = {0};
    struct mahjong_position position = {
        .news = {.what = MAHJONG_NEWS_DISCARD, .seat = 2, .kind = MAHJONG_KIND_PASS}};
    position.table.hands[2][M1] = 1;
    mahjong_row_no_discard(&why, &position, M1);
    check_rows(&why, "");
    mahjong_row_no_discard(&why, &position, M2);
    check_rows(&why, "C does not hold 2M");
    position.news.kind = M2;
    mahjong_row_no_discard(&why, &position, M1);
    check_rows(&why, "without 1M the distance is");
}

TEST(what_happened_last_is_told)
{
    static const struct {
        enum mahjong_happening what;
        const char *words;
    } rows[] = {
        {MAHJONG_NEWS_DRAW, "; B drew 3M; "},
        {MAHJONG_NEWS_DISCARD, "; B discarded 3M; "},
        {MAHJONG_NEWS_PONG, "; B made a triplet of 3M; "},
        {MAHJONG_NEWS_CHOW, "; B made a run with 3M; "},
        {MAHJONG_NEWS_RON, "; B won with 3M; "},
        {MAHJONG_NEWS_SELFDRAWN, "; B won by drawing 3M; "},
        {MAHJONG_NEWS_WALL_OUT, "; the wall is empty; "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct nf_text why = {0};
        const struct mahjong_position position = {
            .table = {.step = 1, .drawn = 60},
            .turn = 9,
            .last = {.what = rows[i].what, .seat = 1, .kind = M3}};
        mahjong_row_where(&why, &position);
        check_rows(&why, rows[i].words);
    }
    struct nf_text why = {0};
    const struct mahjong_position dealt = {.table = {.step = 3, .drawn = MAHJONG_DEALT},
                                           .turn = 1,
                                           .last = {.what = MAHJONG_NEWS_DRAW, .seat = 3}};
    mahjong_row_where(&why, &dealt);
    check_rows(&why, "turn 1; the tiles are dealt; 96 tiles left in the wall; turns go A D");
}

int main(void)
{
    struct nf_error err;
    if (nf_input_open(&wall, "tests/data/mahjong/1.in", &err) != NF_OK ||
        nf_play(mahjong_game.rules, &wall, &answer, &err) != NF_OK)
        return 1;
    const int failed = nf_run_tests(NULL, NULL);
    nf_input_close(&wall);
    nf_text_free(&answer);
    return failed;
}
