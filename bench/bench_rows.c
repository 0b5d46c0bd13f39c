#include "bench/bench_rows.h"

#include <stdlib.h>
#include <string.h>

const char *const nf_bench_part_names[NF_BENCH_PARTS] = {"run", "simulate", "deal", "play"};

void nf_bench_result_free(struct nf_bench_result *result)
{
    for (size_t i = 0; i < result->count; i++) {
        free(result->rows[i].seconds);
        free(result->rows[i].cpu_seconds);
    }
    free(result->rows);
    result->rows = NULL;
    result->count = 0;
}

bool nf_bench_same(const struct nf_bench_row *a, const struct nf_bench_row *b, bool any_kernel)
{
    return a->part == b->part && (any_kernel || strcmp(a->kernel, b->kernel) == 0) &&
           strcmp(a->profile, b->profile) == 0 && a->players == b->players &&
           a->rounds == b->rounds && a->deck == b->deck && a->threads == b->threads;
}

static double median_turn_rate(const struct nf_bench_row *row)
{
    return (double)row->turns / nf_samples_spread(row->seconds, row->repeat).median;
}

struct nf_bench_figures nf_bench_figures(const struct nf_bench_result *result, size_t i,
                                         const char *reference)
{
    const struct nf_bench_row *const row = &result->rows[i];
    const struct nf_spread times = nf_samples_spread(row->seconds, row->repeat);
    const double turns = (double)row->turns;
    const struct nf_spread cpu = nf_samples_spread(row->cpu_seconds, row->repeat);
    const uint32_t cpus = row->threads < result->cpus ? row->threads : result->cpus;
    struct nf_bench_figures figures = {
        .turns_per_second = {turns / times.most, turns / times.median, turns / times.least},
        .games_per_second = (double)row->games / times.median,
        .ns_per_turn = 1e9 * cpu.median / turns,
        .best_ns_per_turn = 1e9 * cpu.least / turns,
        .busy = nf_samples_busy(&times) || cpu.median < 0.9 * cpus * times.median,
    };
    figures.cycles_per_turn = figures.ns_per_turn * 1e-9 * result->tsc_hz;
    figures.best_cycles_per_turn = figures.best_ns_per_turn * 1e-9 * result->tsc_hz;
    for (size_t j = 0; j < result->count; j++)
        if (strcmp(result->rows[j].kernel, reference) == 0 &&
            nf_bench_same(&result->rows[j], row, true))
            figures.to_reference =
                figures.turns_per_second.median / median_turn_rate(&result->rows[j]);
    return figures;
}
