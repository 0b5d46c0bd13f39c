/* The result of a bench as text, CSV and tables, and compared with an older one. */
#ifndef NF_BENCH_REPORT_H
#define NF_BENCH_REPORT_H

#include "base/text.h"
#include "bench/bench_rows.h"
#include "table/tables.h"

/* The parameter that varies in the table. */
enum nf_bench_scan { NF_SCAN_NONE, NF_SCAN_PLAYERS, NF_SCAN_ROUNDS, NF_SCAN_THREADS };

/* Appends machine, build and method, then a table for each set of parameters, at most 80 columns
 * wide; with a scan, a table for each kernel, with a bar in each line. `reference` is the kernel
 * for ratios. Columns of TSC cycles are omitted if there is no counter. Rows whose times vary too
 * much get an exclamation mark and a warning at the end. */
void nf_bench_table(struct nf_text *text, const struct nf_bench_result *result,
                    const char *reference, enum nf_bench_scan scan);

/* Appends CSV: a header line and one line per row. Cells that do not apply are empty. */
void nf_bench_csv(struct nf_text *text, const struct nf_bench_result *result,
                  const char *reference);

/* Adds the table "kernels", a row for each measurement with the median, the slowest and the
 * fastest repetition. `reference` is the kernel for ratios. */
void nf_bench_tables(struct nf_tables *tables, const struct nf_bench_result *result,
                     const char *reference);

/* Appends machine, build and seed, in a sentence. */
void nf_bench_words(struct nf_text *text, const struct nf_bench_result *result);

/* ---- two benches compared row by row ---- */

/* The change of a row against an older bench. */
struct nf_bench_change {
    struct nf_ratio speed;     /* median turns/s, now / then, with its interval */
    bool regression, progress; /* at most one */
};

/* Compares two rows of the same measurement. A regression is a ratio below 1 - tolerance whose
 * interval is below 1, so that noise within the series cannot explain it; with too few repetitions
 * for an interval the ratio alone decides. Progress is a ratio above 1 / (1 - tolerance) with an
 * interval above 1. 0 <= tolerance < 1. Thread-safe. */
struct nf_bench_change nf_bench_change(const struct nf_bench_row *now,
                                       const struct nf_bench_row *then, double tolerance);

/* Appends a table of all common rows, the number of rows that only one bench has, and notes if
 * machine, compiler or flags differ. Returns NF_DIFFERENT if there is a regression, with the worst
 * one in `err`; NF_INVALID if the games differ or there is no common row. `name` is the file of the
 * older bench. */
enum nf_status nf_bench_compare(struct nf_text *text, const struct nf_bench_result *now,
                                const struct nf_bench_result *then, const char *name,
                                double tolerance, struct nf_error *err);

#endif
