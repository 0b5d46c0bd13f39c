/* Questions about a program that a person runs on all cases of a folder: the cases one by one, and
 * whose mistakes its outputs show. What there is to remember goes along in questions and answers.
 */
#include "base/owned.h"
#include "judge/naming/questions.h"
#include "judge/problem.h"
#include "web/engine/engine_internal.h"

#include <stdio.h>

static const struct nf_problem *find_problem(const json_t *question, struct ninefold_error *err)
{
    const char *const name = nf_web_string(question, "game");
    const struct nf_problem *const problem = name != NULL ? nf_find_problem(name) : NULL;
    const bool fits = problem != NULL && problem->fuzz != NULL && problem->fuzz->mistakes != NULL &&
                      problem->suite != NULL;
    if (!fits)
        snprintf(err->text, sizeof err->text, "expected a game");
    return fits ? problem : NULL;
}

/* Numbers of 64 bits, as a list of strings. */
static json_t *longs(const uint64_t *values, uint32_t count)
{
    json_t *const list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        char digits[24];
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)values[i]);
        json_array_append_new(list, json_string(digits));
    }
    return list;
}

/* Takes the first ones of such a list, up to `most`. Returns how many. */
static uint32_t take_longs(const json_t *list, uint64_t *values, uint32_t most)
{
    const size_t all = json_array_size(list);
    const uint32_t count = all < most ? (uint32_t)all : most;
    for (uint32_t i = 0; i < count; i++)
        values[i] = nf_web_digits(json_string_value(json_array_get(list, i)));
    return count;
}

json_t *nf_web_case(const json_t *question, struct ninefold_error *err)
{
    const struct nf_problem *const problem = find_problem(question, err);
    const uint32_t number = nf_web_number(question, "number");
    struct nf_pairs known = {{0}};
    struct nf_text instance = {0};
    struct nf_error failed;
    if (problem == NULL)
        return NULL;
    if (number >= NF_CASES) {
        snprintf(err->text, sizeof err->text, "case: expected a number below %d", NF_CASES);
        return NULL;
    }
    take_longs(json_object_get(question, "known"), known.with, NF_PAIRED);
    if (nf_case_write(problem, number, &known, &instance, &failed) != NF_OK || instance.failed) {
        snprintf(err->text, sizeof err->text, "%s",
                 instance.failed ? "out of memory" : failed.text);
        nf_text_free(&instance);
        return NULL;
    }
    return json_pack("{sososisi}", "instance", nf_web_string_of(&instance), "known",
                     longs(known.with, NF_PAIRED), "cases", NF_CASES, "seconds",
                     (int)problem->suite->package->seconds);
}

/* Opens the suspects that a question has: those `left` by one before, else single ones, or pairs.
 */
static enum nf_status open_suspects(struct nf_suspects *suspects, const struct nf_problem *problem,
                                    const json_t *question, struct nf_error *err)
{
    const json_t *const left = json_object_get(question, "left");
    NF_TRY(nf_suspects_open(suspects, problem->fuzz, true, err));
    if (nf_web_flag(question, "pairs"))
        nf_suspects_take_pairs(suspects);
    if (json_is_array(left))
        suspects->count = take_longs(left, suspects->sets, suspects->count);
    return NF_OK;
}

/* Opens them, and keeps those that agree with an output. */
static enum nf_status narrow_suspects(struct nf_suspects *suspects,
                                      const struct nf_problem *problem, const json_t *question,
                                      const struct ninefold_input *instance,
                                      const struct ninefold_input *output, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text played = {0}, printed = {0};
    NF_TRY(open_suspects(suspects, problem, question, err));
    nf_text_bytes(&played, instance->data, instance->size);
    nf_text_bytes(&printed, output->data, output->size);
    NF_TRY_MEMORY(!played.failed && !printed.failed, err);
    return nf_suspects_narrow(suspects, &(struct nf_answer){played, printed}, err);
}

json_t *nf_web_narrow(const json_t *question, struct ninefold_error *err)
{
    const struct nf_problem *const problem = find_problem(question, err);
    const struct ninefold_input instance = nf_web_input(question, "instance"),
                                output = nf_web_input(question, "output");
    struct ninefold_text report = {0};
    if (problem == NULL || ninefold_verify(problem->name, &instance, &report, err) != NINEFOLD_OK)
        return NULL;
    ninefold_text_free(&report);
    struct nf_text verdict = {0};
    NF_FREED_BY(nf_suspects_free) struct nf_suspects suspects;
    struct nf_error failed;
    if (narrow_suspects(&suspects, problem, question, &instance, &output, &failed) != NF_OK) {
        snprintf(err->text, sizeof err->text, "%s", failed.text);
        return NULL;
    }
    json_t *const left = longs(suspects.sets, suspects.count);
    nf_web_describe_suspects(&suspects, nf_web_number(question, "cases"), &verdict);
    return json_pack("{soso}", "left", left, "verdict", nf_web_string_of(&verdict));
}
