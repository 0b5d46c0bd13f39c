/* Heat maps. */
#include "table/html/plot.h"

#include <math.h>
#include <stdio.h>

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
