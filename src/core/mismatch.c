#include "core/mismatch.h"

#include "base/lang.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

/* The offset of the first byte from `at` on that is not white space. */
static size_t skip_blanks(const char *text, size_t at, size_t size)
{
    while (at < size && nf_is_blank(text[at]))
        at++;
    return at;
}

static bool in_word(char byte)
{
    return isalnum((unsigned char)byte);
}

bool nf_parts_words(char before, char after)
{
    return in_word(before) && in_word(after);
}

/* Whether white space between two bytes of one text alone is a difference. */
static bool breaks_word(char before, char after, bool space, bool other_space)
{
    return space != other_space && nf_parts_words(before, after);
}

static bool same_but_blanks(const struct nf_line *a, const struct nf_line *b)
{
    size_t i = skip_blanks(a->text, 0, a->length), j = skip_blanks(b->text, 0, b->length);
    while (i < a->length && j < b->length && a->text[i] == b->text[j]) {
        const size_t behind = i + 1, other_behind = j + 1;
        i = skip_blanks(a->text, behind, a->length);
        j = skip_blanks(b->text, other_behind, b->length);
        if (i < a->length && j < b->length &&
            breaks_word(a->text[behind - 1], a->text[i], i > behind, j > other_behind))
            return false;
    }
    return i == a->length && j == b->length;
}

/* ---- where two texts part ---- */

/* A place in a text that is read line by line. */
struct place {
    const struct nf_input *text;
    size_t at, start; /* a byte, and where its line starts */
    uint64_t line;    /* from 1 */
    /* The line of the byte compared last before this one; line 0: there is none. */
    size_t last_start, last_end;
    uint64_t last_line;
};

/* How many bytes two texts have in common. */
static size_t common_bytes(const struct nf_input *a, const struct nf_input *b)
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

/* Moves on to the next byte that is not white space, or to the end. */
static void settle(struct place *place)
{
    const struct nf_input *const text = place->text;
    for (; place->at < text->size && nf_is_blank(text->data[place->at]); place->at++)
        if (text->data[place->at] == '\n') {
            place->start = place->at + 1;
            place->line++;
        }
}

static void step(struct place *place)
{
    place->last_start = place->start;
    place->last_line = place->line;
    place->last_end = ++place->at;
    settle(place);
}

static bool is_end(const struct place *place)
{
    return place->at == place->text->size;
}

/* Whether there is a byte here, and one before it on its line. */
static bool is_within(const struct place *place)
{
    return !is_end(place) && place->last_line == place->line;
}

/* Back to the line of the byte compared last. */
static void go_back(struct place *place)
{
    place->at = place->last_end;
    place->start = place->last_start;
    place->line = place->last_line;
}

/* Moves both to where the texts part, white space aside; false if they do not. */
static bool walk(struct place *expected, struct place *found)
{
    settle(expected);
    settle(found);
    while (!is_end(expected) && !is_end(found)) {
        const char before = expected->text->data[expected->at];
        if (before != found->text->data[found->at])
            return true;
        step(expected);
        step(found);
        if (!is_end(expected) && !is_end(found) &&
            breaks_word(before, expected->text->data[expected->at],
                        expected->at > expected->last_end, found->at > found->last_end))
            return true;
    }
    return !is_end(expected) || !is_end(found);
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
        if (!next_words(whole, &at, &other) || !same_but_blanks(&line, &other))
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
            if (same_but_blanks(&line, &other))
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

static void describe(struct nf_mismatch *mismatch, const struct place *expected,
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
    mismatch->same_letters =
        left->length == right->length && strncasecmp(left->text, right->text, left->length) == 0;
    mismatch->shift = (int64_t)left_out(expected->text, expected->start, found->text, found->start);
    if (mismatch->shift == 0)
        mismatch->shift =
            -(int64_t)left_out(found->text, found->start, expected->text, expected->start);
}

/* Where more than white space differs. */
static bool find_words(struct nf_mismatch *mismatch, const struct nf_input *transcript,
                       const struct nf_input *output, size_t common)
{
    struct place expected = place_at(transcript, common), found = place_at(output, common);
    expected.at = expected.start;
    found.at = found.start;
    if (!walk(&expected, &found))
        return false;
    /* A line that ends too early or too late differs itself, not the one after it. */
    const bool within = is_within(&expected), found_within = is_within(&found);
    const bool ended = is_end(&found);
    if (within && !found_within)
        go_back(&found);
    if (found_within && !within && expected.last_line > 0)
        go_back(&expected);
    mismatch->has_expected = !is_end(&expected) || found_within;
    mismatch->has_found = !ended || within;
    if (mismatch->has_expected)
        mismatch->has_expected = take_line(&expected, &mismatch->expected);
    if (mismatch->has_found)
        mismatch->has_found = take_line(&found, &mismatch->found);
    mismatch->column = found.at - found.start;
    describe(mismatch, &expected, &found);
    return true;
}

/* Where white space differs, of texts that are the same but for it. */
static void find_blanks(struct nf_mismatch *mismatch, const struct nf_input *transcript,
                        const struct nf_input *output, size_t common)
{
    const struct place expected = place_at(transcript, common), found = place_at(output, common);
    mismatch->only_blanks = true;
    mismatch->line = found.line;
    mismatch->expected_line = expected.line;
    mismatch->column = common - found.start;
    mismatch->has_expected = take_line(&expected, &mismatch->expected);
    mismatch->has_found = take_line(&found, &mismatch->found);
}

bool nf_mismatch_find(struct nf_mismatch *mismatch, const struct nf_input *transcript,
                      const struct nf_input *output, bool strict)
{
    /* Texts of no bytes may have no address. */
    const struct nf_input expected = {
        transcript->name, transcript->data != NULL ? transcript->data : "", transcript->size};
    const struct nf_input found = {output->name, output->data != NULL ? output->data : "",
                                   output->size};
    const size_t common = common_bytes(&expected, &found);
    *mismatch = (struct nf_mismatch){0};
    if (common == expected.size && common == found.size)
        return false;
    if (find_words(mismatch, &expected, &found, common))
        return true;
    if (strict)
        find_blanks(mismatch, &expected, &found, common);
    return strict;
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

static void tell_line(struct nf_text *why, const char *label, bool there,
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
        format = P_("the output goes on after the game, by %llu line",
                    "the output goes on after the game, by %llu lines", lines);
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

void nf_mismatch_tell(const struct nf_mismatch *mismatch, const char *what, struct nf_text *why)
{
    const unsigned long long line = mismatch->line;
    if (mismatch->has_found)
        nf_text_format(why, _("line %llu, column %zu: %s\n"), line, mismatch->column + 1, _(what));
    else
        nf_text_format(why, _("line %llu: %s\n"), line, _(what));
    tell_line(why, N_("expected"), mismatch->has_expected, &mismatch->expected, mismatch->column);
    tell_line(why, N_("found"), mismatch->has_found, &mismatch->found, mismatch->column);
}

void nf_mismatch_tell_blanks(const struct nf_mismatch *mismatch, struct nf_text *why)
{
    const struct nf_line *const found = &mismatch->found, *const expected = &mismatch->expected;
    const char *note = N_("blanks stand at other places than expected");
    nf_mismatch_tell(mismatch, N_("only white space differs"), why);
    if (!mismatch->has_expected)
        note = N_("white space after the last line");
    else if (nf_line_is_blank(found))
        note = N_("an empty line where none is expected");
    else if (found->length == expected->length && !found->ended)
        note = N_("the last line of the output is not ended");
    else if (found->length == expected->length + 1 && found->text[expected->length] == '\r')
        note = N_("the line ends in CR LF, expected LF alone");
    else if (mismatch->column == expected->length)
        note = N_("blanks at the end of the line");
    nf_text_row(why, "note", "%s", _(note));
}

void nf_mismatch_tell_shift(const struct nf_mismatch *mismatch, struct nf_text *why)
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
    if (printed->failed)
        return nf_fail(err, NF_IO, "%s: out of memory", input->name);
    const struct nf_input right = {"", printed->data != NULL ? printed->data : "", printed->size};
    size_t at = common_bytes(input, &right);
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
