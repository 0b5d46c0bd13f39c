/* What the runs of a page are called, and in what they differ. */
#ifndef NF_HTML_RUNS_H
#define NF_HTML_RUNS_H

#include "base/text.h"
#include "table/tables.h"

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

/* Whether a column of the tables "run" tells what was asked for, not what was found; and whether it
 * is one in which some run differs from the first. */
bool nf_html_is_parameter(const char *name);
bool nf_html_differs(const struct nf_tables *runs, size_t count, size_t column);

#endif
