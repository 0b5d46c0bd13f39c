/* A bench's result for people and for spreadsheets. */
#ifndef NF_BENCH_REPORT_H
#define NF_BENCH_REPORT_H

#include "base/text.h"
#include "bench/bench_rows.h"

/* What the table is a function of. */
enum nf_bench_scan { NF_SCAN_NONE, NF_SCAN_PLAYERS, NF_SCAN_ROUNDS, NF_SCAN_THREADS };

/* Appends the machine, build and way of measuring, then a table for each choice of parameters, at
 * most 80 columns wide; with a scan a table for each kernel, with a bar a line. `reference` names
 * the kernel that ratios refer to. Columns of TSC cycles are left out where there is no counter.
 * Rows whose times spread too far get an exclamation mark and a warning at the end. */
void nf_bench_table(struct nf_text *text, const struct nf_bench_result *result,
                    const char *reference, enum nf_bench_scan scan);

/* Appends a header line and one line a row, separated by commas. What does not apply is empty. */
void nf_bench_csv(struct nf_text *text, const struct nf_bench_result *result,
                  const char *reference);

/* Appends a number a second in three digits with its prefix, such as "1.25 G", in `width` columns.
 */
void nf_bench_put_rate(struct nf_text *text, double rate, int width);

#endif
