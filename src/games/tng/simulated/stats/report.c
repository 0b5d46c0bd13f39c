/* The tables of The Number Game. */
#include "base/lang.h"
#include "base/owned.h"
#include "games/tng/simulated/stats/tallying.h"
#include "table/figures.h"

#include <inttypes.h>
#include <math.h>

static const struct tng_slice all = {TNG_EACH, TNG_EACH, TNG_EACH};
const enum tng_outcome tng_order[3] = {TNG_X, TNG_Y, TNG_DRAW};

static const char of_shares[] = N_("With best play of both; X moves first.");

/* How games end, with the columns that show it of any part of them. */
#define OF_GAMES(name_, title_, aside_)                                                            \
    {                                                                                              \
        .name = name_, .title = title_, .unit = "share of games", .kind = NF_SHARE,                \
        .interval = aside_                                                                         \
    }
const struct nf_column tng_end_columns[TNG_END_COLUMNS] = {
    OF_GAMES("x_wins", N_("X wins"), NF_INTERVAL_ASIDE),
    OF_GAMES("y_wins", N_("Y wins"), NF_INTERVAL_ASIDE),
    OF_GAMES("draws", N_("drawn"), NF_INTERVAL_ASIDE),
    NF_COLUMN("x_ahead", "X ahead", "X's share of games less Y's", NF_DIFFERENCE,
              .interval = NF_INTERVAL),
};

/* ---- one of p, r and m at a time ---- */

static struct tng_slice by_place(int i)
{
    return (struct tng_slice){i, TNG_EACH, TNG_EACH};
}

static struct tng_slice by_r(int i)
{
    return (struct tng_slice){TNG_EACH, i, TNG_EACH};
}

static struct tng_slice by_m(int i)
{
    return (struct tng_slice){TNG_EACH, TNG_EACH, i};
}

static int prime(int i)
{
    return tng_primes[i];
}

static int itself(int i)
{
    return i;
}

/* A way to sort games: by value i = low .. high of one parameter. */
static const struct sorting {
    const char *table, *title, *letter, *axis;
    int low, high;
    struct tng_slice (*slice)(int i);
    int (*value)(int i); /* what i stands for */
} sortings[] = {
    {"outcomes_by_p", N_("How games end, by p"), "p", N_("prime p"), 0, TNG_PRIMES - 1, by_place,
     prime},
    {"outcomes_by_rounds", N_("How games end, by rounds"), "r", N_("rounds r"), 1, TNG_MAX_ROUNDS,
     by_r, itself},
    {"outcomes_by_goals", N_("How games end, by goals"), "m", N_("goals m"), 0, TNG_MAX_GOALS, by_m,
     itself},
};
enum { BY_P, SORTINGS = sizeof sortings / sizeof *sortings };

static uint64_t games_of(const struct nf_tally *tally, const struct tng_slice *slice)
{
    uint64_t games = 0;
    for (int k = 0; k < 3; k++)
        games += tng_ended(tally, slice, tng_order[k]);
    return games;
}

static void report_sorting(const struct nf_tally *tally, int which, struct nf_tables *tables)
{
    const struct sorting *const sorting = &sortings[which];
    int met = 0;
    for (int i = sorting->low; i <= sorting->high; i++) {
        const struct tng_slice slice = sorting->slice(i);
        met += games_of(tally, &slice) > 0;
    }
    const struct nf_about about = {
        .name = sorting->table,
        .title = sorting->title,
        .exact = tng_numbered(tally) != 0,
        .charts = {{.kind = met > 1 ? NF_AREAS : NF_NO_CHART,
                    .x = sorting->axis,
                    .y = N_("share of games"),
                    .values = {"x_wins", "draws", "y_wins"},
                    .about = of_shares},
                   {.kind = met > 1 && which == BY_P ? NF_DOTS : NF_NO_CHART,
                    .title = N_("What moving first is worth, by p"),
                    .x = sorting->axis,
                    .y = N_("X's share less Y's"),
                    .values = {"x_ahead"},
                    .reference = tng_advantage(tally, &all).mean,
                    .reference_is = N_("over all p"),
                    .about = N_("By how much the share of games that X wins, who moves first, "
                                "exceeds Y's.")}},
    };
    const struct nf_column columns[] = {
        NF_COLUMN(sorting->letter, sorting->letter, NULL, NF_KEY),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        tng_end_columns[0],
        tng_end_columns[1],
        tng_end_columns[2],
        tng_end_columns[3],
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (int i = sorting->low; i <= sorting->high; i++) {
        const struct tng_slice slice = sorting->slice(i);
        if (games_of(tally, &slice) == 0)
            continue;
        nf_cell_count(tables, (uint64_t)sorting->value(i));
        nf_cell_count(tables, games_of(tally, &slice));
        for (int k = 0; k < 3; k++)
            nf_cell_estimate(tables, tng_share(tally, &slice, tng_order[k]));
        nf_cell_estimate(tables, tng_advantage(tally, &slice));
    }
}

/* ---- all games ---- */

/* What the numbered games are a part of, and why there is no interval. */
static void note_numbered(const struct nf_tally *tally, struct nf_tables *tables)
{
    const uint64_t numbered = tng_numbered(tally);
    NF_OWNED_TEXT struct nf_text counts = {0};
    if (numbered == 0)
        return;
    nf_report_count(&counts, numbered);
    if (tally->games == numbered)
        nf_tables_note(tables,
                       "These are all %.*s games there are: the shares are exact, no interval is "
                       "needed.",
                       (int)counts.size, counts.data);
    else
        nf_tables_note(tables,
                       "These are some of the %.*s games there are, in their order: no sample, so "
                       "there are no intervals.",
                       (int)counts.size, counts.data);
    tables->failed |= counts.failed;
}

static void report_tng_outcomes(const struct nf_tally *tally, struct nf_tables *tables)
{
    const bool numbered = tng_numbered(tally) != 0;
    const struct nf_about about = {
        .name = "outcomes",
        .title = N_("How games end"),
        .exact = numbered,
        .charts = {{.kind = NF_STRIPS,
                    .x = N_("outcome"),
                    .y = N_("share of games"),
                    .values = {"share"},
                    .about = of_shares}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("outcome", "outcome", NULL, NF_KEY),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        OF_GAMES("share", N_("share"), NF_INTERVAL),
        {.name = NULL},
    };
    const struct nf_about ahead = {.name = "advantage",
                                   .title = N_("moving first"),
                                   .layout = NF_LINE_OF_TEXT,
                                   .exact = numbered};
    const struct nf_column of_ahead[] = {tng_end_columns[3], {.name = NULL}};
    nf_tables_begin(tables, &about, columns);
    for (int k = 0; k < 3; k++) {
        const char *const word = tng_outcome_words[tng_order[k]];
        const char *const title = tng_end_columns[k].title, *const shown = _(title);
        nf_cell_words(tables, word, shown == title ? word : shown);
        nf_cell_count(tables, tng_ended(tally, &all, tng_order[k]));
        nf_cell_estimate(tables, tng_share(tally, &all, tng_order[k]));
    }
    note_numbered(tally, tables);
    nf_tables_begin(tables, &ahead, of_ahead);
    nf_cell_estimate(tables, tng_advantage(tally, &all));
}

static void report_moves(const struct nf_tally *tally, struct nf_tables *tables)
{
    const struct nf_extreme *const longest = &tally->extremes[TNG_LONGEST_WIN];
    const uint64_t last = longest->value;
    const struct nf_about about = {
        .name = "games_by_moves",
        .title = N_("Games won in so many moves"),
        .exact = tng_numbered(tally) != 0,
        .charts = {{.kind = last > 0 ? NF_HISTOGRAM : NF_NO_CHART,
                    .x = N_("moves"),
                    .y = N_("share of games"),
                    .values = {"share"},
                    .about =
                        N_("Where the winner takes the shortest way and the loser the longest; "
                           "X wins in an odd number of moves, Y in an even one.")}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("moves", "moves", "moves", NF_KEY),
        NF_COLUMN("winner", "by", NULL, NF_TEXT),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        OF_GAMES("share", N_("share"), NF_INTERVAL),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t moves = 1; moves <= last; moves++) {
        const uint64_t games = tng_sums_of(tally)->moves[moves];
        nf_cell_count(tables, moves);
        nf_cell_text(tables, moves % 2 == 1 ? "X" : "Y");
        nf_cell_count(tables, games);
        if (about.exact)
            nf_cell_share(tables, games, tally->games);
        else
            nf_cell_estimate(tables, nf_share_exact(games, tally->games));
    }
}

/* What the page leads with. */
static void report_tng_answer(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const char *const words[] = {N_("of games won by X, who moves first"), N_("won by Y"),
                                        N_("drawn")};
    const double ahead = tng_advantage(tally, &all).mean;
    if (tally->games == 0)
        return;
    tables->answer = nf_tables_text(
        tables,
        ahead < 0
            ? _("With best play of both, who moves first wins %.2f points less often than the "
                "other.")
            : _("With best play of both, who moves first wins %.2f points more often than the "
                "other."),
        100 * fabs(ahead));
    for (int k = 0; k < 3; k++)
        nf_tables_headline(tables,
                           nf_tables_text(tables, "%.2f%%",
                                          100 * (double)tng_ended(tally, &all, tng_order[k]) /
                                              (double)tally->games),
                           _(words[k]));
}

void tng_report(const struct nf_tally *tally, struct nf_tables *tables)
{
    report_tng_answer(tally, tables);
    report_tng_outcomes(tally, tables);
    for (int which = 0; which < SORTINGS; which++)
        report_sorting(tally, which, tables);
    report_moves(tally, tables);
}
