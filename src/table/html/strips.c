/* Horizontal bars, a row of the table each. */
#include "table/html/plot.h"

#include <math.h>
#include <string.h>

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
