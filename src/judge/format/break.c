/* Inputs that validators must refuse. */
#include "base/format/format_parts.h"
#include "judge/format/validator.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct breaker {
    const struct nf_input *sample;
    void *owner;
    void (*each)(void *owner, const char *name, struct nf_text *text);
    const char *what; /* the field or the lines, for the name */
};

static void give(const struct breaker *breaker, const char *how, struct nf_text *text)
{
    char name[80];
    snprintf(name, sizeof name, "%s-%s", breaker->what, how);
    breaker->each(breaker->owner, name, text);
}

/* The sample with `size` bytes from `start` on replaced. */
static void replace(const struct breaker *breaker, const char *how, size_t start, size_t size,
                    const char *with)
{
    struct nf_text text = {0};
    const struct nf_input *const sample = breaker->sample;
    nf_text_bytes(&text, sample->data, start);
    nf_text_string(&text, with);
    nf_text_bytes(&text, sample->data + start + size, sample->size - start - size);
    give(breaker, how, &text);
}

static void replace_token(const struct breaker *breaker, const char *how, struct nf_token token,
                          const char *with)
{
    replace(breaker, how, token.start, token.length, with);
}

/* ---- fields ---- */

/* The number of another field in the line of the walk. */
static uint32_t number_beside(struct nf_walk walk, const struct nf_format_field *field)
{
    while (walk.field < field)
        nf_walk_next(&walk);
    return nf_walk_number(&walk, field);
}

static void break_number(const struct breaker *breaker, const struct nf_walk *walk,
                         struct nf_token token)
{
    const struct nf_format_field *const field = walk->field;
    char with[16];
    snprintf(with, sizeof with, "%d", (int)field->low - 1);
    replace_token(breaker, "too-small", token, with);
    snprintf(with, sizeof with, "%u", field->high + 1);
    replace_token(breaker, "too-large", token, with);
    replace_token(breaker, "no-number", token, "x");
    if (field->below != NULL) {
        snprintf(with, sizeof with, "%u", number_beside(*walk, field->below));
        replace_token(breaker, "not-below", token, with);
    }
    uint32_t other = field->low;
    for (uint32_t i = 0; i < field->listed && field->list[i] == other; i++)
        other++;
    snprintf(with, sizeof with, "%u", other);
    if (field->listed > 0 && other <= field->high)
        replace_token(breaker, "not-listed", token, with);
}

static void break_name(const struct breaker *breaker, const struct nf_walk *walk,
                       struct nf_token token)
{
    const struct nf_input *const sample = breaker->sample;
    const size_t end = token.start + token.length;
    struct nf_text text = {0};
    replace(breaker, "with-a-digit", end - 1, 1, "1");
    nf_text_bytes(&text, sample->data, token.start);
    for (uint32_t i = 0; i <= walk->field->high; i++)
        nf_text_string(&text, "A");
    nf_text_bytes(&text, sample->data + end, sample->size - end);
    give(breaker, "too-long", &text);
}

static void break_word(const struct breaker *breaker, const struct nf_walk *walk,
                       struct nf_token token)
{
    const char *const word =
        nf_vocabulary_word(walk->field->words, walk->instance->words[walk->first]);
    char lower[NF_WORD_ROOM];
    for (size_t i = 0; i < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)word[i]);
    replace_token(breaker, "unknown", token, "Q0");
    if (strcmp(lower, word) != 0)
        replace_token(breaker, "in-lower-case", token, lower);
}

/* One item less, one more, and one word once too often. */
static void break_list(const struct breaker *breaker, const struct nf_walk *walk)
{
    const struct nf_format_field *const field = walk->field;
    const struct nf_token last = nf_token_at(breaker->sample, walk->token + walk->count - 1);
    char more[NF_WORD_ROOM + 40];
    const char *const item = breaker->sample->data + last.start;
    replace(breaker, "missing", last.start - 1, last.length + 1, "");
    snprintf(more, sizeof more, "%.*s%c%.*s", (int)last.length, item, field->down ? '\n' : ' ',
             (int)last.length, item);
    replace_token(breaker, "too-many", last, more);
    for (size_t i = 0; field->copies > 0 && i + 1 < walk->count; i++) {
        const uint8_t *const words = walk->instance->words + walk->first;
        if (words[i] != words[walk->count - 1]) {
            replace_token(breaker, "once-too-often", last,
                          nf_vocabulary_word(field->words, words[i]));
            return;
        }
    }
}

static void break_field(const struct breaker *breaker, const struct nf_walk *walk)
{
    const struct nf_format_field *const field = walk->field;
    const struct nf_token token = nf_token_at(breaker->sample, walk->token);
    if (field->kind == NF_IS_NUMBER)
        break_number(breaker, walk, token);
    else if (field->kind == NF_IS_NAME)
        break_name(breaker, walk, token);
    else
        break_word(breaker, walk, token);
    if (field->count != NULL || field->times > 0)
        break_list(breaker, walk);
}

/* ---- lines ---- */

/* Lines that a word ends: without it, with another behind it, none, and too many. */
static void break_lines(const struct breaker *breaker, const struct nf_format_lines *lines)
{
    const struct nf_input *const sample = breaker->sample;
    const char *const line_end = memchr(sample->data, '\n', sample->size);
    const size_t line = (size_t)(line_end - sample->data) + 1, end = strlen(lines->end) + 1;
    replace(breaker, "without-end", sample->size - end, end, "");
    struct nf_text behind = {0}, many = {0};
    nf_text_bytes(&behind, sample->data, sample->size);
    nf_text_bytes(&behind, sample->data, line);
    give(breaker, "behind-the-end", &behind);
    if (lines->most == 0)
        return;
    replace(breaker, "none", 0, sample->size - end, "");
    for (uint32_t i = 0; i <= lines->most; i++)
        nf_text_bytes(&many, sample->data, line);
    nf_text_format(&many, "%s\n", lines->end);
    give(breaker, "too-many", &many);
}

void nf_format_break(const struct nf_format *format, const struct nf_input *sample, void *owner,
                     void (*each)(void *owner, const char *name, struct nf_text *text))
{
    struct nf_instance instance;
    struct nf_error err;
    bool done[NF_MAX_FORMAT_FIELDS] = {false};
    if (nf_instance_read(&instance, format, sample, &err) != NF_OK)
        return;
    struct nf_walk walk = {.instance = &instance};
    struct breaker breaker = {sample, owner, each, NULL};
    while (nf_walk_next(&walk)) {
        bool *const known = &done[walk.field - format->fields];
        breaker.what = walk.field->name;
        if (!*known && walk.count > 0)
            break_field(&breaker, &walk);
        *known = *known || walk.count > 0;
    }
    for (const struct nf_format_lines *lines = format->lines; lines->name != NULL; lines++) {
        breaker.what = lines->name;
        if (lines->end != NULL)
            break_lines(&breaker, lines);
    }
    nf_instance_free(&instance);
}
