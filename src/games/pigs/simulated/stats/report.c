/* The tables of the pig game. */
#include "base/lang.h"
#include "base/stats/estimate.h"
#include "games/pigs/simulated/stats/tallying.h"
#include "sim/game.h"

#include <math.h>

/* The share of games that the main side won. */
#define MAIN_WINS(...)                                                                             \
    NF_COLUMN("main_wins", "main side wins", "share of these games", NF_SHARE, __VA_ARGS__)

static void report_pigs_outcomes(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "outcomes",
        .title = N_("Who wins"),
        .charts =
            {{.kind = NF_STRIPS, .x = N_("side"), .y = N_("share of games"), .values = {"share"}}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("side", "side", NULL, NF_KEY),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        NF_COLUMN("share", "share", "share of games", NF_SHARE, .interval = NF_INTERVAL),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (int won = 1; won >= 0; won--) {
        const char *const side = won ? N_("main side") : N_("rebels");
        const uint64_t games = pigs_ended(tally, PIGS_EACH, won);
        nf_cell_words(tables, side, _(side));
        nf_cell_count(tables, games);
        nf_cell_estimate(tables, nf_share_exact(games, tally->games));
    }
}

static void report_pigs_seats(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "seats",
        .title = N_("Losses and deaths of each seat"),
        .charts = {{.kind = NF_DOTS,
                    .x = N_("seat"),
                    .y = N_("share of games"),
                    .values = {"loss_rate"},
                    .about = N_("How often the side of a seat loses. Seat 1 is the main pig.")}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("losses", "losses", "games", NF_COUNT),
        NF_COLUMN("loss_rate", "share", "share of games", NF_SHARE, .interval = NF_INTERVAL),
        NF_COLUMN("deaths", "deaths", "games", NF_COUNT),
        NF_COLUMN("death_rate", "share", "share of games", NF_SHARE, .interval = NF_INTERVAL_ASIDE),
        NF_COLUMN("main_wins", "main wins", "share of these games", NF_SHARE,
                  .interval = NF_INTERVAL_ASIDE),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (unsigned seat = 0; seat < tally->setup->params.players; seat++) {
        const uint64_t won = pigs_deaths(tally, seat, true);
        const uint64_t deaths = won + pigs_deaths(tally, seat, false);
        nf_cell_count(tables, seat + 1);
        nf_cell_count(tables, pigs_losses(tally, seat));
        nf_cell_estimate(tables, nf_share_exact(pigs_losses(tally, seat), tally->games));
        nf_cell_count(tables, deaths);
        nf_cell_estimate(tables, nf_share_exact(deaths, tally->games));
        nf_cell_estimate(tables, nf_share_exact(won, deaths));
    }
}

static void report_loyal(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "wins_by_loyal",
        .title = N_("Who wins, by loyal pigs"),
        .charts = {{.kind = NF_DOTS,
                    .x = N_("loyal pigs"),
                    .y = N_("share of these games"),
                    .values = {"main_wins"},
                    .about = N_("The main pig has no other friends; all others are rebels.")}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("loyal", "loyal pigs", "pigs", NF_KEY),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        MAIN_WINS(.interval = NF_INTERVAL),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (int loyal = 0; loyal + 2 <= (int)tally->setup->params.players; loyal++) {
        const uint64_t won = pigs_ended(tally, loyal, true);
        const uint64_t games = won + pigs_ended(tally, loyal, false);
        nf_cell_count(tables, (uint64_t)loyal);
        nf_cell_count(tables, games);
        nf_cell_estimate(tables, nf_share_exact(won, games));
    }
}

/* The last count of turns stands for more of them, too. */
static void report_lengths(const struct nf_tally *tally, struct nf_tables *tables)
{
    const double games = (double)tally->games, mean = (double)tally->sums[PIGS_TURNS] / games;
    const double squares = (double)tally->sums[PIGS_TURNS_SQUARED] - games * mean * mean;
    struct nf_lengths lengths = nf_counts_lengths(tally->sums + PIGS_SUM_TURNS, PIGS_LENGTHS);
    lengths.mean = mean;
    lengths.sd = tally->games > 1 ? sqrt(fmax(squares, 0) / (games - 1)) : NAN;
    lengths.most = tally->extremes[PIGS_LONGEST_GAME].value;
    nf_tables_lengths(tables, "turns_per_game", N_("turns a game"), "turns", &lengths);
}

static void report_pigs_totals(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {.name = "cards", .title = N_("Cards")};
    static const struct nf_column columns[] = {
        NF_COLUMN("cards", "cards", NULL, NF_KEY),
        NF_COLUMN("count", "in all", "cards", NF_COUNT),
        NF_COLUMN("per_game", "a game", "cards a game", NF_REAL),
        {.name = NULL},
    };
    static const struct {
        const char *name;
        uint32_t sum;
    } rows[] = {
        {N_("drawn"), PIGS_DRAWN}, {N_("used in own turns"), PIGS_USED}, {N_("J"), PIGS_STOPPED}};
    nf_tables_begin(tables, &about, columns);
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        nf_cell_words(tables, rows[row].name, _(rows[row].name));
        nf_cell_count(tables, tally->sums[rows[row].sum]);
        nf_cell_share(tables, tally->sums[rows[row].sum], tally->games);
    }
}

/* What the page leads with. */
static void report_pigs_answer(const struct nf_tally *tally, struct nf_tables *tables)
{
    const double games = (double)tally->games;
    if (tally->games == 0)
        return;
    tables->answer = nf_tables_text(tables, _("The main pig's side wins %.2f%% of games."),
                                    100 * (double)pigs_ended(tally, PIGS_EACH, true) / games);
    nf_tables_headline(tables,
                       nf_tables_text(tables, "%.2f", (double)tally->sums[PIGS_TURNS] / games),
                       _("turns a game in the mean"));
    nf_tables_headline(tables,
                       nf_tables_text(tables, "%.2f", (double)tally->sums[PIGS_DRAWN] / games),
                       _("cards drawn"));
    nf_tables_headline(tables,
                       nf_tables_text(tables, "%.2f", (double)tally->sums[PIGS_STOPPED] / games),
                       _("J used"));
}

void pigs_report(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about living = {.name = "living",
                                           .title = N_("Games by pigs living at the end")};
    static const struct nf_about turns = {
        .name = "turns",
        .title = N_("Games by turns"),
        .aside = true,
        .charts = {{.kind = NF_HISTOGRAM,
                    .x = N_("turns"),
                    .y = N_("share of games"),
                    .values = {"share"}}},
    };
    static const struct nf_about drawn = {
        .name = "drawn",
        .title = N_("Games by cards drawn; 255 stands for more, here and above"),
        .aside = true,
        .charts = {{.kind = NF_HISTOGRAM,
                    .x = N_("cards"),
                    .y = N_("share of games"),
                    .values = {"share"}}},
    };
    static const char of_games[] = "share of games";
    const uint64_t *const sums = tally->sums;
    report_pigs_answer(tally, tables);
    report_pigs_outcomes(tally, tables);
    report_pigs_seats(tally, tables);
    report_loyal(tally, tables);
    nf_tables_games(tables, &living, N_("living"), of_games, sums + PIGS_SUM_LIVING, 1,
                    tally->games > 0 ? tally->setup->params.players + 1 : 0, NULL);
    report_lengths(tally, tables);
    report_pigs_totals(tally, tables);
    nf_tables_games(tables, &turns, N_("turns"), of_games, sums + PIGS_SUM_TURNS, 1,
                    nf_counts_most(sums + PIGS_SUM_TURNS, PIGS_LENGTHS) + 1, NULL);
    nf_tables_games(tables, &drawn, N_("cards"), of_games, sums + PIGS_SUM_DRAWN, 1,
                    nf_counts_most(sums + PIGS_SUM_DRAWN, PIGS_LENGTHS) + 1, NULL);
}
