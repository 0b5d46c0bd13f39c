#include "games/mahjong/fuzz/explain_line.h"

#include <string.h>

struct word {
    const char *text;
    size_t length;
};

/* Returns the next word of the line from `*at` on; length 0 at the end. */
static struct word next_word(const struct nf_line *line, size_t *at)
{
    while (*at < line->length && nf_is_blank(line->text[*at]))
        ++*at;
    struct word word = {line->text + *at, 0};
    while (*at < line->length && !nf_is_blank(line->text[*at])) {
        ++*at;
        word.length++;
    }
    return word;
}

static bool same_word(struct word a, struct word b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.text, b.text, a.length) == 0);
}

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
                                   struct mahjong_line *parsed)
{
    const int kind = count > 2 ? read_kind(words[2]) : -1;
    if (kind < 0)
        return MAHJONG_LINE_OTHER;
    parsed->kind = (unsigned)kind;
    if (word_is(words[1], "IN") && count == 3)
        return MAHJONG_LINE_IN;
    if (word_is(words[1], "OUT") && count == 3)
        return MAHJONG_LINE_OUT;
    if (word_is(words[1], "OUT") && count == 4 && kind == MAHJONG_KIND_PASS) {
        parsed->skipped = read_seat(words[3]);
        return parsed->skipped >= 0 ? MAHJONG_LINE_OUT : MAHJONG_LINE_OTHER;
    }
    if (count != MOST_WORDS || kind >= MAHJONG_PLAIN)
        return MAHJONG_LINE_OTHER;
    if (word_is(words[1], "PONG") && read_kind(words[3]) == kind && read_kind(words[4]) == kind)
        return MAHJONG_LINE_PONG;
    if (word_is(words[1], "CHOW") && kind < MAHJONG_FIRST_HONOUR &&
        mahjong_rank(parsed->kind) + 2 < MAHJONG_RANKS && read_kind(words[3]) == kind + 1 &&
        read_kind(words[4]) == kind + 2)
        return MAHJONG_LINE_CHOW;
    return MAHJONG_LINE_OTHER;
}

struct mahjong_line mahjong_read_line(const struct nf_line *line)
{
    struct mahjong_line parsed = {.form = MAHJONG_LINE_OTHER, .skipped = -1};
    struct word words[MOST_WORDS];
    size_t count = 0, at = 0;
    for (struct word word; (word = next_word(line, &at)).length > 0; count++) {
        if (count == MOST_WORDS)
            return parsed;
        words[count] = word;
    }
    if (count == 1 && word_is(words[0], "DRAW"))
        parsed.form = MAHJONG_LINE_DRAW;
    const int seat = count > 1 ? read_seat(words[0]) : -1;
    if (seat < 0)
        return parsed;
    parsed.seat = (unsigned)seat;
    if (count == 2)
        parsed.form = word_is(words[1], "RON")         ? MAHJONG_LINE_RON
                      : word_is(words[1], "SELFDRAWN") ? MAHJONG_LINE_SELFDRAWN
                      : word_is(words[1], "WIN")       ? MAHJONG_LINE_WIN
                                                       : MAHJONG_LINE_OTHER;
    else
        parsed.form = read_tile(words, count, &parsed);
    return parsed;
}
