/* Two benches, row by row: which is faster, and how sure that is. */
#ifndef NF_BENCH_COMPARE_H
#define NF_BENCH_COMPARE_H

#include "base/text.h"
#include "bench/bench_rows.h"

/* How a row's speed relates to that of the same row in an older bench. */
struct nf_bench_change {
    struct nf_ratio speed;     /* median turns/s now by then, with its interval */
    bool regression, progress; /* never both */
};

/* Compares two rows that measured the same. A regression is a ratio below 1 - tolerance whose
 * interval lies below 1, so that noise within the two series cannot explain it; where there are
 * too few repetitions for an interval the ratio alone decides. Progress likewise: above
 * 1 / (1 - tolerance), interval above 1. 0 <= tolerance < 1. */
struct nf_bench_change nf_bench_change(const struct nf_bench_row *now,
                                       const struct nf_bench_row *then, double tolerance);

/* Appends a table of all rows that both benches have, and how many only one of them has; says so
 * where game, machine or compiler differ. NF_DIFFERENT if there is a regression, with the worst
 * one in `err`; NF_INVALID if no row is in both. `name` is the older bench's file. */
enum nf_status nf_bench_compare(struct nf_text *text, const struct nf_bench_result *now,
                                const struct nf_bench_result *then, const char *name,
                                double tolerance, struct nf_error *err);

#endif
