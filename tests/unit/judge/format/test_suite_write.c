/* Which candidate becomes a test of a judge's set: a toy game whose instances are the numbers of
 * the candidates. */
#include "base/format/format.h"
#include "base/rng.h"
#include "base/signals.h"
#include "judge/format/suite_write.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { NO_GAME = 2, SHOWS_ONE = 5, SHOWS_BOTH = 9 };

static uint64_t interrupt; /* the candidate at which SIGINT comes; 0: none */

static enum nf_status deal(const struct nf_suite_test *test, struct nf_key *key,
                           struct nf_text *instance, struct nf_error *err)
{
    const uint64_t number = key->attempt++ - NF_SUITE_STREAM;
    (void)test, (void)err;
    if (number == interrupt && interrupt != 0)
        raise(SIGINT);
    nf_text_format(instance, "%llu\n", (unsigned long long)number);
    return number == NO_GAME ? NF_INVALID : NF_OK;
}

static const struct nf_format_field fields[] = {
    {.name = "number", .what = "a number", .high = 1000}, {.name = NULL}};
static const struct nf_format_lines lines[] = {{.name = "number", .first = fields, .fields = 1},
                                               {.name = NULL}};
static const struct nf_format format = {.fields = fields, .lines = lines};

static enum nf_status play(const struct nf_match *match, struct nf_text *answer, uint64_t *reached,
                           struct nf_error *err)
{
    (void)match, (void)reached, (void)err;
    nf_text_string(answer, "right");
    return NF_OK;
}

static size_t play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out)
{
    const int number = atoi(instance->data);
    const bool shows =
        (mistakes & 2) != 0 ? number >= SHOWS_ONE : (mistakes & 4) != 0 && number >= SHOWS_BOTH;
    fputs(shows ? "wrong" : "right", out);
    return SIZE_MAX;
}

static struct nf_suite_test tests[] = {{.group = "a", .exposes = {1}}, {.group = NULL}};
static const struct nf_suite_test samples[] = {
    {.group = "sample", .exposes = {1, 2}}, {.group = "sample"}, {.group = NULL}};

/* The number of the candidate that test `number` has, of `tries`. */
static int written(uint32_t number, uint32_t tries, enum nf_status expected)
{
    const struct nf_suite suite = {
        .tests = tests, .samples = samples, .tries = tries, .deal = deal};
    static const struct nf_fuzz_ops fuzz = {.play_as = play_as};
    static const struct nf_rules rules = {.format = &format, .play = play};
    const struct nf_problem problem = {.suite = &suite, .fuzz = &fuzz, .rules = &rules};
    FREED_BY(nf_text_free) struct nf_text instance = {0}, answer = {0};
    struct nf_error err;
    assert_int_equal(nf_suite_write(&problem, 1, number, &instance, &answer, &err), expected);
    const int candidate = expected == NF_OK ? atoi(instance.data) : -1;
    assert_int_equal(answer.size, expected == NF_OK ? 5 : 0);
    return candidate;
}

TEST(a_test_is_the_first_candidate_that_exposes_its_mistakes)
{
    assert_int_equal(written(0, 100, NF_OK), SHOWS_ONE);
    assert_int_equal(written(1, 100, NF_OK), SHOWS_BOTH);
    assert_int_equal(written(2, 100, NF_OK), 0);
}

TEST(where_none_exposes_all_it_is_the_first_that_exposes_most)
{
    assert_int_equal(written(1, SHOWS_BOTH, NF_OK), SHOWS_ONE);
    assert_int_equal(written(1, SHOWS_ONE, NF_OK), 0);
}

TEST(a_test_without_a_candidate_is_none)
{
    written(0, 0, NF_INTERNAL);
}

TEST(a_signal_ends_the_search)
{
    nf_signals_hold(NULL);
    interrupt = 3;
    assert_int_equal(written(0, 100, NF_OK), 0);
    assert_int_equal(nf_signals_caught(), SIGINT);
    nf_signals_release();
    interrupt = 0;
}
