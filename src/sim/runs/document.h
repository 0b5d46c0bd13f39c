/* Documents that are saved to be read back: runs, tournaments, searches. A file is a JSON object
 * that begins with its schema and has a checksum, the XXH3-128 of all other members (compact, names
 * sorted), 32 hex digits. */
#ifndef NF_DOCUMENT_H
#define NF_DOCUMENT_H

#include "base/json_text.h"
#include "sim/plan.h"

#include <stdarg.h>

/* What kind of document it is. */
struct nf_document_kind {
    const char *schema;
    const char *what;         /* for messages, behind "a saved": "run" */
    const char *const *names; /* of members, without the checksum; ended by NULL */
    size_t job;               /* so many of them, the first, say what the job is */
};

/* Appends the file of `document`, which gets its checksum, and releases it. `document` may be NULL:
 * its allocation failed. Returns NF_IO if memory ran out. */
enum nf_status nf_document_write(struct nf_text *text, json_t *document, struct nf_error *err);

/* Reads a file into `*document`, without the checksum. Refuses one that is truncated, altered or of
 * another kind, or has other members, for none is silently ignored: NF_INVALID, with the place in
 * the file. NF_IO without memory. Release `*document`, also after a failure. */
enum nf_status nf_document_read(const struct nf_input *input, const struct nf_document_kind *kind,
                                json_t **document, struct nf_error *err);

/* Reads a non-negative integer; false for anything else. */
bool nf_document_count(const json_t *value, uint64_t *count);

/* Ranges of indices as a file has them, [[first, games]..], without those that are empty: makes
 * them, NULL without memory; reads one, false for anything else. */
json_t *nf_document_ranges(const struct nf_span *spans, size_t count);
bool nf_document_range(const json_t *pair, struct nf_span *span);

/* The first value by which two documents differ, as deep in them as there is one. */
struct nf_document_difference {
    /* Whether a value counts, by the name of its member; NULL: all do. */
    bool (*counts)(const void *owner, const char *member);
    const void *owner;
    const char *member;
    const char *place; /* the same, or, where the first document has none, the one around it */
    char found[101], expected[101]; /* as text, which may be cut: of the first, of the second */
};

/* Whether two documents differ in the first `count` members `names`; how, if they do. */
bool nf_document_differs(const char *const *names, size_t count, const json_t *found,
                         const json_t *expected, struct nf_document_difference *difference);

/* Reports an error that a caller finds in a file, at the place where `input` names `member`, or at
 * its start. Returns NF_INVALID; NF_IO if memory ran out, for then the failure may be ours. */
__attribute__((format(printf, 4, 5))) enum nf_status
nf_document_fail_at(const struct nf_input *input, const char *member, struct nf_error *err,
                    const char *format, ...);
enum nf_status nf_document_fail_list(const struct nf_input *input, const char *member,
                                     struct nf_error *err, const char *format, va_list arguments);

#endif
