/* JSON documents as text. */
#ifndef NF_JSON_TEXT_H
#define NF_JSON_TEXT_H

#include "base/text.h"

#include <jansson.h>

/* Whether memory has ever run out for a JSON value in this process. Jansson tells it by NULL, which
 * the next of its functions takes for a value not given: so a document may lack something that
 * nobody missed. Whoever hands out what was made of JSON asks this first, and whoever finds JSON
 * wrong asks whether that is why. Thread-safe. */
bool nf_json_failed(void);

/* What `text` holds as a JSON string; null if that is no UTF-8. Where memory ran out for the text,
 * it has run out for a value. */
json_t *nf_json_text(const struct nf_text *text);

/* The offset in `input` of what Jansson found wrong with it: the last byte it read, or behind all
 * of them where something is missing. */
size_t nf_json_place(const json_error_t *error, const struct nf_input *input);

/* Appends `document` to `text`, indented, with a final newline, and releases it; NULL stands for
 * a document that memory did not suffice for. NF_IO without memory, also if it lacks something (see
 * nf_json_failed). */
enum nf_status nf_text_json(struct nf_text *text, json_t *document, struct nf_error *err);

#endif
