/* From what is to be drawn to gnuplot's words. */
#ifndef NF_HTML_PLOT_H
#define NF_HTML_PLOT_H

#include "base/text.h"
#include "core/charts.h"

/* A drawing's size and that of its letters, in pixels at its natural size. */
struct nf_canvas {
    int width, height, font;
};

/* Appends the commands that draw `chart` (at least one point, no more than NF_INK_MAX_SERIES series
 * unless it is a heat map) as one SVG document. */
void nf_plot(struct nf_text *script, const struct nf_chart *chart, const struct nf_canvas *canvas);

/* The colours of a heat map: level l = 0 .. NF_INK_LEVELS - 1 stands for values around
 * middle + (l - NF_INK_LEVELS / 2) * step. */
struct nf_heat_scale {
    double middle, step;
};
struct nf_heat_scale nf_heat_scale_of(const struct nf_chart *chart);

#endif
