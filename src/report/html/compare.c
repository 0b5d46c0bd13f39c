#include "report/html/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct nf_chart *find(const struct nf_charts *charts, const char *name)
{
    for (size_t i = 0; i < charts->count; i++)
        if (strcmp(charts->list[i].about.name, name) == 0)
            return &charts->list[i];
    return NULL;
}

static bool same_labels(const struct nf_series *a, const struct nf_series *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->points[i].label, b->points[i].label) != 0)
            return false;
    return true;
}

/* Whether two charts say the same of two runs. Lines have an axis of numbers, so their points may
 * differ. */
static bool alike(const struct nf_chart *a, const struct nf_chart *b)
{
    return b != NULL && a->about.kind == b->about.kind && b->count == 1 && b->series[0].count > 0 &&
           (a->about.kind == NF_CHART_LINE || same_labels(&a->series[0], &b->series[0]));
}

static bool joinable(const struct nf_chart *chart)
{
    return chart->about.kind != NF_CHART_HEAT && chart->count == 1 && chart->series[0].count > 0;
}

static void begin_run(struct nf_charts *joined, const char *format, size_t run)
{
    char name[48];
    snprintf(name, sizeof name, format, run + 1);
    nf_charts_series(joined, name);
}

static void add_side_by_side(struct nf_charts *joined, const struct nf_chart *chart,
                             const struct nf_charts *runs, size_t count)
{
    struct nf_chart_about about = chart->about;
    for (size_t run = 1; run < count; run++) {
        const double other = find(&runs[run], about.name)->about.reference;
        if (fabs(other - about.reference) > 1e-12)
            about.reference = NAN;
    }
    nf_charts_begin(joined, &about);
    for (size_t run = 0; run < count; run++) {
        const struct nf_series *const series = &find(&runs[run], about.name)->series[0];
        begin_run(joined, "run %zu", run);
        for (size_t i = 0; i < series->count; i++)
            nf_charts_point(joined, series->points[i].label, series->points[i].x,
                            series->points[i].value, series->points[i].low, series->points[i].high);
    }
}

static void add_difference(struct nf_charts *joined, const struct nf_chart_point *from,
                           const struct nf_chart_point *to)
{
    const double difference = to->value - from->value;
    nf_charts_point(joined, to->label, NAN, difference,
                    difference - hypot(to->value - to->low, from->high - from->value),
                    difference + hypot(to->high - to->value, from->value - from->low));
}

static void add_differences(struct nf_charts *joined, const struct nf_chart *chart,
                            const struct nf_charts *runs, size_t count)
{
    struct nf_chart_about about = chart->about;
    about.reference = 0;
    about.reference_is = "no difference";
    about.y = chart->about.share ? "difference in percentage points" : "difference";
    about.differences = true;
    nf_charts_begin(joined, &about);
    nf_charts_say(joined,
                  "By how much each run exceeds run 1, with 95%% intervals made of those of both "
                  "(square and add, by Newcombe). Where nothing differs, about one interval in "
                  "twenty misses zero all the same.");
    for (size_t run = 1; run < count; run++) {
        const struct nf_series *const series = &find(&runs[run], about.name)->series[0];
        begin_run(joined, "run %zu minus run 1", run);
        for (size_t i = 0; i < series->count; i++)
            add_difference(joined, &chart->series[0].points[i], &series->points[i]);
    }
}

static bool all_alike(const struct nf_chart *chart, const struct nf_charts *runs, size_t count)
{
    for (size_t run = 1; run < count; run++)
        if (!alike(chart, find(&runs[run], chart->about.name)))
            return false;
    return true;
}

size_t nf_compare_charts(struct nf_charts *joined, const struct nf_charts *runs, size_t count)
{
    size_t unlike = 0;
    for (size_t i = 0; i < runs[0].count; i++) {
        const struct nf_chart *const chart = &runs[0].list[i];
        if (!joinable(chart))
            continue;
        if (!all_alike(chart, runs, count)) {
            unlike++;
            continue;
        }
        add_side_by_side(joined, chart, runs, count);
        if (nf_series_has_intervals(&chart->series[0]))
            add_differences(joined, chart, runs, count);
    }
    return unlike;
}
