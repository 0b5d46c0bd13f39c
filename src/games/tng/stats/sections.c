/* How the statistics of The Number Game are shown. */
#include "core/figures.h"
#include "core/tables.h"
#include "games/tng/stats/tallying.h"
#include "stats/estimate.h"

#include <math.h>
#include <stdio.h>

static const struct tng_slice all = {TNG_EACH, TNG_EACH, TNG_EACH};
static const enum tng_outcome order[3] = {TNG_X, TNG_Y, TNG_DRAW};

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

const struct tng_sorting tng_sortings[TNG_SORTINGS] = {
    {"outcomes_by_p", "How games end, by p", "p", 0, TNG_PRIMES - 1, by_place, prime},
    {"outcomes_by_rounds", "How games end, by rounds", "r", 1, TNG_MAX_ROUNDS, by_r, itself},
    {"outcomes_by_goals", "How games end, by goals", "m", 0, TNG_MAX_GOALS, by_m, itself},
};

/* Games by outcome of value `i`; returns how many there are. */
static uint64_t count_ends(const struct nf_tally *tally, const struct tng_sorting *sorting, int i,
                           uint64_t ends[3])
{
    const struct tng_slice slice = sorting->slice(i);
    for (int k = 0; k < 3; k++)
        ends[k] = tng_ended(tally, &slice, order[k]);
    return ends[0] + ends[1] + ends[2];
}

static double percent(uint64_t part, uint64_t whole)
{
    return 100 * (double)part / (double)whole;
}

/* ---- for people ---- */

/* The interval of a share, or a dash. */
static void put_interval(struct nf_text *text, const struct nf_estimate *share)
{
    if (isnan(share->low))
        nf_text_format(text, "%11s", "-");
    else
        nf_text_format(text, "  %7.3f ..%7.3f%%", 100 * share->low, 100 * share->high);
}

/* What the numbered games are a part of, and why there is no interval. */
static void show_numbered(const struct nf_tally *tally, struct nf_text *text)
{
    const uint64_t numbered = tng_numbered(tally);
    if (numbered == 0)
        return;
    nf_text_string(text, tally->games == numbered ? "all " : "");
    if (tally->games != numbered) {
        nf_report_count(text, tally->games);
        nf_text_string(text, " of the ");
    }
    nf_report_count(text, numbered);
    nf_text_string(text, tally->games == numbered
                             ? " games there are: the shares are exact, no interval is needed\n\n"
                             : " games there are, in their order: no sample, so no intervals\n\n");
}

static void show_outcomes(const struct nf_tally *tally, struct nf_text *text)
{
    const bool numbered = tng_numbered(tally) != 0;
    nf_text_format(text, "outcome           games     share%s\n",
                   numbered ? "" : "   95% interval");
    for (int k = 0; k < 3; k++) {
        const struct nf_estimate share = tng_share(tally, &all, order[k]);
        nf_text_format(text, "%-7s", tng_outcome_words[order[k]]);
        nf_report_column(text, tng_ended(tally, &all, order[k]), 16);
        nf_text_format(text, "%9.3f%%", 100 * share.mean);
        if (!numbered)
            put_interval(text, &share);
        nf_text_string(text, "\n");
    }
    const struct nf_estimate ahead = tng_advantage(tally, &all);
    nf_text_format(text, "%-23s%+9.3f%%", "X ahead of Y", 100 * ahead.mean);
    if (!numbered)
        put_interval(text, &ahead);
    nf_text_string(text, "\n");
}

static void show_sorting(const struct nf_tally *tally, const struct tng_sorting *sorting,
                         struct nf_text *text)
{
    const bool numbered = tng_numbered(tally) != 0;
    nf_text_format(text, "\n%4s           games    X wins    Y wins      draw   X ahead%s\n",
                   sorting->letter, numbered ? "" : "   95% interval");
    for (int i = sorting->low; i <= sorting->high; i++) {
        uint64_t ends[3];
        const uint64_t games = count_ends(tally, sorting, i, ends);
        if (games == 0)
            continue;
        const struct tng_slice slice = sorting->slice(i);
        const struct nf_estimate ahead = tng_advantage(tally, &slice);
        nf_text_format(text, "%4d", sorting->value(i));
        nf_report_column(text, games, 16);
        for (int k = 0; k < 3; k++)
            nf_text_format(text, "%9.3f%%", percent(ends[k], games));
        nf_text_format(text, "%+9.3f%%", 100 * ahead.mean);
        if (!numbered)
            put_interval(text, &ahead);
        nf_text_string(text, "\n");
    }
}

static void show_moves(const struct nf_tally *tally, struct nf_text *text)
{
    nf_text_string(text, "\nwon in           games     share\n");
    for (uint32_t moves = 1; moves <= TNG_MAX_MOVES; moves++) {
        const uint64_t games = tng_won_in(tally, moves);
        if (games == 0)
            continue;
        nf_text_format(text, "%4u %c", moves, moves % 2 == 1 ? 'X' : 'Y');
        nf_report_column(text, games, 16);
        nf_text_format(text, "%9.3f%%\n", percent(games, tally->games));
    }
}

void tng_show(const struct nf_tally *tally, struct nf_text *text)
{
    show_numbered(tally, text);
    show_outcomes(tally, text);
    for (int i = 0; i < TNG_SORTINGS; i++)
        show_sorting(tally, &tng_sortings[i], text);
    show_moves(tally, text);
}

/* ---- for programs ---- */

static json_t *json_advantage(const struct nf_tally *tally, const struct tng_slice *slice)
{
    const struct nf_estimate ahead = tng_advantage(tally, slice);
    return json_pack("{s:o, s:[o, o]}", "share", nf_json_number(ahead.mean), "ci95",
                     nf_json_number(ahead.low), nf_json_number(ahead.high));
}

void tng_members(const struct nf_tally *tally, json_t *run)
{
    json_t *const outcomes = json_array();
    for (int k = 0; k < 3; k++) {
        const uint64_t games = tng_ended(tally, &all, order[k]);
        const struct nf_estimate share = tng_share(tally, &all, order[k]);
        json_array_append_new(
            outcomes, json_pack("{s:s, s:o, s:o, s:[o, o]}", "outcome", tng_outcome_words[order[k]],
                                "games", nf_json_count(games), "share", nf_json_number(share.mean),
                                "ci95", nf_json_number(share.low), nf_json_number(share.high)));
    }
    json_object_set_new(run, "outcomes", outcomes);
    json_object_set_new(run, "advantage", json_advantage(tally, &all));
    json_object_set_new(run, "numbered_games",
                        tng_numbered(tally) != 0 ? nf_json_count(tng_numbered(tally))
                                                 : json_null());
    for (int s = 0; s < TNG_SORTINGS; s++) {
        json_t *const rows = json_array();
        for (int i = tng_sortings[s].low; i <= tng_sortings[s].high; i++) {
            uint64_t ends[3];
            const struct tng_slice slice = tng_sortings[s].slice(i);
            if (count_ends(tally, &tng_sortings[s], i, ends) > 0)
                json_array_append_new(
                    rows,
                    json_pack("{s:i, s:o, s:o, s:o, s:o}", tng_sortings[s].letter,
                              tng_sortings[s].value(i), "x_wins", nf_json_count(ends[0]), "y_wins",
                              nf_json_count(ends[1]), "draws", nf_json_count(ends[2]), "advantage",
                              json_advantage(tally, &slice)));
        }
        json_object_set_new(run, tng_sortings[s].table, rows);
    }
    json_t *const moves = json_array();
    for (uint32_t i = 0; i <= TNG_MAX_MOVES; i++)
        json_array_append_new(moves, nf_json_count(tng_won_in(tally, i)));
    json_object_set_new(run, "games_by_moves", moves);
}

static void add_outcomes(const struct nf_tally *tally, json_t *tables)
{
    static const char *const columns[] = {"outcome", "games", "share", "low 95%", "high 95%", NULL};
    json_t *const rows = nf_tables_add(tables, "outcomes", "How games end", columns);
    for (int k = 0; k < 3; k++) {
        const struct nf_estimate share = tng_share(tally, &all, order[k]);
        json_array_append_new(rows, json_pack("[s, o, o, o, o]", tng_outcome_words[order[k]],
                                              nf_json_count(tng_ended(tally, &all, order[k])),
                                              nf_json_number(share.mean), nf_json_number(share.low),
                                              nf_json_number(share.high)));
    }
    const struct nf_estimate ahead = tng_advantage(tally, &all);
    json_array_append_new(rows,
                          json_pack("[s, n, o, o, o]", "X ahead of Y", nf_json_number(ahead.mean),
                                    nf_json_number(ahead.low), nf_json_number(ahead.high)));
}

static void add_sorting(const struct nf_tally *tally, const struct tng_sorting *sorting,
                        json_t *tables)
{
    const char *const columns[] = {sorting->letter, "games",   "X wins",   "Y wins", "draw",
                                   "X ahead",       "low 95%", "high 95%", NULL};
    json_t *const rows = nf_tables_add(tables, sorting->table, sorting->title, columns);
    for (int i = sorting->low; i <= sorting->high; i++) {
        uint64_t ends[3];
        const struct tng_slice slice = sorting->slice(i);
        const uint64_t games = count_ends(tally, sorting, i, ends);
        if (games == 0)
            continue;
        const struct nf_estimate ahead = tng_advantage(tally, &slice);
        json_array_append_new(rows, json_pack("[i, o, o, o, o, o, o, o]", sorting->value(i),
                                              nf_json_count(games), nf_json_count(ends[0]),
                                              nf_json_count(ends[1]), nf_json_count(ends[2]),
                                              nf_json_number(ahead.mean), nf_json_number(ahead.low),
                                              nf_json_number(ahead.high)));
    }
}

void tng_tables(const struct nf_tally *tally, json_t *tables)
{
    static const char *const columns[] = {"moves", "games", NULL};
    add_outcomes(tally, tables);
    for (int s = 0; s < TNG_SORTINGS; s++)
        add_sorting(tally, &tng_sortings[s], tables);
    json_t *const rows =
        nf_tables_add(tables, "games_by_moves", "Games won in so many moves, 0 for draws", columns);
    for (uint32_t i = 0; i <= TNG_MAX_MOVES; i++)
        json_array_append_new(rows,
                              json_pack("[i, o]", (int)i, nf_json_count(tng_won_in(tally, i))));
}
