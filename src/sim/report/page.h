/* The HTML report of runs: one page that needs nothing beside it. */
#ifndef NF_HTML_PAGE_H
#define NF_HTML_PAGE_H

#include "base/text.h"
#include "sim/report/report.h"
#include "table/tables.h"

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

/* ---- the runs of a page ---- */

/* Fills `labels` with a short name for each of `count` runs: that of its file without folder and
 * ".json", or "run 2" where those are long or several are the same. `names` are the paths of the
 * files. The labels live as long as `owner`; with no memory owner->failed is set. */
void nf_html_labels(struct nf_tables *owner, const char *const *names, size_t count,
                    const char **labels);

/* Appends the table of runs: a row for each with its label, which leads to the section "run-N", its
 * number of games, and those of its parameters in which some run differs from the first. `runs` has
 * the tables of each run, the first of which is "run". */
void nf_html_runs(struct nf_text *text, const struct nf_tables *runs, const char *const *labels,
                  size_t count);

/* Whether a column of the tables "run" shows what was asked for, not what was found; and whether it
 * is one in which some run differs from the first. */
bool nf_html_is_parameter(const char *name);
bool nf_html_differs(const struct nf_tables *runs, size_t count, size_t column);

#endif
