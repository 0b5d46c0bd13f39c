#include "report/html/figure.h"

#include "report/html/markup.h"
#include "report/html/plot.h"
#include "report/html/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Letters of a drawing shrink with it, so each screen gets a drawing of about its size. */
static const struct size {
    const char *name;
    struct nf_canvas plain, heat;
} sizes[] = {
    {"wide", {720, 330, 13}, {600, 560, 13}},
    {"narrow", {340, 290, 12}, {340, 330, 12}},
};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* A value in the chart's way. */
static void put_number(struct nf_text *text, const struct nf_chart *chart, double value)
{
    const struct nf_chart_about *const about = &chart->about;
    if (about->differences && value == 0)
        nf_text_string(text, "0");
    else if (about->differences && isfinite(value))
        nf_text_format(text, about->share ? "%+.3f" : "%+.6g", (about->share ? 100 : 1) * value);
    else
        nf_html_value(text, value, about->share, about->kind == NF_CHART_HEAT ? 2 : 3);
}

static void put_title(struct nf_text *text, const struct nf_chart *chart)
{
    nf_text_string(text, chart->about.title);
    if (chart->about.differences)
        nf_text_string(text, ": differences");
    nf_text_bytes(text, "", 1);
}

bool nf_figure_drawable(const struct nf_chart *chart)
{
    for (size_t s = 0; s < chart->count; s++)
        if (chart->series[s].count == 0)
            return false;
    for (size_t s = 0; s < chart->count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++)
            if (isfinite(chart->series[s].points[i].value))
                return true;
    return false;
}

/* The chart with no more series than can be told apart; its parts stay the chart's. */
static struct nf_chart drawn_part(const struct nf_chart *chart)
{
    struct nf_chart part = *chart;
    if (part.about.kind != NF_CHART_HEAT && part.count > NF_INK_MAX_SERIES)
        part.count = NF_INK_MAX_SERIES;
    return part;
}

void nf_figure_plot(struct nf_text *script, const struct nf_chart *chart)
{
    const struct nf_chart part = drawn_part(chart);
    for (size_t i = 0; i < SIZES; i++)
        nf_plot(script, &part, part.about.kind == NF_CHART_HEAT ? &sizes[i].heat : &sizes[i].plain);
}

/* ---- in words ---- */

struct extreme_point {
    const struct nf_series *series;
    const struct nf_chart_point *point;
};

static void put_extreme(struct nf_text *words, const struct nf_chart *chart, const char *which,
                        const struct extreme_point *extreme)
{
    nf_text_format(words, " %s: ", which);
    put_number(words, chart, extreme->point->value);
    nf_text_format(words, " at %s", extreme->point->label);
    if (extreme->series->name[0] != '\0')
        nf_text_format(words, " of %s", extreme->series->name);
    nf_text_string(words, ".");
}

/* What the drawing shows, for those who do not see it. */
static void put_words(struct nf_text *words, const struct nf_chart *chart)
{
    static const char *const kinds[] = {
        [NF_CHART_DOTS] = "Dots with 95% intervals",
        [NF_CHART_BARS] = "Bars",
        [NF_CHART_LINE] = "A line",
        [NF_CHART_HEAT] = "Coloured cells",
    };
    struct extreme_point least = {NULL, NULL}, most = {NULL, NULL};
    for (size_t s = 0; s < chart->count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            const struct nf_chart_point *const point = &chart->series[s].points[i];
            if (least.point == NULL || point->value < least.point->value)
                least = (struct extreme_point){&chart->series[s], point};
            if (most.point == NULL || point->value > most.point->value)
                most = (struct extreme_point){&chart->series[s], point};
        }
    nf_text_format(words, "%s: %s, by %s.", kinds[chart->about.kind], chart->about.y,
                   chart->about.x);
    put_extreme(words, chart, "Lowest", &least);
    put_extreme(words, chart, "Highest", &most);
    if (!isnan(chart->about.reference)) {
        nf_text_string(words, " For comparison: ");
        put_number(words, chart, chart->about.reference);
        nf_text_format(words, " %s.", chart->about.reference_is);
    }
    nf_text_string(words, " All numbers are in the table below.");
    nf_text_bytes(words, "", 1);
}

/* ---- the key ---- */

static void put_swatch(struct nf_text *text, unsigned ink)
{
    nf_text_string(text, "<span class=\"swatch\" style=\"background:var(");
    nf_ink_name(text, ink);
    nf_text_string(text, ")\"></span>");
}

static void put_series_key(struct nf_text *text, const struct nf_chart *chart, size_t s)
{
    nf_text_string(text, "<li>");
    if (chart->about.kind == NF_CHART_DOTS) {
        nf_text_string(text, "<svg class=\"mark\" viewBox=\"-2 -2 4 4\" aria-hidden=\"true\" "
                             "style=\"color:var(");
        nf_ink_name(text, NF_INK_SERIES + (unsigned)s);
        nf_text_format(text, ")\"><use href=\"#%s\"/></svg>", nf_svg_mark_name(s));
    } else {
        put_swatch(text, NF_INK_SERIES + (unsigned)s);
    }
    nf_html_text(text, chart->series[s].name);
    nf_text_string(text, "</li>\n");
}

static void put_heat_key(struct nf_text *text, const struct nf_chart *chart)
{
    const struct nf_heat_scale scale = nf_heat_scale_of(chart);
    /* Shares may not fall below nothing, nor do the colours that would stand for it help. */
    for (unsigned level = 0; level < NF_INK_LEVELS; level++) {
        const double value = scale.middle + ((double)level - NF_INK_LEVELS / 2) * scale.step;
        if (chart->about.share && (value < -scale.step / 2 || value > 1 + scale.step / 2))
            continue;
        nf_text_string(text, "<li>");
        put_swatch(text, NF_INK_HEAT + level);
        nf_html_value(text, fmax(value, 0), chart->about.share, 1);
        nf_text_string(text, "</li>\n");
    }
}

static void put_key(struct nf_text *text, const struct nf_chart *chart)
{
    const bool heat = chart->about.kind == NF_CHART_HEAT;
    const struct nf_chart part = drawn_part(chart);
    if (!heat && chart->count == 1 && isnan(chart->about.reference))
        return;
    nf_text_format(text, "<ul class=\"key%s\">\n", heat ? " scale" : "");
    if (heat)
        put_heat_key(text, chart);
    for (size_t s = 0; !heat && chart->count > 1 && s < part.count; s++)
        put_series_key(text, chart, s);
    if (!heat && !isnan(chart->about.reference)) {
        nf_text_string(text, "<li><span class=\"dashes\"></span>");
        put_number(text, chart, chart->about.reference);
        nf_text_string(text, " ");
        nf_html_text(text, chart->about.reference_is);
        nf_text_string(text, "</li>\n");
    }
    nf_text_string(text, "</ul>\n");
    if (part.count < chart->count)
        nf_text_format(text, "<p>Drawn are the first %zu of %zu; the table has all.</p>\n",
                       part.count, chart->count);
}

/* ---- the numbers ---- */

static void put_head_cell(struct nf_text *text, const char *words, const char *more)
{
    nf_text_string(text, "<th scope=\"col\">");
    nf_html_text(text, words);
    if (words[0] != '\0' && more[0] != '\0')
        nf_text_string(text, " ");
    nf_html_text(text, more);
    nf_text_string(text, "</th>");
}

static void put_row_head(struct nf_text *text, const char *words)
{
    nf_text_string(text, "<tr><th scope=\"row\">");
    nf_html_text(text, words);
    nf_text_string(text, "</th>");
}

static void put_value(struct nf_text *text, const struct nf_chart *chart, double value)
{
    nf_text_string(text, "<td>");
    put_number(text, chart, value);
    nf_text_string(text, "</td>");
}

/* A row for each label, columns for each series. */
static void put_by_label(struct nf_text *text, const struct nf_chart *chart)
{
    nf_text_string(text, "<thead><tr>");
    put_head_cell(text, chart->about.x, "");
    for (size_t s = 0; s < chart->count; s++) {
        const struct nf_series *const series = &chart->series[s];
        put_head_cell(text, series->name, chart->count == 1 ? chart->about.y : "");
        if (nf_series_has_intervals(series)) {
            put_head_cell(text, series->name, "low 95%");
            put_head_cell(text, series->name, "high 95%");
        }
    }
    nf_text_string(text, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < chart->series[0].count; i++) {
        put_row_head(text, chart->series[0].points[i].label);
        for (size_t s = 0; s < chart->count; s++) {
            const struct nf_chart_point *const point = &chart->series[s].points[i];
            put_value(text, chart, point->value);
            if (nf_series_has_intervals(&chart->series[s])) {
                put_value(text, chart, point->low);
                put_value(text, chart, point->high);
            }
        }
        nf_text_string(text, "</tr>\n");
    }
}

/* A row for each point: lines need not share their x. */
static void put_by_point(struct nf_text *text, const struct nf_chart *chart)
{
    nf_text_string(text, "<thead><tr>");
    put_head_cell(text, "line", "");
    put_head_cell(text, chart->about.x, "");
    put_head_cell(text, chart->about.y, "");
    nf_text_string(text, "</tr></thead>\n<tbody>\n");
    for (size_t s = 0; s < chart->count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            put_row_head(text, chart->series[s].name);
            nf_text_string(text, "<td>");
            nf_html_text(text, chart->series[s].points[i].label);
            nf_text_string(text, "</td>");
            put_value(text, chart, chart->series[s].points[i].value);
            nf_text_string(text, "</tr>\n");
        }
}

/* A row for each row of cells. */
static void put_by_cell(struct nf_text *text, const struct nf_chart *chart)
{
    nf_text_string(text, "<thead><tr>");
    put_head_cell(text, chart->about.y, "");
    for (size_t i = 0; i < chart->series[0].count; i++)
        put_head_cell(text, chart->series[0].points[i].label, "");
    nf_text_string(text, "</tr></thead>\n<tbody>\n");
    for (size_t s = 0; s < chart->count; s++) {
        put_row_head(text, chart->series[s].name);
        for (size_t i = 0; i < chart->series[s].count; i++)
            put_value(text, chart, chart->series[s].points[i].value);
        nf_text_string(text, "</tr>\n");
    }
}

static void put_numbers(struct nf_text *text, const struct nf_chart *chart, const char *id,
                        const char *title)
{
    char caption_id[160], caption[256];
    snprintf(caption_id, sizeof caption_id, "%s-numbers", id);
    if (chart->about.kind == NF_CHART_HEAT)
        snprintf(caption, sizeof caption, "%s (columns: %s)", title, chart->about.x);
    else
        snprintf(caption, sizeof caption, "%s", title);
    nf_text_string(text, "<details><summary>Numbers</summary>\n");
    nf_html_table_begin(text, caption_id, caption);
    if (chart->about.kind == NF_CHART_HEAT)
        put_by_cell(text, chart);
    else if (chart->about.kind == NF_CHART_LINE && chart->count > 1)
        put_by_point(text, chart);
    else
        put_by_label(text, chart);
    nf_html_table_end(text);
    nf_text_string(text, "</details>\n");
}

/* Appends the drawings in all sizes. */
static enum nf_status put_drawings(struct nf_text *text, const struct nf_svg_words *words,
                                   const char **drawn, const char *end, struct nf_error *err)
{
    for (size_t i = 0; i < SIZES; i++) {
        char id[160];
        snprintf(id, sizeof id, "%s-%s", words->id, sizes[i].name);
        struct nf_svg_words sized = *words;
        sized.id = id;
        sized.class = sizes[i].name;
        const enum nf_status result = nf_svg_embed(text, drawn, end, &sized, err);
        if (result != NF_OK)
            return result;
    }
    return NF_OK;
}

enum nf_status nf_figure_put(struct nf_text *text, const struct nf_chart *chart, const char *prefix,
                             const char **drawn, const char *end, struct nf_error *err)
{
    char id[128];
    struct nf_text title = {0}, words = {0};
    enum nf_status result = NF_OK;
    snprintf(id, sizeof id, "%s-%s", prefix, chart->about.name);
    put_title(&title, chart);
    put_words(&words, chart);
    if (title.failed || words.failed) {
        result = nf_fail(err, NF_IO, "out of memory for the report");
    } else {
        nf_text_format(text, "<figure id=\"%s\" class=\"%s\">\n<figcaption><h3>", id,
                       chart->about.kind == NF_CHART_HEAT ? "heat" : "plain");
        nf_html_text(text, title.data);
        nf_text_string(text, "</h3><p>");
        nf_html_bytes(text, chart->description.data, chart->description.size);
        nf_text_string(text, "</p></figcaption>\n");
        const struct nf_svg_words said = {id, "", title.data, words.data};
        result = put_drawings(text, &said, drawn, end, err);
        put_key(text, chart);
        put_numbers(text, chart, id, title.data);
        nf_text_string(text, "</figure>\n");
    }
    nf_text_free(&title);
    nf_text_free(&words);
    return result;
}
