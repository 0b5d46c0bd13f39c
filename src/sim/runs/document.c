#include "sim/runs/document.h"

#include "base/lang.h"
#include "base/owned.h"
#include "sim/digest.h"
#include "table/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- errors ---- */

enum nf_status nf_document_fail_list(const struct nf_input *input, const char *member,
                                     struct nf_error *err, const char *format, va_list arguments)
{
    char quoted[64], message[400];
    NF_TRY_MEMORY(!nf_json_failed(), err);
    snprintf(quoted, sizeof quoted, "\"%s\"", member);
    const char *const place = memmem(input->data, input->size, quoted, strlen(quoted));
    vsnprintf(message, sizeof message, format, arguments);
    return nf_fail_at(err, input, place == NULL ? 0 : (size_t)(place - input->data), "%s", message);
}

enum nf_status nf_document_fail_at(const struct nf_input *input, const char *member,
                                   struct nf_error *err, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const enum nf_status status = nf_document_fail_list(input, member, err, format, arguments);
    va_end(arguments);
    return status;
}

/* ---- writing ---- */

/* Writes the checksum of a document that has none, as NUL-terminated text. */
static bool make_checksum(const json_t *document, char text[NF_DIGEST_TEXT])
{
    struct nf_text dump = {0};
    const bool made =
        nf_json_dump(&dump, document, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
    if (made) {
        const XXH128_hash_t hash = XXH3_128bits(dump.data, dump.size);
        nf_digest_print(&(struct nf_digest){hash.low64, hash.high64}, text);
    }
    nf_text_free(&dump);
    return made;
}

enum nf_status nf_document_write(struct nf_text *text, json_t *document, struct nf_error *err)
{
    char checksum[NF_DIGEST_TEXT];
    if (document == NULL || !make_checksum(document, checksum)) {
        json_decref(document);
        return nf_text_json(text, NULL, err);
    }
    json_object_set_new(document, "checksum", json_string(checksum));
    return nf_text_json(text, document, err);
}

/* ---- reading ---- */

static enum nf_status parse(const struct nf_input *input, const struct nf_document_kind *kind,
                            json_t **document, struct nf_error *err)
{
    json_error_t error;
    char quoted[NF_QUOTED];
    *document = json_loadb(input->data, input->size, JSON_REJECT_DUPLICATES, &error);
    NF_TRY_MEMORY(*document != NULL || !nf_json_failed(), err);
    if (*document == NULL)
        return nf_fail_at(err, input, nf_json_place(&error, input), "not a saved %s: %s",
                          _(kind->what), error.text);
    if (!json_is_object(*document))
        return nf_fail_at(err, input, 0, "not a saved %s: expected a JSON object", _(kind->what));
    const char *const found = json_string_value(json_object_get(*document, "schema"));
    if (found == NULL)
        return nf_document_fail_at(input, "schema", err, "not a saved %s: no schema, expected '%s'",
                                   kind->what, kind->schema);
    if (strcmp(found, kind->schema) != 0)
        return nf_document_fail_at(input, "schema", err, "found schema %s, expected '%s'",
                                   nf_quote(quoted, found, strlen(found)), kind->schema);
    return NF_OK;
}

static enum nf_status check_sum(const struct nf_input *input, json_t *document,
                                struct nf_error *err)
{
    char expected[NF_DIGEST_TEXT];
    json_t *const found = json_incref(json_object_get(document, "checksum"));
    json_object_del(document, "checksum");
    enum nf_status status = NF_OK;
    if (!json_is_string(found))
        status = nf_document_fail_at(input, "checksum", err, "\"checksum\": expected a text");
    else if (!make_checksum(document, expected))
        status = nf_fail_memory(err);
    else if (strcmp(json_string_value(found), expected) != 0)
        status = nf_document_fail_at(input, "checksum", err,
                                     "the checksum does not fit: the file was changed or damaged");
    json_decref(found);
    return status;
}

static enum nf_status check_names(const struct nf_input *input, const struct nf_document_kind *kind,
                                  json_t *document, struct nf_error *err)
{
    const char *name;
    json_t *value;
    char quoted[NF_QUOTED];
    json_object_foreach(document, name, value)
    {
        size_t i = 0;
        while (kind->names[i] != NULL && strcmp(name, kind->names[i]) != 0)
            i++;
        if (kind->names[i] == NULL)
            return nf_document_fail_at(input, name, err, "%s: no such member of a saved %s",
                                       nf_quote(quoted, name, strlen(name)), kind->what);
    }
    return NF_OK;
}

enum nf_status nf_document_read(const struct nf_input *input, const struct nf_document_kind *kind,
                                json_t **document, struct nf_error *err)
{
    NF_TRY(parse(input, kind, document, err));
    NF_TRY(check_sum(input, *document, err));
    return check_names(input, kind, *document, err);
}

bool nf_document_count(const json_t *value, uint64_t *count)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *count = (uint64_t)json_integer_value(value);
    return true;
}

json_t *nf_document_ranges(const struct nf_span *spans, size_t count)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < count; i++)
        if (spans[i].games > 0)
            json_array_append_new(list, json_pack("[o, o]", nf_json_count(spans[i].first),
                                                  nf_json_count(spans[i].games)));
    return list;
}

bool nf_document_range(const json_t *pair, struct nf_span *span)
{
    return json_array_size(pair) == 2 && nf_document_count(json_array_get(pair, 0), &span->first) &&
           nf_document_count(json_array_get(pair, 1), &span->games) && span->games > 0;
}

/* ---- comparing ---- */

static void print_value(char text[101], const json_t *value)
{
    NF_OWNED_TEXT struct nf_text dump = {0};
    if (value != NULL && !json_is_null(value))
        (void)nf_json_dump(&dump, value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
    else
        nf_text_string(&dump, _("none"));
    snprintf(text, 101, "%.*s", (int)dump.size, dump.data);
}

/* The same of the values of a member; its members and items first. */
static bool values_differ(const char *member, json_t *found, json_t *expected,
                          struct nf_document_difference *difference)
{
    const char *name;
    json_t *value;
    if (found == expected || json_equal(found, expected))
        return false;
    if (json_is_object(found) && json_is_object(expected)) {
        json_object_foreach(expected, name, value)
        {
            if (values_differ(name, json_object_get(found, name), value, difference))
                return true;
        }
        json_object_foreach(found, name, value)
        {
            if (values_differ(name, value, json_object_get(expected, name), difference))
                return true;
        }
        return false;
    }
    if (json_is_array(found) && json_is_array(expected)) {
        for (size_t i = 0; i < json_array_size(found) || i < json_array_size(expected); i++)
            if (values_differ(member, json_array_get(found, i), json_array_get(expected, i),
                              difference))
                return true;
        return false;
    }
    if (difference->counts != NULL && !difference->counts(difference->owner, member))
        return false;
    difference->member = member;
    difference->place = found != NULL ? member : difference->place;
    print_value(difference->found, found);
    print_value(difference->expected, expected);
    return true;
}

bool nf_document_differs(const char *const *names, size_t count, const json_t *found,
                         const json_t *expected, struct nf_document_difference *difference)
{
    for (size_t i = 0; i < count; i++) {
        difference->place = names[i];
        if (values_differ(names[i], json_object_get(found, names[i]),
                          json_object_get(expected, names[i]), difference))
            return true;
    }
    return false;
}
