/* What ninefold stats does with runs: list those of a history, compare runs, compare seats. */
#ifndef NF_COMMANDS_STATS_H
#define NF_COMMANDS_STATS_H

#include "commands/sim/outputs.h"
#include "sim/runs/history.h"
#include "sim/runs/saved.h"

/* Lists the runs of the history `path` that match `filter`, newest last. Returns the errors of
 * nf_history_list() and nf_outputs_write(). */
enum nf_status nf_stats_list(const struct nf_outputs *outputs, const char *path,
                             const struct nf_history_filter *filter, struct nf_error *err);

/* Reads run `id`, a number as text, of the history `path`. Returns NF_USAGE if there is none, or
 * the errors of nf_history_load() and nf_saved_read(). Release with nf_saved_close(). */
enum nf_status nf_stats_load(const char *path, const char *id, struct nf_saved *saved,
                             struct nf_error *err);

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
