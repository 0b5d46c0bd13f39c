/* The parts of a drawing: scales, axes and words, for draw.c alone. */
#ifndef NF_HTML_PLOT_H
#define NF_HTML_PLOT_H

#include "report/html/draw.h"

/* A drawing: where its plot is, and what stands at its edges. */
struct nf_plot {
    struct nf_text *text;
    const struct nf_drawn *drawn;
    const struct nf_canvas *canvas;
    double left, right, top, bottom;
    double low, high, step; /* of the y axis, in its units: percent of shares */
    double first, last;     /* of an x axis of numbers */
    size_t columns;         /* of a heat map */
};

/* The cell of row `row` in series `s`. */
const struct nf_cell *nf_plot_cell(const struct nf_drawn *drawn, size_t s, size_t row);

/* The least of 1, 2, 5 - of heat maps of some between as well - times a power of ten that is not
 * below `least`. */
double nf_plot_step(double least, bool fine);

/* Settles the y axis: from what to what, and the step of its ticks. */
void nf_plot_range(struct nf_plot *plot);

/* Where a value is, from top to bottom; the middle of the place of row `i` of `count`, from left to
 * right; and a number of an x axis of numbers. */
double nf_plot_y(const struct nf_plot *plot, double value);
double nf_plot_place(const struct nf_plot *plot, size_t i, size_t count);
double nf_plot_x(const struct nf_plot *plot, double x);

/* Appends words at a place. */
void nf_plot_text(const struct nf_plot *plot, double x, double y, const char *attributes,
                  const char *words);

/* The text of place `i` of an axis: the keys of rows; of a heat map those across and down. */
enum { NF_PLOT_LABEL = 32 };
typedef void nf_label_of(const struct nf_plot *plot, size_t i, char label[NF_PLOT_LABEL]);

nf_label_of nf_plot_row_label, nf_plot_across_label, nf_plot_down_label;

/* Which of the labels of an axis are written. */
struct nf_labels {
    size_t step;    /* every so many */
    bool by_number; /* by the numbers that they are, not by their places */
    bool upright;
    size_t longest; /* letters */
};

/* Chooses them for `count` places in `room` pixels, below the plot or at its left. Numbers may be
 * left out where there is no room for all, names may not. */
struct nf_labels nf_plot_labels(const struct nf_plot *plot, size_t count, double room, bool below,
                                nf_label_of *label_at);
bool nf_plot_written(const struct nf_labels *labels, size_t i, const char *label);

/* Append the axes, of which that of y settles the left edge of the plot; and the line at the
 * reference, which lies on the marks. */
void nf_plot_y_axis(struct nf_plot *plot);
void nf_plot_reference(const struct nf_plot *plot);
void nf_plot_x_axis(const struct nf_plot *plot, bool line);
void nf_plot_x_labels(const struct nf_plot *plot, const struct nf_labels *labels, size_t count,
                      nf_label_of *label_at);
void nf_plot_x_numbers(const struct nf_plot *plot);

#endif
