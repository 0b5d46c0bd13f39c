#include "commands/sim/stats/stats.h"

#include "base/lang.h"
#include "base/threads.h"
#include "commands/parts/common.h"
#include "sim/runner.h"
#include "sim/runs/compared.h"

#include <stdlib.h>

static enum nf_status write_comparison(const struct nf_outputs *outputs,
                                       const struct nf_compared *compared, struct nf_error *err)
{
    struct nf_made made = {.name = "comparison",
                           .reports = compared->runs,
                           .names = compared->names,
                           .count = compared->count};
    nf_compared_tables(&made.tables, compared);
    nf_compared_table(&made.table, compared, &made.tables);
    made.document = nf_compared_document(compared, &made.tables);
    return nf_outputs_write_made(outputs, &made, err);
}

enum nf_status nf_stats_compare(const struct nf_outputs *outputs, const struct nf_report *runs,
                                const char *const *names, size_t count, struct nf_error *err)
{
    const uint32_t seats = runs[0].tally->setup->params.players;
    struct nf_progress progress = {
        .what = N_("games"), .quiet = outputs->quiet, .start = nf_now()}; /* of all comparisons */
    for (size_t run = 1; run < count; run++)
        progress.total += nf_common_games(&runs[0], &runs[run]);
    struct nf_comparison *const of = calloc(count, sizeof *of);
    enum nf_status status = of != NULL ? NF_OK : nf_fail(err, NF_IO, "out of memory");
    for (size_t run = 1; status == NF_OK && run < count; run++) {
        const struct nf_comparing_options options = {
            .runs = {&runs[0], &runs[run]},
            .threads = nf_common_cpus(),
            .miss = nf_compared_miss(count, seats),
            .progress = nf_progress_part,
            .progress_owner = &progress,
        };
        status = nf_compare(&options, &of[run], err);
        progress.before += nf_common_games(&runs[0], &runs[run]);
    }
    nf_progress_end(&progress);
    if (status == NF_OK)
        status = write_comparison(outputs,
                                  &(struct nf_compared){runs, names, count, of, seats,
                                                        runs[0].tally->setup->game->tally->event},
                                  err);
    for (size_t run = 1; of != NULL && run < count; run++)
        nf_comparison_close(&of[run]);
    free(of);
    return status;
}
