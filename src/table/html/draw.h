/* Charts of tables, drawn as SVG. All functions are thread-safe for different texts; without memory
 * text->failed is set. */
#ifndef NF_HTML_DRAW_H
#define NF_HTML_DRAW_H

#include "base/text.h"
#include "table/tables.h"

/* A chart with what it takes of its table. */
struct nf_drawn {
    const struct nf_table *table;
    const struct nf_chart *chart;
    enum nf_chart_kind kind;              /* as drawn: numbers that are no estimates are bars */
    size_t values[NF_MAX_SERIES], series; /* columns */
    size_t expected;                      /* a column, if there is chart->expected */
    size_t rows;                          /* of a heat map cells */
    bool percent;                         /* values are shares or differences between them */
};

/* Looks chart number `chart` up in its table, which `drawn` borrows; false if there is nothing to
 * draw: no such chart, no number. */
bool nf_drawn_of(struct nf_drawn *drawn, const struct nf_table *table, size_t chart);

/* The colours of a heat map: level l = 0 .. NF_HEAT_LEVELS - 1 stands for values around
 * middle + (l - NF_HEAT_LEVELS / 2) * step. */
enum { NF_HEAT_LEVELS = 9 };
struct nf_heat_scale {
    double middle, step;
};

/* Returns the scale of a heat map. */
struct nf_heat_scale nf_heat_scale_of(const struct nf_drawn *drawn);

/* A drawing's size and that of its letters, in pixels at its natural size. */
struct nf_canvas {
    double width, height, font;
};

/* Returns the height of a drawing in pixels: what rows below each other need, else that of the
 * canvas. */
double nf_draw_height(const struct nf_drawn *drawn, const struct nf_canvas *canvas);

/* Appends axes, grid and marks: what stands between <svg> and </svg>. Colours are those of the
 * classes .s1 .. .s6 of series and .h0 .. .h8 of heat maps. */
void nf_draw(struct nf_text *text, const struct nf_drawn *drawn, const struct nf_canvas *canvas);

/* Appends the marks of the series, in an invisible drawing that stands once in a page: they differ
 * in shape, so that series differ without colours. Series i from 0 has "mark-<i + 1>". */
void nf_draw_marks(struct nf_text *text);

/* Appends the figure of a chart; ids of its parts begin with `prefix`. `numbers`: with its table,
 * folded. */
void nf_figure_put(struct nf_text *text, const struct nf_drawn *drawn, const char *prefix,
                   bool numbers);

/* Tables of several runs in one. */
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
