#include "judge/fuzz/fuzz_internal.h"

#include "base/format/mismatch.h"
#include "base/format/tokens.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/signals.h"
#include "base/threads.h"
#include "table/figures.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

/* A whole number, however large. */
struct number {
    uint64_t modulo; /* 2^64 */
    int64_t value;
    bool fits; /* into `value` */
    bool negative;
    const char *digits; /* without zeros in front */
    size_t length;
};

static bool word_number(const struct nf_text_token *word, struct number *number)
{
    enum { MOST = 100 };
    const size_t sign = word->bytes[0] == '-';
    size_t zeros = sign;
    *number = (struct number){.fits = true, .negative = sign != 0};
    if (word->length == sign || word->length > MOST)
        return false;
    for (size_t i = sign; i < word->length; i++) {
        const unsigned digit = (unsigned)(word->bytes[i] - '0');
        if (word->bytes[i] < '0' || word->bytes[i] > '9')
            return false;
        zeros += zeros == i && digit == 0;
        number->modulo = 10 * number->modulo + digit;
        number->fits = number->fits && !__builtin_mul_overflow(number->value, 10, &number->value) &&
                       !__builtin_add_overflow(number->value, (int64_t)digit, &number->value);
    }
    if (sign != 0) {
        number->modulo = -number->modulo;
        number->value = -number->value;
    }
    number->digits = word->bytes + zeros;
    number->length = word->length - zeros;
    return true;
}

/* Whether a < b, of numbers that differ. */
static bool number_is_less(const struct number *a, const struct number *b)
{
    if (a->negative != b->negative)
        return a->negative;
    const bool less = a->length != b->length ? a->length < b->length
                                             : memcmp(a->digits, b->digits, a->length) < 0;
    return less != a->negative;
}

/* ---- what holds of an output ---- */

/* Takes the numbers of a word that differs. */
static void add_numbers(struct nf_patterns *patterns, const struct number *expected,
                        const struct number *found)
{
    const uint64_t apart = found->modulo - expected->modulo;
    const bool less = number_is_less(found, expected);
    int64_t difference = 0;
    if (!expected->fits || !found->fits ||
        __builtin_sub_overflow(found->value, expected->value, &difference))
        patterns->not_constant = true;
    else
        patterns->not_constant |= patterns->any_difference && difference != patterns->difference;
    patterns->difference = patterns->any_difference ? patterns->difference : difference;
    patterns->any_difference = true;
    patterns->not_modulo_32 |= (apart & UINT32_MAX) != 0;
    patterns->not_modulo_64 |= apart != 0;
    patterns->not_more |= less;
    patterns->not_less |= !less;
}

/* Compares the words one by one. */
static void add_words(struct nf_patterns *patterns, const struct nf_text *answer,
                      const struct nf_text *output)
{
    const struct nf_input texts[] = {nf_text_input(answer, ""), nf_text_input(output, "")};
    size_t at = 0, other = 0, count = 0;
    struct nf_text_token expected, found;
    for (;; count++) {
        const bool more = nf_token_next(&texts[0], &at, &expected);
        const bool printed = nf_token_next(&texts[1], &other, &found);
        struct number right, own;
        if (!more || !printed) {
            patterns->not_cut |= printed || count == 0;
            patterns->not_numbers |= more != printed;
            return;
        }
        if (nf_token_same(&expected, &found))
            continue;
        patterns->not_cut = true;
        if (word_number(&expected, &right) && word_number(&found, &own))
            add_numbers(patterns, &right, &own);
        else
            patterns->not_numbers = true;
    }
}

/* Takes an output of one word. */
static void add_only_word(struct nf_patterns *patterns, const struct nf_text *answer,
                          const struct nf_text *output)
{
    const struct nf_input texts[] = {nf_text_input(answer, ""), nf_text_input(output, "")};
    size_t at = 0, other = 0;
    struct nf_text_token expected, found, none;
    if (!nf_token_next(&texts[0], &at, &expected) || !nf_token_next(&texts[1], &other, &found) ||
        nf_token_next(&texts[0], &at, &none) || nf_token_next(&texts[1], &other, &none) ||
        found.length >= NF_PATTERN_WORD || expected.length >= NF_PATTERN_WORD) {
        patterns->not_same = true;
        return;
    }
    const struct nf_text_token printed = {patterns->printed, strlen(patterns->printed)};
    const struct nf_text_token answered = {patterns->answered, strlen(patterns->answered)};
    patterns->not_same |= printed.length > 0 && !nf_token_same(&printed, &found);
    patterns->several_answers |= answered.length > 0 && !nf_token_same(&answered, &expected);
    snprintf(patterns->printed, NF_PATTERN_WORD, "%.*s", (int)found.length, found.bytes);
    snprintf(patterns->answered, NF_PATTERN_WORD, "%.*s", (int)expected.length, expected.bytes);
}

static bool first_number(const struct nf_text *instance, int64_t *number)
{
    const struct nf_input text = nf_text_input(instance, "");
    size_t at = 0;
    struct nf_text_token word;
    struct number read;
    if (!nf_token_next(&text, &at, &word) || !word_number(&word, &read) || !read.fits)
        return false;
    *number = read.value;
    return true;
}

/* Whether the input begins with the number of its tests, several, whose answers are a line each,
 * and the first one is right. */
static bool first_is_right(const struct nf_text *instance, const struct nf_text *answer,
                           const struct nf_text *output)
{
    const struct nf_input right = nf_text_input(answer, "");
    const uint64_t lines = nf_newlines(answer->data, answer->size);
    struct nf_line first;
    int64_t number;
    size_t length = 0;
    return lines > 1 && first_number(instance, &number) && number == (int64_t)lines &&
           nf_next_line(&right, &length, &first) && output->size >= length &&
           memcmp(answer->data, output->data, length) == 0;
}

void nf_patterns_add_wrong(struct nf_patterns *patterns, const struct nf_text *instance,
                           const struct nf_text *answer, const struct nf_text *output)
{
    int64_t number = 0;
    patterns->not_empty |= output->size > 0;
    patterns->not_first |= !first_is_right(instance, answer, output);
    add_words(patterns, answer, output);
    add_only_word(patterns, answer, output);
    patterns->unnumbered |= !first_number(instance, &number);
    if (patterns->wrong++ == 0 || number < patterns->least_wrong)
        patterns->least_wrong = number;
}

void nf_patterns_add_right(struct nf_patterns *patterns, const struct nf_text *instance)
{
    int64_t number = 0;
    patterns->unnumbered |= !first_number(instance, &number);
    if (patterns->right++ == 0 || number > patterns->most_right)
        patterns->most_right = number;
}

/* ---- what is reported ---- */

/* What all wrong outputs have in common. */
enum pattern {
    PATTERN_NONE,
    PATTERN_EMPTY,
    PATTERN_CUT,
    PATTERN_FIRST,
    PATTERN_SAME,
    PATTERN_MODULO_32,
    PATTERN_MODULO_64,
    PATTERN_MORE_BY,
    PATTERN_LESS_BY,
    PATTERN_MORE,
    PATTERN_LESS,
};

static const char *const pattern_names[] = {
    [PATTERN_EMPTY] = "empty",         [PATTERN_CUT] = "ends-early",
    [PATTERN_FIRST] = "first-right",   [PATTERN_SAME] = "always-the-same",
    [PATTERN_MODULO_32] = "modulo-32", [PATTERN_MODULO_64] = "modulo-64",
    [PATTERN_MORE_BY] = "more-by",     [PATTERN_LESS_BY] = "less-by",
    [PATTERN_MORE] = "too-large",      [PATTERN_LESS] = "too-small"};

static enum pattern pattern_of(const struct nf_patterns *patterns)
{
    if (!patterns->not_empty)
        return PATTERN_EMPTY;
    if (!patterns->not_cut)
        return PATTERN_CUT;
    if (!patterns->not_first)
        return PATTERN_FIRST;
    if (!patterns->not_same && patterns->several_answers)
        return PATTERN_SAME;
    if (patterns->not_numbers || !patterns->any_difference)
        return PATTERN_NONE;
    if (!patterns->not_modulo_32)
        return patterns->not_modulo_64 ? PATTERN_MODULO_32 : PATTERN_MODULO_64;
    if (!patterns->not_constant)
        return patterns->difference > 0 ? PATTERN_MORE_BY : PATTERN_LESS_BY;
    return !patterns->not_more ? PATTERN_MORE : !patterns->not_less ? PATTERN_LESS : PATTERN_NONE;
}

/* Of numbers that are always as much off. */
static uint64_t pattern_by(const struct nf_patterns *patterns)
{
    const int64_t difference = patterns->difference;
    return difference < 0 ? -(uint64_t)difference : (uint64_t)difference;
}

static bool pattern_has_bound(const struct nf_patterns *patterns)
{
    enum { LEAST_RIGHT = 5 };
    return !patterns->unnumbered && patterns->right >= LEAST_RIGHT &&
           patterns->most_right < patterns->least_wrong;
}

/* Appends the sentence for what outputs have in common. */
static void describe_pattern(const struct nf_patterns *patterns, struct nf_text *words)
{
    char shown[4 * NF_PATTERN_WORD];
    const uint64_t by = pattern_by(patterns);
    switch (pattern_of(patterns)) {
    case PATTERN_NONE: return;
    case PATTERN_EMPTY: nf_text_string(words, _("It prints nothing.")); return;
    case PATTERN_CUT:
        nf_text_string(words, _("What it prints is right, but it ends too early."));
        return;
    case PATTERN_FIRST:
        nf_text_string(words, _("Of several tests the first one is always right: something may not "
                                "be set anew for the next one."));
        return;
    case PATTERN_SAME:
        nf_text_format(words, _("It prints %s whatever is right."),
                       nf_shown_copy(shown, sizeof shown, patterns->printed));
        return;
    case PATTERN_MODULO_32:
    case PATTERN_MODULO_64: {
        const int bits = patterns->not_modulo_64 ? 32 : 64;
        nf_text_format(words,
                       _("Its numbers are equal to the right ones modulo 2^%d: an integer of %d "
                         "bits overflows."),
                       bits, bits);
        return;
    }
    case PATTERN_MORE_BY:
        nf_text_format(words, _("Its numbers are always %" PRIu64 " more than the right ones."),
                       by);
        return;
    case PATTERN_LESS_BY:
        nf_text_format(words, _("Its numbers are always %" PRIu64 " less than the right ones."),
                       by);
        return;
    case PATTERN_MORE: nf_text_string(words, _("Its numbers are always too large.")); return;
    case PATTERN_LESS: nf_text_string(words, _("Its numbers are always too small.")); return;
    }
}

void nf_patterns_describe(const struct nf_patterns *patterns, struct nf_text *words)
{
    struct nf_text sentence = {0};
    if (patterns->wrong < NF_PATTERN_LEAST ||
        (pattern_of(patterns) == PATTERN_NONE && !pattern_has_bound(patterns)))
        return;
    nf_text_format(&sentence, _("It fails %u of %u variations of this case."), patterns->wrong,
                   patterns->wrong + patterns->right);
    nf_text_string(&sentence, pattern_of(patterns) != PATTERN_NONE ? " " : "");
    describe_pattern(patterns, &sentence);
    if (pattern_has_bound(patterns))
        nf_text_format(&sentence,
                       _(" It is right whenever the first number is at most %" PRId64 "."),
                       patterns->most_right);
    nf_text_wrapped(words, sentence.data, sentence.size, 0, 0);
    nf_text_free_part(&sentence, words);
}

json_t *nf_patterns_json(const struct nf_patterns *patterns)
{
    const enum pattern pattern = pattern_of(patterns);
    if (patterns->wrong < NF_PATTERN_LEAST)
        return json_null();
    return json_pack(
        "{s:o, s:o, s:s?, s:o, s:o, s:o}", "variations",
        nf_json_count(patterns->wrong + patterns->right), "wrong", nf_json_count(patterns->wrong),
        "outputs", pattern_names[pattern], "by",
        pattern == PATTERN_MORE_BY || pattern == PATTERN_LESS_BY
            ? nf_json_count(pattern_by(patterns))
            : json_null(),
        "printed", pattern == PATTERN_SAME ? nf_json_string(patterns->printed) : json_null(),
        "right_up_to",
        pattern_has_bound(patterns) ? json_integer(patterns->most_right) : json_null());
}

/* ---- variations of a failing case ---- */

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
        NF_TRY(nf_trial_answer_if_any(trials, run, err));
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
                   _("\nwith all values tried in place of a question mark, it fails likewise:\n"));
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
