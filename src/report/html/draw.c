#include "report/html/draw.h"

#include "report/grid.h"
#include "report/html/markup.h"
#include "report/html/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what is drawn ---- */

bool nf_drawn_of(struct nf_drawn *drawn, const struct nf_table *table, size_t chart)
{
    *drawn = (struct nf_drawn){.table = table, .chart = &table->about.charts[chart]};
    drawn->kind = drawn->chart->kind;
    if (drawn->kind == NF_NO_CHART)
        return false;
    if (drawn->kind == NF_DOTS && table->about.exact)
        drawn->kind = NF_BARS;
    while (drawn->series < NF_MAX_SERIES && drawn->chart->values[drawn->series] != NULL) {
        drawn->values[drawn->series] = nf_table_column(table, drawn->chart->values[drawn->series]);
        drawn->series++;
    }
    const enum nf_kind kind = table->columns[drawn->values[0]].kind;
    drawn->percent = kind == NF_SHARE || kind == NF_DIFFERENCE;
    drawn->rows = nf_table_rows(table);
    if (drawn->chart->rows > 0 && drawn->chart->rows < drawn->rows)
        drawn->rows = drawn->chart->rows;
    for (size_t row = 0; row < drawn->rows; row++)
        for (size_t s = 0; s < drawn->series; s++)
            if (isfinite(nf_table_cell(table, row, drawn->values[s])->number))
                return true;
    return false;
}

static void put_key(struct nf_text *text, const struct nf_drawn *drawn, size_t row, size_t key)
{
    nf_grid_number(text, &drawn->table->columns[key], nf_table_cell(drawn->table, row, key));
}

void nf_drawn_label(struct nf_text *text, const struct nf_drawn *drawn, size_t row)
{
    put_key(text, drawn, row, 0);
    if (drawn->table->keys < 2)
        return;
    const double first = nf_table_cell(drawn->table, row, 0)->number;
    const double second = nf_table_cell(drawn->table, row, 1)->number;
    if (drawn->kind == NF_HEAT || first != second) {
        nf_text_string(text, drawn->kind == NF_HEAT ? ", " : " to ");
        put_key(text, drawn, row, 1);
    }
}

/* Where a row stands on an axis of numbers. */
static double x_of(const struct nf_drawn *drawn, size_t row)
{
    const double first = nf_table_cell(drawn->table, row, 0)->number;
    return drawn->table->keys < 2 ? first
                                  : (first + nf_table_cell(drawn->table, row, 1)->number) / 2;
}

/* What a mark shows, when it is pointed at: "3: 20.042% (19.993 .. 20.092%)". */
static void put_title(const struct nf_plot *plot, size_t s, size_t row)
{
    const struct nf_drawn *const drawn = plot->drawn;
    const struct nf_column *const column = &drawn->table->columns[drawn->values[s]];
    const struct nf_cell *const cell = nf_plot_cell(drawn, s, row);
    struct nf_text words = {0};
    if (drawn->series > 1)
        nf_text_format(&words, "%s, ", column->title);
    nf_drawn_label(&words, drawn, row);
    nf_text_string(&words, ": ");
    nf_grid_number(&words, column, cell);
    nf_text_string(plot->text, "<title>");
    nf_html_bytes(plot->text, words.data, words.size);
    nf_text_string(plot->text, "</title>");
    plot->text->failed |= words.failed;
    nf_text_free(&words);
}

/* ---- marks ---- */

static void put_dots(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    const double room = (plot->right - plot->left) / (double)(drawn->rows * drawn->series);
    const double radius = room > 26 ? 4.5 : room > 13 ? 3.5 : room > 7 ? 2.6 : 1.8;
    for (size_t s = 0; s < drawn->series; s++) {
        const double aside = ((double)s - (double)(drawn->series - 1) / 2) * room * 0.6;
        nf_text_format(plot->text, "<g class=\"s%zu\">\n", s + 1);
        for (size_t row = 0; row < drawn->rows; row++) {
            const struct nf_cell *const cell = nf_plot_cell(drawn, s, row);
            const double x = nf_plot_place(plot, row, drawn->rows) + aside;
            if (!isfinite(cell->number))
                continue;
            if (isfinite(cell->low))
                nf_text_format(plot->text, "<path class=\"line\" d=\"M%.1f %.1fV%.1f\"/>", x,
                               nf_plot_y(plot, cell->low), nf_plot_y(plot, cell->high));
            nf_text_format(plot->text,
                           "<use href=\"#mark-%zu\" transform=\"translate(%.1f %.1f) "
                           "scale(%.1f)\">",
                           s + 1, x, nf_plot_y(plot, cell->number), radius);
            put_title(plot, s, row);
            nf_text_string(plot->text, "</use>\n");
        }
        nf_text_string(plot->text, "</g>\n");
    }
}

static void put_rect(const struct nf_plot *plot, double x, double y, double width, double height,
                     const char *attributes, size_t s, size_t row)
{
    nf_text_format(plot->text, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"%s>", x,
                   y, width, height, attributes);
    put_title(plot, s, row);
    nf_text_string(plot->text, "</rect>\n");
}

static void put_bars(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    const double width = 0.8 * (plot->right - plot->left) / (double)(drawn->rows * drawn->series);
    for (size_t s = 0; s < drawn->series; s++) {
        const double aside = ((double)s - (double)drawn->series / 2) * width;
        nf_text_format(plot->text, "<g class=\"s%zu\">\n", s + 1);
        for (size_t row = 0; row < drawn->rows; row++) {
            const double value = nf_plot_cell(drawn, s, row)->number;
            if (!isfinite(value))
                continue;
            const double y = nf_plot_y(plot, fmax(value, 0));
            put_rect(plot, nf_plot_place(plot, row, drawn->rows) + aside, y, width,
                     nf_plot_y(plot, fmin(value, 0)) - y, "", s, row);
        }
        nf_text_string(plot->text, "</g>\n");
    }
}

static void put_lines(const struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    for (size_t s = 0; s < drawn->series; s++) {
        struct nf_text way = {0};
        double x = plot->left, from = NAN;
        for (size_t row = 0; row < drawn->rows; row++) {
            const double value = nf_plot_cell(drawn, s, row)->number;
            if (!isfinite(value))
                continue;
            x = nf_plot_x(plot, x_of(drawn, row));
            from = isnan(from) ? x : from;
            nf_text_format(&way, "%s%.1f %.1f", way.size == 0 ? "M" : "L", x,
                           nf_plot_y(plot, value));
        }
        const int size = (int)way.size;
        const char *const data = way.data == NULL ? "" : way.data;
        nf_text_format(plot->text, "<g class=\"s%zu\">", s + 1);
        if (drawn->series == 1 && size > 0)
            nf_text_format(plot->text, "<path class=\"area\" d=\"%.*sV%.1fH%.1fZ\"/>", size, data,
                           plot->bottom, from);
        nf_text_format(plot->text, "<path class=\"line%s\" d=\"%.*s\"><title>",
                       s == 0 ? "" : " dashed", size, data);
        nf_html_text(plot->text, drawn->table->columns[drawn->values[s]].title);
        nf_text_string(plot->text, "</title></path></g>\n");
        plot->text->failed |= way.failed;
        nf_text_free(&way);
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

static void draw_heat(struct nf_plot *plot)
{
    enum { MOST_NUMBERED = 8 }; /* columns whose cells have room for numbers */
    const struct nf_drawn *const drawn = plot->drawn;
    const double font = plot->canvas->font;
    const struct nf_heat_scale scale = nf_heat_scale_of(drawn);
    plot->columns = nf_table_across(drawn->table);
    const size_t rows = drawn->rows / plot->columns;
    plot->left = 2.8 * font;
    const double width = (plot->right - plot->left) / (double)plot->columns;
    const double height = (plot->bottom - plot->top) / (double)rows;
    const double gap = plot->columns > MOST_NUMBERED ? 0 : 0.02;
    const struct nf_labels across =
        nf_plot_labels(plot, plot->columns, plot->right - plot->left, true, nf_plot_across_label);
    const struct nf_labels down =
        nf_plot_labels(plot, rows, plot->bottom - plot->top, false, nf_plot_down_label);
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
        put_rect(plot, x + gap * width, y + gap * height, width * (1 - 2 * gap),
                 height * (1 - 2 * gap), label, 0, row);
        snprintf(label, sizeof label, drawn->percent ? "%.1f%%" : "%.4g",
                 (drawn->percent ? 100 : 1) * value);
        if (plot->columns <= MOST_NUMBERED)
            nf_plot_text(plot, x + width / 2, y + height / 2 + 0.35 * font,
                         " text-anchor=\"middle\"", label);
    }
}

/* ---- all ---- */

void nf_draw(struct nf_text *text, const struct nf_drawn *drawn, const struct nf_canvas *canvas)
{
    const double font = canvas->font;
    struct nf_plot plot = {
        .text = text,
        .drawn = drawn,
        .canvas = canvas,
        .right = canvas->width - font,
        .top = 2.3 * font,
        .bottom = canvas->height - 3.3 * font,
    };
    if (drawn->kind == NF_HEAT) {
        draw_heat(&plot);
        return;
    }
    const bool line = drawn->kind == NF_LINE;
    struct nf_labels labels = {0};
    if (line) {
        plot.first = x_of(drawn, 0);
        plot.last = x_of(drawn, drawn->rows - 1);
    } else {
        labels = nf_plot_labels(&plot, drawn->rows, plot.right - 4 * font, true, nf_plot_row_label);
        if (labels.upright)
            plot.bottom -= 0.62 * font * (double)labels.longest - font;
    }
    nf_plot_range(&plot);
    nf_plot_y_axis(&plot);
    nf_plot_x_axis(&plot, true);
    if (line)
        nf_plot_x_numbers(&plot);
    else
        nf_plot_x_labels(&plot, &labels, drawn->rows, nf_plot_row_label);
    if (line)
        put_lines(&plot);
    else if (drawn->kind == NF_DOTS)
        put_dots(&plot);
    else
        put_bars(&plot);
    nf_plot_reference(&plot);
}

void nf_draw_marks(struct nf_text *text)
{
    static const char *const shapes[NF_MAX_SERIES] = {
        "<circle r=\"1\"/>",
        "<path d=\"M-.9-.9h1.8v1.8h-1.8z\"/>",
        "<path d=\"M0-1.33L-1.2.75h2.4z\"/>",
        "<path d=\"M0-1.35L1.1 0 0 1.35-1.1 0z\"/>",
        "<path d=\"M0 1.33L-1.2-.75h2.4z\"/>",
        "<path d=\"M0-1.3L1.25-.4.77 1.07h-1.54L-1.25-.4z\"/>",
    };
    nf_text_string(text, "<svg class=\"marks\" width=\"0\" height=\"0\" aria-hidden=\"true\" "
                         "focusable=\"false\"><defs>");
    for (size_t i = 0; i < NF_MAX_SERIES; i++)
        nf_text_format(text, "<g id=\"mark-%zu\">%s</g>", i + 1, shapes[i]);
    nf_text_string(text, "</defs></svg>\n");
}
