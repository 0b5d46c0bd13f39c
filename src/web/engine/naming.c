/* The question about a program that a person runs on small cases: what mistake does it make? */
#include "base/lang.h"
#include "base/owned.h"
#include "judge/judge.h"
#include "judge/problem.h"
#include "judge/suspects.h"
#include "web/engine/engine_internal.h"

#include <stdio.h>

enum { MOST_ANSWERS = 64 };

/* Takes the texts of `answers`; false without memory. */
static bool take_answers(const json_t *answers, struct nf_answer *cases)
{
    bool whole = true;
    for (size_t i = 0; i < json_array_size(answers); i++) {
        const json_t *const one = json_array_get(answers, i);
        const struct ninefold_input instance = nf_web_input(one, "instance"),
                                    output = nf_web_input(one, "output");
        nf_text_bytes(&cases[i].instance, instance.data, instance.size);
        nf_text_bytes(&cases[i].output, output.data, output.size);
        whole &= !cases[i].instance.failed && !cases[i].output.failed;
    }
    return whole;
}

/* What the cases say so far. */
struct found {
    struct nf_suspects suspects;
    size_t wrong;           /* the smallest case on which the program is; `count`: none is */
    bool unclear;           /* the last output is none of a program that plays the game */
    struct nf_text why;     /* what is odd about it */
    struct nf_text next;    /* the case to ask about, if any tells those left apart */
    struct nf_text verdict; /* in words */
};

/* Which cases the program gets wrong, and whether the last output shows no wrong decision at all.
 */
static enum nf_status judge_answers(const struct nf_problem *problem,
                                    const struct nf_answer *answers, size_t count,
                                    struct found *found, struct nf_error *err)
{
    found->wrong = count;
    for (size_t i = 0; i < count; i++) {
        const struct nf_input instance = nf_text_input(&answers[i].instance, "instance"),
                              output = nf_text_input(&answers[i].output, "transcript");
        NF_FREED_BY(nf_difference_free) struct nf_difference difference = {0};
        NF_TRY(nf_check_output(problem, &instance, NULL, &output, &difference, err));
        if (difference.line != 0 && !difference.only_blanks &&
            (found->wrong == count ||
             answers[i].instance.size < answers[found->wrong].instance.size))
            found->wrong = i;
        if (i + 1 == count && difference.unclear) {
            found->unclear = true;
            nf_text_bytes(&found->why, difference.why.data, difference.why.size);
        }
    }
    return NF_OK;
}

void nf_web_describe_suspects(struct nf_suspects *left, uint32_t cases, struct nf_text *verdict)
{
    if (left->count > 0 && left->sets[0] == NF_BY_THE_RULES) {
        nf_text_format(verdict, _("Your program is right on all %u cases."), cases);
        return;
    }
    nf_suspects_prefer_named(left, true);
    nf_suspects_describe(verdict, left->ops, left->sets, left->count, cases);
}

static enum nf_status find_cases(const struct nf_problem *problem, const struct nf_answer *answers,
                                 size_t count, uint32_t number, struct found *found,
                                 struct nf_error *err)
{
    NF_TRY(judge_answers(problem, answers, count, found, err));
    NF_TRY(nf_questions_narrow(&found->suspects, problem, answers, (uint32_t)count, err));
    /* What some player prints is an output, however odd; else something else was pasted, or not all
     * of it. */
    found->unclear &= found->suspects.count == 0;
    if (found->suspects.count > 1)
        NF_TRY(nf_questions_next(&found->suspects, problem, number, &found->next, err));
    if (count > 0)
        nf_web_describe_suspects(&found->suspects, (uint32_t)count, &found->verdict);
    return NF_OK;
}

json_t *nf_web_name(const json_t *question, struct ninefold_error *err)
{
    const char *const name = nf_web_string(question, "game");
    const struct nf_problem *const problem = name != NULL ? nf_find_problem(name) : NULL;
    const json_t *const cases = json_object_get(question, "told");
    const size_t count = json_array_size(cases);
    struct nf_answer answers[MOST_ANSWERS] = {{{0}, {0}}};
    struct found found = {.wrong = count};
    struct nf_error failed = {"out of memory"};
    if (problem == NULL || problem->fuzz == NULL || problem->fuzz->mistakes == NULL ||
        count > MOST_ANSWERS) {
        snprintf(err->text, sizeof err->text, "name: expected a game and up to %d cases",
                 MOST_ANSWERS);
        return NULL;
    }
    const bool answered = take_answers(cases, answers) &&
                          find_cases(problem, answers, count, nf_web_number(question, "number"),
                                     &found, &failed) == NF_OK;
    for (size_t i = 0; i < count; i++) {
        nf_text_free(&answers[i].instance);
        nf_text_free(&answers[i].output);
    }
    const json_int_t left = found.suspects.count,
                     wrong = found.wrong < count ? (json_int_t)found.wrong : -1;
    nf_suspects_free(&found.suspects);
    json_t *const answer =
        json_pack("{sbsIsIsososo}", "unclear", found.unclear, "left", left, "wrong", wrong, "why",
                  nf_web_string_of(&found.why), "next", nf_web_string_of(&found.next), "verdict",
                  nf_web_string_of(&found.verdict));
    if (!answered) {
        json_decref(answer);
        snprintf(err->text, sizeof err->text, "%s", failed.text);
        return NULL;
    }
    return answer;
}

/* ---- on all cases of a folder ---- */

/* The cases one by one, and whose mistakes its outputs show. What there is to remember goes along
 * in questions and answers. */

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
