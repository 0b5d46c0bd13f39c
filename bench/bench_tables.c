#include "bench/bench_report.h"

#include "base/lang.h"
#include "base/shown.h"

#include <inttypes.h>
#include <math.h>

/* What is not known is 0 in the figures. */
static void put_known(struct nf_tables *tables, double figure)
{
    nf_cell_number(tables, figure > 0 ? figure : NAN);
}

static void add_bench_row(struct nf_tables *tables, const struct nf_bench_result *result, size_t i,
                          const char *reference)
{
    static const char *const parts[NF_BENCH_PARTS] = {
        [NF_BENCH_RUN] = N_("dealt and played"),
        [NF_BENCH_SIMULATE] = N_("played only"),
        [NF_BENCH_DEAL] = N_("dealt only"),
        [NF_BENCH_PLAY] = N_("the judge's program"),
    };
    const struct nf_bench_row *const row = &result->rows[i];
    const struct nf_bench_figures figures = nf_bench_figures(result, i, reference);
    nf_cell_words(tables, nf_bench_part_names[row->part], _(parts[row->part]));
    nf_cell_shown(tables, row->kernel, NF_BENCH_NAME);
    nf_cell_count(tables, row->threads);
    nf_cell_shown(tables, row->profile, NF_BENCH_NAME);
    nf_cell_count(tables, row->players);
    nf_cell_count(tables, row->rounds);
    nf_cell_count(tables, row->deck);
    nf_cell_count(tables, row->repeat);
    nf_cell_number(tables, figures.turns_per_second.least * 1e-6);
    nf_cell_number(tables, figures.turns_per_second.median * 1e-6);
    nf_cell_number(tables, figures.turns_per_second.most * 1e-6);
    nf_cell_number(tables, figures.games_per_second);
    put_known(tables, figures.ns_per_turn);
    put_known(tables, figures.cycles_per_turn);
    put_known(tables, figures.best_cycles_per_turn);
    put_known(tables, figures.to_reference);
    nf_cell_words(tables, figures.busy ? "busy" : "", figures.busy ? _("busy") : "");
}

void nf_bench_tables(struct nf_tables *tables, const struct nf_bench_result *result,
                     const char *reference)
{
    static const struct nf_about about = {.name = "kernels", .title = N_("Throughput")};
    static const struct nf_column columns[] = {
        NF_COLUMN("part", "part", NULL, NF_KEY),
        NF_COLUMN("kernel", "kernel", NULL, NF_KEY),
        NF_COLUMN("threads", "threads", "threads", NF_KEY),
        NF_COLUMN("profile", "profile", NULL, NF_KEY),
        NF_COLUMN("players", "players", "players", NF_KEY),
        NF_COLUMN("rounds", "rounds", "rounds", NF_KEY),
        NF_COLUMN("deck", "cards", "cards", NF_KEY),
        NF_COLUMN("repetitions", "repetitions", "repetitions", NF_COUNT),
        NF_COLUMN("least", "M turns/s: min", "million turns a second", NF_REAL),
        NF_COLUMN("median", "median", "million turns a second", NF_REAL),
        NF_COLUMN("most", "max", "million turns a second", NF_REAL),
        NF_COLUMN("games", "games/s", "games a second", NF_REAL),
        NF_COLUMN("ns", "ns/turn", "nanoseconds of processor time a turn", NF_REAL),
        NF_COLUMN("cycles", "cycles/turn", "TSC cycles a turn", NF_REAL),
        NF_COLUMN("best", "best", "TSC cycles a turn", NF_REAL),
        NF_COLUMN("ratio", "x reference", NULL, NF_REAL),
        NF_COLUMN("busy", "machine", NULL, NF_TEXT),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (size_t i = 0; i < result->count; i++)
        add_bench_row(tables, result, i, reference);
    nf_tables_note(tables,
                   "ns and cycles a turn: processor time, median; best: least. x reference: "
                   "ratio of median turns/s to the reference with as many threads. busy: "
                   "times spread too far or processors were taken away; trust the best "
                   "more than the median.");
}

void nf_bench_words(struct nf_text *text, const struct nf_bench_result *result)
{
    nf_shown(text, result->machine);
    nf_text_string(text, "; ninefold ");
    nf_shown(text, result->version);
    nf_text_string(text, " (");
    nf_shown(text, result->commit);
    nf_text_string(text, "), ");
    nf_shown(text, result->compiler);
    nf_text_string(text, " ");
    nf_shown(text, result->flags);
    nf_text_format(text, _("; seed %" PRIu64), result->seed);
    if (result->strategy[0] != '\0') {
        nf_text_string(text, _("; strategy "));
        nf_shown(text, result->strategy);
    }
}
