/* The judge's test sets of all games: valid, and each mistake of the catalogue dies. */
#include "core/contract/game.h"
#include "core/format/judge.h"
#include "core/format/suite_write.h"
#include "fuzz/judging/kills.h"
#include "naming/variant.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static uint64_t seed;

/* Large tests are there for time limits, and take mistakes long. */
enum { LARGE = 200000, ENOUGH = 3 };

struct kills {
    unsigned tests[64]; /* on how many each mistake dies */
};

/* Test `number` must be valid, with the right answer. */
static void check_answer(const struct nf_game *game, uint32_t number, const struct nf_input *input,
                         const struct nf_text *answer)
{
    struct nf_text report = {0}, played = {0};
    struct nf_error err = {""};
    if (nf_verify(game, input, &report, &err) != NF_OK)
        fail_msg("%s, test %u: %s", game->name, number + 1, err.text);
    assert_int_equal(nf_play(game, input, &played, &err), NF_OK);
    assert_int_equal(played.size, answer->size);
    assert_memory_equal(played.data, answer->data, answer->size);
    nf_text_free(&report);
    nf_text_free(&played);
}

static unsigned first_survivor(const struct nf_game *game, const struct kills *kills)
{
    unsigned k = 1;
    while (game->fuzz->mistakes[k].name != NULL && kills->tests[k] >= ENOUGH)
        k++;
    return k;
}

/* Counts on which mistakes the test shows, of those that have died on too few so far. */
static void count_kills(const struct nf_game *game, const struct nf_text *instance,
                        const struct nf_text *answer, struct kills *kills)
{
    struct nf_printed right = {.whole = true}, variant = {0};
    struct nf_error err;
    assert_int_equal(nf_printed_set(&right, answer->data, answer->size, true, &err), NF_OK);
    for (unsigned k = 0; game->fuzz->mistakes[k].name != NULL; k++)
        if (kills->tests[k] < ENOUGH) {
            assert_int_equal(nf_printed_by(&variant, game->fuzz, UINT64_C(1) << k, instance, &err),
                             NF_OK);
            kills->tests[k] += nf_printed_differ(&right, &variant);
        }
    nf_text_free(&right.words);
    nf_text_free(&variant.words);
}

/* Deals test `number` and counts what it exposes if it is large or not, as told. */
static void check_test(const struct nf_game *game, uint32_t number, bool large, struct kills *kills)
{
    struct nf_text instance = {0}, answer = {0};
    struct nf_error err = {""};
    if (nf_suite_write(game, seed, number, &instance, &answer, &err) != NF_OK)
        fail_msg("%s, test %u: %s", game->name, number + 1, err.text);
    const struct nf_input input = {"test", instance.data, instance.size};
    if (!large)
        check_answer(game, number, &input, &answer);
    if ((instance.size >= LARGE) == large)
        count_kills(game, &instance, &answer, kills);
    nf_text_free(&instance);
    nf_text_free(&answer);
}

static void check_suite(const struct nf_game *game)
{
    const struct nf_mistake *const mistakes = game->fuzz->mistakes;
    struct kills kills = {{0}};
    unsigned survivor;
    for (uint32_t number = 0; game->suite->tests[number].group != NULL; number++)
        check_test(game, number, false, &kills);
    survivor = first_survivor(game, &kills);
    for (uint32_t number = 0;
         game->suite->tests[number].group != NULL && mistakes[survivor].name != NULL; number++) {
        check_test(game, number, true, &kills);
        survivor = first_survivor(game, &kills);
    }
    if (mistakes[survivor].name != NULL)
        fail_msg("%s: mistake %u (%s) dies on %u tests", game->name, survivor,
                 mistakes[survivor].name, kills.tests[survivor]);
    assert_int_equal(kills.tests[0], 0);
}

TEST(test_each_mistake_dies_on_three_tests_of_each_set)
{
    size_t games = 0;
    while (nf_games[games] != NULL)
        games++;
    for (size_t i = 0; i < games; i++)
        if (nf_games[i]->suite != NULL && nf_test_has_mistakes(nf_games[i]) &&
            nf_test_tries(i, games))
            check_suite(nf_games[i]);
}

TEST(test_tests_stand_by_their_groups_whose_points_are_100)
{
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++) {
        const struct nf_suite *const suite = (*game)->suite;
        if (suite == NULL)
            continue;
        const struct nf_suite_test *test = suite->tests;
        uint32_t points = 0;
        for (const struct nf_suite_group *group = suite->groups; group->name != NULL; group++) {
            const struct nf_suite_test *const first = test;
            while (test->group != NULL && strcmp(test->group, group->name) == 0)
                test++;
            assert_true(test > first);
            points += group->points;
        }
        assert_null(test->group);
        assert_int_equal(points, 100);
    }
}

/* ---- a toy: the right answer is "1 2" ---- */

static const struct nf_format_field fields[] = {{.name = "number", .what = "a number", .high = 1},
                                                {.name = NULL}};
static const struct nf_format_lines lines[] = {{.name = "number", .first = fields, .fields = 1},
                                               {.name = NULL}};
static const struct nf_format format = {.fields = fields, .lines = lines};

static enum nf_status toy_play(const struct nf_match *match, struct nf_text *transcript,
                               uint64_t *reached, struct nf_error *err)
{
    (void)match, (void)reached, (void)err;
    nf_text_string(transcript, "1 2\n");
    return NF_OK;
}

/* Mistakes: none; other white space; stops early; goes on; another number; and three of which only
 * the start is common to all such programs. */
static size_t toy_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out)
{
    static const struct {
        const char *text;
        size_t common;
    } prints[] = {{"1 2\n", SIZE_MAX}, {"1\n\n2", SIZE_MAX}, {"1\n", SIZE_MAX}, {"1 2 3", SIZE_MAX},
                  {"1 3", SIZE_MAX},   {"1 9", 1},           {"3 2", 1},        {"1 2 4", 3}};
    unsigned k = 0;
    (void)instance;
    while (mistakes >> k != 1)
        k++;
    fputs(prints[k].text, out);
    return prints[k].common;
}

TEST(test_what_prints_other_words_or_more_or_less_dies)
{
    static const struct nf_mistake mistakes[] = {{"none", ""},  {"space", ""},  {"early", ""},
                                                 {"late", ""},  {"number", ""}, {"unknown", ""},
                                                 {"start", ""}, {"goes", ""},   {0}};
    static const struct nf_fuzz_ops fuzz = {.mistakes = mistakes, .play_as = toy_play_as};
    static const struct nf_judge_ops judge = {.format = &format, .play = toy_play};
    static const struct nf_game game = {.name = "toy", .judge = &judge, .fuzz = &fuzz};
    const struct nf_input instance = {"test", "1", 1};
    struct nf_error err = {""};
    uint64_t killed;
    assert_int_equal(nf_kills(&game, &instance, &killed, &err), NF_OK);
    assert_int_equal(killed, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 6);
}

/* ---- tables ---- */

static const struct nf_cell *cell(const struct nf_tables *tables, const char *name, size_t row,
                                  const char *column)
{
    const struct nf_table *const table = nf_tables_find(tables, name);
    assert_non_null(table);
    return nf_table_cell(table, row, nf_table_column(table, column));
}

/* Test 0 kills mistakes 1 and 4, test 29 mistake 2, test 30 mistake 1; mistake 3 survives. */
TEST(test_tables_tell_who_dies_where_and_which_test_alone_kills)
{
    enum { TESTS = 31 };
    static const struct nf_mistake mistakes[] = {{"none", ""},  {"one", ""},  {"two", ""},
                                                 {"three", ""}, {"four", ""}, {0}};
    static const struct nf_fuzz_ops ops = {.mistakes = mistakes};
    static const struct nf_game game = {.name = "toy", .fuzz = &ops};
    char names[TESTS][12];
    struct nf_test tests[TESTS] = {{0}};
    const struct nf_test_set set = {.tests = tests, .count = TESTS};
    uint64_t killed[TESTS] = {[0] = 1u << 1 | 1u << 4, [29] = 1u << 2, [30] = 1u << 1 | 1};
    struct nf_tables tables = {0};
    for (int i = 0; i < TESTS; i++) {
        snprintf(names[i], sizeof names[i], "%d", i);
        tests[i].name = names[i];
    }
    assert_int_equal(nf_kills_tables(&tables, &game, &set, killed), 1);
    static const uint64_t kills[] = {2, 1, 0, 1};
    static const char *const marks[] = {
        "x.............................", ".............................x",
        "..............................", "x............................."};
    for (size_t k = 0; k < 4; k++) {
        assert_string_equal(cell(&tables, "mistakes", k, "name")->text, mistakes[k + 1].name);
        assert_int_equal(cell(&tables, "mistakes", k, "mistake")->count, k + 1);
        assert_int_equal(cell(&tables, "mistakes", k, "kills")->count, kills[k]);
        assert_string_equal(cell(&tables, "mistakes", k, "tests")->text, marks[k]);
    }
    const struct nf_table *const table = nf_tables_find(&tables, "mistakes");
    assert_int_equal(nf_table_rows(table), 4);
    assert_int_equal(table->notes_count, 2);
    assert_string_equal(table->notes[0].plain, "The first 30 of 31 tests are shown.");
    assert_string_equal(table->notes[1].plain, "1 die on no test.");
    assert_int_equal(cell(&tables, "tests", 0, "kills")->count, 2);
    assert_string_equal(cell(&tables, "tests", 0, "only")->text, "four");
    assert_string_equal(cell(&tables, "tests", 29, "only")->text, "two");
    assert_int_equal(cell(&tables, "tests", 30, "kills")->count, 1); /* 0 is the right program */
    assert_string_equal(cell(&tables, "tests", 30, "only")->text, "");
    killed[0] |= 1u << 3;
    nf_tables_free(&tables);
    tables = (struct nf_tables){0};
    const struct nf_test_set shorter = {.tests = tests, .count = TESTS - 1};
    assert_int_equal(nf_kills_tables(&tables, &game, &shorter, killed), 0);
    assert_int_equal(nf_tables_find(&tables, "mistakes")->notes_count, 0);
    assert_string_equal(cell(&tables, "tests", 0, "only")->text, "one, three, four");
    for (size_t k = 0; k < 4; k++)
        for (size_t i = 0; i < TESTS - 1; i++)
            assert_string_equal(cell(&tables, "kills", k * (TESTS - 1) + i, "dies")->text,
                                killed[i] >> (k + 1) & 1 ? "x" : "");
    nf_tables_free(&tables);
}

int main(void)
{
    seed = nf_test_seed() >> 1;
    return nf_run_tests(NULL, NULL);
}
