/* JSON documents as text. */
#ifndef NF_JSON_TEXT_H
#define NF_JSON_TEXT_H

#include "core/text.h"

#include <jansson.h>

/* Appends `document` to `text`, indented, with a final newline, and releases it; NULL stands for
 * a document that memory did not suffice for. NF_IO without memory. */
enum nf_exit nf_text_json(struct nf_text *text, json_t *document, struct nf_error *err);

#endif
