#include "judge/compare.h"

#include "base/lang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void nf_explanation_headline(const struct nf_explanation *explanation, const char *kind,
                             const char *what)
{
    snprintf(explanation->difference->kind, sizeof explanation->difference->kind, "%s", kind);
    nf_mismatch_describe(&explanation->mismatch, what, explanation->why);
}

/* Explains a difference that is not one of a line's content; false if it is. */
static bool explain_form(const struct nf_comparer *comparer,
                         const struct nf_explanation *explanation)
{
    const struct nf_mismatch *const mismatch = &explanation->mismatch;
    const char *kind = NULL, *what = NULL;
    bool full = true;
    if (!mismatch->has_expected) {
        kind = "too-long";
        full = false;
    } else if (!mismatch->has_found) {
        kind = mismatch->expected_line == 1 ? NF_KIND_EMPTY : "too-short";
    } else if (mismatch->cut) {
        kind = "cut";
        what = N_("the output ends in the middle of the line");
    } else if (!nf_line_is_text(&mismatch->found)) {
        kind = "not-text";
        what = N_("the line has bytes that are not printable");
        full = false;
    } else if (mismatch->shift != 0 && !comparer->is_deed(explanation)) {
        kind = mismatch->shift > 0 ? "lines-left-out" : "lines-too-many";
    } else if (mismatch->same_but_blanks) {
        kind = NF_KIND_BLANKS;
        what = mismatch->blank_here ? N_("a blank is put in here, which makes two words of one")
                                    : N_("a blank is left out here, which makes one word of two");
        full = false;
    } else if (mismatch->same_letters) {
        kind = "letter-case";
        what = N_("only upper and lower case differ");
        full = false;
    } else if (explanation->found.line == NF_NO_LINE) {
        kind = "form";
        what = N_("not a line of a transcript");
    } else {
        return false;
    }
    char lines[NF_HEADLINE];
    nf_explanation_headline(explanation, kind,
                            what != NULL ? what : nf_mismatch_lines(lines, mismatch));
    comparer->describe(explanation, full);
    return true;
}

/* Explains what differs in more than white space. Returns false without memory. */
static bool explain(const struct nf_comparer *comparer, struct nf_explanation *explanation)
{
    const struct nf_mismatch *const mismatch = &explanation->mismatch;
    struct nf_difference *const difference = explanation->difference;
    if (comparer->find != NULL && !comparer->find(explanation))
        return false;
    explanation->found = (struct nf_transcript_line){.line = NF_NO_LINE};
    if (mismatch->has_found)
        explanation->found =
            nf_transcript_read_line(comparer->transcript, explanation->match, &mismatch->found);
    difference->unclear = mismatch->cut || explanation->found.line == NF_NO_LINE;
    if (!explain_form(comparer, explanation))
        comparer->explain(explanation);
    if (mismatch->shift != 0)
        nf_mismatch_describe_shift(mismatch, explanation->why);
    const char *const kind = difference->kind;
    if (mismatch->has_expected && !difference->unclear &&
        (mismatch->shift == 0 || comparer->is_deed(explanation)))
        snprintf(difference->decision, sizeof difference->decision, "%s",
                 comparer->decision != NULL ? comparer->decision(kind) : kind);
    return true;
}

enum nf_status nf_transcript_compare(const struct nf_comparer *comparer,
                                     const struct nf_match *match, const struct nf_text *right,
                                     const struct nf_input *output,
                                     struct nf_difference *difference, struct nf_error *err)
{
    const struct nf_input expected = {"the rules", right->data, right->size};
    struct nf_explanation explanation = {.match = match,
                                         .situation = malloc(comparer->situation + 1),
                                         .difference = difference,
                                         .why = &difference->why};
    struct nf_mismatch *const mismatch = &explanation.mismatch;
    *difference = (struct nf_difference){0};
    bool known = !right->failed && explanation.situation != NULL;
    if (known && nf_mismatch_find(mismatch, &expected, output, NULL)) {
        difference->line = mismatch->line;
        difference->expected_at = mismatch->expected_at;
        difference->found_at = mismatch->found_at;
        difference->only_blanks = mismatch->tokens != NF_TOKENS_DIFFER;
        if (difference->only_blanks) {
            strcpy(difference->kind,
                   mismatch->tokens == NF_TOKENS_LINES_SAME ? NF_KIND_LINE_ENDS : "white-space");
            nf_mismatch_describe_blanks(mismatch, &difference->why);
        } else {
            known = explain(comparer, &explanation);
        }
    }
    free(explanation.situation);
    if (known && !difference->why.failed)
        return NF_OK;
    nf_text_free(&difference->why);
    return nf_fail_memory(err);
}

/* What sort of difference there is between any two texts. */
static const char *plain_kind(const struct nf_mismatch *mismatch)
{
    return !mismatch->has_expected        ? "too-long"
           : mismatch->has_found          ? mismatch->cut ? "cut" : "other-output"
           : mismatch->expected_line == 1 ? NF_KIND_EMPTY
                                          : "too-short";
}

static bool is_inside_token(const struct nf_input *text, size_t at)
{
    return at > 0 && !nf_is_blank(text->data[at - 1]);
}

/* The token of a text that differs at `at`; `inside`: so does another one behind its first byte.
 * Then what is shorter has its place at the next token. */
static struct nf_input token_at(const struct nf_input *text, size_t at, bool inside)
{
    struct nf_text_token token = {.bytes = ""};
    while (inside && at > 0 && nf_is_blank(text->data[at - 1]))
        at--;
    while (is_inside_token(text, at))
        at--;
    nf_token_next(text, &at, &token);
    return (struct nf_input){"", token.bytes, token.length};
}

/* Whether two tokens are numbers, one of them with a fraction, that rounding may have made
 * different. */
static bool are_near(const struct nf_input *right, const struct nf_input *found)
{
    static const struct nf_token_rule near = {.numbers = true, .absolute = 1e-6, .relative = 1e-6};
    struct nf_token_place ignored[2];
    return (memchr(right->data, '.', right->size) != NULL ||
            memchr(found->data, '.', found->size) != NULL) &&
           nf_tokens_compare(right, found, &near, &ignored[0], &ignored[1]) != NF_TOKENS_DIFFER;
}

/* Appends how numbers are compared as numbers, where that is what the first difference lacks. */
static void explain_near(const struct nf_mismatch *mismatch, const struct nf_input *expected,
                         const struct nf_input *output, struct nf_text *why)
{
    const size_t in_right = mismatch->expected_at, in_found = mismatch->found_at;
    const bool inside = is_inside_token(expected, in_right) || is_inside_token(output, in_found);
    const struct nf_input right = token_at(expected, in_right, inside),
                          found = token_at(output, in_found, inside);
    if (are_near(&right, &found))
        nf_text_row(why, "note",
                    "as numbers both are equal within 1e-6: --validator-flags \"float_tolerance "
                    "1e-6\" accepts that, as do validator_flags or output_validator_args of a "
                    "package");
}

enum nf_status nf_compare_plainly(const struct nf_text *right, const struct nf_input *output,
                                  const struct nf_token_rule *rule,
                                  struct nf_difference *difference, struct nf_error *err)
{
    const struct nf_input expected = {"the reference", right->data, right->size};
    struct nf_mismatch mismatch;
    char lines[NF_HEADLINE];
    *difference = (struct nf_difference){0};
    if (!nf_mismatch_find(&mismatch, &expected, output, rule))
        return NF_OK;
    difference->line = mismatch.line;
    difference->expected_at = mismatch.expected_at;
    difference->found_at = mismatch.found_at;
    difference->only_blanks = mismatch.tokens != NF_TOKENS_DIFFER;
    if (difference->only_blanks) {
        strcpy(difference->kind,
               mismatch.tokens == NF_TOKENS_LINES_SAME ? NF_KIND_LINE_ENDS : NF_KIND_WHITE_SPACE);
        nf_mismatch_describe_blanks(&mismatch, &difference->why);
    } else {
        const bool other = mismatch.has_expected && mismatch.has_found;
        snprintf(difference->kind, sizeof difference->kind, "%s", plain_kind(&mismatch));
        nf_mismatch_describe(
            &mismatch, other ? N_("the output is another") : nf_mismatch_lines(lines, &mismatch),
            &difference->why);
        if (other && rule != NULL && !rule->numbers)
            explain_near(&mismatch, &expected, output, &difference->why);
    }
    return difference->why.failed ? nf_fail_memory(err) : NF_OK;
}
