/* ninefold stats --db: lists and reads the runs of a history. */
#ifndef NF_STATS_HISTORY_H
#define NF_STATS_HISTORY_H

#include "commands/parts/outputs.h"
#include "runs/history.h"
#include "runs/saved.h"

/* Lists the runs of the history `path` that match `filter`, newest last. Returns the errors of
 * nf_history_list() and nf_outputs_write(). */
enum nf_status nf_stats_list(const struct nf_outputs *outputs, const char *path,
                             const struct nf_history_filter *filter, struct nf_error *err);

/* Reads run `id`, a number as text, of the history `path`. Returns NF_USAGE if there is none, or
 * the errors of nf_history_load() and nf_saved_read(). Release with nf_saved_close(). */
enum nf_status nf_stats_load(const char *path, const char *id, struct nf_saved *saved,
                             struct nf_error *err);

#endif
