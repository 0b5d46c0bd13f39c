/* The question about a program that a person runs on small cases: what mistake does it make? */
#include "base/lang.h"
#include "base/owned.h"
#include "judge/judge.h"
#include "judge/naming/questions.h"
#include "judge/problem.h"
#include "web/engine/engine_internal.h"

#include <stdio.h>

enum { MOST_TOLD = 64 };

/* Takes the texts of `told`; false without memory. */
static bool take_answers(const json_t *told, struct nf_answer *cases)
{
    bool whole = true;
    for (size_t i = 0; i < json_array_size(told); i++) {
        const json_t *const one = json_array_get(told, i);
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
static enum nf_status judge_answers(const struct nf_problem *problem, const struct nf_answer *told,
                                    size_t count, struct found *found, struct nf_error *err)
{
    found->wrong = count;
    for (size_t i = 0; i < count; i++) {
        const struct nf_input instance = nf_text_input(&told[i].instance, "instance"),
                              output = nf_text_input(&told[i].output, "transcript");
        NF_FREED_BY(nf_difference_free) struct nf_difference difference = {0};
        NF_TRY(nf_check_output(problem, &instance, NULL, &output, &difference, err));
        if (difference.line != 0 && !difference.only_blanks &&
            (found->wrong == count || told[i].instance.size < told[found->wrong].instance.size))
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

static enum nf_status find_cases(const struct nf_problem *problem, const struct nf_answer *told,
                                 size_t count, uint32_t number, struct found *found,
                                 struct nf_error *err)
{
    NF_TRY(judge_answers(problem, told, count, found, err));
    NF_TRY(nf_questions_narrow(&found->suspects, problem, told, (uint32_t)count, err));
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
    struct nf_answer told[MOST_TOLD] = {{{0}, {0}}};
    struct found found = {.wrong = count};
    struct nf_error failed = {"out of memory"};
    if (problem == NULL || problem->fuzz == NULL || problem->fuzz->mistakes == NULL ||
        count > MOST_TOLD) {
        snprintf(err->text, sizeof err->text, "name: expected a game and up to %d cases",
                 MOST_TOLD);
        return NULL;
    }
    const bool answered = take_answers(cases, told) &&
                          find_cases(problem, told, count, nf_web_number(question, "number"),
                                     &found, &failed) == NF_OK;
    for (size_t i = 0; i < count; i++) {
        nf_text_free(&told[i].instance);
        nf_text_free(&told[i].output);
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
