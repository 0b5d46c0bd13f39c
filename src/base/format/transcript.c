#include "base/format/transcript.h"

#include "base/lang.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- templates ---- */

/* Returns the slot whose name starts at `name`, behind the brace. */
static const struct nf_slot *find_slot(const struct nf_transcript *transcript, const char *name)
{
    const size_t length = strcspn(name, "}");
    const struct nf_slot *slot = transcript->slots;
    while (strncmp(slot->name, name, length) != 0 || slot->name[length] != '\0') {
        slot++;
        assert(slot->name != NULL);
    }
    return slot;
}

static bool is_number(const struct nf_slot *slot)
{
    return slot->words == NULL && slot->find == NULL;
}

/* The value of a word in a slot, or -1. */
static int find_slot_word(const struct nf_slot *slot, const void *game, const char *word,
                          size_t length)
{
    return slot->words != NULL ? nf_vocabulary_find(slot->words, word, length)
                               : slot->find(game, word, length);
}

/* Reads the number that is all of `word`. */
static int64_t number_of(const struct nf_line *word)
{
    enum { MOST_DIGITS = 18 };
    const bool negative = word->text[0] == '-';
    const size_t digits = word->length - negative;
    const char *const first = word->text + negative;
    if (digits > MOST_DIGITS || (*first == '0' && (digits > 1 || negative)))
        return INT64_MIN;
    int64_t number = 0;
    for (size_t i = 0; i < digits; i++)
        number = 10 * number + (first[i] - '0');
    return negative ? -number : number;
}

/* The length of a number at the start of a text; 0: there is none. */
static size_t number_length(const char *text, size_t length)
{
    const size_t sign = length > 0 && *text == '-';
    size_t end = sign;
    while (end < length && isdigit((unsigned char)text[end]))
        end++;
    return end > sign ? end : 0;
}

/* The length of a word that ends with white space, or where `stop` stands. */
static size_t word_length(const char *text, size_t length, char stop)
{
    size_t end = 0;
    while (end < length && text[end] != stop && !nf_is_blank(text[end]))
        end++;
    return end;
}

/* Reads all words of a text, each of which `slot` knows. */
static bool read_list(const struct nf_slot *slot, const void *game, const struct nf_line *rest,
                      int64_t *value, struct nf_line *words)
{
    *words = *rest;
    *value = 0;
    for (size_t at = 0; at < rest->length;) {
        const size_t length = word_length(rest->text + at, rest->length - at, '\0');
        if (length > 0 && find_slot_word(slot, game, rest->text + at, length) < 0)
            return false;
        *value += length > 0;
        at += length + (length == 0);
    }
    return true;
}

/* Reads what stands in a slot at the start of a text; `stop` follows it in the template. */
static bool read_slot(const struct nf_slot *slot, const void *game, char stop,
                      const struct nf_line *rest, int64_t *value, struct nf_line *word)
{
    if (slot->list)
        return read_list(slot, game, rest, value, word);
    const bool number = is_number(slot);
    const size_t length = number ? number_length(rest->text, rest->length)
                                 : word_length(rest->text, rest->length, stop);
    if (length == 0)
        return false;
    *word = (struct nf_line){rest->text, length, false};
    *value = number ? number_of(word) : find_slot_word(slot, game, word->text, length);
    return number || slot->any || *value >= 0;
}

/* Parses a line by one template. */
static bool read_line(const struct nf_transcript *transcript, const void *game,
                      const char *template, const struct nf_line *line,
                      struct nf_transcript_line *parsed)
{
    size_t at = 0;
    for (int slots = 0;;) {
        const bool parted = *template == ' ';
        const size_t behind = at;
        template += parted;
        while (at < line->length && nf_is_blank(line->text[at]))
            at++;
        if (*template == '\0' || at == line->length)
            return *template == '\0' && at == line->length;
        if (behind > 0 && parted != (at > behind))
            return false;
        if (*template != '{') {
            if (line->text[at++] != *template ++)
                return false;
            continue;
        }
        const struct nf_slot *const slot = find_slot(transcript, ++template);
        template = strchr(template, '}') + 1;
        const struct nf_line rest = {line->text + at, line->length - at, false};
        assert(slots < NF_LINE_SLOTS);
        if (!read_slot(slot, game, *template, &rest, &parsed->values[slots], &parsed->words[slots]))
            return false;
        at += parsed->words[slots++].length;
    }
}

struct nf_transcript_line nf_transcript_read_line(const struct nf_transcript *transcript,
                                                  const void *game, const struct nf_line *line)
{
    struct nf_transcript_line parsed = {0};
    for (; transcript->lines[parsed.line] != NULL; parsed.line++)
        if (read_line(transcript, game, transcript->lines[parsed.line], line, &parsed) &&
            (transcript->holds == NULL || transcript->holds(&parsed)))
            return parsed;
    return (struct nf_transcript_line){.line = NF_NO_LINE};
}

/* Appends a number; a format would take longer than all else of a line. */
static void append_number(struct nf_text *text, int64_t number)
{
    char digits[20]; /* of -2^63 */
    char *const end = digits + sizeof digits, *to = end;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--to = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (number < 0)
        *--to = '-';
    nf_text_bytes(text, to, (size_t)(end - to));
}

void nf_transcript_print_line(const struct nf_transcript *transcript,
                              const struct nf_transcript_line *line, struct nf_text *text)
{
    const char *template = transcript->lines[line->line];
    for (const int64_t *value = line->values; *template != '\0'; value++) {
        const size_t plain = strcspn(template, "{");
        nf_text_bytes(text, template, plain);
        template += plain;
        if (*template == '\0')
            break;
        const struct nf_slot *const slot = find_slot(transcript, template + 1);
        template = strchr(template, '}') + 1;
        if (is_number(slot))
            append_number(text, *value);
        else
            nf_text_string(text, nf_vocabulary_word(slot->words, (uint32_t)*value));
    }
    nf_text_string(text, "\n");
}
