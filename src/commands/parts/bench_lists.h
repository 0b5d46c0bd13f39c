/* The lists that `ninefold bench` takes: words and numbers separated by commas. */
#ifndef NF_BENCH_LISTS_H
#define NF_BENCH_LISTS_H

#include "bench/bench_suite.h"

/* All of these: NF_USAGE names `option`, the item and what is expected; an item given twice and
 * more than NF_BENCH_LIST items are refused. */

/* Numbers from range->low to range->high, each N or FIRST..LAST, e.g. "1,2,4..8". */
enum nf_status nf_bench_numbers(const char *option, const char *text, const struct nf_range *range,
                                uint32_t list[NF_BENCH_LIST], size_t *count, struct nf_error *err);

/* Kernels: names of the game's kernels, "auto", or "all" the machine can run. */
enum nf_status nf_bench_kernels(const char *text, struct nf_bench_order *order,
                                struct nf_error *err);

/* Profiles of the game, or "all" of them. */
enum nf_status nf_bench_profiles(const char *text, struct nf_bench_order *order,
                                 struct nf_error *err);

/* Parts: "run", "apart" (simulate and deal) and "play". */
enum nf_status nf_bench_parts(const char *text, struct nf_bench_order *order, struct nf_error *err);

#endif
