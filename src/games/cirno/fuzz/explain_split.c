#include "games/cirno/fuzz/explain_split.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- lines ---- */

/* A text that is read line by line. */
struct walker {
    const char *at, *end;
};

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool next_line(struct walker *walker, struct cirno_line *line)
{
    if (walker->at == walker->end)
        return false;
    const size_t left = (size_t)(walker->end - walker->at);
    const char *const newline = memchr(walker->at, '\n', left);
    line->text = walker->at;
    line->ended = newline != NULL;
    line->length = newline != NULL ? (size_t)(newline - walker->at) : left;
    walker->at += line->length + (newline != NULL);
    return true;
}

bool cirno_line_is_blank(const struct cirno_line *line)
{
    for (size_t i = 0; i < line->length; i++)
        if (!is_blank(line->text[i]))
            return false;
    return true;
}

bool cirno_line_is_text(const struct cirno_line *line)
{
    for (size_t i = 0; i < line->length; i++)
        if (!is_blank(line->text[i]) && (line->text[i] < ' ' || line->text[i] > '~'))
            return false;
    return true;
}

/* Whether two lines have the same words; else `*column` is where `found` leaves `expected`. */
static bool same_words(const struct cirno_line *expected, const struct cirno_line *found,
                       size_t *column)
{
    size_t i = 0, j = 0;
    for (;;) {
        const size_t gap_i = i, gap_j = j;
        while (i < expected->length && is_blank(expected->text[i]))
            i++;
        while (j < found->length && is_blank(found->text[j]))
            j++;
        const bool done_i = i == expected->length, done_j = j == found->length;
        *column = j;
        if (done_i && done_j)
            return true;
        /* A word begins on both sides or on none. */
        const bool new_i = gap_i == 0 || i > gap_i, new_j = gap_j == 0 || j > gap_j;
        if (done_i || done_j || new_i != new_j || expected->text[i] != found->text[j])
            return false;
        i++;
        j++;
    }
}

/* Whether the rest of two texts is the same without white space. */
static bool same_without_blanks(struct walker expected, struct walker found)
{
    for (;;) {
        while (expected.at < expected.end && is_blank(*expected.at))
            expected.at++;
        while (found.at < found.end && is_blank(*found.at))
            found.at++;
        if (expected.at == expected.end || found.at == found.end)
            return expected.at == expected.end && found.at == found.end;
        if (*expected.at++ != *found.at++)
            return false;
    }
}

static bool all_blank(struct walker walker)
{
    while (walker.at < walker.end && is_blank(*walker.at))
        walker.at++;
    return walker.at == walker.end;
}

/* ---- the first difference ---- */

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

/* Moves both walkers past what is the same byte by byte, in whole lines; counts these. */
static uint64_t skip_common(const struct nf_input *expected, const struct nf_input *found,
                            struct walker *left, struct walker *right)
{
    const size_t common = common_bytes(expected, found);
    size_t start = 0;
    uint64_t lines = 0;
    const char *newline;
    while (start < common &&
           (newline = memchr(expected->data + start, '\n', common - start)) != NULL) {
        start = (size_t)(newline - expected->data) + 1;
        lines++;
    }
    left->at += start;
    right->at += start;
    return lines;
}

/* Where two lines differ byte by byte. */
static size_t first_column(const struct cirno_line *expected, const struct cirno_line *found)
{
    size_t column = 0;
    while (column < expected->length && column < found->length &&
           expected->text[column] == found->text[column])
        column++;
    return column;
}

/* Finds the first two lines that differ and leaves the walkers in front of them. */
static bool find_line(struct cirno_split *split, struct walker *expected, struct walker *found,
                      bool strict)
{
    for (;; split->line++) {
        const struct walker left = *expected, right = *found;
        split->has_expected = next_line(expected, &split->expected);
        split->has_found = next_line(found, &split->found);
        if (!split->has_expected && !split->has_found)
            return false;
        bool same = false;
        if (split->has_expected && split->has_found && strict) {
            split->column = first_column(&split->expected, &split->found);
            same = split->column == split->expected.length &&
                   split->column == split->found.length && split->found.ended;
        } else if (split->has_expected && split->has_found) {
            same = same_words(&split->expected, &split->found, &split->column);
        } else if (!split->has_expected && !strict) {
            if (all_blank(right))
                return false;
            same = cirno_line_is_blank(&split->found); /* there is more to show further down */
        }
        if (same)
            continue;
        *expected = left;
        *found = right;
        return true;
    }
}

/* ---- what kind of difference ---- */

static uint64_t count_lines(struct walker walker, bool with_words)
{
    struct cirno_line line;
    uint64_t count = 0;
    while (next_line(&walker, &line))
        count += !with_words || !cirno_line_is_blank(&line);
    return count;
}

/* Whether both texts go on alike for three lines, or to the end of both, with a card played among
 * these: headlines and losses agree too easily. */
static bool agree(struct walker expected, struct walker found)
{
    enum { ENOUGH = 3 };
    bool card = false;
    for (int i = 0; i < ENOUGH; i++) {
        struct cirno_line left, right;
        size_t column;
        const bool more = next_line(&expected, &left), too = next_line(&found, &right);
        if (!more && !too)
            break;
        if (!more || !too || !same_words(&left, &right, &column))
            return false;
        card = card || memmem(left.text, left.length, " used ", 6) != NULL;
    }
    return card;
}

/* How many lines further on one of the texts agrees with the other one as it stands here. */
static int64_t find_shift(struct walker expected, struct walker found)
{
    enum { FURTHEST = 100 };
    struct cirno_line skipped;
    struct walker left = expected, right = found;
    for (int64_t shift = 1; shift <= FURTHEST; shift++) {
        if (next_line(&left, &skipped) && agree(left, found))
            return shift;
        if (next_line(&right, &skipped) && agree(expected, right))
            return -shift;
    }
    return 0;
}

static void describe(struct cirno_split *split, struct walker expected, struct walker found)
{
    const struct cirno_line *const left = &split->expected, *const right = &split->found;
    const bool both = split->has_expected && split->has_found;
    split->only_blanks = same_without_blanks(expected, found);
    split->expected_left = count_lines(expected, false);
    split->found_left = count_lines(found, true);
    if (all_blank(found) && split->has_expected)
        split->has_found = false; /* the output has ended, blank lines or not */
    else if (both)
        split->blank_line =
            cirno_line_is_blank(right) ||
            same_without_blanks((struct walker){left->text, left->text + left->length},
                                (struct walker){right->text, right->text + right->length});
    if (!both || split->blank_line)
        return;
    split->cut = !right->ended && right->length < left->length &&
                 memcmp(left->text, right->text, right->length) == 0;
    split->same_letters =
        left->length == right->length && strncasecmp(left->text, right->text, left->length) == 0;
    split->shift = find_shift(expected, found);
}

bool cirno_split_find(struct cirno_split *split, const struct nf_input *expected,
                      const struct nf_input *found, bool strict)
{
    const char *const left_data = expected->data != NULL ? expected->data : "";
    const char *const right_data = found->data != NULL ? found->data : "";
    struct walker left = {left_data, left_data + expected->size};
    struct walker right = {right_data, right_data + found->size};
    *split = (struct cirno_split){0};
    split->line = 1 + skip_common(expected, found, &left, &right);
    if (!find_line(split, &left, &right, strict))
        return false;
    describe(split, left, right);
    return true;
}

/* ---- what a line says ---- */

enum { MOST_WORDS = 4 };

/* The words of a line; more than MOST_WORDS are counted as one more. */
static size_t split_words(const struct cirno_line *line, struct cirno_line words[MOST_WORDS])
{
    size_t count = 0;
    for (size_t at = 0; at < line->length;) {
        const size_t start = at;
        while (at < line->length && !is_blank(line->text[at]))
            at++;
        if (at > start && count < MOST_WORDS)
            words[count] = (struct cirno_line){line->text + start, at - start, false};
        if (at > start && count++ == MOST_WORDS)
            break;
        while (at < line->length && is_blank(line->text[at]))
            at++;
    }
    return count;
}

static bool is_word(const struct cirno_line *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

/* Whether a word is digits, after a '-' if `sign`, and then `last`. */
static bool is_number(const char *text, size_t length, bool sign, char last)
{
    size_t at = sign && length > 0 && text[0] == '-';
    const size_t first = at;
    while (at < length && isdigit((unsigned char)text[at]))
        at++;
    return at > first && at + 1 == length && text[at] == last;
}

static int find_seat(const struct cirno_line *word, const struct cirno_parsed *parsed)
{
    for (uint32_t seat = 0; seat < parsed->instance.players; seat++)
        if (parsed->names[seat].length == word->length &&
            memcmp(parsed->names[seat].text, word->text, word->length) == 0)
            return (int)seat;
    return -1;
}

/* The form that the words have. */
static enum cirno_line_form form_of(const struct cirno_line words[MOST_WORDS], size_t count)
{
    static const char now[] = ",now", value[] = "p=";
    if (count == 2 && is_word(&words[0], "Round") &&
        is_number(words[1].text, words[1].length, false, ':'))
        return CIRNO_LINE_ROUND;
    if (count != MOST_WORDS)
        return CIRNO_LINE_OTHER;
    if (is_word(&words[1], "lost") && is_word(&words[2], "the") && is_word(&words[3], "game."))
        return CIRNO_LINE_LOST;
    const size_t tail = sizeof now - 1, head = sizeof value - 1;
    const bool used = is_word(&words[1], "used") && words[2].length > tail &&
                      memcmp(words[2].text + words[2].length - tail, now, tail) == 0 &&
                      words[3].length > head && memcmp(words[3].text, value, head) == 0 &&
                      is_number(words[3].text + head, words[3].length - head, true, '.');
    return used ? CIRNO_LINE_USED : CIRNO_LINE_OTHER;
}

void cirno_line_read(struct cirno_line_said *said, const struct cirno_line *line,
                     const struct cirno_parsed *parsed, const struct cirno_name *name)
{
    struct cirno_line words[MOST_WORDS];
    const size_t count = split_words(line, words);
    *said = (struct cirno_line_said){form_of(words, count), false, -1, -1};
    if (said->form != CIRNO_LINE_USED && said->form != CIRNO_LINE_LOST)
        return;
    said->seat = find_seat(&words[0], parsed);
    said->same_name =
        words[0].length == name->length && memcmp(words[0].text, name->text, name->length) == 0;
    if (said->form == CIRNO_LINE_USED)
        said->card = cirno_find_card(words[2].text, words[2].length - strlen(",now"));
}
