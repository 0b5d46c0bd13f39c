/* JSON documents as text. Whoever uses Jansson includes this file for it. libninefold shares
 * Jansson with its host: so its allocator is the host's, and never changed, and what it allocates
 * it releases itself; hence nf_json_dump() and no json_dumps(). All functions but
 * nf_json_watch_reading() are thread-safe for different documents. */
#ifndef NF_JSON_TEXT_H
#define NF_JSON_TEXT_H

#include "base/text.h"

#include <jansson.h>

/* Returns whether something could not be added to a JSON document in this thread since
 * nf_json_forget(), which the program never calls: without memory it ends soon. Jansson then
 * returns NULL, which its other functions accept as "no value", so a document can lose a member
 * silently. Check this before you use a document that was built. */
bool nf_json_failed(void);
void nf_json_forget(void);

/* Makes every failed allocation of Jansson count for nf_json_failed(), so that no file is blamed
 * for what could not be read of it. For the program, where it starts: it changes the allocator of
 * the whole process. */
void nf_json_watch_reading(void);

/* Do what the functions of Jansson do whose names follow, and note a failure for nf_json_failed().
 * nf_json_added() returns `result`, that of adding something; nf_json_set() takes over `value`, and
 * returns 0, or -1 without memory or for a name that is not UTF-8: the member is then left out;
 * nf_json_pack() makes null of a text that is not UTF-8. */
int nf_json_added(int result);
int nf_json_set(json_t *object, const char *name, json_t *value);
json_t *nf_json_pack(const char *format, ...);

#define json_object_set_new(...)   nf_json_set(__VA_ARGS__)
#define json_object_update(...)    nf_json_added(json_object_update(__VA_ARGS__))
#define json_array_set_new(...)    nf_json_added(json_array_set_new(__VA_ARGS__))
#define json_array_append_new(...) nf_json_added(json_array_append_new(__VA_ARGS__))
#define json_pack(...)             nf_json_pack(__VA_ARGS__)

/* Returns the content of `text` as a new JSON string, or JSON null if it is not UTF-8; NULL without
 * memory, now or when the text was made. */
json_t *nf_json_text(const struct nf_text *text);

/* Does the same for a string; NULL becomes null, too. It takes the place of json_string(), so that
 * the name of a file that is not UTF-8 is no failure. */
json_t *nf_json_string(const char *string);
#define json_string(string) nf_json_string(string)

/* Returns a list of strings, ended by NULL, as a new JSON list; what is not UTF-8 becomes null. */
json_t *nf_json_words(char *const *words);

/* Returns the offset in `input` of a Jansson parse error: the last byte read, or `input->size` if
 * the input ended too early. */
size_t nf_json_place(const json_error_t *error, const struct nf_input *input);

/* Appends `value` to `text` as json_dump_callback() does with these flags. `value` may be NULL: its
 * allocation failed. False, and the text is failed, if memory ran out, now or earlier. */
bool nf_json_dump(struct nf_text *text, const json_t *value, size_t flags);

/* Appends `document` to `text`, indented and with a final newline, and releases it. `document` may
 * be NULL: its allocation failed. Returns NF_IO if memory ran out, now or earlier (see
 * nf_json_failed). */
enum nf_status nf_text_json(struct nf_text *text, json_t *document, struct nf_error *err);

#endif
