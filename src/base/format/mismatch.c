#include "base/format/mismatch.h"

#include "base/lang.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Of a transcript every byte counts that is no white space. */
static const struct nf_token_rule exactly = {0};

/* ---- lines ---- */

bool nf_next_line(const struct nf_input *text, size_t *at, struct nf_line *line)
{
    if (*at >= text->size)
        return false;
    const char *const start = text->data + *at;
    const char *const end = memchr(start, '\n', text->size - *at);
    *line = (struct nf_line){start, end != NULL ? (size_t)(end - start) : text->size - *at,
                             end != NULL};
    *at += line->length + line->ended;
    return true;
}

bool nf_line_is_blank(const struct nf_line *line)
{
    for (size_t i = 0; i < line->length; i++)
        if (!nf_is_blank(line->text[i]))
            return false;
    return true;
}

bool nf_line_is_text(const struct nf_line *line)
{
    for (size_t i = 0; i < line->length; i++)
        if (!nf_is_blank(line->text[i]) && (line->text[i] < ' ' || line->text[i] > '~'))
            return false;
    return true;
}

/* The next line that has words. */
static bool next_words(const struct nf_input *text, size_t *at, struct nf_line *line)
{
    while (nf_next_line(text, at, line))
        if (!nf_line_is_blank(line))
            return true;
    return false;
}

/* Whether two lines have the same tokens. */
static bool same_tokens(const struct nf_line *a, const struct nf_line *b)
{
    const struct nf_input one = {"", a->text, a->length}, other = {"", b->text, b->length};
    struct nf_token_place places[2];
    return nf_tokens_compare(&one, &other, &exactly, &places[0], &places[1]) != NF_TOKENS_DIFFER;
}

/* Whether two lines are the same without any white space. */
static bool same_but_blanks(const struct nf_line *a, const struct nf_line *b)
{
    size_t i = 0, j = 0;
    for (;;) {
        while (i < a->length && nf_is_blank(a->text[i]))
            i++;
        while (j < b->length && nf_is_blank(b->text[j]))
            j++;
        if (i == a->length || j == b->length)
            return i == a->length && j == b->length;
        if (a->text[i++] != b->text[j++])
            return false;
    }
}

/* ---- where two texts part ---- */

/* A byte of a text, and its line. */
struct place {
    const struct nf_input *text;
    size_t at, start; /* the byte, and where its line starts */
    uint64_t line;    /* from 1 */
};

/* The place of the byte at `at`. */
static struct place place_at(const struct nf_input *text, size_t at)
{
    struct place place = {.text = text, .at = at, .line = 1};
    const char *newline;
    while (place.start < at &&
           (newline = memchr(text->data + place.start, '\n', at - place.start)) != NULL) {
        place.start = (size_t)(newline - text->data) + 1;
        place.line++;
    }
    return place;
}

static bool is_end(const struct place *place)
{
    return place->at == place->text->size;
}

/* Whether there is a byte here, and what agrees before it ends on its line. */
static bool is_within(const struct place *place, const struct place *behind)
{
    return !is_end(place) && behind->at > 0 && behind->line == place->line;
}

/* The line of a place; false at the end of the text, unless the line has begun. */
static bool take_line(const struct place *place, struct nf_line *line)
{
    size_t at = place->start;
    return nf_next_line(place->text, &at, line);
}

static uint64_t count_lines(const struct nf_input *text, size_t at)
{
    struct nf_line line;
    uint64_t count = 0;
    while (next_words(text, &at, &line))
        count++;
    return count;
}

/* Whether the lines of `part` are the last ones of `whole`, after `gap` others. */
static bool same_after(const struct nf_input *whole, size_t at, uint64_t gap,
                       const struct nf_input *part, size_t part_at)
{
    struct nf_line line, other;
    while (gap-- > 0)
        next_words(whole, &at, &other);
    while (next_words(part, &part_at, &line))
        if (!next_words(whole, &at, &other) || !same_tokens(&line, &other))
            return false;
    return true;
}

/* How many lines of `whole` stand before the first one of `part`, if all lines of `part` are there
 * in the same order; or else 0. */
static uint64_t lines_before(const struct nf_input *whole, size_t at, const struct nf_input *part,
                             size_t part_at)
{
    struct nf_line line, other;
    uint64_t skipped = 0, first = 0;
    for (bool begun = false; next_words(part, &part_at, &line); begun = true) {
        for (;; skipped++) {
            if (!next_words(whole, &at, &other))
                return 0;
            if (same_tokens(&line, &other))
                break;
        }
        first = begun ? first : skipped;
    }
    return first;
}

/* How many lines are missing in `part` at these places, if it is `whole` with lines left out and
 * there is no doubt; or else 0. */
static uint64_t left_out(const struct nf_input *whole, size_t at, const struct nf_input *part,
                         size_t part_at)
{
    enum { FEW = 4, MANY = 16 };
    const uint64_t all = count_lines(whole, at), left = count_lines(part, part_at);
    if (left >= all || left < FEW)
        return 0;
    const uint64_t missing = all - left;
    const bool most = left > 2 * missing;
    if ((most || left >= MANY) && same_after(whole, at, missing, part, part_at))
        return missing;
    return most ? lines_before(whole, at, part, part_at) : 0;
}

static void describe_lines(struct nf_mismatch *mismatch, const struct place *expected,
                           const struct place *found)
{
    const struct nf_line *const left = &mismatch->expected, *const right = &mismatch->found;
    mismatch->expected_line = expected->line;
    mismatch->line = mismatch->has_found ? found->line : expected->line;
    mismatch->expected_left = count_lines(expected->text, expected->start);
    mismatch->found_left = count_lines(found->text, found->start);
    if (!mismatch->has_expected || !mismatch->has_found)
        return;
    mismatch->cut = is_end(found) && !right->ended;
    mismatch->same_but_blanks = same_but_blanks(left, right);
    mismatch->same_letters =
        left->length == right->length && strncasecmp(left->text, right->text, left->length) == 0;
    mismatch->shift = (int64_t)left_out(expected->text, expected->start, found->text, found->start);
    if (mismatch->shift == 0)
        mismatch->shift =
            -(int64_t)left_out(found->text, found->start, expected->text, expected->start);
}

/* Where tokens differ. */
static void find_tokens(struct nf_mismatch *mismatch, const struct nf_input *transcript,
                        const struct nf_input *output, const struct nf_token_place *right,
                        const struct nf_token_place *own)
{
    struct place expected = place_at(transcript, right->at), found = place_at(output, own->at);
    const struct place behind = place_at(transcript, right->behind);
    const struct place found_behind = place_at(output, own->behind);
    /* A line that ends too early or too late differs itself, not the one after it. */
    const bool within = is_within(&expected, &behind),
               found_within = is_within(&found, &found_behind);
    const bool ended = is_end(&found);
    mismatch->has_expected = !is_end(&expected) || found_within;
    mismatch->has_found = !ended || within;
    mismatch->blank_here = own->at > own->behind;
    if (within && !found_within)
        found = found_behind;
    if (found_within && !within)
        expected = behind;
    mismatch->expected_at = expected.at;
    mismatch->found_at = found.at;
    if (mismatch->has_expected)
        mismatch->has_expected = take_line(&expected, &mismatch->expected);
    if (mismatch->has_found)
        mismatch->has_found = take_line(&found, &mismatch->found);
    mismatch->column = found.at - found.start;
    describe_lines(mismatch, &expected, &found);
}

/* Where white space differs, of texts whose tokens agree. */
static void find_blanks(struct nf_mismatch *mismatch, const struct nf_input *transcript,
                        const struct nf_input *output, size_t expected_at, size_t found_at)
{
    const struct place expected = place_at(transcript, expected_at);
    const struct place found = place_at(output, found_at);
    mismatch->line = found.line;
    mismatch->expected_line = expected.line;
    mismatch->column = found_at - found.start;
    mismatch->expected_at = expected_at;
    mismatch->found_at = found_at;
    mismatch->has_expected = take_line(&expected, &mismatch->expected);
    mismatch->has_found = take_line(&found, &mismatch->found);
}

bool nf_mismatch_find(struct nf_mismatch *mismatch, const struct nf_input *transcript,
                      const struct nf_input *output, const struct nf_token_rule *rule)
{
    /* Texts of no bytes may have no address. */
    const struct nf_input expected = {
        transcript->name, transcript->data != NULL ? transcript->data : "", transcript->size};
    const struct nf_input found = {output->name, output->data != NULL ? output->data : "",
                                   output->size};
    struct nf_token_place right, own;
    *mismatch = (struct nf_mismatch){0};
    mismatch->tokens =
        nf_tokens_compare(&expected, &found, rule != NULL ? rule : &exactly, &right, &own);
    if (mismatch->tokens == NF_TOKENS_DIFFER)
        find_tokens(mismatch, &expected, &found, &right, &own);
    else if (mismatch->tokens != NF_TOKENS_SAME)
        find_blanks(mismatch, &expected, &found, right.at, own.at);
    return mismatch->tokens != NF_TOKENS_SAME;
}

/* ---- rows ---- */

/* One byte as nf_quote() shows it, without the quotes; returns how many columns it takes. */
static size_t show_byte(char shown[8], char byte)
{
    char quoted[NF_QUOTED];
    nf_quote(quoted, &byte, 1);
    const size_t length = strlen(quoted) - 2;
    memcpy(shown, quoted + 1, length);
    return length;
}

void nf_row_bytes(struct nf_text *why, const char *label, const char *bytes, size_t length,
                  size_t at)
{
    /* A window has dots on both sides and the length behind it. */
    enum { WHOLE = NF_TERMINAL - NF_ROW_INDENT - 2, WINDOW = WHOLE - 28, BEFORE = 16 };
    char quoted[WHOLE + 8];
    size_t used = 0, columns = 0;
    for (size_t i = 0; i < length && columns <= WHOLE; i++)
        columns += show_byte(quoted, bytes[i]); /* measured only */
    const bool whole = columns <= WHOLE;
    const size_t start = !whole && at > BEFORE + 4 ? at - BEFORE : 0;
    size_t end = start;
    while (end < length && (whole || used + 4 <= WINDOW))
        used += show_byte(quoted + used, bytes[end++]);
    nf_text_string(why, "  ");
    nf_text_padded(why, _(label), NF_ROW_INDENT - 2);
    nf_text_format(why, "%s'%.*s'%s", start > 0 ? "..." : "", (int)used, quoted,
                   end < length ? "..." : "");
    if (start > 0 || end < length)
        nf_text_format(why, _(" (%zu bytes)"), length);
    nf_text_string(why, "\n");
}

static void describe_line(struct nf_text *why, const char *label, bool there,
                          const struct nf_line *line, size_t column)
{
    if (there)
        nf_row_bytes(why, label, line->text, line->length, column);
    else
        nf_text_row(why, label, "nothing more");
}

const char *nf_mismatch_lines(char what[NF_HEADLINE], const struct nf_mismatch *mismatch)
{
    const int64_t shift = mismatch->shift;
    unsigned long long lines = (unsigned long long)(shift < 0 ? -shift : shift);
    const char *format =
        shift > 0 ? P_("%llu line is left out here", "%llu lines are left out here", lines)
                  : P_("%llu line is too many here", "%llu lines are too many here", lines);
    if (!mismatch->has_expected) {
        lines = mismatch->found_left;
        format = P_("the output goes on after the right one, by %llu line",
                    "the output goes on after the right one, by %llu lines", lines);
    } else if (!mismatch->has_found) {
        lines = mismatch->expected_left;
        format = mismatch->expected_line == 1
                     ? P_("the output is empty, %llu line is missing",
                          "the output is empty, %llu lines are missing", lines)
                     : P_("the output ends too early, %llu line is missing",
                          "the output ends too early, %llu lines are missing", lines);
    }
    snprintf(what, NF_HEADLINE, format, lines);
    return what;
}

void nf_mismatch_describe(const struct nf_mismatch *mismatch, const char *what, struct nf_text *why)
{
    const unsigned long long line = mismatch->line;
    if (mismatch->has_found)
        nf_text_format(why, _("line %llu, column %zu: %s\n"), line, mismatch->column + 1, _(what));
    else
        nf_text_format(why, _("line %llu: %s\n"), line, _(what));
    describe_line(why, N_("expected"), mismatch->has_expected, &mismatch->expected,
                  mismatch->column);
    describe_line(why, N_("found"), mismatch->has_found, &mismatch->found, mismatch->column);
}

/* Whether a line has tokens from a column on. */
static bool has_tokens(const struct nf_line *line, size_t column)
{
    const struct nf_line rest = {line->text + column, line->length - column, line->ended};
    return column < line->length && !nf_line_is_blank(&rest);
}

void nf_mismatch_describe_blanks(const struct nf_mismatch *mismatch, struct nf_text *why)
{
    const struct nf_line *const found = &mismatch->found, *const expected = &mismatch->expected;
    const size_t column = mismatch->column; /* the same in the expected line, but for its blanks */
    const char *note = N_("blanks stand at other places than expected");
    nf_mismatch_describe(mismatch, N_("only white space differs"), why);
    if (!mismatch->has_expected)
        note = N_("white space after the last line");
    else if (nf_line_is_blank(found))
        note = N_("an empty line where none is expected");
    else if (found->length == expected->length && !found->ended)
        note = N_("the last line of the output is not ended");
    else if (found->length == expected->length + 1 && found->text[expected->length] == '\r')
        note = N_("the line ends in CR LF, expected LF alone");
    else if (!has_tokens(expected, column) && has_tokens(found, column))
        note = N_("the next line is joined to this one");
    else if (has_tokens(expected, column) && !has_tokens(found, column))
        note = N_("the line is broken here");
    else if (column == expected->length)
        note = N_("blanks at the end of the line");
    nf_text_row(why, "note",
                mismatch->tokens == NF_TOKENS_LINES_SAME
                    ? N_("%s; judges that compare byte by byte refuse it")
                    : N_("%s; judges that compare line by line refuse it"),
                _(note));
}

void nf_mismatch_describe_shift(const struct nf_mismatch *mismatch, struct nf_text *why)
{
    const unsigned long long lines =
        (unsigned long long)(mismatch->shift < 0 ? -mismatch->shift : mismatch->shift);
    if (mismatch->shift > 0)
        nf_text_row(why, "note",
                    "what is found is line %llu of the transcript, and goes on so to its end",
                    mismatch->expected_line + lines);
    else
        nf_text_row(why, "note",
                    "the expected line follows as line %llu of the output, which goes on so to its "
                    "end",
                    mismatch->line + lines);
}

/* ---- to the byte ---- */

/* What stands at a place: a word in quotes, or white space by its name. */
static const char *name_place(char quoted[NF_QUOTED], const struct nf_input *text, size_t at)
{
    if (at == text->size)
        return _("end of input");
    switch (text->data[at]) {
    case ' ': return _("a blank");
    case '\t': return _("a tab");
    case '\n': return _("the end of the line");
    case '\r':
        return at + 1 < text->size && text->data[at + 1] == '\n' ? "CR LF" : _("a carriage return");
    default: break;
    }
    size_t end = at;
    while (end < text->size && !nf_is_blank(text->data[end]))
        end++;
    return nf_quote(quoted, text->data + at, end - at);
}

enum nf_status nf_check_bytes(const struct nf_input *input, const struct nf_text *printed,
                              struct nf_error *err)
{
    char found[NF_QUOTED], expected[NF_QUOTED];
    NF_TRY_MEMORY(!printed->failed, err);
    const struct nf_input right = {"", printed->data != NULL ? printed->data : "", printed->size};
    size_t at = nf_tokens_common(input, &right);
    if (at == input->size && at == right.size)
        return NF_OK;
    /* Of two words that differ both are named whole: '03' and '3', '00' and '0'. */
    const bool word = (at < input->size && !nf_is_blank(input->data[at])) ||
                      (at < right.size && !nf_is_blank(right.data[at]));
    while (word && at > 0 && !nf_is_blank(right.data[at - 1]))
        at--;
    return nf_fail_at(err, input, at, "found %s, expected %s", name_place(found, input, at),
                      name_place(expected, &right, at));
}
