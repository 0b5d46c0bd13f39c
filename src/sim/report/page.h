/* The HTML report of runs: one page that needs nothing beside it. */
#ifndef NF_HTML_PAGE_H
#define NF_HTML_PAGE_H

#include "sim/report/report.h"

/* Appends the report of `count` >= 1 runs, compared where there are several; names[i] says whose
 * reports[i] is. `compared` is NULL, or the tables of how the runs were compared, with which the
 * page then begins. The same runs make the same bytes. NF_IO without memory. */
enum nf_status nf_html_report(struct nf_text *text, const struct nf_report *reports,
                              const char *const *names, size_t count,
                              const struct nf_tables *compared, struct nf_error *err);

/* Appends a page of tables alone: their charts, then those without one, as they are. `title` and
 * `words` are its head. NF_IO without memory. */
enum nf_status nf_html_tables(struct nf_text *text, const char *title, const char *words,
                              const struct nf_tables *tables, struct nf_error *err);

#endif
