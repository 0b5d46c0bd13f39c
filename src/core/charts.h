/* Charts of what a run found: what is to be drawn, not how. A game fills them (see
 * core/contract/tally_ops.h); the report draws them, and compares those of several runs.
 *
 * All kinds hold the same: series of points. Of a heat map a series is a row, named by what stands
 * at its left, and a point is a cell. */
#ifndef NF_CHARTS_H
#define NF_CHARTS_H

#include "base/text.h"
#include "stats/estimate.h"

#include <stdbool.h>
#include <stddef.h>

enum nf_chart_kind {
    NF_CHART_DOTS, /* a dot with its interval for each label; the axis shows what range there is */
    NF_CHART_BARS, /* a bar from zero for each label */
    NF_CHART_LINE, /* a line through points in ascending order of x, over an axis from zero */
    NF_CHART_HEAT, /* rows of coloured cells, as many in each row and with the same labels */
};

struct nf_chart_point {
    char label[24];
    double x;                /* of a line; elsewhere the place in the series, from 0 */
    double value, low, high; /* low and high are NAN where there is no interval */
};

struct nf_series {
    char *name; /* "" for the only one */
    struct nf_chart_point *points;
    size_t count, capacity;
};

/* What a chart is about. Strings are borrowed and must outlive the chart. */
struct nf_chart_about {
    enum nf_chart_kind kind;
    const char *name;  /* lower case words joined by '_': "loss_rate" */
    const char *title; /* for people: "Rounds lost" */
    const char *x, *y; /* what the axes tell: "seat", "share of rounds" */
    bool share;        /* values are shares of one, shown as percentages */
    bool differences;  /* values are differences between such values, shown with their sign */
    double reference;  /* a value to draw a line at, for a heat map its middle colour; or NAN */
    const char *reference_is; /* what that value is: "all seats alike"; NULL with NAN */
};

struct nf_chart {
    struct nf_chart_about about;
    struct nf_text description; /* sentences for people */
    struct nf_series *series;
    size_t count, capacity;
};

/* A growing list, {0} to start with; belongs to one thread. When memory runs out `failed` is set
 * and further calls do nothing: so callers check once. */
struct nf_charts {
    struct nf_chart *list;
    size_t count, capacity;
    bool failed;
};

/* Begins a chart; what follows goes into it. */
void nf_charts_begin(struct nf_charts *charts, const struct nf_chart_about *about);

/* Adds to the description of the chart begun last. */
__attribute__((format(printf, 2, 3))) void nf_charts_say(struct nf_charts *charts,
                                                         const char *format, ...);

/* Adds what the test that all seats are alike says, where it is known. */
void nf_charts_say_alike(struct nf_charts *charts, const struct nf_alike *alike);

/* Begins a series of the chart begun last, or a row of a heat map; `name` is copied. */
void nf_charts_series(struct nf_charts *charts, const char *name);

/* Adds a point to the series begun last. The label is copied, and cut if it is very long. Where x
 * is not a number, as for all kinds but lines, it is the point's place. */
void nf_charts_point(struct nf_charts *charts, const char *label, double x, double value,
                     double low, double high);

/* Whether some point of the series has an interval. */
bool nf_series_has_intervals(const struct nf_series *series);

void nf_charts_free(struct nf_charts *charts);

#endif
