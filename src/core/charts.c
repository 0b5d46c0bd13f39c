#include "core/charts.h"

#include "core/figures.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more of `size` bytes in a list of `count`; false without memory. */
static bool grow(void **list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    const size_t more = *capacity == 0 ? 8 : 2 * *capacity;
    void *const larger = reallocarray(*list, more, size);
    if (larger == NULL)
        return false;
    *list = larger;
    *capacity = more;
    return true;
}

static struct nf_chart *last_chart(const struct nf_charts *charts)
{
    return charts->failed || charts->count == 0 ? NULL : &charts->list[charts->count - 1];
}

void nf_charts_begin(struct nf_charts *charts, const struct nf_chart_about *about)
{
    void *list = charts->list;
    if (charts->failed || !grow(&list, charts->count, &charts->capacity, sizeof *charts->list)) {
        charts->failed = true;
        return;
    }
    charts->list = list;
    charts->list[charts->count++] = (struct nf_chart){.about = *about};
}

void nf_charts_say(struct nf_charts *charts, const char *format, ...)
{
    struct nf_chart *const chart = last_chart(charts);
    if (chart == NULL)
        return;
    char *sentence = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&sentence, format, arguments) < 0)
        sentence = NULL;
    va_end(arguments);
    charts->failed |= sentence == NULL;
    if (sentence != NULL)
        nf_text_string(&chart->description, sentence);
    charts->failed |= chart->description.failed;
    free(sentence);
}

void nf_charts_say_alike(struct nf_charts *charts, const struct nf_alike *alike)
{
    struct nf_text test = {0};
    if (!alike->known)
        return;
    nf_report_alike(&test, alike);
    charts->failed |= test.failed;
    nf_charts_say(charts,
                  " Whether all seats are alike: %.*s; p is how often alike seats differ as much "
                  "as these or more.",
                  (int)test.size, test.data != NULL ? test.data : "");
    nf_text_free(&test);
}

void nf_charts_series(struct nf_charts *charts, const char *name)
{
    struct nf_chart *const chart = last_chart(charts);
    if (chart == NULL)
        return;
    void *list = chart->series;
    char *const copy = strdup(name);
    if (copy == NULL || !grow(&list, chart->count, &chart->capacity, sizeof *chart->series)) {
        free(copy);
        charts->failed = true;
        return;
    }
    chart->series = list;
    chart->series[chart->count++] = (struct nf_series){.name = copy};
}

void nf_charts_point(struct nf_charts *charts, const char *label, double x, double value,
                     double low, double high)
{
    struct nf_chart *const chart = last_chart(charts);
    if (chart == NULL || chart->count == 0)
        return;
    struct nf_series *const series = &chart->series[chart->count - 1];
    void *points = series->points;
    if (!grow(&points, series->count, &series->capacity, sizeof *series->points)) {
        charts->failed = true;
        return;
    }
    series->points = points;
    struct nf_chart_point *const point = &series->points[series->count];
    *point = (struct nf_chart_point){
        .x = isnan(x) ? (double)series->count : x, .value = value, .low = low, .high = high};
    snprintf(point->label, sizeof point->label, "%s", label);
    series->count++;
}

bool nf_series_has_intervals(const struct nf_series *series)
{
    for (size_t i = 0; i < series->count; i++)
        if (isfinite(series->points[i].low) && isfinite(series->points[i].high))
            return true;
    return false;
}

void nf_charts_free(struct nf_charts *charts)
{
    for (size_t c = 0; c < charts->count; c++) {
        struct nf_chart *const chart = &charts->list[c];
        for (size_t s = 0; s < chart->count; s++) {
            free(chart->series[s].name);
            free(chart->series[s].points);
        }
        free(chart->series);
        nf_text_free(&chart->description);
    }
    free(charts->list);
    *charts = (struct nf_charts){0};
}
