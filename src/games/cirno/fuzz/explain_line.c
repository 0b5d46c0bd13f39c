#include "games/cirno/fuzz/explain_line.h"

#include <ctype.h>
#include <string.h>

enum { MOST_WORDS = 4 };

/* Splits a line into words. Returns their number, or MOST_WORDS + 1 if there are more than
 * MOST_WORDS. */
static size_t split_words(const struct nf_line *line, struct nf_line words[MOST_WORDS])
{
    size_t count = 0;
    for (size_t at = 0; at < line->length;) {
        const size_t start = at;
        while (at < line->length && !nf_is_blank(line->text[at]))
            at++;
        if (at > start && count < MOST_WORDS)
            words[count] = (struct nf_line){line->text + start, at - start, false};
        if (at > start && count++ == MOST_WORDS)
            break;
        while (at < line->length && nf_is_blank(line->text[at]))
            at++;
    }
    return count;
}

static bool is_word(const struct nf_line *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

/* Whether a word consists of an optional '-' (if `sign`), digits, and then `last`. */
static bool is_number(const char *text, size_t length, bool sign, char last)
{
    size_t at = sign && length > 0 && text[0] == '-';
    const size_t first = at;
    while (at < length && isdigit((unsigned char)text[at]))
        at++;
    return at > first && at + 1 == length && text[at] == last;
}

static int find_seat(const struct nf_line *word, const struct cirno_parsed *parsed)
{
    for (uint32_t seat = 0; seat < parsed->instance.players; seat++)
        if (parsed->names[seat].length == word->length &&
            memcmp(parsed->names[seat].text, word->text, word->length) == 0)
            return (int)seat;
    return -1;
}

/* Returns the form of the words. */
static enum cirno_line_form form_of(const struct nf_line words[MOST_WORDS], size_t count)
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

void cirno_line_read(struct cirno_line *content, const struct nf_line *line,
                     const struct cirno_parsed *parsed, const struct cirno_name *name)
{
    struct nf_line words[MOST_WORDS];
    const size_t count = split_words(line, words);
    *content = (struct cirno_line){form_of(words, count), false, -1, -1};
    if (content->form != CIRNO_LINE_USED && content->form != CIRNO_LINE_LOST)
        return;
    content->seat = find_seat(&words[0], parsed);
    content->same_name =
        words[0].length == name->length && memcmp(words[0].text, name->text, name->length) == 0;
    if (content->form == CIRNO_LINE_USED)
        content->card = cirno_find_card(words[2].text, words[2].length - strlen(",now"));
}
