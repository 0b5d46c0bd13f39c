/* ninefold stats --compare and --seats: differences between runs, and between seats. */
#ifndef NF_STATS_SEATS_H
#define NF_STATS_SEATS_H

#include "commands/parts/outputs.h"

/* Compares the first run with each of the others, 2 <= count <= NF_STATS_MOST, and writes the
 * result; `names` are theirs. The intervals of more than one comparison are simultaneous. Returns
 * the errors of nf_compare() and nf_outputs_write(). */
enum { NF_STATS_MOST = 20 };
enum nf_status nf_stats_compare(const struct nf_outputs *outputs, const struct nf_report *runs,
                                const char *const *names, size_t count, struct nf_error *err);

/* Compares two seats, `seats` such as "2,30", within each of `count` runs called `names`, and
 * writes the result. Returns NF_USAGE for invalid seats, or the errors of nf_outputs_write(). */
enum nf_status nf_stats_seats(const struct nf_outputs *outputs, const struct nf_report *runs,
                              const char *const *names, size_t count, const char *seats,
                              struct nf_error *err);

#endif
