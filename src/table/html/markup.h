/* HTML in small: text, numbers, tables. All functions are thread-safe for different texts; without
 * memory text->failed is set. */
#ifndef NF_HTML_MARKUP_H
#define NF_HTML_MARKUP_H

#include "base/text.h"
#include "table/grid.h"

/* Append text so that it is text in HTML and in quoted attributes, whatever is in it: what is not
 * UTF-8, or not clean (base/shown.h), becomes U+FFFD. */
void nf_html_text(struct nf_text *text, const char *words);
void nf_html_bytes(struct nf_text *text, const char *words, size_t count);

/* Begins a page, up to the inside of its body, and ends it with a footer that names the version.
 * The page asks for nothing, and runs no scripts but the one that `script`, a source of a Content
 * Security Policy such as a hash, allows; NULL: none. */
void nf_html_page_begin(struct nf_text *text, const char *title, const char *script);
void nf_html_page_end(struct nf_text *text);

/* Begins the head of the page: its title, then a paragraph that the caller fills; and ends it with
 * the beginning of the main part. */
void nf_html_head_begin(struct nf_text *text, const char *title);
void nf_html_head_end(struct nf_text *text);

/* Appends a remark in a paragraph of its own. */
void nf_html_note(struct nf_text *text, const char *words);

/* Begins a table that scrolls sideways by itself where it is wider than the page; `id` names its
 * caption. */
void nf_html_table_begin(struct nf_text *text, const char *id, const char *caption);
void nf_html_table_end(struct nf_text *text);

/* Appends a cell of a grid: text, or code. */
void nf_html_cell(struct nf_text *text, const struct nf_grid *grid, size_t row, size_t column);

/* Appends a table with its notes. */
void nf_html_table(struct nf_text *text, const char *id, const struct nf_table *table);

/* Appends the style sheet of reports: one column on any screen, light and dark, and for paper.
 * The colours of drawings (draw.h) are variables of it. */
void nf_html_style(struct nf_text *text);

#endif
