/* The judge's test sets of all games: valid, and each mistake of the catalogue dies. */
#include "judge/format/suite_write.h"
#include "judge/judge.h"
#include "judge/judging/judging.h"
#include "judge/problem.h"
#include "judge/suspects.h"
#include "table/forms.h"
#include "tests/unit/judged.h"
#include "tests/unit/said.h"
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
static void check_answer(const struct nf_problem *problem, uint32_t number,
                         const struct nf_input *input, const struct nf_text *answer)
{
    FREED_BY(nf_text_free) struct nf_text report = {0}, played = {0};
    struct nf_error err = {""};
    if (nf_verify(problem, input, &report, &err) != NF_OK)
        fail_msg("%s, test %u: %s", problem->name, number + 1, err.text);
    assert_ok(nf_play, problem->rules, input, &played);
    assert_int_equal(played.size, answer->size);
    assert_memory_equal(played.data, answer->data, answer->size);
}

static unsigned first_survivor(const struct nf_problem *problem, const struct kills *kills)
{
    unsigned k = 1;
    while (problem->fuzz->mistakes[k].name != NULL && kills->tests[k] >= ENOUGH)
        k++;
    return k;
}

/* Counts on which mistakes the test shows, of those that have died on too few so far. */
static void count_kills(const struct nf_problem *problem, const struct nf_text *instance,
                        const struct nf_text *answer, struct kills *kills)
{
    struct nf_printed right = {.whole = true}, variant = {0};
    assert_ok(nf_printed_set, &right, answer->data, answer->size, true);
    for (unsigned k = 0; problem->fuzz->mistakes[k].name != NULL; k++)
        if (kills->tests[k] < ENOUGH) {
            assert_ok(nf_printed_by, &variant, problem->fuzz, UINT64_C(1) << k, instance);
            kills->tests[k] += nf_printed_differ(&right, &variant);
        }
    nf_text_free(&right.words);
    nf_text_free(&variant.words);
}

/* Deals test `number` and counts what it exposes if it is large or not, as told. */
static void check_test(const struct nf_problem *problem, uint32_t number, bool large,
                       struct kills *kills)
{
    FREED_BY(nf_text_free) struct nf_text instance = {0}, answer = {0};
    struct nf_error err = {""};
    if (nf_suite_write(problem, seed, number, &instance, &answer, &err) != NF_OK)
        fail_msg("%s, test %u: %s", problem->name, number + 1, err.text);
    const struct nf_input input = {"test", instance.data, instance.size};
    if (!large)
        check_answer(problem, number, &input, &answer);
    if ((instance.size >= LARGE) == large)
        count_kills(problem, &instance, &answer, kills);
}

static void check_suite(const struct nf_problem *problem)
{
    const struct nf_mistake *const mistakes = problem->fuzz->mistakes;
    struct kills kills = {{0}};
    unsigned survivor;
    for (uint32_t number = 0; problem->suite->tests[number].group != NULL; number++)
        check_test(problem, number, false, &kills);
    survivor = first_survivor(problem, &kills);
    for (uint32_t number = 0;
         problem->suite->tests[number].group != NULL && mistakes[survivor].name != NULL; number++) {
        check_test(problem, number, true, &kills);
        survivor = first_survivor(problem, &kills);
    }
    if (mistakes[survivor].name != NULL)
        fail_msg("%s: mistake %u (%s) dies on %u tests", problem->name, survivor,
                 mistakes[survivor].name, kills.tests[survivor]);
    assert_int_equal(kills.tests[0], 0);
}

TEST(test_each_mistake_dies_on_three_tests_of_each_set)
{
    size_t games = 0;
    while (nf_problems[games] != NULL)
        games++;
    for (size_t i = 0; i < games; i++)
        if (nf_problems[i]->suite != NULL && nf_test_has_mistakes(nf_problems[i]) &&
            nf_test_tries(i, games))
            check_suite(nf_problems[i]);
}

TEST(test_tests_stand_by_their_groups_whose_points_are_100)
{
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++) {
        const struct nf_suite *const suite = (*problem)->suite;
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
    static const struct nf_rules rules = {.format = &format, .play = toy_play};
    static const struct nf_problem problem = {.name = "toy", .rules = &rules, .fuzz = &fuzz};
    const struct nf_input instance = {"test", "1", 1};
    uint64_t killed;
    assert_ok(nf_kills, &problem, &instance, &killed);
    assert_int_equal(killed, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 6);
}

/* ---- tables ---- */

/* Makes a table of the set's first `count` tests as CSV, in `said`; returns how many survive. */
static size_t tell(const char *name, const uint64_t *killed, size_t count)
{
    static const struct nf_mistake mistakes[] = {{"none", ""},  {"one", ""},  {"two", ""},
                                                 {"three", ""}, {"four", ""}, {0}};
    static const struct nf_fuzz_ops ops = {.mistakes = mistakes};
    static const struct nf_problem problem = {.name = "toy", .fuzz = &ops};
    char names[40][24];
    struct nf_test tests[40] = {{0}};
    const struct nf_test_set set = {.tests = tests, .count = count};
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    struct nf_text told = {0};
    for (size_t i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "%zu", i);
        tests[i].name = names[i];
    }
    const size_t survive = nf_kills_tables(&tables, &problem, &set, killed);
    nf_tables_about(&tables);
    nf_table_csv(&told, nf_tables_find(&tables, name), NULL, false);
    nf_said_take(&told);
    return survive;
}

TEST(test_tables_tell_who_dies_where_and_which_test_alone_kills)
{
    enum { TESTS = 31 };
    /* Test 30 also "kills" 0, the right program, which is no mistake. */
    uint64_t killed[TESTS] = {[0] = 1u << 1 | 1u << 4, [29] = 1u << 2, [30] = 1u << 1 | 1};
    assert_int_equal(tell("mistakes", killed, TESTS), 1);
    says_only("1,one,2,x.............................\n"
              "2,two,1,.............................x\n"
              "3,three,0,..............................\n"
              "4,four,1,x.............................\n");
    tell("notes", killed, TESTS);
    says("mistakes,The first 30 of 31 tests are shown.\nmistakes,1 die on no test.\n");
    tell("tests", killed, TESTS);
    says("0,2,four\n1,0,\n");
    says("29,1,two\n30,1,\n");
    killed[0] |= 1u << 3;
    assert_int_equal(tell("tests", killed, TESTS - 1), 0);
    says("0,3,\"one, three, four\"\n");
    tell("notes", killed, TESTS - 1);
    says_not("mistakes,");
    tell("kills", killed, TESTS - 1);
    says("one,0,x\none,1,\n");
    says("two,28,\ntwo,29,x\nthree,0,x\nthree,1,\n");
    says("three,29,\nfour,0,x\n");
}

int main(void)
{
    seed = nf_test_seed() >> 1;
    return nf_run_tests(NULL, NULL);
}
