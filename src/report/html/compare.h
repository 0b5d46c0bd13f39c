/* Charts of several runs in one. */
#ifndef NF_HTML_COMPARE_H
#define NF_HTML_COMPARE_H

#include "core/charts.h"

/* Adds to `joined`, for each chart of one series that all `count` >= 2 runs have with the same
 * labels, a chart with the runs side by side; and where there are intervals, one of the differences
 * from the first run. The interval of a difference comes from those of both shares by the rule of
 * square and add (R. G. Newcombe, Statistics in Medicine 17 (1998) 873-890), which takes the runs
 * as independent of each other. Returns how many charts of the first run could not be joined since
 * labels differ or a run has none such. Strings are borrowed from the runs. */
size_t nf_compare_charts(struct nf_charts *joined, const struct nf_charts *runs, size_t count);

#endif
