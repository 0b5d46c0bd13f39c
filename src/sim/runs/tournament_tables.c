#include "sim/runs/tournament.h"

#include "base/lang.h"
#include "base/shown.h"

#include <string.h>

/* A strategy's name as it can be shown; keys must differ, so one that is shown like an earlier one
 * gets its number. */
static const char *name_of(struct nf_tables *tables, const struct nf_tournament *tournament,
                           uint32_t strategy)
{
    char name[NF_TOURNAMENT_NAME], other[NF_TOURNAMENT_NAME];
    nf_shown_copy(name, sizeof name, tournament->plan->names[strategy]);
    for (uint32_t i = 0; i < strategy; i++)
        if (strcmp(nf_shown_copy(other, sizeof other, tournament->plan->names[i]), name) == 0)
            return nf_tables_text(tables, "%s (%u)", name, strategy + 1);
    return nf_tables_text(tables, "%s", name);
}

static void put_ranking(struct nf_tables *tables, const struct nf_tournament *tournament)
{
    static const struct nf_about about = {
        .name = "ranking",
        .title = N_("How much less each strategy loses"),
        .charts = {{.kind = NF_DOTS,
                    .x = N_("strategy"),
                    .y = N_("share of rounds, less than the others"),
                    .values = {"gain"},
                    .reference = 0,
                    .reference_is = N_("playing as the others do")}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("strategy", "strategy", NULL, NF_KEY),
        NF_COLUMN("rank", "rank", NULL, NF_NAME),
        NF_COLUMN("gain", "fewer losses", "share of rounds", NF_DIFFERENCE,
                  .interval = NF_INTERVAL),
        NF_COLUMN("to_next", "next loses more", "share of rounds", NF_DIFFERENCE,
                  .interval = NF_INTERVAL),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t i = 0; i < tournament->count; i++) {
        const struct nf_tournament_entry *const entry = &tournament->ranking[i];
        nf_cell_text(tables, name_of(tables, tournament, entry->strategy));
        nf_cell_count(tables, i + 1);
        nf_cell_estimate(tables, nf_estimate_turned(entry->difference));
        if (i + 1 < tournament->count)
            nf_cell_estimate(tables, entry->to_next);
        else
            nf_cell_unknown(tables);
    }
    nf_tables_note(tables,
                   "Of the lone player, compared with playing as the others do, over the tables of "
                   "all other strategies. All tables have the same games, so strategies are "
                   "compared game by game; where an interval of what the next loses more has 0 in "
                   "it, the difference may be chance.");
    if (tournament->plan->gauntlet)
        nf_tables_note(tables,
                       "Only the first strategy meets all others; each of these is alone at its "
                       "table, and is compared with the others there.");
}

static void put_pairings(struct nf_tables *tables, const struct nf_tournament *tournament)
{
    static const struct nf_about about = {
        .name = "pairings",
        .title = N_("What one player loses alone at a table of others"),
        .layout = NF_CROSS,
        .charts =
            {{.kind = NF_HEAT, .x = N_("the others"), .y = N_("alone"), .values = {"loss_rate"}}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("alone", "alone", NULL, NF_KEY),
        NF_COLUMN("others", "the others", NULL, NF_KEY),
        NF_COLUMN("loss_rate", "loses", "share of rounds", NF_SHARE, .digits = 2),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t i = 0; i < tournament->count; i++)
        for (uint32_t j = 0; j < tournament->count; j++) {
            nf_cell_text(tables, name_of(tables, tournament, i));
            nf_cell_text(tables, name_of(tables, tournament, j));
            if (!nf_tournament_plays(tournament, i, j))
                nf_cell_unknown(tables);
            else
                nf_cell_number(tables, nf_tournament_rate(tournament, i, j));
        }
}

static void put_test(struct nf_tables *tables, const struct nf_tournament *tournament)
{
    static const char *const words[] = {[NF_SPRT_OPEN] = N_("not decided"),
                                        [NF_SPRT_LOW] = N_("H0 is accepted"),
                                        [NF_SPRT_HIGH] = N_("H1 is accepted")};
    static const struct nf_about about = {
        .name = "sprt", .title = N_("How much less the first strategy loses than the second")};
    static const struct nf_column columns[] = {
        NF_COLUMN("verdict", "verdict", NULL, NF_TEXT),
        NF_COLUMN("h0", "H0", "share of rounds", NF_DIFFERENCE),
        NF_COLUMN("h1", "H1", "share of rounds", NF_DIFFERENCE),
        NF_COLUMN("ratio", "log likelihood ratio", NULL, NF_REAL),
        NF_COLUMN("lower", "H0 from", NULL, NF_REAL),
        NF_COLUMN("upper", "H1 from", NULL, NF_REAL),
        NF_COLUMN("alpha", "alpha", NULL, NF_REAL, .digits = 3),
        NF_COLUMN("beta", "beta", NULL, NF_REAL, .digits = 3),
        {.name = NULL},
    };
    const struct nf_sprt *const sprt = tournament->plan->sprt;
    const char *const verdict = words[tournament->verdict];
    nf_tables_begin(tables, &about, columns);
    nf_cell_words(tables, verdict, _(verdict));
    nf_cell_number(tables, sprt->low);
    nf_cell_number(tables, sprt->high);
    nf_cell_number(tables, nf_tournament_ratio(tournament));
    nf_cell_number(tables, nf_sprt_lower(sprt));
    nf_cell_number(tables, nf_sprt_upper(sprt));
    nf_cell_number(tables, sprt->alpha);
    nf_cell_number(tables, sprt->beta);
    nf_tables_note(tables, "Intervals after a sequential test are too narrow, and the gain looks "
                           "larger than it is.");
}

void nf_tournament_tables(struct nf_tables *tables, const struct nf_tournament *tournament)
{
    put_ranking(tables, tournament);
    put_pairings(tables, tournament);
    if (tournament->plan->sprt != NULL)
        put_test(tables, tournament);
}
