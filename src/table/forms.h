/* The forms of tables: for the terminal, Markdown, CSV and JSON. All functions are thread-safe for
 * different texts and tables. Without memory text->failed or tables->failed is set. */
#ifndef NF_FORMS_H
#define NF_FORMS_H

#include "base/json_text.h"
#include "base/text.h"
#include "table/tables.h"

/* Appends the tables as the terminal shows them, each behind an empty line but the first, in at
 * most nf_screen_width() columns as far as their own allow, with longer bars and more intervals
 * where there is room. */
void nf_tables_terminal(struct nf_text *text, const struct nf_tables *tables);

/* Appends the tables in Markdown, each below its title as a headline, with its notes below. */
void nf_tables_markdown(struct nf_text *text, const struct nf_tables *tables);

/* Appends text from outside so that Markdown shows it as it is. */
void nf_markdown_text(struct nf_text *text, const char *words);

/* Returns the tables as a new JSON list of {name, title, notes, columns, rows}, the form of
 * run.schema.json; NULL without memory, see nf_json_failed(). */
json_t *nf_tables_json(const struct nf_tables *tables);

/* Appends a table as CSV (RFC 4180, but lines end with \n): a line of names, then a line a row.
 * Intervals are NAME_low and NAME_high, shares from 0 to 1. `lead` are columns that stand in front
 * of each row: NULL, or their names and values, ended by a NULL name. Text that cannot be shown is
 * written as \xNN (base/shown.h), and what spreadsheets would take for a formula behind a '. */
struct nf_lead {
    const char *name, *value;
};
void nf_table_csv(struct nf_text *text, const struct nf_table *table, const struct nf_lead *lead,
                  bool head);

/* Adds what CSV has no other place for: the tables "columns", with titles, units and kinds, and
 * "notes", both of all tables that are there. */
void nf_tables_about(struct nf_tables *tables);

#endif
