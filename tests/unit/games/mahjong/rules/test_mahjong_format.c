/* The judge's format of the mahjong simulator: what is read, what is refused and where. */
/* valgrind: quick enough to be run under it as well */
#include "core/format/judge.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/format.h"
#include "tests/unit/games/mahjong/read_wall.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

#define TILE_NAMES "(1M to 9M, 1P to 9P, 1S to 9S, E S W N B F Z, PASS REVERSE DOUBLE)"

/* Reads a copy of exactly `size` bytes, so that reading past it shows under a sanitizer. */
static enum nf_status read_bytes(const char *bytes, size_t size, uint8_t wall[MAHJONG_WALL],
                                 struct nf_error *err)
{
    char *const copy = malloc(size + (size == 0));
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    const struct nf_input input = {.name = "wall.in", .data = copy, .size = size};
    const enum nf_status status = mahjong_test_read(&input, wall, err);
    free(copy);
    return status;
}

static void refuse(const struct nf_text *text, const char *message)
{
    uint8_t wall[MAHJONG_WALL];
    struct nf_error err;
    assert_int_equal(read_bytes(text->data, text->size, wall, &err), NF_INVALID);
    assert_string_equal(err.text, message);
}

/* The wall in the order of the kinds, its tile number `place` (from 0) replaced where `other` is
 * not NULL, `gap` after each tile, and `end` after the last gap. */
static struct nf_text lay_out(unsigned place, const char *other, const char *gap, const char *end)
{
    struct nf_text text = {0};
    for (unsigned i = 0; i < MAHJONG_WALL; i++)
        nf_text_format(&text, "%s%s",
                       i == place && other != NULL ? other : mahjong_name(i / MAHJONG_COPIES), gap);
    nf_text_string(&text, end);
    return text;
}

static void check_refused(unsigned place, const char *other, const char *end, const char *message)
{
    struct nf_text text = lay_out(place, other, "\n", end);
    refuse(&text, message);
    nf_text_free(&text);
}

TEST(what_is_no_tile_is_named_with_its_place)
{
    check_refused(0, "0M", "", "wall.in:1:1: found '0M', expected tile 1 of 148 " TILE_NAMES);
    check_refused(11, "10P", "", "wall.in:12:1: found '10P', expected tile 12 of 148 " TILE_NAMES);
    check_refused(146, "1M1M", "",
                  "wall.in:147:1: found '1M1M', expected tile 147 of 148 " TILE_NAMES);
    check_refused(3, "pass", "",
                  "wall.in:4:1: found 'pass', expected tile 4 of 148 " TILE_NAMES
                  "; did you mean 'PASS'?");
    check_refused(3, "5m", "",
                  "wall.in:4:1: found '5m', expected tile 4 of 148 " TILE_NAMES
                  "; did you mean '5M'?");
    check_refused(3, "5{", "", "wall.in:4:1: found '5{', expected tile 4 of 148 " TILE_NAMES);
    check_refused(3, "\x01\xff", "",
                  "wall.in:4:1: found '\\x01\\xff', expected tile 4 of 148 " TILE_NAMES);
    check_refused(3, "  Q", "", "wall.in:4:3: found 'Q', expected tile 4 of 148 " TILE_NAMES);
}

TEST(too_few_and_too_many_tiles_are_refused)
{
    struct nf_text text = lay_out(0, NULL, "\n", "");
    check_refused(0, NULL, "1M",
                  "wall.in:149:1: found '1M', expected end of input after tile 148 of 148");
    check_refused(0, NULL, "\n\n x",
                  "wall.in:151:2: found 'x', expected end of input after tile 148 of 148");
    text.size -= strlen("DOUBLE\n");
    refuse(&text, "wall.in:148:1: found end of input, expected tile 148 of 148 " TILE_NAMES);
    text.size = 0;
    refuse(&text, "wall.in:1:1: found end of input, expected tile 1 of 148 " TILE_NAMES);
    nf_text_free(&text);
}

TEST(a_fifth_tile_of_a_kind_is_refused_where_it_stands)
{
    check_refused(147, "1M", "",
                  "wall.in:148:1: found '1M' once too often, expected every tile exactly 4 times");
    check_refused(4, "1M", "",
                  "wall.in:5:1: found '1M' once too often, expected every tile exactly 4 times");
    /* Of two kinds that are wrong, one must have five. */
    check_refused(
        0, "REVERSE", "",
        "wall.in:144:1: found 'REVERSE' once too often, expected every tile exactly 4 times");
}

TEST(verify_sums_up_a_valid_game)
{
    struct nf_input input;
    struct nf_text report = {0};
    struct nf_error err;
    assert_int_equal(nf_input_open(&input, "tests/data/mahjong/1.in", &err), NF_OK);
    assert_int_equal(nf_verify(&mahjong_game, &input, &report, &err), NF_OK);
    static const char wanted[] =
        "tests/data/mahjong/1.in: valid: 148 tiles, four of each of 37 kinds\n"
        "A wins by RON, discards 15, tiles left in the wall 85, pongs 2, chows 2\n";
    assert_int_equal(report.size, sizeof wanted - 1);
    assert_memory_equal(report.data, wanted, report.size);
    nf_text_free(&report);
    nf_input_close(&input);
}
