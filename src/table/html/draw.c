#include "table/html/draw.h"

#include "base/lang.h"
#include "table/grid.h"
#include "table/html/markup.h"
#include "table/html/plot.h"

#include <assert.h>
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

/* Appends the name of row `row`: "3", "256 to 257"; of a heat map of its row or column. */
static void put_label(struct nf_text *text, const struct nf_drawn *drawn, size_t row)
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
    put_label(words, drawn, row);
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

/* ---- figures: a chart with its caption and its table ---- */

/* Letters of a drawing shrink with it, so each screen gets a drawing of about its size. */
static const struct size {
    const char *name;
    struct nf_canvas plain, heat;
} sizes[] = {
    {"wide", {720, 330, 13}, {600, 560, 13}},
    {"narrow", {340, 290, 12}, {340, 330, 12}},
};
enum { SIZES = sizeof sizes / sizeof *sizes };

static const char *title_of(const struct nf_drawn *drawn)
{
    return drawn->chart->title != NULL ? drawn->chart->title : drawn->table->about.title;
}

static const struct nf_column *column_of(const struct nf_drawn *drawn, size_t s)
{
    return &drawn->table->columns[drawn->values[s]];
}

/* A number in the chart's way. */
static void print_chart_number(struct nf_text *text, const struct nf_drawn *drawn, double number)
{
    nf_grid_number(text, column_of(drawn, 0),
                   &(struct nf_cell){.is = NF_CELL_NUMBER, .number = number});
}

/* ---- in words ---- */

static void put_extreme(struct nf_text *words, const struct nf_drawn *drawn, bool most)
{
    size_t row = 0, series = 0;
    double best = NAN;
    for (size_t s = 0; s < drawn->series; s++)
        for (size_t i = 0; i < drawn->rows; i++) {
            const double number = nf_table_cell(drawn->table, i, drawn->values[s])->number;
            if (isnan(number) || (most ? number <= best : number >= best))
                continue;
            best = number;
            row = i;
            series = s;
        }
    struct nf_text number = {0}, label = {0};
    print_chart_number(&number, drawn, best);
    put_label(&label, drawn, row);
    const int digits = (int)number.size, length = (int)label.size;
    if (drawn->series > 1)
        nf_text_format(
            words, most ? _(" Highest: %.*s at %.*s of %s.") : _(" Lowest: %.*s at %.*s of %s."),
            digits, number.data, length, label.data, column_of(drawn, series)->title);
    else
        nf_text_format(words, most ? _(" Highest: %.*s at %.*s.") : _(" Lowest: %.*s at %.*s."),
                       digits, number.data, length, label.data);
    nf_text_free_part(&number, words);
    nf_text_free_part(&label, words);
}

/* What the drawing shows, for those who do not see it. */
static void describe_drawing(struct nf_text *words, const struct nf_drawn *drawn)
{
    static const char *const kinds[] = {
        [NF_DOTS] = /* xgettext:no-c-format */ N_("Dots with 95% intervals"),
        [NF_BARS] = N_("Bars"),
        [NF_HISTOGRAM] = N_("Bars"),
        [NF_LINE] = N_("A line"),
        [NF_AREAS] = N_("Areas"),
        [NF_STRIPS] = N_("Horizontal bars"),
        [NF_HEAT] = N_("Coloured cells"),
    };
    nf_text_format(words, _("%s: %s, by %s."), _(kinds[drawn->kind]), drawn->chart->y,
                   drawn->chart->x);
    put_extreme(words, drawn, false);
    put_extreme(words, drawn, true);
    if (drawn->chart->reference_is != NULL) {
        struct nf_text number = {0};
        print_chart_number(&number, drawn, drawn->chart->reference);
        nf_text_format(words, _(" For comparison: %.*s %s."), (int)number.size, number.data,
                       drawn->chart->reference_is);
        nf_text_free_part(&number, words);
    }
    if (drawn->chart->kink_is != NULL)
        nf_text_format(words, _(" At %.6g: %s."), drawn->chart->kink, drawn->chart->kink_is);
    nf_text_string(words, _(" All numbers are in the table below."));
}

/* ---- the key ---- */

static void put_heat_key(struct nf_text *text, const struct nf_drawn *drawn)
{
    const struct nf_heat_scale scale = nf_heat_scale_of(drawn);
    /* Shares may not fall below nothing, nor do the colours that would stand for it help. */
    for (unsigned level = 0; level < NF_HEAT_LEVELS; level++) {
        const double value = scale.middle + ((double)level - NF_HEAT_LEVELS / 2) * scale.step;
        if (drawn->percent && (value < -scale.step / 2 || value > 1 + scale.step / 2))
            continue;
        nf_text_format(text, "<li><span class=\"swatch h%u\"></span>", level);
        nf_text_format(text, drawn->percent ? "%.1f%%" : "%.4g",
                       drawn->percent ? 100 * fmax(value, 0) : value);
        nf_text_string(text, "</li>\n");
    }
}

/* A line of dashes: what stands there, without its number, which the axis and pointing tell. */
static void put_dashes(struct nf_text *text, const char *is)
{
    if (is == NULL)
        return;
    nf_text_string(text, "<li><span class=\"dashes\"></span>");
    nf_html_text(text, is);
    nf_text_string(text, "</li>\n");
}

static void put_series_key(struct nf_text *text, const struct nf_drawn *drawn)
{
    for (size_t s = 0; drawn->series > 1 && s < drawn->series; s++) {
        if (drawn->kind == NF_DOTS)
            nf_text_format(text,
                           "<li><svg class=\"mark s%zu\" viewBox=\"-2 -2 4 4\" "
                           "aria-hidden=\"true\"><use href=\"#mark-%zu\"/></svg>",
                           s + 1, s + 1);
        else
            nf_text_format(text, "<li><span class=\"swatch s%zu\"></span>", s + 1);
        nf_html_text(text, column_of(drawn, s)->title);
        nf_text_string(text, "</li>\n");
    }
}

static void put_figure_key(struct nf_text *text, const struct nf_drawn *drawn)
{
    const struct nf_chart *const chart = drawn->chart;
    const bool heat = drawn->kind == NF_HEAT;
    if (!heat && drawn->series == 1 && chart->reference_is == NULL && chart->expected_is == NULL)
        return;
    nf_text_format(text, "<ul class=\"key%s\">\n", heat ? " scale" : "");
    if (heat) {
        put_heat_key(text, drawn);
    } else {
        put_series_key(text, drawn);
        put_dashes(text, chart->reference_is);
        put_dashes(text, chart->expected_is);
    }
    nf_text_string(text, "</ul>\n");
}

/* ---- the figure ---- */

static void put_drawing(struct nf_text *text, const struct nf_drawn *drawn, const char *id,
                        const struct size *size, const struct nf_text *words)
{
    const struct nf_canvas *const canvas = drawn->kind == NF_HEAT ? &size->heat : &size->plain;
    nf_text_format(text,
                   "<svg id=\"%s-%s\" class=\"%s\" role=\"img\" aria-labelledby=\"%s-%s-t "
                   "%s-%s-d\" viewBox=\"0 0 %.0f %.0f\" font-size=\"%.0f\"><title id=\"%s-%s-t\">",
                   id, size->name, size->name, id, size->name, id, size->name, canvas->width,
                   nf_draw_height(drawn, canvas), canvas->font, id, size->name);
    nf_html_text(text, title_of(drawn));
    nf_text_format(text, "</title><desc id=\"%s-%s-d\">", id, size->name);
    nf_html_bytes(text, words->data, words->size);
    nf_text_string(text, "</desc>\n");
    nf_draw(text, drawn, canvas);
    nf_text_string(text, "</svg>\n");
}

void nf_figure_put(struct nf_text *text, const struct nf_drawn *drawn, const char *prefix,
                   bool numbers)
{
    char id[128];
    struct nf_text words = {0};
    const char *const about = drawn->chart->about != NULL ? drawn->chart->about : "";
    snprintf(id, sizeof id, "%s-%s-%s%s", prefix, drawn->table->about.name, drawn->chart->values[0],
             drawn->chart->log ? "-log" : "");
    describe_drawing(&words, drawn);
    nf_text_format(text, "<figure id=\"%s\" class=\"%s\">\n<figcaption><h3>", id,
                   drawn->kind == NF_HEAT ? "heat" : "plain");
    nf_html_text(text, title_of(drawn));
    nf_text_string(text, "</h3><p>");
    nf_html_text(text, about);
    nf_text_string(text, "</p></figcaption>\n");
    for (size_t i = 0; i < SIZES; i++)
        put_drawing(text, drawn, id, &sizes[i], &words);
    put_figure_key(text, drawn);
    if (numbers) {
        nf_text_format(text, "<details><summary>%s</summary>\n", _("Numbers"));
        snprintf(id, sizeof id, "%s-%s-numbers", prefix, drawn->table->about.name);
        nf_html_table(text, id, drawn->table);
        nf_text_string(text, "</details>\n");
    }
    nf_text_string(text, "</figure>\n");
    nf_text_free_part(&words, text);
}
