/* A line of a source, as it is shown. */
#ifndef NF_SOURCE_LINE_H
#define NF_SOURCE_LINE_H

#include "base/text.h"

/* Appends line `number` of `source`, from 1, without what it is indented by, of a long one the
 * start; nothing if there is no such line. Returns the column in bytes, from 1, where that begins.
 * Thread-safe, as the next. */
uint32_t nf_source_line(struct nf_text *code, const struct nf_input *source, uint32_t number);

/* Appends "    57 | code", in 80 columns; nothing if `code` is empty. */
void nf_source_line_put(struct nf_text *text, uint32_t number, const struct nf_text *code);

#endif
