#include "games/mahjong/stats/detail_tallying.h"

#include "core/charts.h"
#include "core/figures.h"
#include "core/tables.h"
#include "games/mahjong/kernels/setup.h"

#include <math.h>
#include <stdio.h>

static const char *const letters[MAHJONG_SEATS] = {"A", "B", "C", "D"};

static uint32_t words(const struct nf_setup *setup)
{
    (void)setup;
    return MAHJONG_WORDS;
}

static uint32_t sums(const struct nf_setup *setup)
{
    (void)setup;
    return MAHJONG_DETAILED_SUMS;
}

static void count(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    mahjong_tally.count(tally, outcome);
    mahjong_add_details(&((const struct mahjong_setup *)tally->setup)->run, outcome->index,
                        mahjong_details_of(tally));
}

/* ---- what follows from the sums ---- */

static uint64_t total(const uint64_t *from, unsigned count)
{
    uint64_t sum = 0;
    while (count > 0)
        sum += from[--count];
    return sum;
}

static uint64_t players(const uint64_t by_distance[MAHJONG_MOST_DISTANCE + 1])
{
    return total(by_distance, MAHJONG_MOST_DISTANCE + 1);
}

static double mean(const uint64_t by_distance[MAHJONG_MOST_DISTANCE + 1])
{
    uint64_t sum = 0;
    for (unsigned distance = 1; distance <= MAHJONG_MOST_DISTANCE; distance++)
        sum += distance * by_distance[distance];
    const uint64_t all = players(by_distance);
    return all == 0 ? NAN : (double)sum / (double)all;
}

static double share(uint64_t part, uint64_t whole)
{
    return whole == 0 ? NAN : (double)part / (double)whole;
}

/* Players of all seats by distance after the deal. */
static void add_dealt(const struct mahjong_details *details,
                      uint64_t dealt[MAHJONG_MOST_DISTANCE + 1])
{
    for (unsigned distance = 0; distance <= MAHJONG_MOST_DISTANCE; distance++) {
        dealt[distance] = 0;
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
            dealt[distance] += details->dealt[seat][distance];
    }
}

static bool consistent(const struct nf_tally *tally)
{
    const struct mahjong_details *const details = mahjong_details_of(tally);
    uint64_t claims = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        if (players(details->dealt[seat]) != tally->games || details->waits[seat] > tally->games)
            return false;
        claims += mahjong_pongs(tally, seat) + mahjong_chows(tally, seat);
    }
    return mahjong_tally.consistent(tally) && details->games == tally->games &&
           players(details->claims) == claims &&
           total(details->after[0], MAHJONG_MOST_TURNS * (MAHJONG_MOST_DISTANCE + 1)) ==
               mahjong_turns(tally);
}

/* How many discards of a player there are to show: those that at least `least` of all players came
 * to. */
static unsigned discards(const struct nf_tally *tally, double least)
{
    const struct mahjong_details *const details = mahjong_details_of(tally);
    const double all = (double)tally->games * MAHJONG_SEATS;
    unsigned count = 0;
    while (count < MAHJONG_MOST_TURNS && (double)players(details->after[count]) > least * all)
        count++;
    return count;
}

/* ---- for people ---- */

enum { SHOWN = 6 }; /* distances that have a column */

static void show_row(struct nf_text *text, const uint64_t by_distance[MAHJONG_MOST_DISTANCE + 1])
{
    const uint64_t all = players(by_distance);
    nf_report_column(text, all, 14);
    nf_text_format(text, "%9.3f", mean(by_distance));
    for (unsigned distance = 1; distance <= SHOWN; distance++)
        nf_text_format(text, "%7.2f%%", 100 * share(by_distance[distance], all));
    nf_text_string(text, "\n");
}

static void show(const struct nf_tally *tally, struct nf_text *text)
{
    enum { EVERY_UP_TO = 8, STEP = 4 };
    const struct mahjong_details *const details = mahjong_details_of(tally);
    mahjong_tally.show(tally, text);
    nf_text_format(text, "\n%-8s%11s%9s", "discards", "players", "mean");
    for (unsigned distance = 1; distance <= SHOWN; distance++)
        nf_text_format(text, "%8u", distance);
    nf_text_string(text, "\n");
    uint64_t dealt[MAHJONG_MOST_DISTANCE + 1];
    add_dealt(details, dealt);
    nf_text_string(text, "dealt");
    show_row(text, dealt);
    const unsigned last = discards(tally, 0.01);
    for (unsigned turn = 1; turn <= last; turn += turn < EVERY_UP_TO ? 1 : STEP) {
        nf_text_format(text, "%5u", turn);
        show_row(text, details->after[turn - 1]);
    }
    nf_text_string(text,
                   "distance from winning by a player's own discards: its mean, and the share at\n"
                   "each distance, of those who still played\n"
                   "\ncame to distance 1 ");
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        nf_text_format(text, "  %s %.3f%%", letters[seat],
                       100 * share(details->waits[seat], tally->games));
    nf_text_string(text, "\n");
}

/* ---- for programs ---- */

static json_t *json_row(const uint64_t by_distance[MAHJONG_MOST_DISTANCE + 1])
{
    json_t *const row = json_array();
    for (unsigned distance = 0; distance <= MAHJONG_MOST_DISTANCE; distance++)
        json_array_append_new(row, nf_json_count(by_distance[distance]));
    return row;
}

static void members(const struct nf_tally *tally, json_t *run)
{
    const struct mahjong_details *const details = mahjong_details_of(tally);
    json_t *const dealt = json_array(), *const waits = json_array(), *const after = json_array();
    mahjong_tally.members(tally, run);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        json_array_append_new(dealt, json_row(details->dealt[seat]));
        json_array_append_new(waits, nf_json_count(details->waits[seat]));
    }
    for (unsigned turn = 0; turn < discards(tally, 0); turn++)
        json_array_append_new(after, json_row(details->after[turn]));
    json_object_set_new(run, "detail",
                        json_pack("{s:o, s:o, s:o, s:o}", "dealt_by_distance", dealt,
                                  "after_discard_by_distance", after, "claims_by_distance",
                                  json_row(details->claims), "came_to_distance_1", waits));
}

static json_t *table_row(json_t *discards, const uint64_t by_distance[MAHJONG_MOST_DISTANCE + 1])
{
    json_t *const row = json_pack("[o, o, o]", discards, nf_json_count(players(by_distance)),
                                  nf_json_number(mean(by_distance)));
    for (unsigned distance = 1; distance <= MAHJONG_MOST_DISTANCE; distance++)
        json_array_append_new(row, nf_json_count(by_distance[distance]));
    return row;
}

static void add_distances(const struct nf_tally *tally, json_t *list)
{
    const struct mahjong_details *const details = mahjong_details_of(tally);
    char names[MAHJONG_MOST_DISTANCE][24];
    const char *columns[3 + MAHJONG_MOST_DISTANCE + 1] = {"discards", "players", "mean distance"};
    for (unsigned i = 0; i < MAHJONG_MOST_DISTANCE; i++) {
        snprintf(names[i], sizeof names[i], "at distance %u", i + 1);
        columns[3 + i] = names[i];
    }
    json_t *const rows =
        nf_tables_add(list, "distance", "Distance after each player's discards", columns);
    uint64_t dealt[MAHJONG_MOST_DISTANCE + 1];
    add_dealt(details, dealt);
    json_array_append_new(rows, table_row(json_string("dealt"), dealt));
    for (unsigned turn = 0; turn < discards(tally, 0); turn++)
        json_array_append_new(rows, table_row(nf_json_count(turn + 1), details->after[turn]));
}

static void tables(const struct nf_tally *tally, json_t *list)
{
    static const char *const dealt[] = {"seat", "mean distance dealt", "came to distance 1", NULL};
    const struct mahjong_details *const details = mahjong_details_of(tally);
    mahjong_tally.tables(tally, list);
    add_distances(tally, list);
    json_t *const rows = nf_tables_add(list, "distance_by_seat", "Distance by seat", dealt);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        json_array_append_new(rows, json_pack("[s, o, o]", letters[seat],
                                              nf_json_number(mean(details->dealt[seat])),
                                              nf_json_count(details->waits[seat])));
}

static void charts(const struct nf_tally *tally, struct nf_charts *list)
{
    mahjong_tally.charts(tally, list);
    nf_charts_begin(list, &(struct nf_chart_about){
                              .kind = NF_CHART_LINE,
                              .name = "distance",
                              .title = "Distance from winning",
                              .x = "discards of the player",
                              .y = "mean distance of those still playing",
                              .reference = NAN,
                          });
    nf_charts_series(list, "");
    for (unsigned turn = 1; turn <= discards(tally, 0.01); turn++) {
        char label[16];
        snprintf(label, sizeof label, "%u", turn);
        nf_charts_point(list, label, turn, mean(mahjong_details_of(tally)->after[turn - 1]), NAN,
                        NAN);
    }
}

const struct nf_tally_ops mahjong_detail_tally = {
    .layout = "mahjong.detail/1",
    .extremes = mahjong_extremes,
    .words = words,
    .sums = sums,
    .count = count,
    .per_seat = mahjong_per_seat,
    .event = "wins",
    .trials = mahjong_trials_per_game,
    .turns = mahjong_turns,
    .consistent = consistent,
    .width = mahjong_width,
    .share = mahjong_share,
    .gap = mahjong_gap,
    .describe = mahjong_describe,
    .show = show,
    .members = members,
    .tables = tables,
    .charts = charts,
};
