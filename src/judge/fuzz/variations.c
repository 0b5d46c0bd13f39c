#include "judge/fuzz/variations.h"

#include "base/format/tokens.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/fuzz/patterns.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t all = UINT32_MAX; /* choices */

/* Makes a variation and runs the program on it; run->left_out: there is none, or no answer. */
static enum nf_status variation_run(const struct nf_trials *trials, const struct nf_trial_case *of,
                                    uint32_t choice, uint64_t index, bool *there,
                                    struct nf_trial_case *run, struct nf_error *err)
{
    const struct nf_problem *const problem = trials->problem;
    run->instance.size = 0;
    NF_TRY(problem->ops->vary(problem, &of->instance, choice, index, there, &run->instance, err));
    run->left_out =
        !*there || (run->instance.size == of->instance.size &&
                    memcmp(run->instance.data, of->instance.data, of->instance.size) == 0);
    if (!run->left_out)
        NF_TRY(nf_trial_answer(trials, run, 1, err));
    return run->left_out ? NF_OK : nf_trial_run_once(trials, 0, 0, run, err);
}

/* ---- what wrong outputs have in common ---- */

static enum nf_status variations_compare(const struct nf_trials *trials,
                                         const struct nf_finding *finding, double end,
                                         struct nf_patterns *patterns, struct nf_error *err)
{
    enum { MOST = 100 };
    NF_FREED_BY(nf_trial_free) struct nf_trial_case run = {0};
    bool there;
    for (uint64_t i = 0; i < MOST && nf_now() < end && nf_signals_caught() == 0; i++) {
        NF_TRY(variation_run(trials, i % 2 == 0 ? &finding->smallest : &finding->found, all, i,
                             &there, &run, err));
        if (run.left_out)
            continue;
        if (run.judgement.verdict == NF_AC)
            nf_patterns_add_right(patterns, &run.instance);
        else if (run.judgement.verdict == NF_WA)
            nf_patterns_add_wrong(patterns, &run.instance, &run.answer, &run.result.output);
    }
    return NF_OK;
}

/* ---- words that may be any ---- */

/* The number of the only word in which two texts differ, from 0; SIZE_MAX if there is no such. */
static size_t only_word(const struct nf_text *a, const struct nf_text *b)
{
    const struct nf_input texts[] = {nf_text_input(a, ""), nf_text_input(b, "")};
    size_t at = 0, other_at = 0, only = SIZE_MAX;
    for (size_t number = 0;; number++) {
        const size_t from = at, other_from = other_at;
        struct nf_text_token word = {a->data + a->size, 0}, other = {b->data + b->size, 0};
        const bool more = nf_token_next(&texts[0], &at, &word);
        const size_t blanks = (size_t)(word.bytes - a->data) - from;
        if (nf_token_next(&texts[1], &other_at, &other) != more ||
            (size_t)(other.bytes - b->data) - other_from != blanks ||
            memcmp(a->data + from, b->data + other_from, blanks) != 0)
            return SIZE_MAX;
        if (!more)
            return only;
        if (nf_token_same(&word, &other))
            continue;
        if (only != SIZE_MAX)
            return SIZE_MAX;
        only = number;
    }
}

/* Whether another value of a choice fails likewise each time; `*word`: which word it is. */
static enum nf_status choice_is_free(const struct nf_trials *trials,
                                     const struct nf_finding *finding, uint32_t choice, double end,
                                     bool *there, bool *is_free, size_t *word, struct nf_error *err)
{
    enum { TRIES = 12, LEAST = 4 };
    NF_FREED_BY(nf_trial_free) struct nf_trial_case run = {0};
    int failed = 0;
    *is_free = false;
    for (uint64_t i = 0; i < TRIES; i++) {
        if (nf_now() >= end)
            return NF_OK;
        NF_TRY(variation_run(trials, &finding->smallest, choice, i, there, &run, err));
        if (run.left_out)
            continue;
        const size_t changed = only_word(&finding->smallest.instance, &run.instance);
        if (run.judgement.verdict != NF_WA || changed == SIZE_MAX ||
            (failed++ > 0 && changed != *word))
            return NF_OK;
        *word = changed;
    }
    *is_free = failed >= LEAST;
    return NF_OK;
}

/* Appends the case with question marks for the words that are free. */
static void variations_put_free(struct nf_text *text, const struct nf_text *instance,
                                uint64_t free_words)
{
    NF_OWNED_TEXT struct nf_text shown = {0};
    const struct nf_input input = nf_text_input(instance, "");
    struct nf_text_token word;
    size_t from = 0;
    for (size_t at = 0, number = 0; nf_token_next(&input, &at, &word); from = at, number++) {
        nf_text_bytes(&shown, instance->data + from, at - word.length - from);
        if ((free_words >> number & 1) != 0)
            nf_text_string(&shown, "?");
        else
            nf_text_bytes(&shown, word.bytes, word.length);
    }
    nf_text_bytes(&shown, instance->data + from, instance->size - from);
    nf_text_string(text,
                   _("\nwhatever is valid in place of a question mark, it fails likewise:\n"));
    nf_shown_lines(text, nf_text_terminated(&shown));
    text->failed |= shown.failed;
}

static enum nf_status variations_free(const struct nf_trials *trials, struct nf_finding *finding,
                                      double end, struct nf_error *err)
{
    enum { MOST = 40 };
    const struct nf_text *const instance = &finding->smallest.instance;
    bool there = true;
    const struct nf_input input = nf_text_input(instance, "");
    struct nf_text_token word;
    size_t words = 0;
    for (size_t at = 0; nf_token_next(&input, &at, &word);)
        words++;
    if (words >= MOST)
        return NF_OK;
    for (uint32_t choice = 0; there && nf_now() < end && nf_signals_caught() == 0; choice++) {
        bool found;
        size_t number = 0;
        NF_TRY(choice_is_free(trials, finding, choice, end, &there, &found, &number, err));
        if (found)
            finding->free_words |= UINT64_C(1) << number;
    }
    return NF_OK;
}

enum nf_status nf_variations_explain(const struct nf_fuzz_options *options,
                                     struct nf_finding *finding, struct nf_error *err)
{
    const struct nf_trials *const trials = &options->trials;
    const double some = options->shrink_seconds / 15;
    if (trials->problem->ops == NULL || trials->problem->ops->vary == NULL ||
        trials->differ != NULL || finding->flaky || !finding->shrunk ||
        finding->smallest.judgement.verdict != NF_WA)
        return NF_OK;
    NF_TRY(variations_free(trials, finding, nf_now() + some, err));
    return variations_compare(trials, finding, nf_now() + some, &finding->patterns, err);
}

void nf_variations_put(struct nf_text *text, const struct nf_finding *finding)
{
    if (finding->free_words != 0)
        variations_put_free(text, &finding->smallest.instance, finding->free_words);
    struct nf_text common = {0};
    nf_patterns_describe(&finding->patterns, &common);
    nf_text_string(text, common.size > 0 ? "\n" : "");
    nf_text_bytes(text, common.data, common.size);
    nf_text_free_part(&common, text);
}
