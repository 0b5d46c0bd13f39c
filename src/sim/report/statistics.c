/* The tables of a run. */
#include "base/lang.h"
#include "sim/report/report.h"

#include <string.h>

static void add_text(struct nf_tables *tables, const char *text)
{
    if (text != NULL)
        nf_cell_text(tables, text);
    else
        nf_cell_unknown(tables);
}

static void add_run(const struct nf_report *report, struct nf_tables *tables)
{
    const struct nf_tally *const tally = report->tally;
    const struct nf_params *const params = &tally->setup->params;
    const struct nf_about about = {
        .name = "run", .title = N_("What was run"), .layout = NF_LINE_OF_TEXT, .aside = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("game", "game", NULL, NF_TEXT),
        NF_COLUMN("players", "players", "players", NF_COUNT),
        NF_COLUMN("rounds", "rounds", "rounds a game", NF_COUNT),
        NF_COLUMN("deck", "deck", "cards a game", NF_COUNT),
        NF_COLUMN("profile", "profile", NULL, NF_TEXT),
        NF_COLUMN("weights", "weights", NULL, NF_TEXT),
        NF_COLUMN("strategy", "strategy", NULL, NF_TEXT),
        NF_COLUMN("paired", "paired", NULL, NF_COUNT),
        NF_COLUMN("seed", "seed", NULL, NF_NAME),
        NF_COLUMN("first", "first index", NULL, NF_NAME),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        NF_COLUMN("turns", "turns", "turns", NF_COUNT),
        NF_COLUMN("rejected", "thrown away", "candidates", NF_COUNT),
        NF_COLUMN("digest", "digest", NULL, NF_CODE),
        {.name = NULL},
    };
    char digest[NF_DIGEST_TEXT];
    nf_digest_print(&tally->digest, digest);
    nf_tables_begin(tables, &about, columns);
    nf_cell_text(tables, tally->setup->game->name);
    nf_cell_count(tables, params->players);
    nf_cell_count(tables, params->rounds);
    if (params->deck > 0)
        nf_cell_count(tables, params->deck);
    else
        nf_cell_unknown(tables);
    add_text(tables, params->weights != NULL ? NULL : params->profile);
    add_text(tables, params->weights);
    add_text(tables, params->strategy);
    nf_cell_count(tables, params->paired);
    nf_cell_count(tables, params->seed);
    nf_cell_count(tables, report->spans_count > 0 ? report->spans[0].first : 0);
    nf_cell_count(tables, tally->games);
    nf_cell_count(tables, nf_tally_turns(tally));
    nf_cell_count(tables, nf_report_rejected(tally));
    nf_cell_text(tables, digest);
    if (report->spans_count > 1)
        nf_tables_note(tables, "%zu ranges of indices, with gaps between them",
                       report->spans_count);
}

/* How many letters of the unit of an extreme go with its value: "1 turn", "2 turns". */
static int extreme_unit(const struct nf_extreme_kind *kind, uint64_t value)
{
    return (int)strlen(kind->unit) - (value == 1); /* the units are plurals in s */
}

static void add_extremes(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {.name = "extremes", .title = N_("Extremes")};
    static const struct nf_column columns[] = {
        NF_COLUMN("extreme", "name", NULL, NF_KEY, .aside = true, .again = true),
        NF_COLUMN("title", "what", NULL, NF_TEXT),
        NF_COLUMN("value", "value", NULL, NF_COUNT),
        NF_COLUMN("unit", "unit", NULL, NF_TEXT),
        NF_COLUMN("index", "in game", NULL, NF_NAME, .again = true),
        NF_COLUMN("replay", "replay", NULL, NF_CODE, .aside = true),
        {.name = NULL},
    };
    const struct nf_extreme_kind *const kinds = tally->setup->game->tally->extremes;
    nf_tables_begin(tables, &about, columns);
    for (uint32_t i = 0; i < nf_tally_extremes(tally); i++) {
        const struct nf_extreme *const extreme = &tally->extremes[i];
        struct nf_text replay = {0};
        if (!nf_extreme_known(extreme))
            continue;
        nf_report_replay(&replay, tally->setup, extreme->index);
        nf_cell_text(tables, kinds[i].name);
        nf_cell_words(tables, kinds[i].title, _(kinds[i].title));
        nf_cell_count(tables, extreme->value);
        const char *const unit =
            nf_tables_text(tables, "%.*s", extreme_unit(&kinds[i], extreme->value), kinds[i].unit);
        const bool plain = strcmp(_(kinds[i].unit), kinds[i].unit) == 0;
        nf_cell_words(tables, unit, plain ? unit : _(kinds[i].unit));
        nf_cell_count(tables, extreme->index);
        nf_cell_text(tables, nf_text_terminated(&replay));
        tables->failed |= replay.failed;
        nf_text_free(&replay);
    }
}

void nf_report_statistics(const struct nf_tally *tally, struct nf_tables *tables)
{
    nf_tally_report(tally, tables);
    add_extremes(tally, tables);
}

void nf_report_tables(const struct nf_report *report, struct nf_tables *tables)
{
    add_run(report, tables);
    if (report->tally->games > 0)
        nf_report_statistics(report->tally, tables);
}
