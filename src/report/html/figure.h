/* A chart in the page: title, description, drawing, key, and its numbers. */
#ifndef NF_HTML_FIGURE_H
#define NF_HTML_FIGURE_H

#include "core/charts.h"

/* Whether there is anything to draw. Only such charts may be given to the functions below. */
bool nf_figure_drawable(const struct nf_chart *chart);

/* Appends the commands for gnuplot to draw the figure, in several sizes. */
void nf_figure_plot(struct nf_text *script, const struct nf_chart *chart);

/* Appends the figure, taking its drawings from *drawn, which is moved behind them. `prefix` and the
 * chart's name make its id. NF_IO if gnuplot drew something else. */
enum nf_status nf_figure_put(struct nf_text *text, const struct nf_chart *chart, const char *prefix,
                             const char **drawn, const char *end, struct nf_error *err);

#endif
