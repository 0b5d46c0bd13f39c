/* HTML in small: text, numbers, tables. */
#ifndef NF_HTML_MARKUP_H
#define NF_HTML_MARKUP_H

#include "base/text.h"
#include "core/charts.h"

#include <jansson.h>

/* Appends text in a way that is text in HTML and in quoted attributes, whatever is in it: what is
 * not UTF-8, or may not be shown (core/shown.h), becomes U+FFFD. */
void nf_html_text(struct nf_text *text, const char *words);
void nf_html_bytes(struct nf_text *text, const char *words, size_t count);

/* Appends a value: of a chart of shares as a percentage with `decimals`, else with up to six
 * digits; a dash for NAN. */
void nf_html_value(struct nf_text *text, double value, bool share, int decimals);

/* Begins a table that scrolls sideways by itself where it is wider than the page; `id` names its
 * caption. */
void nf_html_table_begin(struct nf_text *text, const char *id, const char *caption);
void nf_html_table_end(struct nf_text *text);

/* Appends one of the tables of core/tables.h. */
void nf_html_table(struct nf_text *text, const char *id, const json_t *table);

#endif
