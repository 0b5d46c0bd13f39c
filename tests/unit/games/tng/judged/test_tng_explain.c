/* Transcripts of The Number Game compared and explained. */
/* valgrind: quick enough to be run under it as well */
#include "games/tng/judged/fuzzing.h"
#include "tests/unit/explained.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <string.h>

#define SAMPLE "3 1 7 11 2 8 9\n3 2 7 11 2 8 9\n3 2 7 11 1 6\n-1\n"
#define ANSWER "Game 1: draw\nGame 2: Y wins\nGame 3: X wins\n"

/* An output, the line in which it differs, and how the explanation begins. */
static const struct {
    const char *instance, *output;
    uint64_t line;
    const char *beginning;
} rows[] = {
    {SAMPLE, "Game 1: draw\nGame 2: draw\nGame 3: X wins\n", 2,
     "line 2, column 9: wrong outcome\n"
     "  expected 'Game 2: Y wins'\n"
     "  found    'Game 2: draw'\n"
     "  game     n0 = 3, r = 2, e = 7, p = 11, g = { 8, 9 }\n"
     "  outcome  Y wins in 4 moves\n"
     "  round 1  X moves +: n = ( 3 + 7**3 ) mod 11 = 5 [-1]; - to 1 loses sooner\n"
     "  then     Y moves -: "},
    {SAMPLE, "", 1,
     "line 1: the output is empty, 3 lines are missing\n"
     "  expected 'Game 1: draw'\n  found    nothing more\n  game     n0 = "},
    {SAMPLE, "\n\n", 1, "line 1: the output is empty, 3 lines are missing\n"},
    {SAMPLE, "Game 1: draw\nGame 2: Y wins\n", 3,
     "line 3: the output ends too early, 1 line is missing\n"
     "  expected 'Game 3: X wins'\n  found    nothing more\n  game     n0 = "},
    {SAMPLE, "Game 1: draw\nGame 2: Y wi", 2,
     "line 2, column 13: the output ends in the middle of the line\n"},
    {SAMPLE, ANSWER "\n\nmore", 6, "line 6, column 1: the output goes on after the"},
    {SAMPLE, "Game 1: draw\nGame 3: X wins\n", 2,
     "line 2, column 6: wrong number of the game\n"
     "  expected 'Game 2: Y wins'\n  found    'Game 3: X wins'\n  game     n0 = "},
    {SAMPLE, "\001\377", 1,
     "line 1, column 1: the line has bytes that are not printable\n"
     "  expected 'Game 1: draw'\n  found    '\\x01\\xff'\n  game     n0 = "},
    /* One game is spoken of as one. */
    {"3 1 7 11 2 8 9\n-1\n", "Game 1: draw\nGame 2: draw\n", 2,
     "line 2, column 1: the output goes on after the right one, by 1 line\n"
     "  expected nothing more\n"
     "  found    'Game 2: draw'\n"},
};

TEST(a_difference_is_explained_by_the_game)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nf_input input = {"case", rows[i].instance, strlen(rows[i].instance)};
        const struct nf_text output = nf_words_text(rows[i].output);
        FREED_BY(nf_test_difference_free)
        struct nf_difference difference = nf_test_explain(&tng_problem, &input, &output);
        const char *const why = difference.why.data;
        if (strncmp(why, rows[i].beginning, strlen(rows[i].beginning)) != 0)
            fail_msg("%s", why);
        assert_int_equal(difference.line, rows[i].line);
    }
}
