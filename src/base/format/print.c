#include "base/format/format.h"
#include "base/format/mismatch.h"
#include "base/lang.h"
#include "base/owned.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- templates ---- */

/* Writes what the name in braces at `from` stands for, and moves `from` past it. */
static int put_blank(char *to, size_t room, const char **from, const struct nf_blanks *blanks)
{
    const struct {
        const char *name;
        size_t number;
    } numbers[] = {{"{item}", blanks->item},
                   {"{items}", blanks->items},
                   {"{row}", blanks->row},
                   {"{first}", blanks->first}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strncmp(*from, numbers[i].name, strlen(numbers[i].name)) == 0) {
            *from += strlen(numbers[i].name);
            return snprintf(to, room, "%zu", numbers[i].number);
        }
    if (strncmp(*from, "{value}", strlen("{value}")) == 0) {
        *from += strlen("{value}");
        return snprintf(to, room, "%s", blanks->value);
    }
    return snprintf(to, room, "%c", *(*from)++);
}

const char *nf_fill(char to[NF_FILLED], const char *form, const struct nf_blanks *blanks)
{
    size_t used = 0;
    for (const char *from = _(form); *from != '\0' && used < NF_FILLED;)
        used += (size_t)put_blank(to + used, NF_FILLED - used, &from, blanks);
    return to;
}

/* ---- printing ---- */

/* A format would take longer than all else of a line. */
static char *print_number(char *to, uint32_t number)
{
    char digits[10]; /* of 2^32 - 1 */
    char *const end = digits + sizeof digits, *from = end;
    do
        *--from = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    memcpy(to, from, (size_t)(end - from));
    return to + (end - from);
}

/* `gap` comes behind each item; returns the end. */
static char *print_vocabulary_words(char *to, const struct nf_vocabulary *words,
                                    const uint8_t *numbers, size_t count, char gap)
{
    uint8_t lengths[NF_MAX_VOCABULARY];
    const bool many = count > words->count;
    for (uint32_t i = 0; many && i < words->count; i++)
        lengths[i] = (uint8_t)strlen(nf_vocabulary_word(words, i));
    for (size_t i = 0; i < count; i++) {
        const char *const word = nf_vocabulary_word(words, numbers[i]);
        memcpy(to, word, NF_WORD_ROOM);
        to += many ? lengths[numbers[i]] : strlen(word);
        *to++ = gap;
    }
    return to;
}

/* The bytes that the field at a walk takes at most. */
static size_t room_for(const struct nf_walk *walk)
{
    enum { NUMBER = sizeof "4294967295", VALUE = NUMBER + NF_WORD_ROOM };
    size_t letters = 0;
    for (size_t i = 0; walk->field->kind == NF_IS_NAME && i < walk->count; i++)
        letters += walk->instance->names[walk->first + i].length;
    return walk->count * VALUE + letters;
}

static char *put_field(char *to, const struct nf_walk *walk)
{
    const struct nf_instance *const instance = walk->instance;
    const struct nf_format_field *const field = walk->field;
    const char gap = field->down ? '\n' : ' ';
    if (field->kind == NF_IS_WORD)
        return print_vocabulary_words(to, field->words, instance->words + walk->first, walk->count,
                                      gap);
    for (size_t i = walk->first; i < walk->first + walk->count; i++) {
        if (field->kind == NF_IS_NUMBER) {
            to = print_number(to, instance->numbers[i]);
        } else {
            const struct nf_name *const name = &instance->names[i];
            memcpy(to, name->text, name->length);
            to += name->length;
        }
        *to++ = gap;
    }
    return to;
}

void nf_instance_print(struct nf_text *text, const struct nf_instance *instance)
{
    struct nf_walk walk = {.instance = instance};
    size_t line = 0; /* where the line starts */
    text->failed = text->failed || instance->failed;
    while (!text->failed && nf_walk_next(&walk)) {
        line = nf_walk_starts_line(&walk) ? text->size : line;
        char *const start = nf_text_room(text, room_for(&walk) + 1);
        if (start == NULL)
            return;
        text->size += (size_t)(put_field(start, &walk) - start);
        if (!nf_walk_ends_line(&walk))
            continue;
        text->size -= text->size > line; /* the gap behind its last value */
        text->data[text->size++] = '\n';
    }
    for (const struct nf_format_lines *lines = instance->format->lines; lines->name != NULL;
         lines++)
        if (lines->end != NULL)
            nf_text_format(text, "%s\n", lines->end);
}

/* ---- longer lists ---- */

static const struct nf_format_field *padded_field(const struct nf_format *format)
{
    const struct nf_format_field *field = format->fields;
    while (field->name != NULL && !field->pads)
        field++;
    return field->name != NULL ? field : NULL;
}

bool nf_format_pads(const struct nf_format *format)
{
    return padded_field(format) != NULL;
}

enum nf_status nf_instance_pad(const struct nf_format *format, const struct nf_input *input,
                               uint32_t more, struct nf_text *padded, uint32_t *added,
                               struct nf_error *err)
{
    const struct nf_format_field *const field = padded_field(format);
    struct nf_instance instance;
    *added = 0;
    if (field == NULL)
        return NF_OK;
    NF_TRY(nf_instance_read(&instance, format, input, err));
    struct nf_walk walk = {.instance = &instance};
    while (walk.field != field)
        nf_walk_next(&walk);
    uint32_t *const count = &instance.numbers[walk.at[field->count - format->fields]];
    assert(walk.first + walk.count == instance.count[NF_IS_WORD]);
    *added = more < field->count->high - *count ? more : field->count->high - *count;
    for (uint32_t i = 0; i < *added; i++)
        nf_instance_words(&instance, &field->filler, 1);
    *count += *added;
    if (*added > 0)
        nf_instance_print(padded, &instance);
    nf_instance_free(&instance);
    return padded->failed ? nf_fail_memory(err) : NF_OK;
}

/* ---- the strict check ---- */

enum nf_status nf_instance_check_form(const struct nf_instance *instance,
                                      const struct nf_input *input, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text printed = {0};
    nf_instance_print(&printed, instance);
    return nf_check_bytes(input, &printed, err);
}

static bool same_value(const struct nf_instance *instance, enum nf_value_kind kind, size_t a,
                       size_t b)
{
    if (kind == NF_IS_NUMBER)
        return instance->numbers[a] == instance->numbers[b];
    if (kind == NF_IS_WORD)
        return instance->words[a] == instance->words[b];
    const struct nf_name *const names = instance->names;
    return names[a].length == names[b].length &&
           memcmp(names[a].text, names[b].text, names[a].length) == 0;
}

enum { SHOWN_VALUE = 64 };

static const char *show_value(char to[SHOWN_VALUE], const struct nf_walk *walk, size_t i)
{
    const struct nf_instance *const instance = walk->instance;
    if (walk->field->kind == NF_IS_NUMBER)
        snprintf(to, SHOWN_VALUE, "%u", instance->numbers[i]);
    else if (walk->field->kind == NF_IS_WORD)
        snprintf(to, SHOWN_VALUE, "%s", nf_vocabulary_word(walk->field->words, instance->words[i]));
    else
        snprintf(to, SHOWN_VALUE, "%.*s", (int)instance->names[i].length, instance->names[i].text);
    return to;
}

/* Warns of value `i` if one from `first` on is the same. */
static void warn_of(const struct nf_walk *walk, size_t first, size_t i,
                    const struct nf_input *input, struct nf_text *report)
{
    const struct nf_instance *const instance = walk->instance;
    size_t same = first;
    while (!same_value(instance, walk->field->kind, same, i))
        same++; /* ends at `i` itself */
    if (same == i)
        return;
    const struct nf_token token = nf_token_at(input, walk->token + i - walk->first);
    char value[SHOWN_VALUE], filled[NF_FILLED];
    const struct nf_blanks blanks = {.item = i - walk->first + 1,
                                     .items = walk->count,
                                     .row = walk->row + 1,
                                     .first = same - first + 1,
                                     .value = show_value(value, walk, i)};
    struct nf_error place;
    nf_fail_at(&place, input, token.start, "warning: %s",
               nf_fill(filled, walk->field->again, &blanks));
    nf_text_format(report, "%s\n", place.text);
}

void nf_instance_warn(const struct nf_instance *instance, const struct nf_input *input,
                      struct nf_text *report)
{
    struct nf_walk walk = {.instance = instance};
    while (nf_walk_next(&walk)) {
        const size_t first = walk.field->kind == NF_IS_NAME ? 0 : walk.first;
        for (size_t i = walk.first; walk.field->again != NULL && i < walk.first + walk.count; i++)
            warn_of(&walk, first, i, input, report);
    }
}
