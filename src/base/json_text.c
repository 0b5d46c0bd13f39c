#include "base/json_text.h"

#include "base/owned.h"
#include "base/shown.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local bool failed;

static void *json_take(size_t size)
{
    void *const block = malloc(size);
    if (block == NULL)
        failed = true;
    return block;
}

void nf_json_watch_reading(void)
{
    json_set_alloc_funcs(json_take, free);
}

int nf_json_added(int result)
{
    failed |= result != 0;
    return result;
}

int nf_json_set(json_t *object, const char *name, json_t *value)
{
    if (nf_shown_valid(name, strlen(name)) == strlen(name))
        return nf_json_added(json_object_set_new_nocheck(object, name, value));
    json_decref(value);
    return -1;
}

json_t *nf_json_pack(const char *format, ...)
{
    json_error_t error;
    va_list arguments;
    va_start(arguments, format);
    json_t *const made = json_vpack_ex(&error, 0, format, arguments);
    va_end(arguments);
    const bool no_text = made == NULL && json_error_code(&error) == json_error_invalid_utf8;
    failed |= made == NULL && !no_text;
    return no_text ? json_null() : made;
}

bool nf_json_failed(void)
{
    return failed;
}

void nf_json_forget(void)
{
    failed = false;
}

/* Bytes as a string; null if they are not UTF-8. */
static json_t *json_string_of(const char *bytes, size_t size)
{
    json_t *const made = json_stringn(bytes, size);
    failed |= made == NULL && nf_shown_valid(bytes, size) == size;
    return made != NULL ? made : json_null();
}

json_t *nf_json_text(const struct nf_text *text)
{
    failed |= text->failed;
    return json_string_of(text->data != NULL ? text->data : "", text->size);
}

json_t *nf_json_string(const char *string)
{
    return string == NULL ? json_null() : json_string_of(string, strlen(string));
}

json_t *nf_json_words(char *const *words)
{
    json_t *const list = json_array();
    for (; *words != NULL; words++)
        json_array_append_new(list, nf_json_string(*words));
    return list;
}

size_t nf_json_place(const json_error_t *error, const struct nf_input *input)
{
    const size_t read = error->position > 0 ? (size_t)error->position : 0;
    if (json_error_code(error) == json_error_premature_end_of_input || read > input->size)
        return input->size;
    return read > 0 ? read - 1 : 0;
}

static int json_put_bytes(const char *bytes, size_t size, void *owner)
{
    struct nf_text *const text = owner;
    nf_text_bytes(text, bytes, size);
    return text->failed ? -1 : 0;
}

bool nf_json_dump(struct nf_text *text, const json_t *value, size_t flags)
{
    const bool dumped = value != NULL && !nf_json_failed() &&
                        json_dump_callback(value, json_put_bytes, text, flags) == 0;
    text->failed |= !dumped;
    return dumped;
}

/* Appends a document. Jansson escapes what JSON requires. This also escapes every other character
 * that is unsafe to print: up to three bytes of UTF-8, and always inside a string. */
static void json_put_safe(struct nf_text *text, const struct nf_text *dump)
{
    const char *const end = dump->data + dump->size;
    const char *from = dump->data;
    bool clean;
    for (const char *at = dump->data; at < end;) {
        const unsigned char *const bytes = (const unsigned char *)at;
        const size_t length = nf_shown_length(at, (size_t)(end - at), &clean);
        at += length;
        if (clean || *bytes == '\n')
            continue;
        assert(length <= 3); /* all unsafe characters are below U+10000 */
        unsigned character = bytes[0] & 0x7fu >> (length > 1 ? length : 0);
        for (size_t i = 1; i < length; i++)
            character = character << 6 | (bytes[i] & 0x3fu);
        nf_text_bytes(text, from, (size_t)((const char *)bytes - from));
        nf_text_format(text, "\\u%04X", character);
        from = at;
    }
    nf_text_bytes(text, from, (size_t)(end - from));
}

enum nf_status nf_text_json(struct nf_text *text, json_t *document, struct nf_error *err)
{
    /* Twelve digits: more than any measurement has, and 0.3 does not become 0.30000000000000004. */
    NF_OWNED_TEXT struct nf_text dump = {0};
    const bool dumped = nf_json_dump(&dump, document, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(document);
    NF_TRY_MEMORY(dumped, err);
    json_put_safe(text, &dump);
    nf_text_string(text, "\n");
    return NF_OK;
}
