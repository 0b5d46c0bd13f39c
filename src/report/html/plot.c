#include "report/html/plot.h"

#include "report/grid.h"
#include "report/html/markup.h"

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

/* Dots use the height there is: a twentieth of it stays free above and below. Bars and lines stand
 * on zero. */
void nf_plot_range(struct nf_plot *plot)
{
    const struct nf_drawn *const drawn = plot->drawn;
    double low = INFINITY, high = -INFINITY;
    for (size_t row = 0; row < drawn->rows; row++)
        for (size_t s = 0; s < drawn->series; s++) {
            const struct nf_cell *const cell = nf_plot_cell(drawn, s, row);
            /* fmin and fmax pass over what is not a number. */
            low = fmin(low, shown(plot, fmin(cell->number, cell->low)));
            high = fmax(high, shown(plot, fmax(cell->number, cell->high)));
        }
    if (drawn->chart->reference_is != NULL) {
        low = fmin(low, shown(plot, drawn->chart->reference));
        high = fmax(high, shown(plot, drawn->chart->reference));
    }
    const bool zoomed = drawn->kind == NF_DOTS, positive = low >= 0;
    const bool whole = drawn->percent && high <= 100;
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
    if (zoomed && whole && plot->high > 100)
        plot->high = 100;
    plot->step = nf_plot_step((plot->high - plot->low) / 6, false);
}

double nf_plot_y(const struct nf_plot *plot, double value)
{
    const double part = (shown(plot, value) - plot->low) / (plot->high - plot->low);
    return plot->bottom - part * (plot->bottom - plot->top);
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
    plot->text->failed |= words.failed;
    nf_text_free(&words);
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
    const double near = fabs(value) < plot->step / 1e6 ? 0 : value;
    snprintf(label, NF_PLOT_LABEL, sign && near != 0 ? "%+.6g%s" : "%.6g%s", near,
             drawn->percent ? "%" : "");
}

void nf_plot_y_axis(struct nf_plot *plot)
{
    const double font = plot->canvas->font;
    char label[NF_PLOT_LABEL];
    size_t longest = 0;
    const double from = ceil(plot->low / plot->step - 1e-9) * plot->step;
    for (double tick = from; tick <= plot->high + plot->step / 1e6; tick += plot->step) {
        put_tick_text(plot, tick, label);
        longest = strlen(label) > longest ? strlen(label) : longest;
    }
    plot->left = 0.68 * font * (double)longest + 1.2 * font;
    for (double tick = from; tick <= plot->high + plot->step / 1e6; tick += plot->step) {
        const double y = plot->bottom -
                         (tick - plot->low) / (plot->high - plot->low) * (plot->bottom - plot->top);
        nf_text_format(plot->text, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", plot->left, y,
                       plot->right);
        put_tick_text(plot, tick, label);
        nf_plot_text(plot, plot->left - font / 2, y + 0.35 * font, " text-anchor=\"end\"", label);
    }
    nf_plot_text(plot, 0, 1.1 * font, "", plot->drawn->chart->y);
}

void nf_plot_reference(const struct nf_plot *plot)
{
    if (plot->drawn->chart->reference_is != NULL)
        nf_text_format(plot->text, "<path class=\"reference\" d=\"M%.1f %.1fH%.1f\"/>\n",
                       plot->left, nf_plot_y(plot, plot->drawn->chart->reference), plot->right);
}

void nf_plot_x_axis(const struct nf_plot *plot, bool line)
{
    if (line)
        nf_text_format(plot->text, "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", plot->left,
                       plot->bottom, plot->right);
    nf_plot_text(plot, (plot->left + plot->right) / 2,
                 plot->canvas->height - 0.4 * plot->canvas->font, " text-anchor=\"middle\"",
                 plot->drawn->chart->x);
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
        snprintf(label, sizeof label, "%.6g", tick);
        nf_plot_text(plot, nf_plot_x(plot, tick), plot->bottom + 1.3 * font,
                     " text-anchor=\"middle\"", label);
    }
}
