/* The suggested time limit, and the names of new tests. */
#include "judge/judging/judging.h"
#include "judge/judging/test_set.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t millisecond = 1000000;

static void suggests(uint64_t cpu_ms, uint32_t factor, uint64_t limit_ms, uint64_t step_ms)
{
    uint64_t step;
    const uint64_t limit = nf_suggest_limit(cpu_ms * millisecond, factor, &step);
    assert_int_equal(limit, limit_ms * millisecond);
    assert_int_equal(step, step_ms * millisecond);
}

TEST(a_limit_is_the_product_rounded_up_to_a_step)
{
    suggests(0, 3, 100, 100);
    suggests(1, 3, 100, 100);
    suggests(33, 3, 100, 100);
    suggests(34, 3, 200, 100);
    suggests(250, 4, 1000, 100);
    suggests(251, 4, 1500, 500);
    suggests(2500, 4, 10000, 500);
    suggests(2501, 4, 11000, 1000);
}

TEST(a_limit_is_never_below_the_product_and_less_than_a_step_above)
{
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < 10000; i++) {
        const uint64_t cpu = nf_test_random(&random) % (60000 * millisecond);
        const uint32_t factor = nf_test_between(&random, 1, 100);
        uint64_t step;
        const uint64_t limit = nf_suggest_limit(cpu, factor, &step);
        assert_int_equal(limit % step, 0);
        assert_true(limit >= cpu * factor);
        assert_true(limit == step || limit - cpu * factor < step);
    }
}

/* The names, sorted and separated by blanks, and the one that follows. */
static void follows(const char *names, unsigned skip, const char *expected)
{
    char copy[200], next[64];
    const char *list[20];
    size_t count = 0;
    strcpy(copy, names);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        list[count++] = word;
    nf_test_next_name(list, count, skip, next, sizeof next);
    assert_string_equal(next, expected);
}

TEST(a_new_name_has_the_next_number_and_the_width_of_the_last)
{
    follows("001 002 003", 0, "004");
    follows("001 002 003", 2, "006");
    follows("8 9", 0, "10");
    follows("98 99", 0, "100");
    follows("1 002 10", 0, "11");
}

TEST(a_new_name_keeps_what_stands_before_the_number)
{
    follows("test07 test08", 0, "test09");
    follows("p1-07 p1-08", 0, "p1-09");
    follows("7 a3 a4", 0, "a5");
}

TEST(a_new_name_says_fuzz_where_the_last_says_its_group)
{
    follows("01-basic 20-full", 0, "21-fuzz");
    follows("01_a 02_b2", 0, "03_fuzz");
    follows("001.min 002.min", 0, "003");
}

TEST(a_set_without_numbers_begins_at_001)
{
    follows("", 0, "001");
    follows("sample small", 0, "001");
    follows("12345678901234567890", 0, "001"); /* no number can follow it */
    follows("5 12345678901234567890", 0, "6");
}
