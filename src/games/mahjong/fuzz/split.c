#include "games/mahjong/fuzz/split.h"

#include <string.h>

/* ---- lines ---- */

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

bool mahjong_next_line(const struct nf_input *text, size_t *at, struct mahjong_line *line)
{
    if (*at >= text->size)
        return false;
    const char *const start = text->data + *at;
    const char *const end = memchr(start, '\n', text->size - *at);
    line->text = start;
    line->length = end != NULL ? (size_t)(end - start) : text->size - *at;
    line->ended = end != NULL;
    *at += line->length + line->ended;
    return true;
}

struct word {
    const char *text;
    size_t length;
};

/* Takes the next word of the line from `*at` on; length 0 at its end. */
static struct word next_word(const struct mahjong_line *line, size_t *at)
{
    while (*at < line->length && is_blank(line->text[*at]))
        ++*at;
    struct word word = {line->text + *at, 0};
    while (*at < line->length && !is_blank(line->text[*at])) {
        ++*at;
        word.length++;
    }
    return word;
}

static bool same_word(struct word a, struct word b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.text, b.text, a.length) == 0);
}

static bool same_words(const struct mahjong_line *a, const struct mahjong_line *b)
{
    size_t at_a = 0, at_b = 0;
    for (;;) {
        const struct word word_a = next_word(a, &at_a), word_b = next_word(b, &at_b);
        if (!same_word(word_a, word_b))
            return false;
        if (word_a.length == 0)
            return true;
    }
}

static bool no_words(const struct mahjong_line *line)
{
    size_t at = 0;
    return next_word(line, &at).length == 0;
}

static bool same_line(const struct mahjong_line *a, const struct mahjong_line *b, bool strict)
{
    if (!strict)
        return same_words(a, b);
    return a->ended == b->ended && a->length == b->length &&
           (a->length == 0 || memcmp(a->text, b->text, a->length) == 0);
}

/* ---- where they part ---- */

static uint64_t count_lines(const struct nf_input *text, size_t at, bool with_words)
{
    struct mahjong_line line;
    uint64_t count = 0;
    while (mahjong_next_line(text, &at, &line))
        count += !with_words || !no_words(&line);
    return count;
}

/* Whether the texts agree for some lines from these places on, or to their end. */
static bool agree(const struct nf_input *expected, size_t at, const struct nf_input *found,
                  size_t found_at)
{
    enum { ENOUGH = 4 };
    for (int i = 0; i < ENOUGH; i++) {
        struct mahjong_line a = {"", 0, false}, b = {"", 0, false};
        const bool has_a = mahjong_next_line(expected, &at, &a);
        const bool has_b = mahjong_next_line(found, &found_at, &b);
        if (!has_a || !has_b)
            return has_a == has_b && i > 0;
        if (!same_words(&a, &b))
            return false;
    }
    return true;
}

/* How many lines are left out (or too many, below 0) at these places; 0: it is not that. */
static int find_shift(const struct nf_input *expected, size_t at, const struct nf_input *found,
                      size_t found_at)
{
    enum { MOST = 60 };
    size_t later = at, found_later = found_at;
    struct mahjong_line line;
    for (int shift = 1; shift <= MOST; shift++) {
        if (mahjong_next_line(expected, &later, &line) && agree(expected, later, found, found_at))
            return shift;
        if (mahjong_next_line(found, &found_later, &line) &&
            agree(expected, at, found, found_later))
            return -shift;
    }
    return 0;
}

static size_t first_difference(const struct mahjong_line *a, const struct mahjong_line *b)
{
    size_t at = 0;
    while (at < a->length && at < b->length && a->text[at] == b->text[at])
        at++;
    return at;
}

static void fill(struct mahjong_split *split, const struct nf_input *expected, size_t at,
                 const struct nf_input *found, size_t found_at, bool strict)
{
    split->expected_left = count_lines(expected, at, false);
    split->found_left = count_lines(found, found_at, true);
    if (!split->has_expected || !split->has_found) {
        const struct mahjong_line *const one =
            split->has_expected ? &split->expected : &split->found;
        split->blank_line = no_words(one);
        return;
    }
    split->column = first_difference(&split->expected, &split->found);
    split->blank_line = strict && same_words(&split->expected, &split->found);
    split->cut = !split->found.ended && split->column == split->found.length &&
                 split->found.length < split->expected.length && !no_words(&split->found);
    split->shift = find_shift(expected, at, found, found_at);
}

static bool find(struct mahjong_split *split, const struct nf_input *expected,
                 const struct nf_input *found, bool strict)
{
    size_t at = 0, found_at = 0;
    *split = (struct mahjong_split){0};
    for (;;) {
        const size_t start = at, found_start = found_at;
        split->line++;
        split->has_expected = mahjong_next_line(expected, &at, &split->expected);
        split->has_found = mahjong_next_line(found, &found_at, &split->found);
        if (!split->has_expected && !split->has_found)
            return false;
        if (!split->has_expected && !strict && no_words(&split->found))
            continue;
        if (split->has_expected && split->has_found &&
            same_line(&split->expected, &split->found, strict))
            continue;
        fill(split, expected, start, found, found_start, strict);
        return true;
    }
}

bool mahjong_split_find(struct mahjong_split *split, const struct nf_input *expected,
                        const struct nf_input *found, bool strict)
{
    const bool differ = find(split, expected, found, false);
    if (!strict)
        return differ;
    /* White space may differ further up than words do, or where words do not. */
    const bool differ_strictly = find(split, expected, found, true);
    split->only_blanks = differ_strictly && !differ;
    return differ_strictly;
}

/* ---- what a line says ---- */

static int read_kind(struct word word)
{
    return mahjong_find_kind(word.text, word.length);
}

static int read_seat(struct word word)
{
    return word.length == 1 && *word.text >= 'A' && *word.text < 'A' + MAHJONG_SEATS
               ? *word.text - 'A'
               : -1;
}

static bool word_is(struct word word, const char *text)
{
    return same_word(word, (struct word){text, strlen(text)});
}

enum { MOST_WORDS = 5 };

static enum mahjong_form read_tile(const struct word *words, size_t count,
                                   struct mahjong_said *said)
{
    const int kind = count > 2 ? read_kind(words[2]) : -1;
    if (kind < 0)
        return MAHJONG_LINE_OTHER;
    said->kind = (unsigned)kind;
    if (word_is(words[1], "IN") && count == 3)
        return MAHJONG_LINE_IN;
    if (word_is(words[1], "OUT") && count == 3)
        return MAHJONG_LINE_OUT;
    if (word_is(words[1], "OUT") && count == 4 && kind == MAHJONG_KIND_PASS) {
        said->skipped = read_seat(words[3]);
        return said->skipped >= 0 ? MAHJONG_LINE_OUT : MAHJONG_LINE_OTHER;
    }
    if (count != MOST_WORDS || kind >= MAHJONG_PLAIN)
        return MAHJONG_LINE_OTHER;
    if (word_is(words[1], "PONG") && read_kind(words[3]) == kind && read_kind(words[4]) == kind)
        return MAHJONG_LINE_PONG;
    if (word_is(words[1], "CHOW") && kind < MAHJONG_FIRST_HONOUR &&
        mahjong_rank(said->kind) + 2 < MAHJONG_RANKS && read_kind(words[3]) == kind + 1 &&
        read_kind(words[4]) == kind + 2)
        return MAHJONG_LINE_CHOW;
    return MAHJONG_LINE_OTHER;
}

struct mahjong_said mahjong_read_line(const struct mahjong_line *line)
{
    struct mahjong_said said = {.form = MAHJONG_LINE_OTHER, .skipped = -1};
    struct word words[MOST_WORDS];
    size_t count = 0, at = 0;
    for (struct word word; (word = next_word(line, &at)).length > 0; count++) {
        if (count == MOST_WORDS)
            return said;
        words[count] = word;
    }
    if (count == 1 && word_is(words[0], "DRAW"))
        said.form = MAHJONG_LINE_DRAW;
    const int seat = count > 1 ? read_seat(words[0]) : -1;
    if (seat < 0)
        return said;
    said.seat = (unsigned)seat;
    if (count == 2)
        said.form = word_is(words[1], "RON")         ? MAHJONG_LINE_RON
                    : word_is(words[1], "SELFDRAWN") ? MAHJONG_LINE_SELFDRAWN
                    : word_is(words[1], "WIN")       ? MAHJONG_LINE_WIN
                                                     : MAHJONG_LINE_OTHER;
    else
        said.form = read_tile(words, count, &said);
    return said;
}
