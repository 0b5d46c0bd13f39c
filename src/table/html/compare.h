/* Tables of several runs in one. */
#ifndef NF_HTML_COMPARE_H
#define NF_HTML_COMPARE_H

#include "table/tables.h"

enum { NF_MOST_COMPARED = NF_MAX_COLUMNS - 4 }; /* runs; further ones are left out */

/* Adds to `joined`, for each chart of one column in the tables of all `count` >= 2 runs, a table
 * with that column of each run side by side; and with `differences`, where there are intervals,
 * one of the differences from the first run, both with their charts. The interval of a difference
 * comes from those of both numbers by the rule of square and add (R. G. Newcombe, Statistics in
 * Medicine 17 (1998) 873-890), which takes the runs as independent of each other. Rows must have
 * the same keys, but may end sooner in some runs. Returns how many charts of the first run could
 * not be joined since they do not, or a run has none such. `labels` names the runs. Strings are
 * borrowed from the runs. Without memory joined->failed is set. Thread-safe for different tables.
 */
size_t nf_compare_tables(struct nf_tables *joined, const struct nf_tables *runs,
                         const char *const *labels, size_t count, bool differences);

/* Returns whether `joined` has the chart of a run's table. Thread-safe. */
bool nf_compare_has(const struct nf_tables *joined, const struct nf_table *table,
                    const struct nf_chart *chart);

#endif
