#include "report/html/plot.h"

#include "report/html/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERED = 8 }; /* columns of a heat map whose cells have room for numbers */

/* A chart being drawn. */
struct plot {
    struct nf_text *script;
    const struct nf_chart *chart;
    const struct nf_canvas *canvas;
    double factor; /* of values: shares are drawn as percentages */
};

/* ---- words of gnuplot's ---- */

/* A text in single quotes, in which gnuplot knows nothing special but the quote. */
static void put_quoted(struct nf_text *script, const char *words)
{
    nf_text_string(script, "'");
    for (; *words != '\0'; words++) {
        const char c = (unsigned char)*words < ' ' ? ' ' : *words;
        nf_text_bytes(script, c == '\'' ? "''" : &c, c == '\'' ? 2 : 1);
    }
    nf_text_string(script, "'");
}

static void put_ink(struct nf_text *script, unsigned ink)
{
    nf_text_format(script, " rgb '#%06x'", nf_ink_code(ink));
}

static unsigned series_ink(size_t series)
{
    return NF_INK_SERIES + (unsigned)(series % NF_INK_MAX_SERIES);
}

/* ---- axes ---- */

static double value_of(const struct plot *plot, double value)
{
    return plot->factor * value;
}

/* The least and the largest value, intervals and reference included. */
static void find_range(const struct plot *plot, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t s = 0; s < plot->chart->count; s++)
        for (size_t i = 0; i < plot->chart->series[s].count; i++) {
            const struct nf_chart_point *const point = &plot->chart->series[s].points[i];
            /* fmin and fmax pass over what is not a number. */
            *low = fmin(*low, value_of(plot, fmin(point->value, point->low)));
            *high = fmax(*high, value_of(plot, fmax(point->value, point->high)));
        }
    *low = fmin(*low, value_of(plot, plot->chart->about.reference));
    *high = fmax(*high, value_of(plot, plot->chart->about.reference));
    if (!isfinite(*low) || !isfinite(*high))
        *low = *high = 0;
}

/* Dots use the height there is: a twentieth of it stays free above and below. Bars and lines
 * stand on zero. */
static void put_range(const struct plot *plot)
{
    double low, high;
    find_range(plot, &low, &high);
    const bool zoomed = plot->chart->about.kind == NF_CHART_DOTS;
    const bool positive = low >= 0, whole = plot->chart->about.share && high <= 100;
    if (!zoomed)
        low = fmin(low, 0);
    const double span = high > low ? high - low : fmax(fabs(high) / 10, 1e-3);
    high += span / 20;
    low -= zoomed || low < 0 ? span / 20 : 0;
    if (positive && low < 0)
        low = 0;
    if (zoomed && whole && high > 100)
        high = 100;
    nf_text_format(plot->script, "set yrange [%.10g:%.10g]\n", low, high);
}

/* Every how many labels, each of that many times the height of letters wide, one can be written
 * without touching the next. */
static long stride(size_t labels, double ems, const struct plot *plot)
{
    static const long steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500};
    const double room = plot->canvas->width - 6.0 * plot->canvas->font;
    const double needed = (double)labels * ems * plot->canvas->font / room;
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof *steps && (double)steps[i] < needed)
        i++;
    return steps[i];
}

/* Whether the labels are whole numbers with round ones among them. Of primes, for instance, hardly
 * any are. */
static bool have_round(const struct plot *plot, size_t count, long step,
                       const char *(*label)(const struct plot *, size_t))
{
    size_t round = 0;
    for (size_t i = 0; i < count; i++) {
        char *end;
        const long number = strtol(label(plot, i), &end, 10);
        if (end == label(plot, i) || *end != '\0' || number < 0)
            return false;
        round += number % step == 0;
    }
    return 2 * round * (size_t)step >= count;
}

/* Whether label `i` is written: of consecutive numbers round ones, and the first where there is
 * room before them; of others every `step`th. */
static bool is_written(const char *label, size_t i, long step, bool by_number)
{
    const long number = strtol(label, NULL, 10);
    if (!by_number)
        return (long)i % step == 0;
    return number % step == 0 || (i == 0 && 2 * (step - number % step) > step);
}

static bool all_numbers(const struct plot *plot, size_t count,
                        const char *(*label)(const struct plot *, size_t))
{
    for (size_t i = 0; i < count; i++)
        if (strspn(label(plot, i), "+-0123456789") != strlen(label(plot, i)))
            return false;
    return true;
}

/* One tic of an axis for each of `count` labels; label(plot, i) tells them. */
static void put_labels(const struct plot *plot, const char *axis, size_t count,
                       const char *(*label)(const struct plot *, size_t))
{
    size_t longest = 0;
    for (size_t i = 0; i < count; i++)
        longest = strlen(label(plot, i)) > longest ? strlen(label(plot, i)) : longest;
    /* Rows of letters lie one above the other, however long. */
    long step = stride(count, *axis == 'x' ? (double)longest * 0.62 + 0.7 : 1.3, plot);
    /* Numbers may be left out, names may not: they stand upright where there is no room. */
    if (step > 1 && !all_numbers(plot, count, label)) {
        step = stride(count, 1.15, plot);
        nf_text_format(plot->script, "set %s rotate by 90 right\n", axis);
    }
    bool first = true;
    const bool by_number = have_round(plot, count, step, label);
    nf_text_format(plot->script, "set %s (", axis);
    for (size_t i = 0; i < count; i++)
        if (is_written(label(plot, i), i, step, by_number)) {
            nf_text_string(plot->script, first ? "" : ", ");
            put_quoted(plot->script, label(plot, i));
            nf_text_format(plot->script, " %zu", i);
            first = false;
        }
    nf_text_string(plot->script, ")\n");
}

static const char *point_label(const struct plot *plot, size_t i)
{
    return plot->chart->series[0].points[i].label;
}

static const char *row_label(const struct plot *plot, size_t i)
{
    return plot->chart->series[i].name;
}

static void put_axis_title(const struct plot *plot, const char *axis, const char *words)
{
    nf_text_format(plot->script, "set %s ", axis);
    put_quoted(plot->script, words);
    nf_text_format(plot->script, " noenhanced offset %s textcolor", *axis == 'x' ? "0,0.4" : "0,0");
    put_ink(plot->script, NF_INK_TEXT);
    nf_text_string(plot->script, "\n");
}

static void put_frame(const struct plot *plot)
{
    struct nf_text *const script = plot->script;
    nf_text_format(script,
                   "reset\nset terminal svg size %d,%d dynamic noenhanced font 'sans-serif,%d'\n"
                   "set encoding utf8\nset border 1 lt 1 lw 1 lc",
                   plot->canvas->width, plot->canvas->height, plot->canvas->font);
    put_ink(script, NF_INK_AXIS);
    nf_text_string(script, "\nunset key\nset style fill solid 1.0 noborder\nset tics nomirror out "
                           "textcolor");
    put_ink(script, NF_INK_TEXT);
    nf_text_string(script, "\nset xtics scale 0.4\nset ytics scale 0\n");
    put_axis_title(plot, "xlabel", plot->chart->about.x);
    put_axis_title(plot, "ylabel", plot->chart->about.y);
}

static const char *value_format(const struct nf_chart_about *about)
{
    return about->differences ? "%+g" : about->share ? "%g%%" : "%g";
}

static void put_grid(const struct plot *plot)
{
    struct nf_text *const script = plot->script;
    nf_text_string(script, "set grid noxtics ytics back lt 1 lw 1 lc");
    put_ink(script, NF_INK_GRID);
    nf_text_format(script, "\nset format y '%s'\n", value_format(&plot->chart->about));
    if (!isnan(plot->chart->about.reference)) {
        const double at = value_of(plot, plot->chart->about.reference);
        nf_text_format(script,
                       "set arrow from graph 0, first %.10g to graph 1, first %.10g nohead front "
                       "dashtype (6,4) lw 1.5 lc",
                       at, at);
        put_ink(script, NF_INK_REFERENCE);
        nf_text_string(script, "\n");
    }
    put_range(plot);
}

/* ---- dots, bars, lines ---- */

/* Where point i of series s stands: those of several series side by side. */
static double place(const struct plot *plot, size_t s, size_t i, double width)
{
    const double count = (double)plot->chart->count;
    return (double)i + ((double)s - (count - 1) / 2) * width / count;
}

static void put_dots_data(const struct plot *plot)
{
    for (size_t s = 0; s < plot->chart->count; s++) {
        const struct nf_series *const series = &plot->chart->series[s];
        nf_text_format(plot->script, "$dots%zu << END\n", s);
        for (size_t i = 0; i < series->count; i++)
            if (isfinite(series->points[i].value))
                nf_text_format(plot->script, "%.6g %.10g\n", place(plot, s, i, 0.6),
                               value_of(plot, series->points[i].value));
        nf_text_format(plot->script, "END\n$intervals%zu << END\n", s);
        for (size_t i = 0; i < series->count; i++)
            if (isfinite(series->points[i].low) && isfinite(series->points[i].high))
                nf_text_format(plot->script, "%.6g %.10g 0 %.10g\n", place(plot, s, i, 0.6),
                               value_of(plot, series->points[i].low),
                               value_of(plot, series->points[i].high - series->points[i].low));
        nf_text_string(plot->script, "END\n");
    }
}

/* Room for a dot decides its size. */
static double dot_size(const struct plot *plot)
{
    const double room =
        plot->canvas->width / (double)(plot->chart->count * plot->chart->series[0].count);
    return room > 26 ? 0.8 : room > 13 ? 0.6 : room > 7 ? 0.45 : 0.3;
}

static void plot_dots(const struct plot *plot)
{
    const char *comma = "plot ";
    put_dots_data(plot);
    for (size_t s = 0; s < plot->chart->count; s++) {
        if (nf_series_has_intervals(&plot->chart->series[s])) {
            nf_text_format(plot->script, "%s$intervals%zu with vectors nohead lw 2 lc", comma, s);
            put_ink(plot->script, series_ink(s));
            comma = ", ";
        }
        nf_text_format(plot->script, "%s$dots%zu with points pt %d ps %.2g lc", comma, s,
                       nf_svg_mark_type(s), dot_size(plot));
        put_ink(plot->script, series_ink(s));
        comma = ", ";
    }
    nf_text_string(plot->script, "\n");
}

static void plot_bars(const struct plot *plot)
{
    const double half = 0.4 / (double)plot->chart->count;
    for (size_t s = 0; s < plot->chart->count; s++) {
        const struct nf_series *const series = &plot->chart->series[s];
        nf_text_format(plot->script, "$bars%zu << END\n", s);
        for (size_t i = 0; i < series->count; i++)
            if (isfinite(series->points[i].value)) {
                const double value = value_of(plot, series->points[i].value);
                const double at = place(plot, s, i, 0.8);
                nf_text_format(plot->script, "%.6g %.10g %.6g %.6g %.10g %.10g\n", at, value,
                               at - half, at + half, fmin(value, 0), fmax(value, 0));
            }
        nf_text_string(plot->script, "END\n");
    }
    for (size_t s = 0; s < plot->chart->count; s++) {
        nf_text_format(plot->script, "%s$bars%zu with boxxyerror lc", s == 0 ? "plot " : ", ", s);
        put_ink(plot->script, series_ink(s));
    }
    nf_text_string(plot->script, "\n");
}

static void plot_lines(const struct plot *plot)
{
    double first = INFINITY, last = -INFINITY;
    for (size_t s = 0; s < plot->chart->count; s++) {
        const struct nf_series *const series = &plot->chart->series[s];
        nf_text_format(plot->script, "$line%zu << END\n", s);
        for (size_t i = 0; i < series->count; i++) {
            nf_text_format(plot->script, "%.10g %.10g\n", series->points[i].x,
                           value_of(plot, series->points[i].value));
            first = fmin(first, series->points[i].x);
            last = fmax(last, series->points[i].x);
        }
        nf_text_string(plot->script, "END\n");
    }
    nf_text_format(plot->script, "set xtics auto\nset xrange [%.10g:%.10g]\n", first,
                   last > first ? last : first + 1);
    const char *comma = "plot ";
    for (size_t s = 0; s < plot->chart->count; s++) {
        if (plot->chart->count == 1) {
            nf_text_string(plot->script, "plot $line0 with filledcurves y=0 fillstyle transparent "
                                         "solid 0.2 noborder lc");
            put_ink(plot->script, series_ink(s));
            comma = ", ";
        }
        nf_text_format(plot->script, "%s$line%zu with lines lt 1 lw 2%s lc", comma, s,
                       s == 0 ? "" : " dashtype (8,3)");
        put_ink(plot->script, series_ink(s));
        comma = ", ";
    }
    nf_text_string(plot->script, "\n");
}

/* ---- heat maps ---- */

/* The least of 1, 1.5, 2, 2.5, 3, 4, 5 or 6 times a power of ten that is not below `least`. */
static double round_step(double least)
{
    static const double steps[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6};
    const double power = pow(10, floor(log10(least)));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i] * power >= least * (1 - 1e-9))
            return steps[i] * power;
    return 10 * power;
}

struct nf_heat_scale nf_heat_scale_of(const struct nf_chart *chart)
{
    double low = INFINITY, high = -INFINITY, middle = chart->about.reference;
    for (size_t s = 0; s < chart->count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            low = fmin(low, chart->series[s].points[i].value);
            high = fmax(high, chart->series[s].points[i].value);
        }
    if (isnan(middle))
        middle = (low + high) / 2;
    const double farthest = fmax(fabs(high - middle), fabs(middle - low));
    const double least = isfinite(farthest) ? farthest / (NF_INK_LEVELS / 2) : 0;
    return (struct nf_heat_scale){middle, least > 1e-12 ? round_step(least) : 1};
}

static unsigned level_of(const struct nf_heat_scale *scale, double value)
{
    const double level = round((value - scale->middle) / scale->step) + NF_INK_LEVELS / 2;
    return (unsigned)fmin(fmax(level, 0), NF_INK_LEVELS - 1);
}

static void put_cells(const struct plot *plot)
{
    const struct nf_heat_scale scale = nf_heat_scale_of(plot->chart);
    const double half = plot->chart->series[0].count > MOST_NUMBERED ? 0.5 : 0.48;
    nf_text_string(plot->script, "$cells << END\n");
    for (size_t s = 0; s < plot->chart->count; s++)
        for (size_t i = 0; i < plot->chart->series[s].count; i++) {
            const double value = plot->chart->series[s].points[i].value;
            if (isfinite(value))
                nf_text_format(plot->script, "%zu %zu %g %g %u %.1f%s\n", i, s, half, half,
                               nf_ink_code(NF_INK_HEAT + level_of(&scale, value)),
                               value_of(plot, value), plot->chart->about.share ? "%" : "");
        }
    nf_text_string(plot->script, "END\n");
}

static void plot_heat(const struct plot *plot)
{
    const size_t columns = plot->chart->series[0].count;
    put_labels(plot, "ytics", plot->chart->count, row_label);
    nf_text_format(plot->script, "unset border\nset tics scale 0\nset xrange [-0.5:%zu.5]\n",
                   columns - 1);
    nf_text_format(plot->script, "set yrange [%zu.5:-0.5]\n", plot->chart->count - 1);
    put_cells(plot);
    nf_text_string(plot->script, "plot $cells using 1:2:3:4:5 with boxxyerror lc rgb variable");
    if (columns <= MOST_NUMBERED) {
        nf_text_string(plot->script, ", $cells using 1:2:(stringcolumn(6)) with labels textcolor");
        put_ink(plot->script, NF_INK_TEXT);
    }
    nf_text_string(plot->script, "\n");
}

void nf_plot(struct nf_text *script, const struct nf_chart *chart, const struct nf_canvas *canvas)
{
    const struct plot plot = {script, chart, canvas, chart->about.share ? 100 : 1};
    const size_t labels = chart->series[0].count;
    put_frame(&plot);
    if (chart->about.kind != NF_CHART_LINE) {
        put_labels(&plot, "xtics", labels, point_label);
        nf_text_format(script, "set xrange [-0.6:%.1f]\n", (double)labels - 0.4);
    }
    if (chart->about.kind != NF_CHART_HEAT)
        put_grid(&plot);
    switch (chart->about.kind) {
    case NF_CHART_DOTS: plot_dots(&plot); break;
    case NF_CHART_BARS: plot_bars(&plot); break;
    case NF_CHART_LINE: plot_lines(&plot); break;
    case NF_CHART_HEAT: plot_heat(&plot); break;
    }
}
