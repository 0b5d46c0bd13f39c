#include "table/html/plot.h"

#include "table/grid.h"
#include "table/html/markup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct nf_cell *nf_plot_cell(const struct nf_drawn *drawn, size_t s, size_t row)
{
    return nf_table_cell(drawn->table, row, drawn->values[s]);
}

/* ---- scales ---- */

/* The least of 1, 2, 5 (and for heat maps some between) times a power of ten that is not below. */
double nf_plot_step(double least, bool fine)
{
    static const double coarse_steps[] = {1, 2, 5, 10},
                        fine_steps[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 10};
    const double *step = fine ? fine_steps : coarse_steps;
    const double power = pow(10, floor(log10(least)));
    while (*step < 10 && *step * power < least * (1 - 1e-9))
        step++;
    return *step * power;
}

static double shown(const struct nf_plot *plot, double value)
{
    return (plot->drawn->percent ? 100 : 1) * value;
}

/* Whether series are parts of a whole, one behind the other. */
static bool is_stacked(const struct nf_drawn *drawn)
{
    return drawn->kind == NF_AREAS || (drawn->kind == NF_STRIPS && drawn->series > 1);
}

/* The least and the largest value that is drawn; for stacked ones the largest sum. With a
 * logarithmic axis the least is the least above 0, and the ends of intervals do not count. */
static void find_extent(const struct nf_plot *plot, double *low, double *high)
{
    const struct nf_drawn *const drawn = plot->drawn;
    const bool log = drawn->chart->log;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t row = 0; row < drawn->rows; row++) {
        double sum = 0;
        for (size_t s = 0; s < drawn->series; s++) {
            const struct nf_cell *const cell = nf_plot_cell(drawn, s, row);
            sum += isfinite(cell->number) ? cell->number : 0;
            /* fmin and fmax pass over what is not a number. */
            const double least = fmin(cell->number, log ? cell->number : cell->low);
            if (!log || least > 0)
                *low = fmin(*low, shown(plot, least));
            *high = fmax(*high, shown(plot, fmax(cell->number, log ? cell->number : cell->high)));
        }
        if (is_stacked(drawn))
            *high = fmax(*high, shown(plot, sum));
        if (drawn->chart->expected != NULL)
            *high =
                fmax(*high, shown(plot, nf_table_cell(drawn->table, row, drawn->expected)->number));
    }
    if (drawn->chart->reference_is != NULL) {
        *low = fmin(*low, shown(plot, drawn->chart->reference));
        *high = fmax(*high, shown(plot, drawn->chart->reference));
    }
}

/* Whole powers of ten, ticks at no more than about six of them. */
static void log_range(struct nf_plot *plot, double low, double high)
{
    const bool any = low > 0 && isfinite(low) && high >= low;
    const double from = floor(log10(any ? low : 0.1) + 1e-9);
    const double to = fmax(ceil(log10(any ? high : 1) - 1e-9), from + 1);
    plot->low = pow(10, from);
    plot->high = pow(10, to);
    plot->step = pow(10, ceil((to - from) / 6));
}

/* Dots use the height there is: a twentieth of it stays free above and below. Bars and lines stand
 * on zero. */
void nf_plot_range(struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    double low, high;
    find_extent(plot, &low, &high);
    if (drawn->chart->log) {
        log_range(plot, low, high);
        return;
    }
    const bool zoomed = drawn->kind == NF_DOTS, positive = low >= 0;
    const bool whole = drawn->percent && high <= 100 + 1e-9;
    if (!zoomed) {
        low = fmin(low, 0);
        high = fmax(high, 0);
    }
    /* Of values that differ by less than their last digits none is far from the others. */
    const double near = 1e-9 * fmax(fabs(low), fabs(high));
    const double span = high - low > near ? high - low : fmax(fabs(high) / 10, 1e-3);
    plot->high = high + span / 20;
    plot->low = low - (zoomed || low < 0 ? span / 20 : 0);
    if (positive && plot->low < 0)
        plot->low = 0;
    if (whole && (is_stacked(drawn) || (zoomed && plot->high > 100)))
        plot->high = 100;
    plot->step = nf_plot_step((plot->high - plot->low) / 6, false);
}

double nf_plot_part(const struct nf_plot *plot, double value)
{
    if (plot->drawn->chart->log)
        return fmax(0, log(fmax(shown(plot, value), plot->low) / plot->low) /
                           log(plot->high / plot->low));
    return (shown(plot, value) - plot->low) / (plot->high - plot->low);
}

double nf_plot_y(const struct nf_plot *plot, double value)
{
    return plot->bottom - nf_plot_part(plot, value) * (plot->bottom - plot->top);
}

/* The middle of the place of row `i` of `count`. */
double nf_plot_place(const struct nf_plot *plot, size_t i, size_t count)
{
    return plot->left + ((double)i + 0.5) * (plot->right - plot->left) / (double)count;
}

double nf_plot_x(const struct nf_plot *plot, double x)
{
    const double span = plot->last > plot->first ? plot->last - plot->first : 1;
    return plot->left + (x - plot->first) / span * (plot->right - plot->left);
}

/* ---- words ---- */

void nf_plot_text(const struct nf_plot *plot, double x, double y, const char *attributes,
                  const char *words)
{
    nf_text_format(plot->text, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, attributes);
    nf_html_text(plot->text, words);
    nf_text_string(plot->text, "</text>\n");
}

static void copy_key(const struct nf_plot *plot, size_t row, size_t key, char label[NF_PLOT_LABEL])
{
    struct nf_text words = {0};
    const struct nf_table *const table = plot->drawn->table;
    nf_grid_number(&words, &table->columns[key], nf_table_cell(table, row, key));
    snprintf(label, NF_PLOT_LABEL, "%.*s", (int)words.size, words.data == NULL ? "" : words.data);
    nf_text_free_part(&words, plot->text);
}

void nf_plot_row_label(const struct nf_plot *plot, size_t i, char label[NF_PLOT_LABEL])
{
    copy_key(plot, i, 0, label);
}

void nf_plot_across_label(const struct nf_plot *plot, size_t i, char label[NF_PLOT_LABEL])
{
    copy_key(plot, i, 1, label);
}

void nf_plot_down_label(const struct nf_plot *plot, size_t i, char label[NF_PLOT_LABEL])
{
    copy_key(plot, i * plot->columns, 0, label);
}

/* Numbers may be left out where there is no room for all, names may not. Of consecutive numbers
 * round ones are kept. */
struct nf_labels nf_plot_labels(const struct nf_plot *plot, size_t count, double room, bool below,
                                nf_label_of *label_at)
{
    static const size_t steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 0};
    struct nf_labels labels = {.by_number = true};
    bool numbers = true;
    long first = 0;
    for (size_t i = 0; i < count; i++) {
        char label[NF_PLOT_LABEL], *end;
        label_at(plot, i, label);
        if (strlen(label) > labels.longest)
            labels.longest = strlen(label);
        const long number = strtol(label, &end, 10);
        first = i == 0 ? number : first;
        numbers &= *end == '\0' && end > label;
        labels.by_number &= number == first + (long)i;
    }
    const double needed = (below ? 0.62 * (double)labels.longest + 0.8 : 1.25) * plot->canvas->font;
    size_t i = 0;
    while (steps[i + 1] != 0 && (double)steps[i] * room / (double)count < needed)
        i++;
    labels.step = steps[i];
    labels.by_number &= numbers;
    labels.upright = below && !numbers && labels.step > 1;
    if (labels.upright)
        labels.step = 1;
    return labels;
}

bool nf_plot_written(const struct nf_labels *labels, size_t i, const char *label)
{
    const size_t number = (size_t)strtol(label, NULL, 10);
    if (!labels->by_number)
        return i % labels->step == 0;
    const size_t next = (labels->step - number % labels->step) % labels->step;
    return next == 0 || (i == 0 && 2 * next > labels->step);
}

/* ---- axes ---- */

static void put_tick_text(const struct nf_plot *plot, double value, char label[NF_PLOT_LABEL])
{
    const struct nf_drawn *const drawn = plot->drawn;
    const bool sign = drawn->table->columns[drawn->values[0]].kind == NF_DIFFERENCE;
    const char *const unit = drawn->percent ? "%" : "";
    if (drawn->chart->log) { /* no powers of ten */
        snprintf(label, NF_PLOT_LABEL, "%.*f%s", (int)fmax(0, round(-log10(value))), value, unit);
        return;
    }
    const double near = fabs(value) < plot->step / 1e6 ? 0 : value;
    snprintf(label, NF_PLOT_LABEL, sign && near != 0 ? "%+.6g%s" : "%.6g%s", near, unit);
}

void nf_plot_ticks(const struct nf_plot *plot, nf_put_tick *put)
{
    const bool log = plot->drawn->chart->log;
    char label[NF_PLOT_LABEL];
    const double from = log ? plot->low : ceil(plot->low / plot->step - 1e-9) * plot->step;
    const double to = log ? plot->high * (1 + 1e-6) : plot->high + plot->step / 1e6;
    for (double tick = from; tick <= to; tick = log ? tick * plot->step : tick + plot->step) {
        put_tick_text(plot, tick, label);
        put(plot, plot->drawn->percent ? tick / 100 : tick, label);
    }
}

static void leave_room(const struct nf_plot *plot, double value, const char *label)
{
    (void)value;
    *plot->longest = strlen(label) > *plot->longest ? strlen(label) : *plot->longest;
}

static void put_y_tick(const struct nf_plot *plot, double value, const char *label)
{
    const double y = nf_plot_y(plot, value), font = plot->canvas->font;
    nf_text_format(plot->text, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", plot->left, y,
                   plot->right);
    nf_plot_text(plot, plot->left - font / 2, y + 0.35 * font, " text-anchor=\"end\"", label);
}

void nf_plot_y_axis(struct nf_plot *plot)
{
    const double font = plot->canvas->font;
    size_t longest = 0;
    plot->longest = &longest;
    nf_plot_ticks(plot, leave_room);
    plot->left = 0.68 * font * (double)longest + 1.2 * font;
    nf_plot_ticks(plot, put_y_tick);
    nf_plot_text(plot, 0, 1.1 * font, "", plot->drawn->chart->y);
}

void nf_plot_reference(const struct nf_plot *plot)
{
    if (plot->drawn->chart->reference_is != NULL)
        nf_text_format(plot->text, "<path class=\"reference\" d=\"M%.1f %.1fH%.1f\"/>\n",
                       plot->left, nf_plot_y(plot, plot->drawn->chart->reference), plot->right);
}

/* Its words stand at the side that has more room. */
void nf_plot_kink(const struct nf_plot *plot)
{
    const struct nf_chart *const chart = plot->drawn->chart;
    if (chart->kink_is == NULL || chart->kink <= plot->first || chart->kink >= plot->last)
        return;
    const double x = nf_plot_x(plot, chart->kink), font = plot->canvas->font;
    const bool right = x < (plot->left + plot->right) / 2;
    nf_text_format(plot->text, "<path class=\"reference\" d=\"M%.1f %.1fV%.1f\"/>\n", x, plot->top,
                   plot->bottom);
    nf_plot_text(plot, x + (right ? font / 2 : -font / 2), plot->top + font,
                 right ? "" : " text-anchor=\"end\"", chart->kink_is);
}

void nf_plot_x_axis(const struct nf_plot *plot, bool line)
{
    if (line)
        nf_text_format(plot->text, "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", plot->left,
                       plot->bottom, plot->right);
    nf_plot_x_title(plot, plot->drawn->chart->x);
}

void nf_plot_x_title(const struct nf_plot *plot, const char *words)
{
    nf_plot_text(plot, (plot->left + plot->right) / 2,
                 nf_draw_height(plot->drawn, plot->canvas) - 0.4 * plot->canvas->font,
                 " text-anchor=\"middle\"", words);
}

/* Labels below the places of the rows. */
void nf_plot_x_labels(const struct nf_plot *plot, const struct nf_labels *labels, size_t count,
                      nf_label_of *label_at)
{
    const double font = plot->canvas->font;
    for (size_t i = 0; i < count; i++) {
        char label[NF_PLOT_LABEL], attributes[96] = " text-anchor=\"middle\"";
        const double x = nf_plot_place(plot, i, count), y = plot->bottom + 1.3 * font;
        label_at(plot, i, label);
        if (labels->upright)
            snprintf(attributes, sizeof attributes,
                     " text-anchor=\"end\" transform=\"rotate(-90 %.1f %.1f)\"", x,
                     plot->bottom + 0.5 * font);
        if (labels->upright)
            nf_plot_text(plot, x, plot->bottom + 0.85 * font, attributes, label);
        else if (nf_plot_written(labels, i, label))
            nf_plot_text(plot, x, y, attributes, label);
    }
}

void nf_plot_x_numbers(const struct nf_plot *plot)
{
    const double font = plot->canvas->font;
    const double ticks = (plot->right - plot->left) / (5 * font);
    const double span = plot->last > plot->first ? plot->last - plot->first : 1;
    const double step = fmax(nf_plot_step(span / ticks, false), 1);
    for (double tick = ceil(plot->first / step) * step; tick <= plot->last; tick += step) {
        char label[NF_PLOT_LABEL];
        snprintf(label, sizeof label, "%.6g", tick + 0.0); /* no -0 */
        nf_plot_text(plot, nf_plot_x(plot, tick), plot->bottom + 1.3 * font,
                     " text-anchor=\"middle\"", label);
    }
}
