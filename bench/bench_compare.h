/* Compares two benches row by row. */
#ifndef NF_BENCH_COMPARE_H
#define NF_BENCH_COMPARE_H

#include "base/text.h"
#include "bench/bench_rows.h"

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
