#include "tests/unit/judged.h"

#include "judge/judge.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

enum nf_status nf_judged_play(const struct nf_problem *problem, const struct nf_input *input,
                              struct nf_text *transcript, struct nf_error *err)
{
    return nf_play(problem->rules, input, transcript, err);
}

void nf_test_prints(nf_test_judge *judge, const struct nf_problem *problem, const char *text,
                    const char *expected)
{
    const struct nf_input input = {"in", text, strlen(text)};
    struct nf_text printed = {0};
    assert_ok(judge, problem, &input, &printed);
    assert_text(&printed, expected);
}

void nf_test_refuses(nf_test_judge *judge, const struct nf_problem *problem, const char *text,
                     const char *message)
{
    const struct nf_input input = {"in", text, strlen(text)};
    FREED_BY(nf_text_free) struct nf_text printed = {0};
    struct nf_error err;
    assert_int_equal(judge(problem, &input, &printed, &err), NF_INVALID);
    assert_memory_equal(err.text, "in:", 3);
    assert_string_equal(err.text + 3, message);
}

void nf_test_refuse_both(const struct nf_problem *problem, const char *text, const char *message)
{
    nf_test_refuses(nf_judged_play, problem, text, message);
    nf_test_refuses(nf_verify, problem, text, message);
}

void nf_test_describes_size(const struct nf_problem *problem, const char *text, const char *words)
{
    const struct nf_input input = {"in", text, strlen(text)};
    struct nf_text told = {0};
    assert_ok(nf_describe_size, problem, &input, &told);
    assert_text(&told, words);
}

struct nf_text nf_test_shrink(const struct nf_problem *problem, const struct nf_text *text,
                              const struct nf_trier *trier)
{
    const struct nf_input input = nf_text_input(text, "in");
    struct nf_text smallest = {0};
    assert_ok(nf_shrink, problem, &input, trier, &smallest);
    return smallest;
}

unsigned nf_test_mistakes(const struct nf_problem *problem)
{
    unsigned count = 0;
    while (nf_test_has_mistakes(problem) && problem->fuzz->mistakes[count + 1].name != NULL)
        count++;
    return count;
}

struct nf_text nf_test_guide(const struct nf_problem *problem, uint64_t seed, uint64_t index)
{
    const struct nf_case_limits no_limits = {0, 0, 0};
    struct nf_text text = {0};
    assert_ok(problem->fuzz->guide, seed, index, &no_limits, &text);
    return text;
}

void nf_test_valid(const struct nf_problem *problem, const struct nf_text *instance)
{
    const struct nf_input input = nf_text_input(instance, "case");
    FREED_BY(nf_text_free) struct nf_text report = {0};
    struct nf_error err;
    if (nf_verify(problem, &input, &report, &err) != NF_OK)
        fail_msg("%s\n%.*s", err.text, (int)instance->size, instance->data);
}

struct nf_text nf_test_play_as(const struct nf_problem *problem, uint64_t mistakes,
                               const struct nf_text *instance, size_t *common)
{
    const struct nf_input input = nf_text_input(instance, "case");
    struct nf_text printed = {0};
    FILE *const out = open_memstream(&printed.data, &printed.size);
    assert_non_null(out);
    const size_t bytes = problem->fuzz->play_as(mistakes, &input, out);
    assert_int_equal(fclose(out), 0);
    if (common != NULL)
        *common = bytes;
    return printed;
}
