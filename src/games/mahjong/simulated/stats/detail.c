#include "games/mahjong/simulated/stats/tallying.h"

#include "base/lang.h"
#include "base/stats/estimate.h"
#include "games/mahjong/rules/fast.h"
#include "games/mahjong/simulated/kernels/kernels.h"

#include <math.h>

/* Follows one game. */
struct follower {
    struct mahjong_distance_observer observer;
    struct mahjong_details *details;
    unsigned turns[MAHJONG_SEATS];
    bool waited[MAHJONG_SEATS];
};

static void follow_distance(struct mahjong_distance_observer *observer,
                            enum mahjong_distance_when what, unsigned seat, unsigned distance)
{
    struct follower *const follower = (struct follower *)observer;
    struct mahjong_details *const details = follower->details;
    switch (what) {
    case MAHJONG_DEALT_AT: details->dealt[seat][distance]++; break;
    case MAHJONG_DISCARDED_AT: details->after[follower->turns[seat]++][distance]++; break;
    case MAHJONG_CLAIMED_AT: details->claims[distance]++; return;
    }
    if (distance == 1 && !follower->waited[seat]) {
        follower->waited[seat] = true;
        details->waits[seat]++;
    }
}

void mahjong_add_details(const struct mahjong_run *run, uint64_t index,
                         struct mahjong_details *details)
{
    uint8_t wall[MAHJONG_WALL];
    struct follower follower = {.observer = {follow_distance}, .details = details};
    mahjong_wall(run, index, wall);
    mahjong_fast_follow(run->tables, wall, &follower.observer);
    details->games++;
}

static void count_distances(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    mahjong_add_details(&((const struct mahjong_setup *)tally->setup)->run, outcome->index,
                        mahjong_details_of(tally));
}

/* ---- what follows from the sums ---- */

static uint64_t players(const uint64_t by_distance[MAHJONG_MOST_DISTANCE + 1])
{
    return nf_counts_total(by_distance, MAHJONG_MOST_DISTANCE + 1);
}

static double mean(const uint64_t by_distance[MAHJONG_MOST_DISTANCE + 1])
{
    const uint64_t sum = nf_counts_weighted(by_distance, MAHJONG_MOST_DISTANCE + 1);
    const uint64_t all = players(by_distance);
    return all == 0 ? NAN : (double)sum / (double)all;
}

/* Players of all seats by distance after the deal. */
static void add_dealt(const struct mahjong_details *details,
                      uint64_t dealt[MAHJONG_MOST_DISTANCE + 1])
{
    for (unsigned distance = 0; distance <= MAHJONG_MOST_DISTANCE; distance++) {
        uint64_t sum = 0;
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
            sum += details->dealt[seat][distance];
        dealt[distance] = sum;
    }
}

static bool distances_consistent(const struct nf_tally *tally)
{
    const struct mahjong_details *const details = mahjong_details_of(tally);
    uint64_t claims = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        if (players(details->dealt[seat]) != tally->games || details->waits[seat] > tally->games)
            return false;
        claims += mahjong_pongs(tally, seat) + mahjong_chows(tally, seat);
    }
    return details->games == tally->games && players(details->claims) == claims &&
           NF_TOTAL(details->after) == mahjong_turns(tally);
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

/* ---- tables ---- */

/* Both tables have a row, or one for each distance, after the deal and after each of `rows` - 1
 * discards. */
static void report_distance_sums(struct nf_tables *tables, const struct mahjong_details *details,
                                 unsigned rows, bool means)
{
    uint64_t dealt[MAHJONG_MOST_DISTANCE + 1];
    add_dealt(details, dealt);
    for (unsigned row = 0; row < rows; row++) {
        const uint64_t *const by_distance = row == 0 ? dealt : details->after[row - 1];
        if (means) {
            nf_cell_count(tables, row);
            nf_cell_count(tables, players(by_distance));
            nf_cell_number(tables, mean(by_distance));
        }
        for (unsigned distance = 1; !means && distance <= MAHJONG_MOST_DISTANCE; distance++) {
            nf_cell_count(tables, row);
            nf_cell_count(tables, distance);
            nf_cell_count(tables, by_distance[distance]);
            nf_cell_share(tables, by_distance[distance], players(by_distance));
        }
    }
}

static void report_by_discards(const struct nf_tally *tally, struct nf_tables *tables)
{
    const unsigned rows = 1 + discards(tally, 0), shown = 1 + discards(tally, 0.01);
    const struct nf_about means = {
        .name = "mean_distance",
        .title = N_("Distance from winning, after a player's own discards"),
        .top = shown,
        .charts = {{.kind = NF_LINE,
                    .title = N_("Distance from winning"),
                    .x = N_("discards of the player"),
                    .y = N_("mean distance of those still playing"),
                    .values = {"mean"},
                    .rows = shown}},
    };
    static const struct nf_column of_means[] = {
        NF_COLUMN("discards", "discards", "discards", NF_KEY),
        NF_COLUMN("players", "players", "players", NF_COUNT),
        NF_COLUMN("mean", "mean", "tiles", NF_REAL, .digits = 3),
        {.name = NULL},
    };
    static const struct nf_about cells = {
        .name = "distance",
        .title = N_("Players at each distance, of those still playing"),
        .layout = NF_CROSS,
        .top = 13,
    };
    static const struct nf_column of_cells[] = {
        NF_COLUMN("discards", "discards", "discards", NF_KEY),
        NF_COLUMN("distance", "distance", "tiles", NF_KEY),
        NF_COLUMN("players", "players", "players", NF_COUNT),
        NF_COLUMN("share", "share", "share of players after so many discards", NF_SHARE,
                  .digits = 2),
        {.name = NULL},
    };
    nf_tables_begin(tables, &means, of_means);
    report_distance_sums(tables, mahjong_details_of(tally), rows, true);
    nf_tables_note(tables, "After 0 discards hands are as they were dealt.");
    nf_tables_begin(tables, &cells, of_cells);
    report_distance_sums(tables, mahjong_details_of(tally), rows, false);
}

static void report_by_seat(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {.name = "distance_by_seat",
                                          .title = N_("Distance by seat")};
    static const struct nf_column columns[] = {
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("dealt", "mean as dealt", "tiles", NF_REAL, .digits = 3),
        NF_COLUMN("waited", "came to 1", "games", NF_COUNT),
        NF_COLUMN("waited_rate", "share", "share of games", NF_SHARE,
                  .interval = NF_INTERVAL_ASIDE),
        {.name = NULL},
    };
    const struct mahjong_details *const details = mahjong_details_of(tally);
    nf_tables_begin(tables, &about, columns);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        nf_cell_text(tables, mahjong_letters[seat]);
        nf_cell_number(tables, mean(details->dealt[seat]));
        nf_cell_count(tables, details->waits[seat]);
        nf_cell_estimate(tables, nf_share_exact(details->waits[seat], tally->games));
    }
}

static void report_distances(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "claims_by_distance", .title = N_("Claims, by the distance before"), .aside = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("distance", "distance", "tiles", NF_KEY),
        NF_COLUMN("claims", "claims", "claims", NF_COUNT),
        {.name = NULL},
    };
    report_by_seat(tally, tables);
    report_by_discards(tally, tables);
    nf_tables_begin(tables, &about, columns);
    for (unsigned distance = 1; distance <= MAHJONG_MOST_DISTANCE; distance++) {
        nf_cell_count(tables, distance);
        nf_cell_count(tables, mahjong_details_of(tally)->claims[distance]);
    }
}

const struct nf_detail_ops mahjong_detail_ops = {
    .layout = "mahjong.detail/1",
    .size = sizeof(struct mahjong_details),
    .count = count_distances,
    .consistent = distances_consistent,
    .report = report_distances,
};
