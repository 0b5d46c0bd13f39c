#include "commands/judge/suite_wishes.h"

#include "base/shown.h"
#include "judge/format/suite_write.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint32_t groups_of(const struct nf_suite *suite)
{
    uint32_t count = 0;
    while (suite->groups[count].name != NULL)
        count++;
    return count;
}

static enum nf_status wish_points(const char *points, struct nf_wished *wished,
                                  struct nf_error *err)
{
    const uint32_t count = groups_of(wished->problem.suite);
    const char *at = points;
    uint64_t sum = 0;
    uint32_t read = 0;
    for (; read < count; read++) {
        const size_t digits = strspn(at, "0123456789");
        if (digits == 0 || digits > 3)
            break;
        wished->groups[read].points = (uint32_t)strtoul(at, NULL, 10);
        sum += wished->groups[read].points;
        at += digits;
        if (read + 1 < count && *at++ != ',')
            break;
    }
    if (read < count || *at != '\0' || sum != 100)
        return nf_fail(err, NF_USAGE, "--points %.100s: expected %u numbers that make 100", points,
                       count);
    nf_text_format(&wished->options, " --points %s", points);
    return NF_OK;
}

/* What stands in YAML, XML and comments of several languages is kept simple. */
static enum nf_status wish_title(const char *title, struct nf_wished *wished, struct nf_error *err)
{
    enum { MOST_BYTES = 100 };
    const size_t size = strlen(title);
    struct nf_text shown = {0};
    nf_shown(&shown, title);
    const bool clean = shown.size == size && strpbrk(title, "\"\\") == NULL;
    nf_text_free(&shown);
    if (!clean || size > MOST_BYTES || title[0] == ' ' || title[size - 1] == ' ')
        return nf_fail(err, NF_USAGE,
                       "--title %.100s: expected one line of at most %d bytes without \" and \\",
                       title, MOST_BYTES);
    wished->problem.title = title;
    for (uint32_t i = 0; i < NF_STATEMENTS; i++) {
        const char *const statement = wished->package.statements[i];
        struct nf_text *const text = &wished->statements[i];
        nf_text_format(text, "# %s%s", title, strchr(statement, '\n'));
        wished->package.statements[i] = nf_text_terminated(text);
    }
    nf_text_string(&wished->options, " --title ");
    nf_text_word(&wished->options, title);
    return NF_OK;
}

/* Spreads the tests over the subtasks as the problem does, one each at least. */
static enum nf_status wish_tests(uint32_t wanted, struct nf_wished *wished, struct nf_error *err)
{
    const struct nf_suite_test *const tests = wished->problem.suite->tests;
    const uint32_t groups = groups_of(wished->problem.suite), all = nf_suite_count(tests);
    uint32_t first = 0, made = 0;
    if (wanted < groups)
        return nf_fail(err, NF_USAGE, "--tests %u: expected at least one for each of %u subtasks",
                       wanted, groups);
    for (uint32_t group = 0; group < groups; group++) {
        uint32_t count = 0;
        while (first + count < all && strcmp(tests[first + count].group, tests[first].group) == 0)
            count++;
        /* Of those beyond the first of each. */
        const uint32_t before = first - group, more = before + count - 1, others = all - groups;
        const uint32_t taken = 1 + (others > 0 ? (wanted - groups) * more / others -
                                                     (wanted - groups) * before / others
                                               : 0);
        for (uint32_t i = 0; i < taken; i++)
            wished->tests[made++] =
                tests[first + (taken < count ? (i + 1) * count / taken - 1 : i * count / taken)];
        first += count;
    }
    nf_text_format(&wished->options, " --tests %u", wanted);
    return NF_OK;
}

enum nf_status nf_wish(const struct nf_problem *problem, const struct nf_suite_wishes *wishes,
                       struct nf_wished *wished, struct nf_error *err)
{
    const uint32_t groups = groups_of(problem->suite);
    wished->problem = *problem;
    wished->suite = *problem->suite;
    wished->package = *problem->suite->package;
    wished->groups = calloc(groups + 1, sizeof *wished->groups);
    wished->tests = calloc(NF_MOST_SUITE_TESTS + 1, sizeof *wished->tests);
    if (wished->groups == NULL || wished->tests == NULL)
        return nf_fail(err, NF_IO, "out of memory for a test set");
    memcpy(wished->groups, problem->suite->groups, groups * sizeof *wished->groups);
    wished->suite.groups = wished->groups;
    if (wishes->points != NULL)
        NF_TRY(wish_points(wishes->points, wished, err));
    if (wishes->title != NULL)
        NF_TRY(wish_title(wishes->title, wished, err));
    if (wishes->seconds > 0) {
        wished->package.seconds = (uint32_t)wishes->seconds;
        wished->package.seconds_from = "as the setter chose";
        nf_text_format(&wished->options, " --time-limit %" PRIu64 "s", wishes->seconds);
    }
    if (wishes->tests > 0) {
        NF_TRY(wish_tests(wishes->tests, wished, err));
        wished->suite.tests = wished->tests;
    }
    wished->suite.package = &wished->package;
    wished->problem.suite = &wished->suite;
    nf_text_bytes(&wished->options, "", 1);
    return wished->options.failed || wished->statements[0].failed || wished->statements[1].failed
               ? nf_fail(err, NF_IO, "out of memory for a test set")
               : NF_OK;
}

void nf_wished_free(struct nf_wished *wished)
{
    free(wished->groups);
    free(wished->tests);
    nf_text_free(&wished->options);
    for (uint32_t i = 0; i < NF_STATEMENTS; i++)
        nf_text_free(&wished->statements[i]);
}
