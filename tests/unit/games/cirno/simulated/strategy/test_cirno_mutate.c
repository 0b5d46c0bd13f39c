/* Neighbours of strategies, and that printing a strategy loses nothing. */
#include "games/cirno/simulated/strategy/strategy.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/said.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Puts a neighbour in the place of a strategy. */
static void step(uint64_t *random, struct nf_text *text)
{
    struct nf_text mutated = {0};
    assert_ok(cirno_mutate_strategy, text, random, &mutated);
    nf_text_free(text);
    *text = mutated;
}

/* It can be read; printed and read again it has the same ranks. */
static void check_strategy(struct nf_text *text)
{
    static struct cirno_strategy before, after;
    static struct cirno_section sections[2];
    FREED_BY(nf_text_free) struct nf_text printed = {0};
    const struct nf_input input = nf_text_input(text, "s");
    must_read_strategy(nf_text_terminated(text), &before);
    assert_ok(cirno_sections_read, &input, sections);
    cirno_sections_print(&printed, sections);
    must_read_strategy(nf_text_terminated(&printed), &after);
    if (memcmp(before.rank, after.rank, sizeof before.rank) != 0)
        fail_msg("\n%.*s\nprinted:\n%.*s", (int)text->size, text->data, (int)printed.size,
                 printed.data);
}

TEST(test_shipped_strategies_and_all_neighbours_are_valid_and_printed_as_they_are)
{
    uint64_t random = nf_test_seed();
    for (const struct nf_strategy *shipped = cirno_shipped; shipped->name != NULL; shipped++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        nf_text_string(&text, shipped->text);
        for (int steps = 0; steps < 40; steps++) {
            check_strategy(&text);
            step(&random, &text);
        }
    }
}

TEST(test_dropping_takes_one_part_at_a_time_until_none_is_left)
{
    const struct nf_text text =
        nf_words_text("normal\n first A1, when p >= 3\n max B\ndoubled\n min C\n");
    FREED_BY(nf_text_free) struct nf_text shorter = {0};
    static const char *const expected[] = {
        "normal\n  max B\ndoubled\n  min C2\n",
        "normal\n  first A1\n  max B\ndoubled\n  min C2\n",
        "normal\n  first A1, when p >= 3\ndoubled\n  min C2\n",
        "normal\n  first A1, when p >= 3\n  max B\ndoubled\n",
    };
    for (uint32_t part = 0; part < 4; part++) {
        shorter.size = 0;
        assert_ok(cirno_drop, &text, part, &shorter);
        assert_int_equal(shorter.size, strlen(expected[part]));
        assert_memory_equal(shorter.data, expected[part], shorter.size);
    }
    assert_ends(NF_BUDGET, "", cirno_drop, &text, 4, &shorter);
}

/* Varies a text `times` times; each must be a valid strategy. Returns the lowest number that any of
 * them has after `words`. */
static long vary(const char *from, int times, const char *words)
{
    static struct cirno_strategy strategy;
    uint64_t random = nf_test_seed();
    const struct nf_text text = nf_words_text(from);
    long lowest = LONG_MAX;
    for (int i = 0; i < times; i++) {
        FREED_BY(nf_text_free) struct nf_text mutated = {0};
        assert_ok(cirno_mutate_strategy, &text, &random, &mutated);
        must_read_strategy(nf_text_terminated(&mutated), &strategy);
        const char *const at = strstr(mutated.data, words);
        const long number = at != NULL ? strtol(at + strlen(words), NULL, 10) : LONG_MAX;
        lowest = number < lowest ? number : lowest;
    }
    return lowest;
}

/* No p so low is told from others, so a condition that would ask for one falls away. */
TEST(test_a_condition_moves_down_to_the_lowest_p_and_no_further)
{
    assert_int_equal(vary("normal\n  first A1, when p <= -198\ndoubled\n", 600, "when p <= "),
                     CIRNO_P_FLOOR + 1);
}

TEST(test_a_section_that_is_full_gets_no_more_groups)
{
    static char text[2 * CIRNO_MAX_GROUPS * 32];
    for (int doubled = 0; doubled < 2; doubled++) {
        strcat(text, doubled ? "doubled\n" : "normal\n");
        for (int i = 0; i < CIRNO_MAX_GROUPS; i++)
            strcat(text, "  first A1\n");
    }
    vary(text, 100, "when p <= "); /* one more would not be read */
}

TEST(test_a_text_that_is_no_strategy_has_no_neighbours_and_no_parts)
{
    uint64_t random = 1;
    const struct nf_text text = nf_words_text("normal\n  first A3\n");
    struct nf_text made = {0};
    assert_ends_saying(NF_INVALID, "strategy:2:9: found 'A3'", cirno_mutate_strategy, &text,
                       &random, &made);
    assert_ends_saying(NF_INVALID, "strategy:2:9: found 'A3'", cirno_drop, &text, 0, &made);
    assert_int_equal(made.size, 0);
}
