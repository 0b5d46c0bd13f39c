#include "base/shown.h"

#include "base/lang.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

size_t nf_shown_decode(const char *from, size_t count, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *const bytes = (const unsigned char *)from;
    const unsigned char first = bytes[0];
    const size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    *character = first;
    if (length == 1)
        return 1;
    if (first < 0xc2 || first > 0xf4 || length > count)
        return 0;
    *character = first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        *character = *character << 6 | (bytes[i] & 0x3f);
    }
    const bool surrogate = *character >= 0xd800 && *character < 0xe000;
    return *character < least[length] || surrogate || *character > 0x10ffff ? 0 : length;
}

static bool in_range(uint32_t character, uint32_t first, uint32_t last)
{
    return character >= first && character <= last;
}

size_t nf_shown_length(const char *bytes, size_t count, bool *clean)
{
    uint32_t character;
    const size_t length = nf_shown_decode(bytes, count, &character);
    const bool harmful = character < 0x20 || in_range(character, 0x7f, 0x9f) ||
                         character == 0x61c || in_range(character, 0x200e, 0x200f) ||
                         in_range(character, 0x2028, 0x202e) ||
                         in_range(character, 0x2066, 0x2069) || character == 0xfeff;
    *clean = length > 0 && !harmful;
    return length > 0 ? length : 1;
}

size_t nf_shown_valid(const char *bytes, size_t count)
{
    uint32_t character;
    size_t at = 0;
    for (size_t length = 1; at < count && length > 0; at += length)
        length = nf_shown_decode(bytes + at, count - at, &character);
    return at;
}

void nf_shown_bytes(struct nf_text *text, const char *bytes, size_t count)
{
    bool clean;
    for (size_t i = 0, length; i < count; i += length) {
        length = nf_shown_length(bytes + i, count - i, &clean);
        if (clean)
            nf_text_bytes(text, bytes + i, length);
        for (size_t k = 0; !clean && k < length; k++)
            nf_text_format(text, "\\x%02x", (unsigned char)bytes[i + k]);
    }
}

void nf_shown(struct nf_text *text, const char *string)
{
    nf_shown_bytes(text, string, strlen(string));
}

void nf_shown_lines(struct nf_text *text, const char *string)
{
    while (*string != '\0') {
        const size_t length = strcspn(string, "\n");
        nf_text_string(text, "  ");
        for (size_t at = 0; at < length;) {
            const size_t part = strcspn(string + at, "\t\n");
            nf_shown_bytes(text, string + at, part);
            if (string[at + part] == '\t')
                nf_text_string(text, "    ");
            at += part + 1;
        }
        nf_text_string(text, "\n");
        string += length + (string[length] == '\n');
    }
}

char *nf_shown_copy(char *to, size_t size, const char *string)
{
    enum { ESCAPE = sizeof "\\xNN" - 1 };
    size_t used = 0;
    bool clean;
    for (size_t i = 0, length, count = strlen(string); i < count; i += length) {
        length = nf_shown_length(string + i, count - i, &clean);
        if (used + (clean ? length : length * ESCAPE) >= size)
            break;
        if (clean)
            memcpy(to + used, string + i, length);
        for (size_t k = 0; !clean && k < length; k++)
            snprintf(to + used + k * ESCAPE, ESCAPE + 1, "\\x%02x", (unsigned char)string[i + k]);
        used += clean ? length : length * ESCAPE;
    }
    to[used] = '\0';
    return to;
}

void nf_shown_in_place(char *line, size_t size)
{
    char before[NF_SHOWN_IN_PLACE];
    assert(size <= sizeof before);
    memcpy(before, line, strlen(line) + 1);
    nf_shown_copy(line, size, before);
}

/* Columns of a character: after the wide and full-width ones of Unicode's EastAsianWidth.txt. */
static size_t columns_of(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } wide[] = {
        {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
        {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    };
    if (in_range(character, 0x300, 0x36f) || in_range(character, 0x200b, 0x200d))
        return 0;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (in_range(character, wide[i].first, wide[i].last))
            return 2;
    return 1;
}

/* The character at `bytes`, of `count` >= 1; an invalid byte is one. */
static uint32_t next_character(const char *bytes, size_t count, size_t *length)
{
    uint32_t character;
    *length = nf_shown_decode(bytes, count, &character);
    if (*length > 0)
        return character;
    *length = 1;
    return (unsigned char)*bytes;
}

size_t nf_shown_columns_of(const char *bytes, size_t size)
{
    size_t columns = 0;
    for (size_t at = 0, length; at < size; at += length)
        columns += columns_of(next_character(bytes + at, size - at, &length));
    return columns;
}

size_t nf_shown_columns(const char *string)
{
    return nf_shown_columns_of(string, strlen(string));
}

size_t nf_shown_within(const char *bytes, size_t size, size_t columns)
{
    size_t at = 0, used = 0;
    for (size_t length; at < size; at += length) {
        used += columns_of(next_character(bytes + at, size - at, &length));
        if (used > columns)
            break;
    }
    return at;
}

void nf_shown_end(struct nf_text *text, const char *bytes, size_t size, size_t columns)
{
    const size_t all = nf_shown_columns_of(bytes, size);
    size_t from = 0, left_out = 0;
    for (size_t length; all > columns && all - left_out > columns - 3; from += length)
        left_out += columns_of(next_character(bytes + from, size - from, &length));
    nf_text_string(text, from > 0 ? "..." : "");
    nf_text_bytes(text, bytes + from, size - from);
}

/* Whether a line may be broken between two characters, neither of them a blank. */
static bool may_break(uint32_t before, uint32_t after)
{
    static const uint32_t closing[] = {
        0x3001, 0x3002, 0xff0c, 0xff1a, 0xff1b, 0xff01, 0xff1f, 0xff09, 0x300b, 0x300d,
        0x300f, 0x2019, 0x201d, ',',    '.',    ':',    ';',    ')',    ']',    '\'',
    };
    static const uint32_t opening[] = {0xff08, 0x300a, 0x300c, 0x300e, 0x2018, 0x201c, '(', '['};
    if (columns_of(before) < 2 && columns_of(after) < 2)
        return false;
    for (size_t i = 0; i < sizeof closing / sizeof *closing; i++)
        if (after == closing[i])
            return false;
    for (size_t i = 0; i < sizeof opening / sizeof *opening; i++)
        if (before == opening[i])
            return false;
    return true;
}

size_t nf_shown_fit(const char *words, size_t size, size_t columns)
{
    size_t used = 0, fits = 0;
    uint32_t before = ' ';
    for (size_t at = 0, length; at < size; at += length) {
        const uint32_t character = next_character(words + at, size - at, &length);
        if (before != ' ' && (character == ' ' || may_break(before, character)))
            fits = at;
        used += columns_of(character);
        if (used > columns && fits > 0)
            return fits;
        before = character;
    }
    return size;
}

static bool is_wide_sign(uint32_t character)
{
    return in_range(character, 0x3000, 0x303f) || in_range(character, 0xff00, 0xff60);
}

bool nf_shown_parted(const char *line, size_t size, const char *next, size_t next_size)
{
    size_t start = size - 1, length;
    while (start > 0 && (line[start] & 0xc0) == 0x80)
        start--;
    const uint32_t before = next_character(line + start, size - start, &length);
    const uint32_t after = next_character(next, next_size, &length);
    return !is_wide_sign(before) && !is_wide_sign(after) &&
           (columns_of(before) < 2 || columns_of(after) < 2);
}

/* ---- standard output ---- */

static size_t screen_columns = NF_TERMINAL;
static bool screen_colours;

/* What the environment variable COLUMNS says, 0 if nothing. */
static size_t given_columns(void)
{
    const char *const given = getenv("COLUMNS");
    char *end;
    const long number = given != NULL ? strtol(given, &end, 10) : 0;
    return number > 0 && *end == '\0' ? (size_t)number : 0;
}

static bool is_set(const char *value)
{
    return value != NULL && *value != '\0';
}

void nf_screen_look(void)
{
    const char *const term = getenv("TERM");
    struct winsize size;
    if (!isatty(STDOUT_FILENO))
        return;
    screen_colours = !is_set(getenv("NO_COLOR")) && is_set(term) && strcmp(term, "dumb") != 0;
    screen_columns = given_columns();
    if (screen_columns == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        screen_columns = size.ws_col;
    screen_columns = screen_columns < NF_TERMINAL      ? NF_TERMINAL
                     : screen_columns > NF_SCREEN_MOST ? NF_SCREEN_MOST
                                                       : screen_columns;
}

size_t nf_screen_width(void)
{
    return screen_columns;
}

/* Bold ones can be read on light and on dark ground; all take as many bytes. */
static const char begin[][8] = {
    [NF_GOOD] = "\033[1;32m", [NF_BAD] = "\033[1;31m", [NF_NOTED] = "\033[1;35m"};
static const char end[] = "\033[0m";

const char *nf_screen_word(char to[NF_COLOURED], enum nf_colour colour, const char *word)
{
    assert(strlen(word) <= NF_COLOURED_WORD);
    snprintf(to, NF_COLOURED, "%s%s%s", screen_colours ? begin[colour] : "", word,
             screen_colours ? end : "");
    return to;
}

void nf_screen_put(struct nf_text *text, enum nf_colour colour, int width, const char *word)
{
    char coloured[NF_COLOURED];
    const int length = (int)strlen(word);
    const int blanks = abs(width) > length ? abs(width) - length : 0;
    nf_text_format(text, "%*s%s%*s", width > 0 ? blanks : 0, "",
                   nf_screen_word(coloured, colour, word), width < 0 ? blanks : 0, "");
}

void nf_screen_line(struct nf_text *text, enum nf_colour colour, const char *line)
{
    nf_text_string(text, screen_colours ? begin[colour] : "");
    nf_text_string(text, line);
    nf_text_string(text, screen_colours ? end : "");
}

size_t nf_screen_unseen(void)
{
    return screen_colours ? strlen(begin[NF_GOOD]) + strlen(end) : 0;
}

/* No suggestions for longer words. The bound keeps the rows below on the stack. */
/* ---- suggestions ---- */

enum { MAX_WORD = 32 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Optimal string alignment distance of two words of at most MAX_WORD letters, row by row. */
static unsigned distance_of(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned rows[3][MAX_WORD + 1];
    unsigned *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *const oldest = before;
        before = above;
        above = row;
        row = oldest;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(above[j], row[j - 1]) + 1;
            row[j] = least(row[j], above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[b_length];
}

void nf_nearest_offer(struct nf_nearest *nearest, const char *name)
{
    const size_t typed = strlen(nearest->typed), length = strlen(name);
    if (typed == 0 || typed > MAX_WORD || length > MAX_WORD)
        return;
    const unsigned limit = least((unsigned)(typed + 2) / 3, 3);
    unsigned distance = distance_of(nearest->typed, typed, name, length);
    if (strncmp(nearest->typed, name, typed) == 0)
        distance = 1;
    if (distance <= limit && (nearest->name == NULL || distance < nearest->distance)) {
        nearest->name = name;
        nearest->distance = distance;
    }
}

const char *nf_nearest_question(const struct nf_nearest *nearest, const char *dashes, char to[64])
{
    to[0] = '\0';
    if (nearest->name != NULL)
        snprintf(to, 64, _(", did you mean %s%s?"), dashes, nearest->name);
    return to;
}
