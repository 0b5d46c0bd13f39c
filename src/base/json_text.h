/* JSON documents as text. */
#ifndef NF_JSON_TEXT_H
#define NF_JSON_TEXT_H

#include "base/text.h"

#include <jansson.h>

/* True if an allocation for a JSON value has failed in this thread since nf_json_forget(), which
 * the program never calls: without memory it ends soon. Jansson then returns NULL, which its other
 * functions accept as "no value", so a document can lose a member silently. Check this before you
 * use a document that was built, and before you blame a document for a missing member. Thread-safe.
 */
bool nf_json_failed(void);
void nf_json_forget(void);

/* Returns the content of `text` as a new JSON string, or JSON null if it is not UTF-8. A text that
 * ran out of memory sets nf_json_failed(). */
json_t *nf_json_text(const struct nf_text *text);

/* The same of a string. */
json_t *nf_json_string(const char *string);

/* Returns a list of strings, ended by NULL, as a new JSON list; what is not UTF-8 becomes null. */
json_t *nf_json_words(char *const *words);

/* Returns the offset in `input` of a Jansson parse error: the last byte read, or `input->size` if
 * the input ended too early. */
size_t nf_json_place(const json_error_t *error, const struct nf_input *input);

/* Appends `document` to `text`, indented and with a final newline, and releases it. `document` may
 * be NULL: its allocation failed. Returns NF_IO if memory ran out, now or earlier (see
 * nf_json_failed). */
enum nf_status nf_text_json(struct nf_text *text, json_t *document, struct nf_error *err);

#endif
