#include "commands/sim/stats/stats.h"

#include "base/lang.h"
#include "base/version.h"
#include "sim/runs/compared.h"
#include "table/forms.h"

#include <stdlib.h>
#include <string.h>

static enum nf_status read_pair(const char *text, uint32_t players, uint32_t pair[2],
                                struct nf_error *err)
{
    char *comma, *end;
    const unsigned long a = strtoul(text, &comma, 10);
    const unsigned long b = *comma == ',' ? strtoul(comma + 1, &end, 10) : 0;
    char quoted[NF_QUOTED];
    if (strspn(text, "0123456789,") != strlen(text) || *comma != ',' || comma == text ||
        *end != '\0' || a < 1 || a > players || b < 1 || b > players || a == b)
        return nf_fail(err, NF_USAGE, "--seats %s: expected two of the seats 1 to %u, such as 1,2",
                       nf_quote(quoted, text, strlen(text)), players);
    pair[0] = (uint32_t)a;
    pair[1] = (uint32_t)b;
    return NF_OK;
}

enum nf_status nf_stats_seats(const struct nf_outputs *outputs, const struct nf_report *runs,
                              const char *const *names, size_t count, const char *seats,
                              struct nf_error *err)
{
    static const struct nf_about about = {
        .name = "seats_compared",
        .title = N_("in percent of trials, seat A - seat B (*: the interval excludes 0)"),
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("run", "run", NULL, NF_KEY),
        NF_COLUMN("seat_a", "seat A", NULL, NF_KEY),
        NF_COLUMN("seat_b", "seat B", NULL, NF_KEY),
        NF_COMPARED_COLUMNS("A", "B", "A - B"),
        {.name = NULL},
    };
    struct nf_made made = {.name = "seats"};
    enum nf_status status = NF_OK;
    nf_tables_begin(&made.tables, &about, columns);
    for (size_t i = 0; status == NF_OK && i < count; i++) {
        const struct nf_tally *const tally = runs[i].tally;
        const struct nf_tally_ops *const ops = tally->setup->game->tally;
        uint32_t pair[2] = {1, 1};
        if (ops->gap == NULL || ops->share == NULL)
            status = nf_fail(err, NF_USAGE, "--seats: %s has no seats to compare",
                             tally->setup->game->title);
        else
            status = read_pair(seats, tally->setup->params.players, pair, err);
        if (status != NF_OK)
            break;
        const struct nf_estimate gap = ops->gap(tally, pair[0] - 1, pair[1] - 1);
        uint64_t times;
        nf_cell_text(&made.tables, names[i]);
        nf_cell_count(&made.tables, pair[0]);
        nf_cell_count(&made.tables, pair[1]);
        nf_compared_cells(&made.tables, ops->share(tally, pair[0] - 1, &times).mean,
                          ops->share(tally, pair[1] - 1, &times).mean, &gap);
    }
    if (status != NF_OK) {
        nf_made_close(&made);
        return status;
    }
    nf_tables_note(&made.tables, "95%% intervals from the differences within games");
    nf_tables_terminal(&made.table, &made.tables);
    made.document = json_pack("{s:s, s:s, s:o}", "schema", "ninefold.seats/2", "version",
                              nf_version, "tables", nf_tables_json(&made.tables));
    return nf_outputs_write_made(outputs, &made, err);
}
