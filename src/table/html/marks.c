/* The marks of charts with two axes: dots, bars, lines, areas. */
#include "table/html/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Marks closer than this need no place of their own to point at. */
static const double narrowest_hit = 2;

static void begin_series(const struct nf_plot *plot, size_t s)
{
    nf_text_format(plot->text, "<g class=\"s%zu\">\n", s + 1);
}

static void end_series(const struct nf_plot *plot)
{
    nf_text_string(plot->text, "</g>\n");
}

/* ---- dots ---- */

static void put_dot(const struct nf_plot *plot, size_t s, size_t row, double x, double radius)
{
    const struct nf_cell *const cell = nf_plot_cell(plot->drawn, s, row);
    if (isfinite(cell->low))
        nf_text_format(plot->text, "<path class=\"line\" d=\"M%.1f %.1fV%.1f\"/>", x,
                       nf_plot_y(plot, cell->low), nf_plot_y(plot, cell->high));
    nf_text_format(plot->text,
                   "<use href=\"#mark-%zu\" transform=\"translate(%.1f %.1f) scale(%.1f)\"/>\n",
                   s + 1, x, nf_plot_y(plot, cell->number), radius);
}

void nf_plot_dots(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    const double room = (plot->right - plot->left) / (double)(drawn->rows * drawn->series);
    const double radius = room > 26 ? 4.5 : room > 13 ? 3.5 : room > 7 ? 2.6 : 1.8;
    for (size_t s = 0; s < drawn->series; s++) {
        const double aside = ((double)s - (double)(drawn->series - 1) / 2) * room * 0.6;
        begin_series(plot, s);
        for (size_t row = 0; row < drawn->rows; row++) {
            const double x = nf_plot_place(plot, row, drawn->rows) + aside;
            if (!isfinite(nf_plot_cell(drawn, s, row)->number))
                continue;
            put_dot(plot, s, row, x, radius);
            nf_plot_hit(plot, s, row, x - 0.3 * room, plot->top, 0.6 * room,
                        plot->bottom - plot->top);
        }
        end_series(plot);
    }
}

/* ---- bars ---- */

/* Appends to the way of a path the outline of a bar from `from` to `to`, or along the interval in
 * its middle. */
static void trace_bar(const struct nf_plot *plot, struct nf_text *way, const struct nf_cell *cell,
                      double from, double to)
{
    const bool log = plot->drawn->chart->log;
    if (isfinite(cell->number) && (!log || cell->number > 0))
        nf_text_format(way, "M%.1f %.1fV%.1fH%.1fV%.1fz", from,
                       log ? plot->bottom : nf_plot_y(plot, 0), nf_plot_y(plot, cell->number), to,
                       log ? plot->bottom : nf_plot_y(plot, 0));
}

static void trace_interval(const struct nf_plot *plot, struct nf_text *way,
                           const struct nf_cell *cell, double from, double to)
{
    enum { ROOM = 12 }; /* for ends that show where the interval is short */
    const double x = (from + to) / 2, low = nf_plot_y(plot, cell->low);
    const double high = nf_plot_y(plot, cell->high);
    if (!isfinite(cell->low) || (plot->drawn->chart->log && cell->number <= 0))
        return;
    nf_text_format(way, "M%.1f %.1fV%.1f", x, low, high);
    if (to - from > ROOM)
        nf_text_format(way, "M%.1f %.1fh8M%.1f %.1fh8", x - 4, low, x - 4, high);
}

static void put_way(const struct nf_plot *plot, struct nf_text *way, const char *attributes)
{
    if (way->size > 0)
        nf_text_format(plot->text, "<path %s d=\"%.*s\"/>\n", attributes, (int)way->size,
                       way->data);
    nf_text_free_part(way, plot->text);
}

/* The lines of all intervals of bars that are at least so wide. */
static void put_intervals(const struct nf_plot *plot, struct nf_text *way, double width)
{
    put_way(plot, way,
            width > 6   ? "class=\"interval\" stroke-width=\"1.5\""
            : width > 3 ? "class=\"interval\" stroke-width=\"1\""
                        : "class=\"interval\" stroke-width=\".5\"");
}

/* What each bar was expected to be, as a line across its place. */
static void put_expected(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    const double half = (plot->right - plot->left) / (double)drawn->rows / 2;
    struct nf_text way = {0};
    for (size_t row = 0; drawn->chart->expected != NULL && row < drawn->rows; row++) {
        const double value = nf_table_cell(drawn->table, row, drawn->expected)->number;
        const double x = nf_plot_place(plot, row, drawn->rows);
        if (isfinite(value))
            nf_text_format(&way, "M%.1f %.1fH%.1f", x - half, nf_plot_y(plot, value), x + half);
    }
    put_way(plot, &way, "class=\"reference\"");
}

void nf_plot_bars(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    const double width = 0.8 * (plot->right - plot->left) / (double)(drawn->rows * drawn->series);
    for (size_t s = 0; s < drawn->series; s++) {
        struct nf_text bars = {0}, intervals = {0};
        const double aside = ((double)s - (double)drawn->series / 2) * width;
        begin_series(plot, s);
        for (size_t row = 0; row < drawn->rows; row++) {
            const struct nf_cell *const cell = nf_plot_cell(drawn, s, row);
            const double x = nf_plot_place(plot, row, drawn->rows) + aside;
            trace_bar(plot, &bars, cell, x, x + width);
            trace_interval(plot, &intervals, cell, x, x + width);
        }
        put_way(plot, &bars, "class=\"bar\"");
        put_intervals(plot, &intervals, width);
        end_series(plot);
    }
    put_expected(plot);
    for (size_t row = 0; row < drawn->rows; row++)
        for (size_t s = 0; s < drawn->series; s++)
            nf_plot_hit(plot, s, row,
                        nf_plot_place(plot, row, drawn->rows) +
                            ((double)s - (double)drawn->series / 2) * width,
                        plot->top, width, plot->bottom - plot->top);
}

/* ---- on an axis of numbers ---- */

/* Places to point at from each row to the middle between it and the next; of rows that are very
 * close only some. */
static void put_hits(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    double left = plot->left;
    for (size_t row = 0; row < drawn->rows; row++) {
        const bool last = row + 1 == drawn->rows;
        double from, to, next, ignored;
        nf_plot_ends(drawn, row, &from, &to);
        nf_plot_ends(drawn, last ? row : row + 1, &next, &ignored);
        const double right = last ? plot->right : nf_plot_x(plot, (to + next) / 2);
        if (right - left < narrowest_hit && !last)
            continue;
        nf_plot_hit(plot, NF_ALL_SERIES, row, left, plot->top, right - left,
                    plot->bottom - plot->top);
        left = right;
    }
}

void nf_plot_histogram(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    struct nf_text bars = {0}, intervals = {0};
    double widest = 0;
    for (size_t row = 0; row < drawn->rows; row++) {
        const struct nf_cell *const cell = nf_plot_cell(drawn, 0, row);
        double from, to;
        nf_plot_ends(drawn, row, &from, &to);
        const double left = nf_plot_x(plot, from), right = nf_plot_x(plot, to);
        const double gap = right - left > 4 ? 0.5 : 0;
        widest = fmax(widest, right - left);
        trace_bar(plot, &bars, cell, left + gap, right - gap);
        trace_interval(plot, &intervals, cell, left, right);
    }
    begin_series(plot, 0);
    put_way(plot, &bars, "class=\"bar\"");
    put_intervals(plot, &intervals, widest);
    end_series(plot);
    put_hits(plot);
}

/* Appends the way through the tops of the first `count` series; returns where it began. */
static double trace_tops(const struct nf_plot *plot, struct nf_text *way, size_t s)
{
    const struct nf_drawn *const drawn = plot->drawn;
    double first = NAN;
    for (size_t row = 0; row < drawn->rows; row++) {
        const double value = nf_plot_cell(drawn, s, row)->number;
        double x, ignored;
        if (!isfinite(value) || (drawn->chart->log && value <= 0))
            continue;
        nf_plot_ends(drawn, row, &x, &ignored);
        x = nf_plot_x(plot, x);
        first = isnan(first) ? x : first;
        nf_text_format(way, "%s%.1f %.1f", way->size == 0 ? "M" : "L", x, nf_plot_y(plot, value));
    }
    return first;
}

void nf_plot_lines(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    for (size_t s = 0; s < drawn->series; s++) {
        struct nf_text way = {0}, area = {0};
        const double first = trace_tops(plot, &way, s);
        begin_series(plot, s);
        if (drawn->series == 1 && way.size > 0) {
            nf_text_bytes(&area, way.data, way.size);
            nf_text_format(&area, "V%.1fH%.1fz", plot->bottom, first);
        }
        put_way(plot, &area, "class=\"area\"");
        put_way(plot, &way, s == 0 ? "class=\"line\"" : "class=\"line dashed\"");
        end_series(plot);
    }
    put_hits(plot);
}

/* The sum of the first `count` series. */
static double sum_of(const struct nf_drawn *drawn, size_t row, size_t count)
{
    double sum = 0;
    for (size_t s = 0; s < count; s++)
        sum += fmax(0, nf_plot_cell(drawn, s, row)->number);
    return sum;
}

/* Appends the way through the sums of the first `count` series, to the right or back. */
static void trace_sums(const struct nf_plot *plot, struct nf_text *way, size_t count, bool back)
{
    const struct nf_drawn *const drawn = plot->drawn;
    for (size_t i = 0; i < drawn->rows; i++) {
        const size_t row = back ? drawn->rows - 1 - i : i;
        double x, ignored;
        nf_plot_ends(drawn, row, &x, &ignored);
        nf_text_format(way, "%s%.1f %.1f", way->size == 0 ? "M" : "L", nf_plot_x(plot, x),
                       nf_plot_y(plot, sum_of(drawn, row, count)));
    }
}

/* Of the first and the last part the inner edges are those of one number each: they have its
 * interval. */
static void put_edges(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    struct nf_text way = {0};
    for (size_t row = 0; drawn->series > 1 && row < drawn->rows; row++) {
        const struct nf_cell *const first = nf_plot_cell(drawn, 0, row);
        const struct nf_cell *const last = nf_plot_cell(drawn, drawn->series - 1, row);
        const double whole = sum_of(drawn, row, drawn->series);
        double x, ignored;
        nf_plot_ends(drawn, row, &x, &ignored);
        x = nf_plot_x(plot, x);
        if (isfinite(first->low))
            nf_text_format(&way, "M%.1f %.1fV%.1f", x, nf_plot_y(plot, first->low),
                           nf_plot_y(plot, first->high));
        if (isfinite(last->low))
            nf_text_format(&way, "M%.1f %.1fV%.1f", x, nf_plot_y(plot, whole - last->low),
                           nf_plot_y(plot, whole - last->high));
    }
    put_way(plot, &way, "class=\"interval\" stroke-width=\"1.5\"");
}

void nf_plot_areas(const struct nf_plot *plot)
{
    for (size_t s = 0; s < plot->drawn->series; s++) {
        struct nf_text way = {0};
        begin_series(plot, s);
        trace_sums(plot, &way, s + 1, false);
        trace_sums(plot, &way, s, true);
        nf_text_string(&way, "z");
        put_way(plot, &way, "class=\"part\"");
        end_series(plot);
    }
    put_edges(plot);
    put_hits(plot);
}

/* ---- horizontal bars, a row of the table each ---- */

static double x_of(const struct nf_plot *plot, double value)
{
    return plot->left + nf_plot_part(plot, value) * (plot->right - plot->left);
}

static void put_tick(const struct nf_plot *plot, double value, const char *label)
{
    const double x = x_of(plot, value);
    nf_text_format(plot->text, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x, plot->top,
                   plot->bottom);
    nf_plot_text(plot, x, plot->bottom + 1.3 * plot->canvas->font, " text-anchor=\"middle\"",
                 label);
}

/* Of several parts of a whole the inner edges of the first and the last are those of one number
 * each: they have its interval. */
static void put_interval(const struct nf_plot *plot, double y, double from, double to)
{
    if (isfinite(from) && isfinite(to))
        nf_text_format(plot->text,
                       "<path class=\"interval\" stroke-width=\"1.5\" d=\"M%.1f %.1fH%.1f\"/>\n",
                       x_of(plot, from), y, x_of(plot, to));
}

static void put_strip(const struct nf_plot *plot, size_t row, double y, double height)
{
    const struct nf_drawn *const drawn = plot->drawn;
    double sum = 0;
    for (size_t s = 0; s < drawn->series; s++) {
        const double value = nf_plot_cell(drawn, s, row)->number;
        const double next = sum + (isfinite(value) ? value : 0);
        const double left = fmin(x_of(plot, sum), x_of(plot, next));
        nf_text_format(plot->text, "<path class=\"part s%zu\" d=\"M%.1f %.1fH%.1fV%.1fH%.1fz\"/>\n",
                       s + 1, left, y, fmax(x_of(plot, sum), x_of(plot, next)), y + height, left);
        sum = next;
    }
    const struct nf_cell *const first = nf_plot_cell(drawn, 0, row);
    const struct nf_cell *const last = nf_plot_cell(drawn, drawn->series - 1, row);
    put_interval(plot, y + height / 2, first->low, first->high);
    if (drawn->series > 1)
        put_interval(plot, y + height / 2, sum - last->high, sum - last->low);
}

void nf_plot_strips(struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    const double font = plot->canvas->font;
    const double each = (plot->bottom - plot->top) / (double)drawn->rows;
    size_t longest = 0;
    for (size_t row = 0; row < drawn->rows; row++) {
        char label[NF_PLOT_LABEL];
        nf_plot_row_label(plot, row, label);
        longest = strlen(label) > longest ? strlen(label) : longest;
    }
    plot->left = 0.62 * font * (double)longest + font;
    plot->right -= 0.8 * font;
    nf_plot_ticks(plot, put_tick);
    nf_plot_text(plot, 0, 1.1 * font, "", drawn->chart->x);
    nf_plot_x_title(plot, drawn->chart->y);
    for (size_t row = 0; row < drawn->rows; row++) {
        const double y = plot->top + (double)row * each;
        char label[NF_PLOT_LABEL];
        nf_plot_row_label(plot, row, label);
        nf_plot_text(plot, plot->left - font / 2, y + each / 2 + 0.35 * font,
                     " text-anchor=\"end\"", label);
        put_strip(plot, row, y + 0.18 * each, 0.64 * each);
        nf_plot_hit(plot, NF_ALL_SERIES, row, plot->left, y, plot->right - plot->left, each);
    }
}

/* ---- heat maps ---- */

struct nf_heat_scale nf_heat_scale_of(const struct nf_drawn *drawn)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t row = 0; row < drawn->rows; row++) {
        low = fmin(low, nf_plot_cell(drawn, 0, row)->number);
        high = fmax(high, nf_plot_cell(drawn, 0, row)->number);
    }
    const double middle =
        drawn->chart->reference_is != NULL ? drawn->chart->reference : (low + high) / 2;
    const double farthest = fmax(fabs(high - middle), fabs(middle - low));
    const double least = isfinite(farthest) ? farthest / (NF_HEAT_LEVELS / 2) : 0;
    return (struct nf_heat_scale){middle, least > 1e-12 ? nf_plot_step(least, true) : 1};
}

void nf_plot_heat(struct nf_plot *plot)
{
    enum { MOST_NUMBERED = 8 }; /* columns whose cells have room for numbers */
    const struct nf_drawn *const drawn = plot->drawn;
    const double font = plot->canvas->font;
    const struct nf_heat_scale scale = nf_heat_scale_of(drawn);
    plot->columns = nf_table_across(drawn->table);
    const size_t rows = drawn->rows / plot->columns;
    const struct nf_labels down =
        nf_plot_labels(plot, rows, plot->bottom - plot->top, false, nf_plot_down_label);
    plot->left = fmax(2.8, 0.62 * (double)down.longest + 1) * font;
    const double width = (plot->right - plot->left) / (double)plot->columns;
    const double gap = plot->columns > MOST_NUMBERED ? 0 : 0.02;
    const struct nf_labels across =
        nf_plot_labels(plot, plot->columns, plot->right - plot->left, true, nf_plot_across_label);
    if (across.upright)
        plot->bottom -= 0.62 * font * (double)across.longest - font;
    const double height = (plot->bottom - plot->top) / (double)rows;
    nf_plot_x_axis(plot, false);
    nf_plot_text(plot, 0, 1.1 * font, "", drawn->chart->y);
    nf_plot_x_labels(plot, &across, plot->columns, nf_plot_across_label);
    for (size_t row = 0; row < drawn->rows; row++) {
        const double value = nf_plot_cell(drawn, 0, row)->number;
        const double x = plot->left + (double)(row % plot->columns) * width;
        const double y = plot->top + (double)(row / plot->columns) * height;
        const double level = round((value - scale.middle) / scale.step) + NF_HEAT_LEVELS / 2;
        char label[NF_PLOT_LABEL];
        if (row % plot->columns == 0) {
            nf_plot_down_label(plot, row / plot->columns, label);
            if (nf_plot_written(&down, row / plot->columns, label))
                nf_plot_text(plot, plot->left - font / 2, y + height / 2 + 0.35 * font,
                             " text-anchor=\"end\"", label);
        }
        if (!isfinite(value))
            continue;
        snprintf(label, sizeof label, " class=\"h%.0f\"", fmin(fmax(level, 0), NF_HEAT_LEVELS - 1));
        nf_text_format(plot->text,
                       "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"%s/>\n",
                       x + gap * width, y + gap * height, width * (1 - 2 * gap),
                       height * (1 - 2 * gap), label);
        snprintf(label, sizeof label, drawn->percent ? "%.1f%%" : "%.4g",
                 (drawn->percent ? 100 : 1) * value);
        if (plot->columns <= MOST_NUMBERED)
            nf_plot_text(plot, x + width / 2, y + height / 2 + 0.35 * font,
                         " text-anchor=\"middle\"", label);
        nf_plot_hit(plot, 0, row, x, y, width, height);
    }
}
