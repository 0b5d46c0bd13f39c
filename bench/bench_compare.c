#include "bench/bench_compare.h"

#include "base/shown.h"
#include "bench/bench_report.h"

#include <math.h>
#include <string.h>

struct nf_bench_change nf_bench_change(const struct nf_bench_row *now,
                                       const struct nf_bench_row *then, double tolerance)
{
    double old_times[NF_SAMPLES_MAX], new_times[NF_SAMPLES_MAX]; /* seconds per turn */
    for (size_t i = 0; i < then->repeat; i++)
        old_times[i] = then->seconds[i] / (double)then->turns;
    for (size_t i = 0; i < now->repeat; i++)
        new_times[i] = now->seconds[i] / (double)now->turns;
    /* Speeds are reciprocals of times, so the ratio of speeds is the inverse. */
    struct nf_bench_change change = {
        nf_samples_ratio(old_times, then->repeat, new_times, now->repeat), false, false};
    const struct nf_ratio *const speed = &change.speed;
    /* Comparisons with NAN are false, so a missing interval never prevents the decision. */
    change.regression = speed->ratio < 1 - tolerance && !(speed->high >= 1);
    change.progress = speed->ratio > 1 / (1 - tolerance) && !(speed->low <= 1);
    return change;
}

static const struct nf_bench_row *find_row(const struct nf_bench_result *result,
                                           const struct nf_bench_row *row)
{
    for (size_t i = 0; i < result->count; i++)
        if (nf_bench_same(&result->rows[i], row, false))
            return &result->rows[i];
    return NULL;
}

static double median_rate(const struct nf_bench_row *row)
{
    return (double)row->turns / nf_samples_spread(row->seconds, row->repeat).median;
}

static void put_change(struct nf_text *text, const struct nf_bench_row *now,
                       const struct nf_bench_row *then, const struct nf_bench_change *change)
{
    nf_text_format(text, "%-8s %-9.9s %-9.9s%3u%4u%3u", nf_bench_part_names[now->part], now->kernel,
                   now->profile, now->players, now->rounds, now->threads);
    nf_bench_put_rate(text, median_rate(then), 7);
    nf_bench_put_rate(text, median_rate(now), 7);
    nf_text_format(text, " %6.3f", change->speed.ratio);
    if (isnan(change->speed.low))
        nf_text_string(text, "      -     ");
    else
        nf_text_format(text, " %5.3f-%5.3f", change->speed.low, change->speed.high);
    nf_text_format(text, "%s\n",
                   change->regression ? " slower"
                   : change->progress ? " faster"
                                      : "");
}

static void put_difference(struct nf_text *text, const char *what, const char *then,
                           const char *now)
{
    if (strcmp(then, now) != 0)
        nf_text_format(text, "note: another %s then: %s\n", what, then);
}

static const char *or_usual(const char *strategy)
{
    return strategy[0] != '\0' ? strategy : "the usual one";
}

static void put_heading(struct nf_text *text, const struct nf_bench_result *now,
                        const struct nf_bench_result *then, const char *name)
{
    nf_text_format(text, "now (%s, %s) against then (%s, %s: ", now->version, now->commit,
                   then->version, then->commit);
    nf_shown(text, name);
    nf_text_string(text, ")\n");
    put_difference(text, "machine", then->machine, now->machine);
    put_difference(text, "compiler", then->compiler, now->compiler);
    put_difference(text, "set of flags", then->flags, now->flags);
    put_difference(text, "strategy", or_usual(then->strategy), or_usual(now->strategy));
    put_difference(text, "choice of details", then->detail ? "with them" : "without",
                   now->detail ? "with them" : "without");
    nf_text_format(text, "%-8s %-9s %-9s%3s%4s%3s%7s%7s%7s%13s\n", "part", "kernel", "profile", "n",
                   "m", "j", "then", "now", "ratio", "95% interval");
}

static enum nf_status fail_regressions(const struct nf_bench_row *worst, double ratio,
                                       size_t regressions, size_t compared, double tolerance,
                                       struct nf_error *err)
{
    return nf_fail(err, NF_DIFFERENT,
                   "%zu of %zu rows are more than %g%% slower than then; the worst is %s %s, "
                   "profile %s, %u players, -j%u: %.3f times",
                   regressions, compared, tolerance * 100, nf_bench_part_names[worst->part],
                   worst->kernel, worst->profile, worst->players, worst->threads, ratio);
}

enum nf_status nf_bench_compare(struct nf_text *text, const struct nf_bench_result *now,
                                const struct nf_bench_result *then, const char *name,
                                double tolerance, struct nf_error *err)
{
    const struct nf_bench_row *worst = NULL;
    double worst_ratio = 1;
    size_t compared = 0, regressions = 0;
    if (strcmp(now->game, then->game) != 0)
        return nf_fail(err, NF_INVALID, "%.200s: a bench of the game %s, expected %s", name,
                       then->game, now->game);
    put_heading(text, now, then, name);
    for (size_t i = 0; i < now->count; i++) {
        const struct nf_bench_row *const row = &now->rows[i], *const old = find_row(then, row);
        if (old == NULL)
            continue;
        const struct nf_bench_change change = nf_bench_change(row, old, tolerance);
        put_change(text, row, old, &change);
        compared++;
        regressions += change.regression;
        if (change.regression && (worst == NULL || change.speed.ratio < worst_ratio)) {
            worst = row;
            worst_ratio = change.speed.ratio;
        }
    }
    if (compared == 0)
        return nf_fail(err, NF_INVALID, "%.200s: has no row in common with this bench", name);
    nf_text_string(text, "ratio: median turns/s, now / then; interval: bootstrap of the medians\n");
    if (now->count > compared || then->count > compared)
        nf_text_format(text, "not compared: %zu rows that are only in now, %zu only in then\n",
                       now->count - compared, then->count - compared);
    return worst == NULL
               ? NF_OK
               : fail_regressions(worst, worst_ratio, regressions, compared, tolerance, err);
}
