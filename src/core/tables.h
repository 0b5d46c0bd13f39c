/* Tables for other programs: numbers in named columns, written as CSV or Markdown.
 *
 * Tables are kept as one JSON array of objects {name, title, columns: [text ..], rows: [[cell ..]
 * ..]}, a cell being a number, a text or null. */
#ifndef NF_TABLES_H
#define NF_TABLES_H

#include "base/text.h"

#include <jansson.h>

/* Appends an empty table to `tables` and returns its rows, borrowed, for json_array_append_new().
 * `name` is lower case words joined by '_', `title` is for people; `columns` ends with NULL.
 * Without memory NULL, which the functions of jansson take and pass on. */
json_t *nf_tables_add(json_t *tables, const char *name, const char *title,
                      const char *const *columns);

/* Whether a cell of that column is a chance ("p") so small that people are told it in words, see
 * nf_report_chance(); programs get the number. */
bool nf_tables_hardly(const json_t *column, const json_t *cell);

/* Appends the tables as CSV (RFC 4180, but lines end with \n), a cell a line, under the header
 * `run,table,row,column,value`: so any number of tables and runs fit into one file. `run` says
 * whose they are; the row is its first cell. No header if `text` has one already. Text that cannot
 * be shown is written as \xNN (core/shown.h), and what spreadsheets would take for a formula behind
 * a '. */
void nf_tables_csv(struct nf_text *text, const json_t *tables, const char *run);

/* Appends text from outside in a way that Markdown shows it as it is. */
void nf_tables_markdown_text(struct nf_text *text, const char *words);

/* Appends the tables in Markdown, each below its title as a headline. */
void nf_tables_markdown(struct nf_text *text, const json_t *tables);

#endif
