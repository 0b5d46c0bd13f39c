#include "judge/story/bound.h"

#include "table/html/markup.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64 }; /* bytes of a name in a path, of a condition, and a NUL */

static const json_t *look_one(const json_t *value, const char *name, size_t length)
{
    char key[LONGEST];
    assert(length < sizeof key);
    memcpy(key, name, length);
    key[length] = '\0';
    return json_is_array(value) ? json_array_get(value, strtoul(key, NULL, 10))
                                : json_object_get(value, key);
}

const json_t *nf_bound_look(const json_t *state, const char *path)
{
    for (;;) {
        const size_t length = strcspn(path, ".");
        state = look_one(state, path, length);
        if (path[length] == '\0')
            return state;
        path += length + 1;
    }
}

static void put_value(struct nf_text *text, const json_t *value)
{
    if (json_is_string(value))
        nf_html_bytes(text, json_string_value(value), json_string_length(value));
    else if (json_is_integer(value))
        nf_text_format(text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
}

void nf_bound_text(struct nf_text *text, const json_t *state, const char *tag, const char *base,
                   const char *path)
{
    nf_text_format(text, "<%s class=\"%s\" data-text=\"%s\">", tag, base, path);
    put_value(text, nf_bound_look(state, path));
    nf_text_format(text, "</%s>", tag);
}

static void put_cell(struct nf_text *text, const json_t *cell)
{
    const char *const mark = json_string_value(json_object_get(cell, "mark"));
    nf_text_string(text, "<li");
    if (mark != NULL) {
        nf_text_string(text, " class=\"");
        nf_html_text(text, mark);
        nf_text_string(text, "\"");
    }
    nf_text_string(text, ">");
    put_value(text, json_is_object(cell) ? json_object_get(cell, "text") : cell);
    nf_text_string(text, "</li>");
}

void nf_bound_cells(struct nf_text *text, const json_t *state, const char *path)
{
    const json_t *const list = nf_bound_look(state, path);
    nf_text_format(text, "<ul class=\"cells\" data-cells=\"%s\">", path);
    for (size_t i = 0; i < json_array_size(list); i++)
        put_cell(text, json_array_get(list, i));
    if (json_is_string(list) || json_is_integer(list))
        put_cell(text, list);
    nf_text_string(text, "</ul>");
}

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static bool is_value(const json_t *value, const char *wanted)
{
    return json_is_integer(value)
               ? json_integer_value(value) == strtoll(wanted, NULL, 10)
               : json_is_string(value) && strcmp(json_string_value(value), wanted) == 0;
}

/* Whether "PATH", "PATH=VALUE" or "PATH~WORD" holds; `condition` is written to. */
static bool holds(const json_t *state, char *condition)
{
    char *const sign = strpbrk(condition, "=~");
    const char kind = sign != NULL ? *sign : '\0';
    if (sign != NULL)
        *sign = '\0';
    const json_t *const value = nf_bound_look(state, condition);
    if (kind == '=')
        return is_value(value, sign + 1);
    if (kind == '~')
        return json_is_string(value) && has_word(json_string_value(value), sign + 1);
    return value != NULL && !json_is_null(value) && !json_is_false(value);
}

void nf_bound_class(struct nf_text *text, const json_t *state, const char *base, const char *when)
{
    nf_text_format(text, " data-when=\"%s\" class=\"%s", when, base);
    while (*when != '\0') {
        char condition[LONGEST];
        const size_t length = strcspn(when, ":"), name = strcspn(when + length, " ");
        assert(length < sizeof condition && name > 1);
        memcpy(condition, when, length);
        condition[length] = '\0';
        if (holds(state, condition))
            nf_text_format(text, " %.*s", (int)name - 1, when + length + 1);
        when += length + name;
        when += *when == ' ';
    }
    nf_text_string(text, "\"");
}
