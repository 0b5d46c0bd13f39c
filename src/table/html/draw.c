#include "table/html/draw.h"

#include "base/lang.h"
#include "table/grid.h"
#include "table/html/markup.h"
#include "table/html/plot.h"

#include <assert.h>
#include <math.h>

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
    if (drawn->chart->expected != NULL)
        drawn->expected = nf_table_column(table, drawn->chart->expected);
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
        nf_text_string(text, drawn->kind == NF_HEAT ? _(", ") : _(" to "));
        put_key(text, drawn, row, 1);
    }
}

/* ---- what pointing shows ---- */

static void put_value(struct nf_text *words, const struct nf_drawn *drawn, size_t row,
                      size_t column)
{
    const struct nf_column *const of = &drawn->table->columns[column];
    const struct nf_cell *const cell = nf_table_cell(drawn->table, row, column);
    nf_grid_number(words, of, cell);
    if (isfinite(cell->low)) {
        struct nf_text interval = {0};
        nf_grid_interval(&interval, of, cell);
        nf_text_format(words, _(" (%.*s)"), (int)interval.size, interval.data);
        nf_text_free_part(&interval, words);
    }
}

/* "seat 3: 20.042% (19.993 .. 20.092%)", of several series a line each. */
static void put_values(struct nf_text *words, const struct nf_drawn *drawn, size_t s, size_t row)
{
    const struct nf_column *const columns = drawn->table->columns;
    const bool all = s == NF_ALL_SERIES && drawn->series > 1;
    if (drawn->kind != NF_HEAT && nf_table_cell(drawn->table, row, 0)->is == NF_CELL_COUNT)
        nf_text_format(words, "%s ", columns[0].title);
    nf_drawn_label(words, drawn, row);
    for (size_t i = s == NF_ALL_SERIES ? 0 : s; i < drawn->series; i++) {
        nf_text_string(words, all ? "\n" : _(": "));
        if (drawn->series > 1)
            nf_text_format(words, "%s ", columns[drawn->values[i]].title);
        put_value(words, drawn, row, drawn->values[i]);
        if (!all)
            break;
    }
    if (drawn->chart->expected != NULL) {
        nf_text_format(words, "\n%s ", drawn->chart->expected_is);
        put_value(words, drawn, row, drawn->expected);
    }
    if (drawn->kind != NF_HEAT && drawn->chart->reference_is != NULL) {
        const struct nf_cell reference = {.is = NF_CELL_NUMBER, .number = drawn->chart->reference};
        nf_text_format(words, "\n%s ", drawn->chart->reference_is);
        nf_grid_number(words, &columns[drawn->values[0]], &reference);
    }
}

void nf_plot_hit(const struct nf_plot *plot, size_t s, size_t row, double x, double y, double width,
                 double height)
{
    struct nf_text words = {0};
    put_values(&words, plot->drawn, s, row);
    nf_text_format(
        plot->text,
        "<rect class=\"hit\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>", x, y,
        width, height);
    nf_html_bytes(plot->text, words.data, words.size);
    nf_text_string(plot->text, "</title></rect>\n");
    nf_text_free_part(&words, plot->text);
}

/* ---- all ---- */

static bool has_numbers(const struct nf_drawn *drawn)
{
    return drawn->kind == NF_HISTOGRAM || drawn->kind == NF_LINE || drawn->kind == NF_AREAS;
}

void nf_plot_ends(const struct nf_drawn *drawn, size_t row, double *from, double *to)
{
    const double first = nf_table_cell(drawn->table, row, 0)->number;
    const double last =
        drawn->table->keys < 2 ? first : nf_table_cell(drawn->table, row, 1)->number;
    const bool bar = drawn->kind == NF_HISTOGRAM;
    *from = bar ? first - 0.5 : (first + last) / 2;
    *to = bar ? last + 0.5 : (first + last) / 2;
}

double nf_draw_height(const struct nf_drawn *drawn, const struct nf_canvas *canvas)
{
    return drawn->kind == NF_STRIPS ? canvas->font * (5.6 + 2.8 * (double)drawn->rows)
                                    : canvas->height;
}

static void put_marks(const struct nf_plot *plot)
{
    switch (plot->drawn->kind) {
    case NF_DOTS: nf_plot_dots(plot); break;
    case NF_BARS: nf_plot_bars(plot); break;
    case NF_HISTOGRAM: nf_plot_histogram(plot); break;
    case NF_LINE: nf_plot_lines(plot); break;
    case NF_AREAS: nf_plot_areas(plot); break;
    default: assert(false); /* others are drawn elsewhere */
    }
}

void nf_draw(struct nf_text *text, const struct nf_drawn *drawn, const struct nf_canvas *canvas)
{
    const double font = canvas->font;
    struct nf_labels labels = {0};
    double ignored;
    struct nf_plot plot = {
        .text = text,
        .drawn = drawn,
        .canvas = canvas,
        .right = canvas->width - font,
        .top = 2.3 * font,
        .bottom = nf_draw_height(drawn, canvas) - 3.3 * font,
    };
    if (drawn->kind == NF_HEAT) {
        nf_plot_heat(&plot);
        return;
    }
    nf_plot_range(&plot);
    if (drawn->kind == NF_STRIPS) {
        nf_plot_strips(&plot);
        return;
    }
    if (has_numbers(drawn)) {
        nf_plot_ends(drawn, 0, &plot.first, &ignored);
        nf_plot_ends(drawn, drawn->rows - 1, &ignored, &plot.last);
    } else {
        labels = nf_plot_labels(&plot, drawn->rows, plot.right - 4 * font, true, nf_plot_row_label);
        if (labels.upright)
            plot.bottom -= 0.62 * font * (double)labels.longest - font;
    }
    nf_plot_y_axis(&plot);
    nf_plot_x_axis(&plot, true);
    if (has_numbers(drawn))
        nf_plot_x_numbers(&plot);
    else
        nf_plot_x_labels(&plot, &labels, drawn->rows, nf_plot_row_label);
    put_marks(&plot);
    nf_plot_reference(&plot);
    nf_plot_kink(&plot);
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
