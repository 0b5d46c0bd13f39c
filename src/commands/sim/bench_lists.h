/* Parsing the comma-separated lists of `ninefold bench`. */
#ifndef NF_BENCH_LISTS_H
#define NF_BENCH_LISTS_H

#include "bench/bench_suite.h"

/* All of these return NF_USAGE for an invalid item, an item that occurs twice, and more than
 * NF_BENCH_LIST items; `err` names the option, the item and what is expected. */

/* Reads numbers from range->low to range->high, each N or FIRST..LAST, such as "1,2,4..8", into
 * `list`, and their count into `*count`. `option` is the option's name. */
enum nf_status nf_bench_numbers(const char *option, const char *text, const struct nf_range *range,
                                uint32_t list[NF_BENCH_LIST], size_t *count, struct nf_error *err);

/* Reads kernels into `order`: names of the game's kernels, "auto", or "all" that the machine can
 * run. */
enum nf_status nf_bench_kernels(const char *text, struct nf_bench_order *order,
                                struct nf_error *err);

/* Reads profiles of the game, or "all", into `order`. */
enum nf_status nf_bench_profiles(const char *text, struct nf_bench_order *order,
                                 struct nf_error *err);

/* Reads parts into `order`: "run", "apart" (simulate and deal) and "play". */
enum nf_status nf_bench_parts(const char *text, struct nf_bench_order *order, struct nf_error *err);

#endif
