/* Instances in the lanes of kernels, by a toy game: its instances are numbers, and so are its
 * outcomes. That all kernels of the games play them alike is tried by sim/test_games.c. */
#include "base/format/match.h"
#include "sim/game.h"
#include "sim/instances.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static const struct nf_format_field fields[] = {{.name = "number", .what = "a number", .high = 100},
                                                {.name = NULL}};
static const struct nf_format_lines lines[] = {{.name = "number", .first = fields, .fields = 1},
                                               {.name = NULL}};
static const struct nf_format format = {.fields = fields, .lines = lines};

enum { WRONG = 7 }; /* the number that a kernel plays otherwise */

/* The games are the numbers of the cases. */
struct numbers {
    struct nf_setup setup;
    uint32_t number[];
};

static enum nf_status prepare(const struct nf_match *matches, size_t count,
                              struct nf_setup **setups, struct nf_place *places,
                              struct nf_error *err)
{
    static const struct nf_tally_ops one_word = {0};
    static const struct nf_game numbers_game = {.tally = &one_word};
    struct numbers *const made = malloc(sizeof *made + count * sizeof *made->number);
    (void)err;
    assert_non_null(made);
    made->setup = (struct nf_setup){.game = &numbers_game};
    for (size_t i = 0; i < count; i++) {
        made->number[i] = matches[i].read.numbers[0];
        places[i] = (struct nf_place){.first = i, .games = 1};
    }
    setups[0] = &made->setup;
    return NF_OK;
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self, (void)setup;
    return NF_CACHE_LINE;
}

static enum nf_status play_numbers(const struct nf_kernel *self, const struct nf_setup *setup,
                                   void *block, struct nf_feed *feed, struct nf_sink *sink,
                                   struct nf_error *err)
{
    const uint32_t more = strcmp(self->name, "wrong") == 0 ? 2 : 0;
    struct nf_outcome outcome = {0};
    (void)block, (void)err;
    while (nf_feed_take(feed, &outcome.index)) {
        const uint32_t number = ((const struct numbers *)setup)->number[outcome.index];
        const uint32_t word = number + (number == WRONG ? more : 0);
        outcome.words = &word;
        sink->take(sink, &outcome);
    }
    return NF_OK;
}

TEST(a_kernel_that_plays_otherwise_than_the_reference_is_told_by_the_words_that_differ)
{
    static const struct nf_kernel right = {"right", nf_everywhere, memory, play_numbers,
                                           .unfit = NULL},
                                  wrong = {"wrong", nf_everywhere, memory, play_numbers,
                                           .unfit = NULL};
    static const struct nf_kernel *const kernels[] = {&right, NULL};
    static const struct nf_rules rules = {.format = &format};
    static const struct nf_deal_ops deals = {.prepare_instances = prepare};
    static const struct nf_game game = {.rules = &rules, .deals = &deals, .kernels = kernels};
    static const struct nf_input instances[3] = {{"6", "6\n", 2}, {"7", "7\n", 2}, {"8", "8\n", 2}};
    struct nf_text texts[3] = {{0}}, *const differs[3] = {&texts[0], &texts[1], &texts[2]};
    assert_ok(nf_compare_kernel, &game, &right, instances, 3, differs);
    for (int i = 0; i < 3; i++)
        assert_int_equal(texts[i].size, 0);
    assert_ok(nf_compare_kernel, &game, &wrong, instances, 3, differs);
    assert_int_equal(texts[0].size + texts[2].size, 0);
    static const char words[] = "1 of 1 words; word 0: 9 and 7";
    assert_int_equal(texts[1].size, sizeof words - 1);
    assert_memory_equal(texts[1].data, words, sizeof words - 1);
    nf_text_free(&texts[1]);
}

int main(void)
{
    return nf_run_tests(NULL, NULL);
}
