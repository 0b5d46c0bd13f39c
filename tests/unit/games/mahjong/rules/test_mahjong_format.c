/* The judge's format of the mahjong simulator: what is read, what is refused and where. */
/* valgrind: quick enough to be run under it as well */
#include "games/mahjong/judged/fuzzing.h"
#include "games/mahjong/rules/format.h"
#include "judge/judge.h"
#include "tests/unit/judged.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#define TILE_NAMES "(1M to 9M, 1P to 9P, 1S to 9S, E S W N B F Z, PASS REVERSE DOUBLE)"

/* The wall in the order of the kinds, its tile number `place` (from 0) replaced where `other` is
 * not NULL, and what stands behind it; cut after `tiles` tiles. */
static const struct {
    unsigned place;
    const char *other, *end;
    unsigned tiles;
    const char *message;
} refused[] = {
    {0, "0M", "", 148, "1:1: found '0M', expected tile 1 of 148 " TILE_NAMES},
    {11, "10P", "", 148, "12:1: found '10P', expected tile 12 of 148 " TILE_NAMES},
    {3, "pass", "", 148,
     "4:1: found 'pass', expected tile 4 of 148 " TILE_NAMES "; did you mean 'PASS'?"},
    {0, NULL, "1M", 148, "149:1: found '1M', expected end of input after tile 148 of 148"},
    {0, NULL, "", 147, "148:1: found end of input, expected tile 148 of 148 " TILE_NAMES},
    {0, NULL, "", 0, "1:1: found end of input, expected tile 1 of 148 " TILE_NAMES},
    {147, "1M", "", 148, "148:1: found '1M' once too often, expected every tile exactly 4 times"},
    {4, "1M", "", 148, "5:1: found '1M' once too often, expected every tile exactly 4 times"},
    /* Of two kinds that are wrong, one must have five. */
    {0, "REVERSE", "", 148,
     "144:1: found 'REVERSE' once too often, expected every tile exactly 4 times"},
};

TEST(what_is_no_wall_is_refused_at_its_place)
{
    for (size_t row = 0; row < sizeof refused / sizeof *refused; row++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        for (unsigned i = 0; i < refused[row].tiles; i++)
            nf_text_format(&text, "%s\n",
                           i == refused[row].place && refused[row].other != NULL
                               ? refused[row].other
                               : mahjong_name(i / MAHJONG_COPIES));
        nf_text_string(&text, refused[row].end);
        nf_test_refuses(nf_judged_play, &mahjong_problem, nf_text_terminated(&text),
                        refused[row].message);
    }
}

TEST(verify_sums_up_a_valid_game)
{
    FREED_BY(nf_input_close) struct nf_input input;
    struct nf_text report = {0};
    assert_ok(nf_input_open, &input, "tests/data/mahjong/1.in");
    assert_ok(nf_verify, &mahjong_problem, &input, &report);
    assert_text(&report,
                "tests/data/mahjong/1.in: valid: 148 tiles, four of each of 37 kinds\n"
                "A wins by RON, discards 15, tiles left in the wall 85, pongs 2, chows 2\n");
}
