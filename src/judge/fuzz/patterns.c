#include "judge/fuzz/patterns.h"

#include "base/format/tokens.h"
#include "base/lang.h"
#include "base/shown.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- words ---- */

struct word {
    const char *bytes;
    size_t length;
};

/* Takes the word at or behind `*at`, which moves behind it; false at the end. */
static bool next_word(const struct nf_text *text, size_t *at, struct word *word)
{
    while (*at < text->size && nf_is_blank(text->data[*at]))
        ++*at;
    const size_t from = *at;
    while (*at < text->size && !nf_is_blank(text->data[*at]))
        ++*at;
    *word = (struct word){text->data + from, *at - from};
    return *at > from;
}

static bool same_word(const struct word *a, const struct word *b)
{
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* An integer of at most 19 digits. */
static bool word_integer(const struct word *word, int64_t *integer)
{
    const size_t sign = word->length > 0 && word->bytes[0] == '-';
    uint64_t value = 0;
    if (word->length == sign || word->length - sign > 19)
        return false;
    for (size_t i = sign; i < word->length; i++) {
        const uint64_t digit = (uint64_t)(word->bytes[i] - '0');
        if (word->bytes[i] < '0' || word->bytes[i] > '9')
            return false;
        value = 10 * value + digit;
    }
    if (value > INT64_MAX)
        return false;
    *integer = sign != 0 ? -(int64_t)value : (int64_t)value;
    return true;
}

/* ---- what holds of an output ---- */

/* Takes the numbers of a word that differs. */
static void add_numbers(struct nf_patterns *patterns, int64_t expected, int64_t found)
{
    const uint64_t apart = (uint64_t)found - (uint64_t)expected;
    int64_t difference;
    if (__builtin_sub_overflow(found, expected, &difference))
        patterns->not_constant = true;
    else
        patterns->not_constant |= patterns->any_difference && difference != patterns->difference;
    patterns->difference = patterns->any_difference ? patterns->difference : difference;
    patterns->any_difference = true;
    patterns->not_modulo |= (apart & UINT32_MAX) != 0;
    patterns->not_more |= found < expected;
    patterns->not_less |= found > expected;
}

/* Compares the words one by one. */
static void add_words(struct nf_patterns *patterns, const struct nf_text *answer,
                      const struct nf_text *output)
{
    size_t at = 0, other = 0, count = 0;
    struct word expected, found;
    for (;; count++) {
        const bool more = next_word(answer, &at, &expected);
        const bool printed = next_word(output, &other, &found);
        int64_t right, own;
        if (!more || !printed) {
            patterns->not_cut |= printed || count == 0;
            patterns->not_numbers |= more != printed;
            return;
        }
        if (same_word(&expected, &found))
            continue;
        patterns->not_cut = true;
        if (word_integer(&expected, &right) && word_integer(&found, &own))
            add_numbers(patterns, right, own);
        else
            patterns->not_numbers = true;
    }
}

/* Takes an output of one word. */
static void add_only_word(struct nf_patterns *patterns, const struct nf_text *answer,
                          const struct nf_text *output)
{
    size_t at = 0, other = 0;
    struct word expected, found, none;
    if (!next_word(answer, &at, &expected) || !next_word(output, &other, &found) ||
        next_word(answer, &at, &none) || next_word(output, &other, &none) ||
        found.length >= NF_PATTERN_WORD || expected.length >= NF_PATTERN_WORD) {
        patterns->not_same = true;
        return;
    }
    const struct word printed = {patterns->printed, strlen(patterns->printed)};
    const struct word answered = {patterns->answered, strlen(patterns->answered)};
    patterns->not_same |= printed.length > 0 && !same_word(&printed, &found);
    patterns->several_answers |= answered.length > 0 && !same_word(&answered, &expected);
    snprintf(patterns->printed, NF_PATTERN_WORD, "%.*s", (int)found.length, found.bytes);
    snprintf(patterns->answered, NF_PATTERN_WORD, "%.*s", (int)expected.length, expected.bytes);
}

static bool first_number(const struct nf_text *instance, int64_t *number)
{
    size_t at = 0;
    struct word word;
    return next_word(instance, &at, &word) && word_integer(&word, number);
}

void nf_patterns_add_wrong(struct nf_patterns *patterns, const struct nf_text *instance,
                           const struct nf_text *answer, const struct nf_text *output)
{
    int64_t number = 0;
    patterns->not_empty |= output->size > 0;
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

/* ---- the sentence ---- */

/* What the numbers that differ have in common. */
static bool describe_numbers(const struct nf_patterns *patterns, struct nf_text *words)
{
    const int64_t difference = patterns->difference;
    const uint64_t size = difference < 0 ? -(uint64_t)difference : (uint64_t)difference;
    if (patterns->not_numbers || !patterns->any_difference)
        return false;
    if (!patterns->not_modulo)
        nf_text_format(words,
                       _("Its numbers are equal to the right ones modulo 2^32: an integer of "
                         "32 bits overflows."));
    else if (!patterns->not_constant && difference > 0)
        nf_text_format(words, _("Its numbers are always %" PRIu64 " more than the right ones."),
                       size);
    else if (!patterns->not_constant)
        nf_text_format(words, _("Its numbers are always %" PRIu64 " less than the right ones."),
                       size);
    else if (!patterns->not_more)
        nf_text_string(words, _("Its numbers are always too large."));
    else if (!patterns->not_less)
        nf_text_string(words, _("Its numbers are always too small."));
    else
        return false;
    return true;
}

static bool describe_outputs(const struct nf_patterns *patterns, struct nf_text *words)
{
    char shown[4 * NF_PATTERN_WORD];
    if (!patterns->not_empty)
        nf_text_string(words, _("It prints nothing."));
    else if (!patterns->not_cut)
        nf_text_string(words, _("What it prints is right, but it ends too early."));
    else if (!patterns->not_same && patterns->several_answers)
        nf_text_format(words, _("It prints %s whatever is right."),
                       nf_shown_copy(shown, sizeof shown, patterns->printed));
    else
        return describe_numbers(patterns, words);
    return true;
}

void nf_patterns_describe(const struct nf_patterns *patterns, struct nf_text *words)
{
    enum { LEAST_RIGHT = 5 };
    struct nf_text sentence = {0};
    const uint32_t all = patterns->wrong + patterns->right;
    if (patterns->wrong < NF_PATTERN_LEAST)
        return;
    nf_text_format(&sentence, _("It fails %u of %u variations of this case."), patterns->wrong,
                   all);
    const size_t begin = sentence.size;
    nf_text_string(&sentence, " ");
    bool any = describe_outputs(patterns, &sentence);
    if (!patterns->unnumbered && patterns->right >= LEAST_RIGHT &&
        patterns->most_right < patterns->least_wrong) {
        sentence.size = any ? sentence.size : begin;
        nf_text_format(&sentence,
                       _(" It is right whenever the first number is at most %" PRId64 "."),
                       patterns->most_right);
        any = true;
    }
    if (any) {
        nf_text_wrapped(words, sentence.data, sentence.size, 0, 0);
    }
    nf_text_free_part(&sentence, words);
}
