#include "base/json_text.h"
#include "base/lang.h"
#include "base/shown.h"
#include "base/version.h"
#include "sim/runs/tournament.h"
#include "table/figures.h"
#include "table/forms.h"

#include <inttypes.h>
#include <math.h>
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

static void fill_ranking(struct nf_tables *tables, const struct nf_tournament *tournament)
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

static void fill_pairings(struct nf_tables *tables, const struct nf_tournament *tournament)
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

static void fill_test(struct nf_tables *tables, const struct nf_tournament *tournament)
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
    fill_ranking(tables, tournament);
    fill_pairings(tables, tournament);
    if (tournament->plan->sprt != NULL)
        fill_test(tables, tournament);
}

/* ---- a whole tournament ---- */

/* Games per pairing, as they are told. */
static uint64_t games_each(const struct nf_tournament *tournament)
{
    return tournament->plan->partly ? tournament->games : tournament->plan->games;
}

static void put_interval(struct nf_text *text, double low, double high)
{
    if (isnan(low))
        nf_text_format(text, "%22s", "-");
    else
        nf_text_format(text, "  %+8.3f .. %+8.3f", 100 * low, 100 * high);
}

static void put_ranking(struct nf_text *text, const struct nf_tournament *tournament)
{
    nf_text_string(
        text, /* xgettext:no-c-format */
        _("rank  strategy     fewer losses        95% interval         next loses more\n"));
    for (uint32_t i = 0; i < tournament->count; i++) {
        const struct nf_tournament_entry *const entry = &tournament->ranking[i];
        char name[13];
        nf_text_format(text, _("%4u  %-12s%+9.3f points"), i + 1,
                       nf_shown_copy(name, sizeof name, tournament->plan->names[entry->strategy]),
                       0 - 100 * entry->difference.mean);
        put_interval(text, 0 - entry->difference.high, 0 - entry->difference.low);
        const bool last = i + 1 == tournament->count;
        if (!last)
            put_interval(text, entry->to_next.low, entry->to_next.high);
        const bool apart = entry->to_next.low > 0 || entry->to_next.high < 0;
        if (!last && !apart && !(tournament->plan->gauntlet && i == 0)) {
            nf_text_string(text, " ");
            nf_screen_put(text, NF_NOTED, 0, "~");
        }
        nf_text_string(text, "\n");
    }
}

static void put_verdict(struct nf_text *text, const struct nf_tournament *tournament)
{
    const struct nf_sprt *const sprt = tournament->plan->sprt;
    char names[2][NF_TOURNAMENT_NAME];
    for (int i = 0; i < 2; i++)
        nf_shown_copy(names[i], sizeof names[i], tournament->plan->names[i]);
    nf_text_format(text, _("\nIs %s better than %s by %g points (H0) or by %g (H1)? "), names[0],
                   names[1], 100 * sprt->low, 100 * sprt->high);
    nf_text_string(text, tournament->verdict == NF_SPRT_HIGH  ? _("H1 is accepted.\n")
                         : tournament->verdict == NF_SPRT_LOW ? _("H0 is accepted.\n")
                                                              : _("Not decided.\n"));
    nf_text_format(text,
                   _("log likelihood ratio %.2f; H0 from %.2f, H1 from %.2f (SPRT, alpha %g, beta "
                     "%g)\nIntervals after a sequential test are too narrow, and the gain looks "
                     "larger than it is.\n"),
                   nf_tournament_ratio(tournament), nf_sprt_lower(sprt), nf_sprt_upper(sprt),
                   sprt->alpha, sprt->beta);
}

static json_t *json_verdict(const struct nf_tournament *tournament)
{
    static const char *const words[] = {
        [NF_SPRT_OPEN] = "open", [NF_SPRT_LOW] = "low", [NF_SPRT_HIGH] = "high"};
    const struct nf_sprt *const sprt = tournament->plan->sprt;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:s}", "low", nf_json_number(sprt->low), "high",
                     nf_json_number(sprt->high), "alpha", nf_json_number(sprt->alpha), "beta",
                     nf_json_number(sprt->beta), "log_ratio",
                     nf_json_number(nf_tournament_ratio(tournament)), "accepted",
                     words[tournament->verdict]);
}

enum { COLUMN = 7 };

static void put_cross_table(struct nf_text *text, const struct nf_tournament *tournament)
{
    char name[NF_TOURNAMENT_NAME];
    if (NF_TOURNAMENT_NAME + COLUMN * tournament->count > nf_screen_width()) {
        nf_text_format(text, _("\n(the cross table is wider than %zu columns; --json has it)\n"),
                       nf_screen_width());
        return;
    }
    nf_text_string(text, _("\nalone at a table of ...\n                "));
    for (uint32_t j = 0; j < tournament->count; j++)
        nf_text_format(text, "%*s", COLUMN,
                       nf_shown_copy(name, COLUMN, tournament->plan->names[j]));
    nf_text_string(text, "\n");
    for (uint32_t i = 0; i < tournament->count; i++) {
        nf_text_format(text, "%-*s", NF_TOURNAMENT_NAME,
                       nf_shown_copy(name, NF_TOURNAMENT_NAME, tournament->plan->names[i]));
        for (uint32_t j = 0; j < tournament->count; j++)
            if (!nf_tournament_plays(tournament, i, j))
                nf_text_format(text, "%*s", COLUMN, "-");
            else
                nf_text_format(text, "%*.2f", COLUMN, 100 * nf_tournament_rate(tournament, i, j));
        nf_text_string(text, "\n");
    }
}

void nf_tournament_words(struct nf_text *text, const struct nf_tournament *tournament)
{
    const struct nf_params *const params = &tournament->plan->params;
    nf_text_format(text, _("%u strategies, "), tournament->count);
    nf_text_format(text, P_("%u player, ", "%u players, ", params->players), params->players);
    nf_text_format(text, P_("%u round; ", "%u rounds; ", params->rounds), params->rounds);
    nf_report_count(text, games_each(tournament));
    nf_text_format(text, _(" games per pairing, seed %" PRIu64), params->seed);
}

void nf_tournament_table(struct nf_text *text, const struct nf_tournament *tournament)
{
    nf_tournament_words(text, tournament);
    nf_text_string(text, "\n\n");
    put_ranking(text, tournament);
    if (tournament->plan->sprt != NULL)
        put_verdict(text, tournament);
    nf_text_string(text,
                   _("\n"
                     "Points are percentage points of the lone player's loss rate, compared with\n"
                     "playing as the others do, over the tables of all other strategies. All "
                     "tables\n"
                     "have the same games, so strategies are compared game by game; ~: the "
                     "difference\n"
                     "may be chance. The cross table has loss rates in percent.\n"));
    if (tournament->plan->gauntlet)
        nf_text_string(text,
                       _("Only the first strategy meets all others; each of these is alone at its "
                         "table,\nand is compared with the others there.\n"));
    put_cross_table(text, tournament);
}

static json_t *json_interval(const struct nf_estimate *estimate)
{
    return json_pack("[o, o]", nf_json_number(estimate->low), nf_json_number(estimate->high));
}

static json_t *json_pairings(const struct nf_tournament *tournament)
{
    json_t *const list = json_array();
    for (uint32_t i = 0; i < tournament->count; i++)
        for (uint32_t j = 0; j < tournament->count; j++) {
            const struct nf_estimate difference = nf_tournament_difference(tournament, i, j);
            if (nf_tournament_plays(tournament, i, j))
                json_array_append_new(
                    list,
                    json_pack("{s:s, s:s, s:o, s:o, s:o}", "alone", tournament->plan->names[i],
                              "others", tournament->plan->names[j], "loss_rate",
                              nf_json_number(nf_tournament_rate(tournament, i, j)), "difference",
                              nf_json_number(difference.mean), "ci95", json_interval(&difference)));
        }
    return list;
}

static json_t *json_ranking(const struct nf_tournament *tournament)
{
    json_t *const ranking = json_array();
    for (uint32_t i = 0; i < tournament->count; i++) {
        const struct nf_tournament_entry *const entry = &tournament->ranking[i];
        json_t *const next =
            i + 1 == tournament->count || isnan(entry->to_next.mean)
                ? json_null()
                : json_pack("{s:o, s:o}", "difference", nf_json_number(entry->to_next.mean), "ci95",
                            json_interval(&entry->to_next));
        json_array_append_new(ranking,
                              json_pack("{s:s, s:o, s:o, s:o}", "strategy",
                                        tournament->plan->names[entry->strategy], "difference",
                                        nf_json_number(entry->difference.mean), "ci95",
                                        json_interval(&entry->difference), "to_next", next));
    }
    return ranking;
}

json_t *nf_tournament_document(const struct nf_tournament *tournament)
{
    const struct nf_params *const params = &tournament->plan->params;
    json_t *const object = json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "schema", "ninefold.tournament/1",
        "version", nf_version, "game", tournament->plan->game->name, "players",
        (json_int_t)params->players, "rounds", (json_int_t)params->rounds, "games",
        (json_int_t)games_each(tournament), "seed", (json_int_t)params->seed, "ranking",
        json_ranking(tournament), "pairings", json_pairings(tournament));
    if (tournament->plan->sprt != NULL)
        json_object_set_new(object, "sprt", json_verdict(tournament));
    return object;
}
