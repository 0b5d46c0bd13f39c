/* Small changes of a source, by system, as people make them when they look for a mistake. */
#ifndef NF_EDITS_H
#define NF_EDITS_H

#include "base/text.h"

enum nf_edit_kind {
    NF_EDIT_LINE,   /* something in a line is replaced */
    NF_EDIT_LEFT,   /* a line is left out */
    NF_EDIT_RAISED, /* a line goes before the one above it */
};

/* One change: the bytes from .. from+size-1 of the source give way to `with`. */
struct nf_edit {
    size_t from, size;
    char *with;
    uint32_t line; /* from 1; the line that is changed, left out, or raised */
    enum nf_edit_kind kind;
};

struct nf_edits {
    struct nf_edit *list;
    size_t count, room;
    bool failed; /* memory ran out */
};

/* When strings are changed: behind the other words, before them, or not at all. */
enum nf_edit_strings { NF_STRINGS_BEHIND, NF_STRINGS_BEFORE, NF_STRINGS_KEPT };

/* Makes the changes of `source`, the likely ones first: comparisons turned or with and without
 * equality, numbers one more and one less, "and" for "or", a sign, a maximum for a minimum, a "not"
 * less, two letters of a short string of capitals exchanged, a full stop, mark, blank or large
 * letter more or less at an end of a string; then lines left out, or put before the one above.
 * Comments and lines of the preprocessor stay. `python`: blanks in front
 * of a line have a meaning, and a line that is left out is "pass". Needs no grammar: some of the
 * changes do not compile. Free with nf_edits_free(). Thread-safe. */
void nf_edits_make(struct nf_edits *edits, const struct nf_input *source, bool python,
                   enum nf_edit_strings strings);

/* Appends the source with the change made. */
void nf_edit_apply(struct nf_text *text, const struct nf_input *source, const struct nf_edit *edit);

void nf_edits_free(struct nf_edits *edits);

/* Returns the first line of `source`, from 1, that opens a file: with freopen, a stream of C++,
 * open() or a reader of Java, outside of comments; 0: none does. Thread-safe. */
uint32_t nf_source_opens(const struct nf_input *source, bool python);

/* ---- a line ---- */

/* A line of a source, as it is shown. */

/* Appends line `number` of `source`, from 1, without what it is indented by, of a long one the
 * start; nothing if there is no such line. Returns the column in bytes, from 1, where that begins.
 * Thread-safe, as the next. */
uint32_t nf_source_line(struct nf_text *code, const struct nf_input *source, uint32_t number);

/* Appends "    57 | code", in 80 columns; nothing if `code` is empty. */
void nf_source_line_put(struct nf_text *text, uint32_t number, const struct nf_text *code);

#endif
