/* The parts of a drawing: scales, axes, words and marks, for those that draw alone. */
#ifndef NF_HTML_PLOT_H
#define NF_HTML_PLOT_H

#include "table/html/draw.h"

/* A drawing: where its plot is, and what stands at its edges. */
struct nf_plot {
    struct nf_text *text;
    const struct nf_drawn *drawn;
    const struct nf_canvas *canvas;
    double left, right, top, bottom;
    double low, high, step; /* of the axis of values, in its units: percent of shares */
    double first, last;     /* of an x axis of numbers */
    size_t columns;         /* of a heat map */
    size_t *longest;        /* letters of a tick, while that is found out */
};

/* Returns the cell of row `row` in series `s`. */
const struct nf_cell *nf_plot_cell(const struct nf_drawn *drawn, size_t s, size_t row);

/* Returns the least of 1, 2, 5, and if `fine` some numbers between, times a power of ten that is
 * not below `least`. */
double nf_plot_step(double least, bool fine);

/* Chooses the ends of the axis of values and the step of its ticks, a factor if it is logarithmic.
 */
void nf_plot_range(struct nf_plot *plot);

/* Returns how far up that axis a value is, from 0 to 1. */
double nf_plot_part(const struct nf_plot *plot, double value);

/* Return coordinates in pixels: the height of a value; the middle of the place of row `i` of
 * `count`, from left to right; and a number on an x axis of numbers. */
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
    size_t step;    /* one in that many */
    bool by_number; /* by the numbers that they are, not by their places */
    bool upright;
    size_t longest; /* letters */
};

/* Chooses them for `count` places in `room` pixels, below the plot or at its left. Numbers may be
 * left out where there is no room for all, names may not. */
struct nf_labels nf_plot_labels(const struct nf_plot *plot, size_t count, double room, bool below,
                                nf_label_of *label_at);

/* Returns whether label `i` of them is written. */
bool nf_plot_written(const struct nf_labels *labels, size_t i, const char *label);

/* Append the parts of the axes, of which that of y sets the left edge of the plot; and the lines at
 * the chart's reference, which lies on the marks, and at its kink. */
void nf_plot_y_axis(struct nf_plot *plot);
void nf_plot_reference(const struct nf_plot *plot);
void nf_plot_x_axis(const struct nf_plot *plot, bool line);
void nf_plot_x_title(const struct nf_plot *plot, const char *words);
void nf_plot_x_labels(const struct nf_plot *plot, const struct nf_labels *labels, size_t count,
                      nf_label_of *label_at);
void nf_plot_x_numbers(const struct nf_plot *plot);
void nf_plot_kink(const struct nf_plot *plot);

/* Appends what shows the values of a row when it is pointed at, on an invisible rectangle: those of
 * series `s`, or of all where it is NF_ALL_SERIES. */
#define NF_ALL_SERIES SIZE_MAX
void nf_plot_hit(const struct nf_plot *plot, size_t s, size_t row, double x, double y, double width,
                 double height);

/* Sets the numbers of an x axis at which row `row` begins and ends; for points both are the middle.
 */
void nf_plot_ends(const struct nf_drawn *drawn, size_t row, double *from, double *to);

/* Append the marks of each kind of chart. */
void nf_plot_dots(const struct nf_plot *plot);
void nf_plot_bars(const struct nf_plot *plot);
void nf_plot_histogram(const struct nf_plot *plot);
void nf_plot_lines(const struct nf_plot *plot);
void nf_plot_areas(const struct nf_plot *plot);

/* Append whole drawings, which have axes of their own. */
void nf_plot_heat(struct nf_plot *plot);
void nf_plot_strips(struct nf_plot *plot);

/* Appends a tick with its label; nf_plot_ticks() calls `put` for each tick of the axis of values.
 */
typedef void nf_put_tick(const struct nf_plot *plot, double value, const char label[NF_PLOT_LABEL]);
void nf_plot_ticks(const struct nf_plot *plot, nf_put_tick *put);

#endif
