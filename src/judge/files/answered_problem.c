#include "judge/files/answered_problem.h"

#include "base/owned.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERED_CHECKERS = 16 }; /* each has its own processes */

/* Tests with the same arguments. */
struct answered_group {
    char *flags;
    struct nf_comparison comparison;
    struct nf_checker_options checker;
};

/* A test, found by the path of its instance. */
struct answered_test {
    const char *path;
    size_t group;
};

struct nf_answered_problem {
    struct nf_problem problem; /* first, so that it is the whole */
    const struct nf_answered_options *options;
    struct answered_group *groups;
    size_t groups_count;
    struct answered_test *tests;
};

/* ---- a problem ---- */

static int answered_by_path(const void *a, const void *b)
{
    return strcmp(((const struct answered_test *)a)->path, ((const struct answered_test *)b)->path);
}

static enum nf_status answered_compare(const struct nf_problem *problem,
                                       const struct nf_input *instance, const struct nf_text *right,
                                       const struct nf_input *output,
                                       struct nf_difference *difference, struct nf_error *err)
{
    const struct nf_answered_problem *const answered = (const void *)problem;
    const struct answered_test key = {instance->name, 0};
    const struct answered_test *const test =
        bsearch(&key, answered->tests, answered->options->set->count, sizeof *answered->tests,
                answered_by_path);
    return nf_comparison_check(&answered->groups[test != NULL ? test->group : 0].comparison,
                               instance, right, output, difference, err);
}

static const struct nf_problem_ops answered_ops = {.compare = answered_compare};

/* ---- opening ---- */

/* Appends the arguments of a test. The package's root is above the set's folder or is it. */
static enum nf_status answered_flags(const struct nf_answered_options *options,
                                     const struct nf_test *test, struct nf_text *flags,
                                     struct nf_error *err)
{
    if (options->flags != NULL) {
        nf_text_string(flags, options->flags);
        return NF_OK;
    }
    NF_OWNED char *real = realpath(test->instance, NULL);
    NF_OWNED char *root = realpath(options->package->root, NULL);
    const bool within = real != NULL && root != NULL && nf_package_within(real, root);
    const char *const below = within ? real + strlen(root) : test->instance;
    return nf_package_settings_flags(options->package, *below == '/' ? below + 1 : below, flags,
                                     err);
}

/* Opens what compares tests with these arguments, which it takes over. */
static enum nf_status answered_open_group(struct nf_answered_problem *answered, char *flags,
                                          const char *test, struct nf_error *err)
{
    const struct nf_answered_options *const options = answered->options;
    struct answered_group *const group = &answered->groups[answered->groups_count++];
    *group = (struct answered_group){.flags = flags, .checker = options->checker};
    const bool exactly = options->flags == NULL && !options->package->kattis;
    if (options->checker.command == NULL && exactly)
        return NF_OK;
    if (options->checker.command == NULL) {
        struct nf_error why;
        const enum nf_status status = nf_comparison_parse(flags, &group->comparison, &why);
        return status == NF_OK
                   ? NF_OK
                   : nf_fail(err, status, "%.300s: output validator: %s", test, why.text);
    }
    if (answered->groups_count > ANSWERED_CHECKERS)
        return nf_fail(err, NF_INVALID,
                       "%.300s: arguments of the output validator of more than %d kinds", test,
                       ANSWERED_CHECKERS);
    group->checker.flags = flags;
    return nf_checker_open(&group->checker, &group->comparison.checker, err);
}

static enum nf_status answered_add(struct nf_answered_problem *answered, size_t number,
                                   struct nf_error *err)
{
    const struct nf_test *const test = &answered->options->set->tests[number];
    NF_OWNED_TEXT struct nf_text text = {0};
    if (nf_test_answer(test) == NULL)
        return nf_fail(err, NF_INVALID, "%.400s: expected its answer beside it, as .ans or .out",
                       test->instance);
    NF_TRY(answered_flags(answered->options, test, &text, err));
    const char *const flags = nf_text_terminated(&text);
    size_t group = 0;
    while (group < answered->groups_count && strcmp(answered->groups[group].flags, flags) != 0)
        group++;
    answered->tests[number] = (struct answered_test){test->instance, group};
    if (group < answered->groups_count)
        return NF_OK;
    char *const copy = strdup(flags);
    NF_TRY_MEMORY(copy != NULL, err);
    return answered_open_group(answered, copy, test->instance, err);
}

enum nf_status nf_answered_open(const struct nf_answered_options *options,
                                struct nf_answered_problem **problem, struct nf_error *err)
{
    struct nf_answered_problem *const answered = *problem = calloc(1, sizeof *answered);
    const size_t count = options->set->count;
    NF_TRY_MEMORY(answered != NULL, err);
    answered->options = options;
    answered->problem =
        (struct nf_problem){.name = options->name, .title = options->name, .ops = &answered_ops};
    answered->groups = calloc(count, sizeof *answered->groups);
    answered->tests = calloc(count, sizeof *answered->tests);
    NF_TRY_MEMORY(answered->groups != NULL && answered->tests != NULL, err);
    for (size_t i = 0; i < count; i++)
        NF_TRY(answered_add(answered, i, err));
    qsort(answered->tests, count, sizeof *answered->tests, answered_by_path);
    return NF_OK;
}

void nf_answered_close(struct nf_answered_problem *answered)
{
    if (answered == NULL)
        return;
    for (size_t i = 0; i < answered->groups_count; i++) {
        nf_checker_close(answered->groups[i].comparison.checker);
        free(answered->groups[i].flags);
    }
    free(answered->groups);
    free(answered->tests);
    free(answered);
}

const struct nf_problem *nf_answered_of(const struct nf_answered_problem *answered)
{
    return &answered->problem;
}
