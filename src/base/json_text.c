#include "base/json_text.h"

#include "base/shown.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local bool failed;

static void *take(size_t size)
{
    void *const block = malloc(size);
    if (block == NULL)
        failed = true;
    return block;
}

/* Runs before main, so that every value is released by the allocator that made it. */
__attribute__((constructor)) static void watch_memory(void)
{
    json_set_alloc_funcs(take, free);
}

bool nf_json_failed(void)
{
    return failed;
}

void nf_json_forget(void)
{
    failed = false;
}

json_t *nf_json_text(const struct nf_text *text)
{
    failed |= text->failed;
    json_t *const made = json_stringn(text->data != NULL ? text->data : "", text->size);
    return made != NULL ? made : json_null();
}

json_t *nf_json_string(const char *string)
{
    json_t *const made = json_string(string);
    return made != NULL ? made : json_null();
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

/* Appends a document. Jansson escapes what JSON requires. This also escapes every other character
 * that is unsafe to print: up to three bytes of UTF-8, and always inside a string. */
static void put_dump(struct nf_text *text, const char *dump)
{
    const char *const end = dump + strlen(dump);
    const char *from = dump;
    bool clean;
    for (const char *at = dump; at < end;) {
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
    char *const dump =
        document == NULL ? NULL : json_dumps(document, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(document);
    if (dump == NULL || nf_json_failed()) {
        free(dump);
        return nf_fail(err, NF_IO, "out of memory for the JSON document");
    }
    put_dump(text, dump);
    nf_text_string(text, "\n");
    free(dump);
    return NF_OK;
}
