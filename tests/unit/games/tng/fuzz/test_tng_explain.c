/* Transcripts of The Number Game compared and explained. */
/* valgrind: quick enough to be run under it as well */
#include "core/contract/game.h"
#include "core/format/judge.h"
#include "games/tng/module.h"
#include "tests/unit/test.h"

#include <string.h>

#define SAMPLE "3 1 7 11 2 8 9\n3 2 7 11 2 8 9\n3 2 7 11 1 6\n-1\n"
#define ANSWER "Game 1: draw\nGame 2: Y wins\nGame 3: X wins\n"

static void compare(const char *output, bool strict, uint64_t line, const char *beginning)
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
    nf_text_free(&difference.why);
}

TEST(a_difference_is_explained_by_the_game)
{
    compare("Game 1: draw\nGame 2: draw\nGame 3: X wins\n", false, 2,
            "line 2, column 9: wrong outcome\n"
            "  expected 'Game 2: Y wins'\n"
            "  found    'Game 2: draw'\n"
            "  game     n0 = 3, r = 2, e = 7, p = 11, g = { 8, 9 }\n"
            "  outcome  Y wins in 4 moves\n"
            "  round 1  X moves +: n = ( 3 + 7**3 ) mod 11 = 5 [-1]; - to 1 loses sooner\n"
            "  then     Y moves -: ");
    compare("", false, 1,
            "line 1: the output is empty, 3 lines are missing\n"
            "  expected 'Game 1: draw'\n  found    nothing more\n  game     n0 = ");
    compare("\n\n", false, 1, "line 1: the output is empty, 3 lines are missing\n");
    compare("Game 1: draw\nGame 2: Y wins\n", false, 3,
            "line 3: the output ends too early, 1 line is missing\n"
            "  expected 'Game 3: X wins'\n  found    nothing more\n  game     n0 = ");
    compare("Game 1: draw\nGame 2: Y wi", false, 2,
            "line 2, column 13: the output ends in the middle of the line\n");
    compare(ANSWER "Game 4: draw\n", false, 4,
            "line 4, column 1: the output goes on after the game, by 1 line\n"
            "  expected nothing more\n  found    'Game 4: draw'\n");
    compare(ANSWER "\n\nmore", true, 6, "line 6, column 1: the output goes on after the");
    compare("Game 1: draw\nGame 3: X wins\n", false, 2,
            "line 2, column 6: wrong number of the game\n"
            "  expected 'Game 2: Y wins'\n  found    'Game 3: X wins'\n  game     n0 = ");
    compare("\001\377", false, 1,
            "line 1, column 1: the line has bytes that are not printable\n"
            "  expected 'Game 1: draw'\n  found    '\\x01\\xff'\n  game     n0 = ");
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
