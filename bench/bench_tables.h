/* The result of a bench as a typed table, for the page. */
#ifndef NF_BENCH_TABLES_H
#define NF_BENCH_TABLES_H

#include "bench/bench_rows.h"
#include "core/tables.h"

/* Adds the table "kernels", a row for each measurement with the median, the slowest and the
 * fastest repetition. `reference` is the kernel for ratios. */
void nf_bench_tables(struct nf_tables *tables, const struct nf_bench_result *result,
                     const char *reference);

/* Appends machine, build and seed, in a sentence. */
void nf_bench_words(struct nf_text *text, const struct nf_bench_result *result);

#endif
