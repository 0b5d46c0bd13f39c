/* Transcripts of The Number Game compared and explained. */
/* valgrind: quick enough to be run under it as well */
#include "core/contract/game.h"
#include "core/format/instances.h"
#include "core/format/judge.h"
#include "games/tng/fuzz/fuzzing.h"
#include "games/tng/judge/judge.h"
#include "games/tng/module.h"
#include "games/tng/rules/transcript.h"
#include "gen/tng/guided.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

static const struct nf_case_limits no_limits = {0, 0, 0};

static struct nf_text guided(uint64_t seed, uint64_t index, const struct nf_case_limits *limits)
{
    struct nf_text text = {0};
    struct nf_error err;
    if (tng_guide(seed, index, limits, &text, &err) != NF_OK)
        fail_msg("%s", err.text);
    return text;
}

/* ---- comparing ---- */

#define SAMPLE "3 1 7 11 2 8 9\n3 2 7 11 2 8 9\n3 2 7 11 1 6\n-1\n"
#define ANSWER "Game 1: draw\nGame 2: Y wins\nGame 3: X wins\n"

static void compare(const char *output, bool strict, uint64_t line, bool only_blanks,
                    const char *beginning)
{
    const struct nf_input input = {"case", SAMPLE, sizeof SAMPLE - 1};
    const struct nf_input found = {"output", output, strlen(output)};
    struct nf_difference difference;
    struct nf_error err;
    assert_int_equal(nf_check_output(&tng_game, &input, &found, strict, &difference, &err), NF_OK);
    nf_text_bytes(&difference.why, "", 1);
    if (strncmp(difference.why.data, beginning, strlen(beginning)) != 0)
        fail_msg("%s", difference.why.data);
    assert_int_equal(difference.line, line);
    assert_int_equal(difference.only_blanks, only_blanks);
    nf_text_free(&difference.why);
}

TEST(outputs_that_say_the_same_are_no_difference)
{
    compare(ANSWER, true, 0, false, "");
    compare("Game 1: draw\r\nGame  2:\tY wins \nGame 3: X wins", false, 0, false, "");
    compare(ANSWER "\n \n", false, 0, false, "");
    compare("Game 1:\vdraw\nGame 2: Y\fwins\nGame 3: X wins\n\v\f\r\n", false, 0, false, "");
    compare("\nGame 1 :draw\n\nGame 2:Y wins\nGame 3: X wins", false, 0, false, "");
}

TEST(words_that_are_joined_or_broken_are_a_difference)
{
    compare("Game 1: draw\nGame 2: Y wins\nGame 3: Xwins\n", false, 3, false,
            "line 3, column 10: ");
    compare("Game 1: dr aw\nGame 2: Y wins\nGame 3: X wins\n", false, 1, false,
            "line 1, column 12: ");
}

TEST(a_difference_is_explained_by_the_game)
{
    compare("Game 1: draw\nGame 2: draw\nGame 3: X wins\n", false, 2, false,
            "line 2, column 9: wrong outcome\n"
            "  expected 'Game 2: Y wins'\n"
            "  found    'Game 2: draw'\n"
            "  game     n0 = 3, r = 2, e = 7, p = 11, g = { 8, 9 }\n"
            "  outcome  Y wins in 4 moves\n"
            "  round 1  X moves +: n = ( 3 + 7**3 ) mod 11 = 5 [-1]; - to 1 loses sooner\n"
            "  then     Y moves -: ");
    compare("", false, 1, false,
            "line 1: the output is empty, 3 lines are missing\n"
            "  expected 'Game 1: draw'\n  found    nothing more\n  game     n0 = ");
    compare("Game 1: draw\nGame 2: Y wins\n", false, 3, false,
            "line 3: the output ends too early, 1 line is missing\n"
            "  expected 'Game 3: X wins'\n  found    nothing more\n  game     n0 = ");
    compare("Game 1: draw\nGame 2: Y wi", false, 2, false,
            "line 2, column 13: the output ends in the middle of the line\n");
    compare(ANSWER "Game 4: draw\n", false, 4, false,
            "line 4, column 1: the output goes on after the game, by 1 line\n"
            "  expected nothing more\n  found    'Game 4: draw'\n");
    compare(ANSWER "\n\nmore", true, 6, false, "line 6, column 1: the output goes on after the");
    compare("Game 1: draw\nGame 3: X wins\n", false, 2, false,
            "line 2, column 6: wrong number of the game\n"
            "  expected 'Game 2: Y wins'\n  found    'Game 3: X wins'\n  game     n0 = ");
    compare("\001\377", false, 1, false,
            "line 1, column 1: the line has bytes that are not printable\n"
            "  expected 'Game 1: draw'\n  found    '\\x01\\xff'\n  game     n0 = ");
}

TEST(white_space_counts_where_it_is_asked_for)
{
    compare("Game 1: draw\nGame 2: Y  wins\nGame 3: X wins\n", true, 2, true,
            "line 2, column 11: only white space differs\n"
            "  expected 'Game 2: Y wins'\n  found    'Game 2: Y  wins'\n  note     blanks");
    compare("Game 1: draw\nGame 2: Y wins\nGame 3: X wins", true, 3, true,
            "line 3, column 15: only white space");
    compare("\n" ANSWER, true, 1, true, "line 1, column 1: only white space differs\n");
    compare(ANSWER "\n", true, 4, true, "line 4, column 1: only white space differs\n");
}

TEST(explanations_are_no_wider_than_80_columns)
{
    for (uint64_t index = 0; index < 500; index++) {
        struct nf_text text = guided(3, index, &no_limits);
        const struct nf_input input = {"case", text.data, text.size};
        char junk[400];
        memset(junk, index % 2 == 0 ? 'x' : 7, sizeof junk);
        const struct nf_input output = {"output", junk, sizeof junk};
        struct nf_difference difference;
        struct nf_error err;
        assert_int_equal(nf_check_output(&tng_game, &input, &output, false, &difference, &err),
                         NF_OK);
        size_t column = 0, lines = 0;
        for (size_t at = 0; at < difference.why.size; at++) {
            lines += difference.why.data[at] == '\n';
            column = difference.why.data[at] == '\n' ? 0 : column + 1;
            if (column > 80)
                fail_msg("%.*s", (int)difference.why.size, difference.why.data);
        }
        assert_true(lines <= 19);
        nf_text_free(&difference.why);
        nf_text_free(&text);
    }
}

/* ---- outcomes ---- */

/* Whether a transcript tells the outcomes of the records of its games. */
static void check_told(const struct nf_text *answer, const struct nf_text *record)
{
    const struct nf_input transcript = {"answer", answer->data, answer->size};
    struct nf_line line;
    size_t games = 0;
    for (size_t at = 0; nf_next_line(&transcript, &at, &line); games++) {
        const struct nf_told told = nf_told_read(&tng_transcript, NULL, &line);
        uint32_t word;
        assert_true((games + 1) * sizeof word <= record->size);
        memcpy(&word, record->data + games * sizeof word, sizeof word);
        assert_int_equal(told.values[0], games + 1);
        assert_int_equal(told.line, tng_record_outcome(word));
    }
    assert_int_equal(record->size, games * sizeof(uint32_t));
}

TEST(transcripts_tell_the_records_that_every_kernel_plays)
{
    const uint64_t seed = nf_test_seed();
    for (uint64_t index = 0; index < 60; index++) {
        struct nf_text text = guided(seed, index, &no_limits), answer = {0};
        const struct nf_input input = {"case", text.data, text.size};
        struct nf_error err;
        assert_int_equal(nf_play(&tng_game, &input, &answer, &err), NF_OK);
        for (uint32_t k = 0; tng_kernels[k] != NULL; k++) {
            struct nf_text record = {0};
            if (!tng_kernels[k]->supported())
                continue;
            assert_int_equal(nf_play_instances(&tng_game, tng_kernels[k], &input, 1, &record, &err),
                             NF_OK);
            check_told(&answer, &record);
            nf_text_free(&record);
        }
        nf_text_free(&text);
        nf_text_free(&answer);
    }
}

TEST(one_game_is_spoken_of_as_one)
{
    const struct nf_input input = {"case", "3 1 7 11 2 8 9\n-1\n", 18};
    const struct nf_input more = {"answer", "Game 1: draw\nGame 2: draw\n", 26};
    struct nf_difference difference;
    struct nf_error err;
    assert_int_equal(nf_check_output(&tng_game, &input, &more, false, &difference, &err), NF_OK);
    nf_text_bytes(&difference.why, "", 1);
    assert_string_equal(difference.why.data,
                        "line 2, column 1: the output goes on after the game, by 1 line\n"
                        "  expected nothing more\n"
                        "  found    'Game 2: draw'\n");
    nf_text_free(&difference.why);
}
