/* Lines of numbers: all of them in order of size, and smaller ones of each. */
#include "games/tng/rules/format.h"
#include "gen/tng/deal.h"
#include "judge/format/shrink_internal.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

/* a of 1 .. 3, b of 2 .. 4 below c, c one of 3, 5, 9; by c, a, b. */
enum { A, B, C };
static const uint8_t odd[] = {3, 5, 9};
static const struct nf_format_field fields[] = {
    [A] = {.name = "a", .low = 1, .high = 3},
    [B] = {.name = "b", .low = 2, .high = 4, .below = &fields[C]},
    [C] = {.name = "c", .low = 3, .high = 9, .list = odd, .listed = 3},
    {.name = NULL},
};
static const struct nf_format_field *const by_size[] = {&fields[C], &fields[A], &fields[B], NULL};
static const struct nf_format_lines lines[] = {
    {.name = "line", .first = fields, .fields = 3, .end = "-1", .by_size = by_size},
    {.name = NULL},
};
static const struct nf_format toy = {.fields = fields, .lines = lines, .by_lines = true};

static void assert_valid(const struct nf_format *format, const struct nf_numbers *line)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    FREED_BY(nf_instance_free) struct nf_instance read;
    nf_lines_print(&text, format, line, 1);
    const struct nf_input input = nf_text_input(&text, "line");
    assert_ok(nf_instance_read, &read, format, &input);
}

TEST(all_lines_without_a_list_come_by_size)
{
    struct nf_numbers line = nf_line_smallest(&toy), before;
    uint32_t count = 0;
    do {
        assert_valid(&toy, &line);
        before = line;
        count++;
    } while (nf_line_next(&toy, &line) && nf_line_compare(&toy, &before, &line) < 0);
    assert_int_equal(count, 3 * (1 + 3 + 3));
    assert_int_equal(nf_line_compare(&toy, &line, &before), 0);
}

/* As many games of each p and m as there are to be dealt. */
TEST(all_lines_with_a_list_come_by_size)
{
    uint64_t known = 0, count = 0;
    for (uint8_t m = 0; m <= 7; m++) {
        const struct tng_profile ranges = {
            .p = {TNG_MIN_P, 7}, .r = {1, 1}, .m = {m, m}, .every = true};
        struct tng_deal deal;
        assert_ok(tng_prepare_ranges, &deal, &ranges, 0);
        known += TNG_MAX_ROUNDS * tng_count(&deal);
    }
    struct nf_numbers line = nf_line_smallest(&tng_format), before;
    while (line.numbers[TNG_FIELD_P] <= 7) {
        if (count++ % 64 == 0)
            assert_valid(&tng_format, &line);
        before = line;
        assert_true(nf_line_next(&tng_format, &line));
        assert_true(nf_line_compare(&tng_format, &before, &line) < 0);
    }
    assert_int_equal(count, known);
}

/* ---- smaller ones ---- */

/* Takes proposals as a seed says. */
struct taker {
    struct nf_numbers line;
    uint64_t random;
    uint32_t proposals;
};

static bool take(void *owner, const struct nf_numbers *candidate)
{
    struct taker *const taker = owner;
    taker->proposals++;
    assert_valid(&tng_format, candidate);
    assert_true(nf_line_compare(&tng_format, candidate, &taker->line) < 0);
    if (nf_test_between(&taker->random, 0, 9) > 0)
        return false;
    taker->line = *candidate;
    return true;
}

TEST(proposals_are_valid_and_smaller_and_end_with_the_smallest_line)
{
    const struct nf_numbers smallest = nf_line_smallest(&tng_format);
    struct taker taker = {.random = nf_test_seed()};
    for (uint32_t often = 0; often < 50; often++) {
        static const char text[] = "40 6 9 47 5 9 8 10 9 46\n-1\n";
        const struct nf_input input = {"line", text, sizeof text - 1};
        struct nf_numbers *read;
        size_t count;
        assert_ok(nf_lines_read, &tng_format, &input, &read, &count);
        assert_int_equal(count, 1);
        assert_true(nf_line_repeats(&tng_format, read));
        taker.line = *read;
        free(read);
        uint32_t before;
        do { /* until a round is over without a proposal */
            before = taker.proposals;
            nf_line_reduce(&tng_format, &taker.line, take, &taker);
        } while (taker.proposals > before);
        assert_int_equal(nf_line_compare(&tng_format, &taker.line, &smallest), 0);
    }
}

/* Which proposals have the same item more than once, and how many there were. */
struct repeats {
    const struct nf_numbers *line;
    uint32_t reduced, with, without;
};

static bool count_repeats(void *owner, const struct nf_numbers *candidate)
{
    struct repeats *const repeats = owner;
    const uint32_t *const was = repeats->line->numbers, *const now = candidate->numbers;
    if (now[TNG_FIELD_P] == was[TNG_FIELD_P])
        return false;
    repeats->reduced++;
    repeats->with += nf_line_repeats(&tng_format, candidate);
    repeats->without += !nf_line_repeats(&tng_format, candidate);
    return false;
}

TEST(items_that_are_repeated_stay_so_where_a_smaller_p_reduces_them_and_others_become_one)
{
    static const struct {
        const char *text;
        bool repeats;
    } cases[] = {{"6 3 5 41 3 38 9 38\n-1\n", true},
                 {"6 3 5 41 4 38 38 38 7\n-1\n", true},
                 {"6 3 5 41 4 38 9 7 5\n-1\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct nf_input input = {"line", cases[i].text, strlen(cases[i].text)};
        struct nf_numbers *read;
        size_t count;
        assert_ok(nf_lines_read, &tng_format, &input, &read, &count);
        assert_int_equal(nf_line_repeats(&tng_format, read), cases[i].repeats);
        struct repeats repeats = {.line = read};
        nf_line_reduce(&tng_format, read, count_repeats, &repeats);
        free(read);
        assert_true(repeats.reduced > 8);
        assert_int_equal(cases[i].repeats ? repeats.without : repeats.with, 0);
    }
}
