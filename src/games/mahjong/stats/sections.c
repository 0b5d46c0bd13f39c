/* How the statistics of mahjong are shown. */
#include "core/figures.h"
#include "core/tables.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/stats/tallying.h"

#include <math.h>

static const char *const letters[MAHJONG_SEATS] = {"A", "B", "C", "D"};
static const char *const ends[] = {"draw", "ron", "selfdrawn"};  /* by enum mahjong_end */
static const char *const ways[] = {"draw", "RON", "self-drawn"}; /* the same for people */

static double part(uint64_t count, uint64_t whole)
{
    return whole == 0 ? NAN : (double)count / (double)whole;
}

static double mean_turns(const struct nf_tally *tally)
{
    return part(nf_tally_turns(tally), tally->games);
}

/* ---- for people ---- */

static void put_percent(struct nf_text *text, double share, int width)
{
    if (isnan(share))
        nf_text_format(text, "%*s", width + 1, "-");
    else
        nf_text_format(text, "%*.3f%%", width, 100 * share);
}

static void put_share(struct nf_text *text, uint64_t count, uint64_t games)
{
    const struct nf_estimate share = nf_share_exact(count, games);
    nf_report_column(text, count, 14);
    put_percent(text, share.mean, 8);
    nf_text_format(text, "%8.3f ..%7.3f%%", 100 * share.low, 100 * share.high);
}

static void show_seats(const struct nf_tally *tally, struct nf_text *text)
{
    nf_text_string(
        text, "seat          wins    share    95% interval         RON  self-drawn  dealt in\n");
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const uint64_t self = mahjong_won_from(tally, seat, seat);
        nf_text_format(text, "%-4s", letters[seat]);
        put_share(text, mahjong_won(tally, seat), tally->games);
        put_percent(text, part(mahjong_won(tally, seat) - self, tally->games), 8);
        put_percent(text, part(self, tally->games), 11);
        put_percent(text, part(mahjong_dealt_in(tally, seat), tally->games), 9);
        nf_text_string(text, "\n");
    }
    nf_text_string(text, "draw");
    put_share(text, mahjong_ended(tally, MAHJONG_DRAW), tally->games);
    nf_text_string(text, "\nall ");
    nf_report_column(text, tally->games, 14);
    nf_text_format(text, "%27s", "");
    put_percent(text, part(mahjong_ended(tally, MAHJONG_RON), tally->games), 8);
    put_percent(text, part(mahjong_ended(tally, MAHJONG_SELFDRAWN), tally->games), 11);
    put_percent(text, part(mahjong_ended(tally, MAHJONG_RON), tally->games), 9);
    nf_text_string(text, "\n");
}

static void show_alike(const struct nf_tally *tally, struct nf_text *text)
{
    const struct nf_alike alike = mahjong_alike(tally);
    nf_text_string(text, "\nall seats alike?  ");
    if (alike.known) {
        nf_report_alike(text, &alike);
        nf_text_string(text, "\n");
    } else {
        nf_text_format(text, "too few games to tell: it takes %d won ones of each seat\n",
                       NF_ALIKE_GAMES);
    }
}

static void show_ron(const struct nf_tally *tally, struct nf_text *text)
{
    nf_text_string(text, "\nRON by      discarded by A           B           C           D\n");
    for (unsigned winner = 0; winner < MAHJONG_SEATS; winner++) {
        nf_text_format(text, "%-14s", letters[winner]);
        for (unsigned from = 0; from < MAHJONG_SEATS; from++)
            put_percent(text,
                        winner == from ? NAN
                                       : part(mahjong_won_from(tally, winner, from), tally->games),
                        11);
        nf_text_string(text, "\n");
    }
    nf_text_string(text, "shares of all games; a row adds up to the seat's RON above\n");
}

static void show_claims(const struct nf_tally *tally, struct nf_text *text)
{
    const uint64_t won = tally->games - mahjong_ended(tally, MAHJONG_DRAW);
    nf_text_string(text, "\na game of           A       B       C       D     all\n");
    for (int chows = 0; chows < 2; chows++) {
        uint64_t all = 0;
        nf_text_string(text, chows ? "chows        " : "pongs        ");
        for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
            const uint64_t melds = chows ? mahjong_chows(tally, seat) : mahjong_pongs(tally, seat);
            nf_text_format(text, "%8.3f", part(melds, tally->games));
            all += melds;
        }
        nf_text_format(text, "%8.3f\n", part(all, tally->games));
    }
    nf_text_string(text, "\nmelds of the winner  ");
    for (unsigned melds = 0; melds <= MAHJONG_MAX_MELDS; melds++) {
        nf_text_format(text, "  %u", melds);
        put_percent(text, part(tally->sums[MAHJONG_SUM_MELDS + melds], won), 7);
    }
    nf_text_string(text, "\nplayed a game        ");
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        nf_text_format(text, "  %s %.3f", mahjong_name(MAHJONG_PLAIN + special),
                       part(mahjong_played(tally, special), tally->games));
    nf_text_string(text, "\n");
}

static void show_turns(const struct nf_tally *tally, struct nf_text *text)
{
    nf_text_format(text, "\nturns a game   mean %.2f  sd ", mean_turns(tally));
    nf_report_number(text, mahjong_turns_sd(tally));
    nf_text_format(text, "  p50 %u  p90 %u  p99 %u  longest %u\n",
                   mahjong_turns_quantile(tally, 0.5), mahjong_turns_quantile(tally, 0.9),
                   mahjong_turns_quantile(tally, 0.99),
                   (unsigned)tally->extremes[MAHJONG_LONGEST_GAME].value);
    nf_text_string(text, "turns          ");
    nf_report_count(text, nf_tally_turns(tally));
    nf_text_string(text, ", ");
    nf_report_count(text, mahjong_drawn_tiles(tally));
    nf_text_string(text, " tiles drawn after the deal\n");
}

void mahjong_show(const struct nf_tally *tally, struct nf_text *text)
{
    show_seats(tally, text);
    show_alike(tally, text);
    show_ron(tally, text);
    show_claims(tally, text);
    show_turns(tally, text);
}

/* ---- for programs ---- */

/* `count` sums from `sum` on. */
static json_t *json_sums(const struct nf_tally *tally, uint32_t sum, uint32_t count)
{
    json_t *const list = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, nf_json_count(tally->sums[sum + i]));
    return list;
}

static json_t *json_seats(const struct nf_tally *tally)
{
    json_t *const list = json_array();
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const uint64_t won = mahjong_won(tally, seat), self = mahjong_won_from(tally, seat, seat);
        const struct nf_estimate share = nf_share_exact(won, tally->games);
        const uint32_t row = seat * (MAHJONG_MAX_MELDS + 1);
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o, s:[o, o], s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                            "seat", letters[seat], "wins", nf_json_count(won), "win_rate",
                            nf_json_number(share.mean), "ci95", nf_json_number(share.low),
                            nf_json_number(share.high), "ci95_method", "clopper-pearson", "ron",
                            nf_json_count(won - self), "selfdrawn", nf_json_count(self), "dealt_in",
                            nf_json_count(mahjong_dealt_in(tally, seat)), "pongs",
                            nf_json_count(mahjong_pongs(tally, seat)), "chows",
                            nf_json_count(mahjong_chows(tally, seat)), "games_by_pongs",
                            json_sums(tally, MAHJONG_SUM_PONGS + row, MAHJONG_MAX_MELDS + 1),
                            "games_by_chows",
                            json_sums(tally, MAHJONG_SUM_CHOWS + row, MAHJONG_MAX_MELDS + 1)));
    }
    return list;
}

static json_t *json_ends(const struct nf_tally *tally)
{
    json_t *const list = json_array();
    for (int end = MAHJONG_DRAW; end <= MAHJONG_SELFDRAWN; end++) {
        const uint64_t games = mahjong_ended(tally, (enum mahjong_end)end);
        const struct nf_estimate share = nf_share_exact(games, tally->games);
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o, s:[o, o]}", "end", ends[end], "games",
                            nf_json_count(games), "share", nf_json_number(share.mean), "ci95",
                            nf_json_number(share.low), nf_json_number(share.high)));
    }
    return list;
}

static json_t *json_ron(const struct nf_tally *tally)
{
    json_t *const rows = json_array();
    for (unsigned winner = 0; winner < MAHJONG_SEATS; winner++) {
        json_t *const row = json_array();
        for (unsigned from = 0; from < MAHJONG_SEATS; from++)
            json_array_append_new(
                row, nf_json_count(winner == from ? 0 : mahjong_won_from(tally, winner, from)));
        json_array_append_new(rows, row);
    }
    return rows;
}

/* Appends [turns, games] for each number of turns that games had. */
static void append_turns(const struct nf_tally *tally, json_t *list)
{
    for (uint32_t turns = 0; turns < 256; turns++) {
        const uint64_t games = tally->sums[MAHJONG_SUM_TURNS + turns];
        if (games > 0)
            json_array_append_new(list,
                                  json_pack("[o, o]", nf_json_count(turns), nf_json_count(games)));
    }
}

static json_t *json_turns(const struct nf_tally *tally)
{
    json_t *const histogram = json_array();
    append_turns(tally, histogram);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "mean", nf_json_number(mean_turns(tally)),
                     "sd", nf_json_number(mahjong_turns_sd(tally)), "p50",
                     nf_json_count(mahjong_turns_quantile(tally, 0.5)), "p90",
                     nf_json_count(mahjong_turns_quantile(tally, 0.9)), "p99",
                     nf_json_count(mahjong_turns_quantile(tally, 0.99)), "histogram", histogram);
}

static json_t *json_specials(const struct nf_tally *tally)
{
    json_t *const object = json_object();
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++) {
        const uint32_t row = special * (MAHJONG_COPIES + 1);
        json_object_set_new(
            object, mahjong_name(MAHJONG_PLAIN + special),
            json_pack("{s:o, s:o}", "played", nf_json_count(mahjong_played(tally, special)),
                      "games_by_played",
                      json_sums(tally, MAHJONG_SUM_PLAYED + row, MAHJONG_COPIES + 1)));
    }
    return object;
}

static json_t *json_tiles(const struct nf_tally *tally)
{
    json_t *const object = json_object();
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++)
        json_object_set_new(object, mahjong_name(kind),
                            nf_json_count(tally->sums[MAHJONG_SUM_TILE + kind]));
    return object;
}

void mahjong_members(const struct nf_tally *tally, json_t *run)
{
    const struct nf_alike alike = mahjong_alike(tally);
    json_object_set_new(run, "ends", json_ends(tally));
    json_object_set_new(run, "seats", json_seats(tally));
    json_object_set_new(run, "seats_alike", nf_json_alike(&alike));
    json_object_set_new(run, "ron_by_winner_and_discarder", json_ron(tally));
    json_object_set_new(run, "turns_per_game", json_turns(tally));
    json_object_set_new(run, "tiles_drawn", nf_json_count(mahjong_drawn_tiles(tally)));
    json_object_set_new(run, "games_by_claims",
                        json_sums(tally, MAHJONG_SUM_CLAIMS, MAHJONG_ALL_CLAIMS + 1));
    json_object_set_new(run, "games_by_winner_melds",
                        json_sums(tally, MAHJONG_SUM_MELDS, MAHJONG_MAX_MELDS + 1));
    json_object_set_new(run, "specials", json_specials(tally));
    json_object_set_new(run, "games_by_winning_tile", json_tiles(tally));
}

/* ---- tables ---- */

static void add_seats(const struct nf_tally *tally, json_t *tables)
{
    static const char *const columns[] = {"seat",     "wins",  "win rate",   "low 95%",
                                          "high 95%", "RON",   "self-drawn", "dealt in",
                                          "pongs",    "chows", NULL};
    json_t *const rows = nf_tables_add(tables, "seats", "Games won", columns);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const uint64_t won = mahjong_won(tally, seat), self = mahjong_won_from(tally, seat, seat);
        const struct nf_estimate share = nf_share_exact(won, tally->games);
        json_array_append_new(rows, json_pack("[s, o, o, o, o, o, o, o, o, o]", letters[seat],
                                              nf_json_count(won), nf_json_number(share.mean),
                                              nf_json_number(share.low), nf_json_number(share.high),
                                              nf_json_count(won - self), nf_json_count(self),
                                              nf_json_count(mahjong_dealt_in(tally, seat)),
                                              nf_json_count(mahjong_pongs(tally, seat)),
                                              nf_json_count(mahjong_chows(tally, seat))));
    }
}

static void add_ends(const struct nf_tally *tally, json_t *tables)
{
    static const char *const columns[] = {"end", "games", "share", "low 95%", "high 95%", NULL};
    json_t *const rows = nf_tables_add(tables, "ends", "How games end", columns);
    for (int end = MAHJONG_DRAW; end <= MAHJONG_SELFDRAWN; end++) {
        const uint64_t games = mahjong_ended(tally, (enum mahjong_end)end);
        const struct nf_estimate share = nf_share_exact(games, tally->games);
        json_array_append_new(rows, json_pack("[s, o, o, o, o]", ways[end], nf_json_count(games),
                                              nf_json_number(share.mean), nf_json_number(share.low),
                                              nf_json_number(share.high)));
    }
}

static void add_ron(const struct nf_tally *tally, json_t *tables)
{
    static const char *const columns[] = {"winner", "from A", "from B", "from C", "from D", NULL};
    json_t *const rows =
        nf_tables_add(tables, "ron", "Games won by RON, by who discarded", columns);
    for (unsigned winner = 0; winner < MAHJONG_SEATS; winner++) {
        json_t *const row = json_pack("[s]", letters[winner]);
        for (unsigned from = 0; from < MAHJONG_SEATS; from++)
            json_array_append_new(
                row, nf_json_count(winner == from ? 0 : mahjong_won_from(tally, winner, from)));
        json_array_append_new(rows, row);
    }
}

/* A table of games by a number from 0 on. */
static void add_numbered(const struct nf_tally *tally, json_t *tables, const char *name,
                         const char *title, const char *first, uint32_t sum, uint32_t count)
{
    const char *const columns[] = {first, "games", NULL};
    json_t *const rows = nf_tables_add(tables, name, title, columns);
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(
            rows, json_pack("[o, o]", nf_json_count(i), nf_json_count(tally->sums[sum + i])));
}

static void add_specials(const struct nf_tally *tally, json_t *tables)
{
    static const char *const columns[] = {"times", "PASS", "REVERSE", "DOUBLE", NULL};
    json_t *const rows =
        nf_tables_add(tables, "specials", "Games by how often special tiles were played", columns);
    for (uint32_t times = 0; times <= MAHJONG_COPIES; times++) {
        json_t *const row = json_pack("[o]", nf_json_count(times));
        for (uint32_t special = 0; special < MAHJONG_SPECIALS; special++)
            json_array_append_new(
                row, nf_json_count(
                         tally->sums[MAHJONG_SUM_PLAYED + special * (MAHJONG_COPIES + 1) + times]));
        json_array_append_new(rows, row);
    }
}

void mahjong_list_tables(const struct nf_tally *tally, json_t *tables)
{
    static const char *const tiles[] = {"tile", "games", NULL};
    static const char *const turns[] = {"turns", "games", NULL};
    const struct nf_alike alike = mahjong_alike(tally);
    add_seats(tally, tables);
    nf_tables_add_alike(tables, &alike);
    add_ends(tally, tables);
    add_ron(tally, tables);
    append_turns(tally, nf_tables_add(tables, "turns", "Games by number of turns", turns));
    add_numbered(tally, tables, "claims", "Games by claims", "claims", MAHJONG_SUM_CLAIMS,
                 MAHJONG_ALL_CLAIMS + 1);
    add_numbered(tally, tables, "winner_melds", "Games won, by melds the winner had laid down",
                 "melds", MAHJONG_SUM_MELDS, MAHJONG_MAX_MELDS + 1);
    add_specials(tally, tables);
    json_t *const rows = nf_tables_add(tables, "winning_tile", "Games by winning tile", tiles);
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++)
        json_array_append_new(rows, json_pack("[s, o]", mahjong_name(kind),
                                              nf_json_count(tally->sums[MAHJONG_SUM_TILE + kind])));
}
