#include "base/format/tokens.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t nf_tokens_common(const struct nf_input *a, const struct nf_input *b)
{
    enum { STEP = 4096 };
    const size_t size = a->size < b->size ? a->size : b->size;
    size_t at = 0;
    while (size - at >= STEP && memcmp(a->data + at, b->data + at, STEP) == 0)
        at += STEP;
    while (at < size && a->data[at] == b->data[at])
        at++;
    return at;
}

static size_t tokens_skip_blanks(const struct nf_input *text, size_t at)
{
    while (at < text->size && nf_is_blank(text->data[at]))
        at++;
    return at;
}

static size_t tokens_end(const struct nf_input *text, size_t at)
{
    while (at < text->size && !nf_is_blank(text->data[at]))
        at++;
    return at;
}

bool nf_token_next(const struct nf_input *text, size_t *at, struct nf_text_token *token)
{
    const size_t from = tokens_skip_blanks(text, *at);
    *at = tokens_end(text, from);
    if (*at > from)
        *token = (struct nf_text_token){text->data + from, *at - from};
    return *at > from;
}

size_t nf_tokens_count(const struct nf_input *text)
{
    size_t count = 0;
    struct nf_text_token token;
    for (size_t at = 0; nf_token_next(text, &at, &token);)
        count++;
    return count;
}

/* ---- two tokens ---- */

bool nf_token_same(const struct nf_text_token *a, const struct nf_text_token *b)
{
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* Reads a token that is a number. */
static bool token_number(const struct nf_text_token *token, double *number)
{
    char copy[NF_NUMBER_BYTES + 1];
    char *end;
    if (token->length > NF_NUMBER_BYTES)
        return false;
    memcpy(copy, token->bytes, token->length);
    copy[token->length] = '\0';
    *number = strtod(copy, &end);
    return end == copy + token->length;
}

/* Whether two tokens agree; `*same`: how many bytes do from their beginnings on. */
static bool token_agrees(const struct nf_text_token *expected, const struct nf_text_token *found,
                         const struct nf_token_rule *rule, size_t *same)
{
    const size_t most = expected->length < found->length ? expected->length : found->length;
    double right, number;
    for (*same = 0; *same < most; (*same)++) {
        const char *const a = expected->bytes + *same, *const b = found->bytes + *same;
        if (*a != *b && !(rule->any_case && strncasecmp(a, b, 1) == 0))
            break;
    }
    if (*same == expected->length && *same == found->length)
        return true;
    if (!rule->numbers || !token_number(expected, &right))
        return false;
    *same = 0; /* it differs as a whole */
    if (!token_number(found, &number))
        return false;
    const double off = fabs(right - number); /* of two infinities it is no number, and not small */
    return off <= rule->absolute || off <= rule->relative * fabs(right);
}

/* ---- layout ---- */

/* The end of a line without the white space in front of it; `*next`: where the next one starts. */
static size_t tokens_line_end(const struct nf_input *text, size_t at, size_t *next)
{
    const char *const newline = memchr(text->data + at, '\n', text->size - at);
    size_t end = newline != NULL ? (size_t)(newline - text->data) : text->size;
    *next = end + (newline != NULL);
    while (end > at && nf_is_blank(text->data[end - 1]))
        end--;
    return end;
}

/* Whether tokens and the white space around them are the same up to the end `size` of a line. */
static bool tokens_line_same(const struct nf_input *a, size_t at, size_t end,
                             const struct nf_input *b, size_t other_at, size_t other_end)
{
    while (at < end && other_at < other_end) {
        const size_t from = at, other_from = other_at;
        at = tokens_skip_blanks(a, at);
        other_at = tokens_skip_blanks(b, other_at);
        if (at - from != other_at - other_from ||
            memcmp(a->data + from, b->data + other_from, at - from) != 0)
            return false;
        at = tokens_end(a, at);
        other_at = tokens_end(b, other_at);
    }
    return at == end && other_at == other_end;
}

/* Whether all lines of two texts are the same but for white space at their ends, and for empty
 * lines at the end; of texts whose tokens agree. */
static bool tokens_lines_same(const struct nf_input *a, const struct nf_input *b)
{
    size_t at = 0, other_at = 0;
    size_t next, other_next;
    while (at < a->size && other_at < b->size) {
        const size_t end = tokens_line_end(a, at, &next);
        const size_t other_end = tokens_line_end(b, other_at, &other_next);
        if (!tokens_line_same(a, at, end, b, other_at, other_end))
            return false;
        at = next;
        other_at = other_next;
    }
    return tokens_skip_blanks(a, at) == a->size && tokens_skip_blanks(b, other_at) == b->size;
}

/* ---- two texts ---- */

/* Two texts read side by side. */
struct tokens_pair {
    struct nf_input texts[2];
    struct nf_token_place place[2];  /* where the next token is, and the end of the one before */
    struct nf_token_place layout[2]; /* the first white space that differs */
    bool layout_differs;
};

/* Moves both on to their next tokens. */
static void tokens_next(struct tokens_pair *pair)
{
    size_t length[2], same = 0;
    const char *blanks[2];
    for (int i = 0; i < 2; i++) {
        const size_t behind = pair->place[i].behind;
        pair->place[i].at = tokens_skip_blanks(&pair->texts[i], behind);
        length[i] = pair->place[i].at - behind;
        blanks[i] = pair->texts[i].data + behind;
    }
    while (same < length[0] && same < length[1] && blanks[0][same] == blanks[1][same])
        same++;
    if (pair->layout_differs || (same == length[0] && same == length[1]))
        return;
    pair->layout_differs = true;
    for (int i = 0; i < 2; i++)
        pair->layout[i].at = pair->layout[i].behind = pair->place[i].behind + same;
}

/* Whether both have a token and these agree; else the places are where they part. */
static bool tokens_agree(struct tokens_pair *pair, const struct nf_token_rule *rule)
{
    struct nf_text_token token[2];
    size_t same;
    for (int i = 0; i < 2; i++) {
        size_t at = pair->place[i].at;
        if (!nf_token_next(&pair->texts[i], &at, &token[i]))
            return false;
    }
    const bool agree = token_agrees(&token[0], &token[1], rule, &same);
    for (int i = 0; i < 2 && (agree || same > 0); i++) {
        struct nf_token_place *const place = &pair->place[i];
        place->behind = place->at + (agree ? token[i].length : same);
        place->at = tokens_skip_blanks(&pair->texts[i], place->behind);
    }
    return agree;
}

/* Texts of no bytes may have no address. */
static struct nf_input tokens_text(const struct nf_input *text)
{
    return (struct nf_input){text->name, text->data != NULL ? text->data : "", text->size};
}

enum nf_tokens nf_tokens_compare(const struct nf_input *expected, const struct nf_input *found,
                                 const struct nf_token_rule *rule,
                                 struct nf_token_place *in_expected,
                                 struct nf_token_place *in_found)
{
    struct tokens_pair pair = {.texts = {tokens_text(expected), tokens_text(found)}};
    const struct nf_input *const a = &pair.texts[0], *const b = &pair.texts[1];
    size_t start = nf_tokens_common(a, b);
    if (start == a->size && start == b->size)
        return NF_TOKENS_SAME;
    /* Behind the last token that both have whole. */
    while (start > 0 && !nf_is_blank(a->data[start - 1]))
        start--;
    while (start > 0 && nf_is_blank(a->data[start - 1]))
        start--;
    pair.place[0].behind = pair.place[1].behind = start;
    do
        tokens_next(&pair);
    while (tokens_agree(&pair, rule));
    const bool same = pair.place[0].at == a->size && pair.place[1].at == b->size;
    *in_expected = same ? pair.layout[0] : pair.place[0];
    *in_found = same ? pair.layout[1] : pair.place[1];
    return !same                     ? NF_TOKENS_DIFFER
           : !pair.layout_differs    ? NF_TOKENS_SAME
           : tokens_lines_same(a, b) ? NF_TOKENS_LINES_SAME
                                     : NF_TOKENS_LAYOUT;
}
