/* Figures of the report: a chart in drawings for large and small screens, in words, and its key. */
#ifndef NF_HTML_FIGURE_H
#define NF_HTML_FIGURE_H

#include "report/html/draw.h"

/* Appends the figure of a chart; ids of its parts begin with `prefix`. `numbers`: with its table,
 * folded. */
void nf_figure_put(struct nf_text *text, const struct nf_drawn *drawn, const char *prefix,
                   bool numbers);

#endif
