/* The tables of mahjong games. */
#include "base/lang.h"
#include "base/stats/estimate.h"
#include "games/mahjong/rules/format.h"
#include "games/mahjong/simulated/stats/tallying.h"

const char *const mahjong_letters[MAHJONG_SEATS] = {"A", "B", "C", "D"};
const char *const mahjong_ends[3] = {N_("draw"), N_("RON"), N_("self-drawn")};

static void report_mahjong_seats(const struct nf_tally *tally, struct nf_tables *tables)
{
    const uint64_t won = tally->games - mahjong_ended(tally, MAHJONG_DRAW);
    const struct nf_about about = {
        .name = "seats",
        .title = N_("Games won by each seat"),
        .charts = {{.kind = NF_DOTS,
                    .x = N_("seat"),
                    .y = N_("share of games"),
                    .values = {"win_rate"},
                    .reference = (double)won / (double)tally->games / MAHJONG_SEATS,
                    .reference_is = N_("if all seats were alike"),
                    .about = /* xgettext:no-c-format */ N_(
                        "Each dot is the share of all games that a seat won, each line its "
                        "exact 95% interval (Clopper and Pearson).")}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("wins", "wins", "games", NF_COUNT),
        NF_COLUMN("win_rate", "share", "share of games", NF_SHARE, .interval = NF_INTERVAL),
        NF_COLUMN("ron", "RON", "share of games", NF_SHARE, .interval = NF_INTERVAL_ASIDE),
        NF_COLUMN("selfdrawn", "self-drawn", "share of games", NF_SHARE,
                  .interval = NF_INTERVAL_ASIDE),
        NF_COLUMN("dealt_in", "dealt in", "share of games", NF_SHARE,
                  .interval = NF_INTERVAL_ASIDE),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const uint64_t wins = mahjong_won(tally, seat),
                       self = mahjong_sums_of(tally)->won[seat][seat];
        nf_cell_text(tables, mahjong_letters[seat]);
        nf_cell_count(tables, wins);
        nf_cell_estimate(tables, nf_share_exact(wins, tally->games));
        nf_cell_estimate(tables, nf_share_exact(wins - self, tally->games));
        nf_cell_estimate(tables, nf_share_exact(self, tally->games));
        nf_cell_estimate(tables, nf_share_exact(mahjong_dealt_in(tally, seat), tally->games));
    }
}

static void report_mahjong_ends(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {.name = "ends", .title = N_("How games end")};
    static const struct nf_column columns[] = {
        NF_COLUMN("end", "end", NULL, NF_KEY),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        NF_COLUMN("share", "share", "share of games", NF_SHARE, .interval = NF_INTERVAL),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (int end = MAHJONG_DRAW; end <= MAHJONG_SELFDRAWN; end++) {
        const uint64_t games = mahjong_ended(tally, (enum mahjong_end)end);
        nf_cell_words(tables, mahjong_ends[end], _(mahjong_ends[end]));
        nf_cell_count(tables, games);
        nf_cell_estimate(tables, nf_share_exact(games, tally->games));
    }
}

static void report_alike(const struct nf_alike *alike, struct nf_tables *tables)
{
    nf_tables_alike(tables, alike, N_("too few games to tell: it takes %u won ones of each seat"),
                    NF_ALIKE_GAMES);
}

static void report_won_from(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "won_from",
        .title = N_("Games won, by who discarded the winning tile"),
        .layout = NF_CROSS,
        .charts = {{.kind = NF_HEAT,
                    .title = N_("RON, by who discarded the winning tile"),
                    .x = N_("discarded by"),
                    .y = N_("won by"),
                    .values = {"ron"},
                    .about =
                        N_("Shares of all games, without those won by the winner's own draw.")}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("winner", "won by", NULL, NF_KEY),
        NF_COLUMN("discarder", "discarded by", NULL, NF_KEY),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        NF_COLUMN("ron", "RON", "share of games", NF_SHARE, .interval = NF_INTERVAL_ASIDE),
        NF_COLUMN("share", "share", "share of games", NF_SHARE, .interval = NF_INTERVAL_ASIDE),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (unsigned winner = 0; winner < MAHJONG_SEATS; winner++)
        for (unsigned from = 0; from < MAHJONG_SEATS; from++) {
            nf_cell_text(tables, mahjong_letters[winner]);
            nf_cell_text(tables, mahjong_letters[from]);
            const uint64_t games = mahjong_sums_of(tally)->won[winner][from];
            nf_cell_count(tables, games);
            if (winner != from)
                nf_cell_estimate(tables, nf_share_exact(games, tally->games));
            else
                nf_cell_unknown(tables);
            nf_cell_estimate(tables, nf_share_exact(games, tally->games));
        }
    nf_tables_note(tables, "Shares of all games; where both are the same, she drew it herself.");
}

static void report_claims(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {.name = "claims_by_seat",
                                          .title = N_("Claims of each seat")};
    static const struct nf_column columns[] = {
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("pongs", "pongs", "pongs", NF_COUNT),
        NF_COLUMN("pongs_per_game", "a game", "pongs a game", NF_REAL, .digits = 3),
        NF_COLUMN("chows", "chows", "chows", NF_COUNT),
        NF_COLUMN("chows_per_game", "a game", "chows a game", NF_REAL, .digits = 3),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        nf_cell_text(tables, mahjong_letters[seat]);
        nf_cell_count(tables, mahjong_pongs(tally, seat));
        nf_cell_share(tables, mahjong_pongs(tally, seat), tally->games);
        nf_cell_count(tables, mahjong_chows(tally, seat));
        nf_cell_share(tables, mahjong_chows(tally, seat), tally->games);
    }
}

static void report_specials(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {.name = "specials", .title = N_("Special tiles played")};
    static const struct nf_column columns[] = {
        NF_COLUMN("tile", "tile", NULL, NF_KEY),
        NF_COLUMN("played", "played", "tiles", NF_COUNT),
        NF_COLUMN("per_game", "a game", "tiles a game", NF_REAL, .digits = 3),
        {.name = NULL},
    };
    static const struct nf_about by_number = {
        .name = "specials_by_game",
        .title = N_("Games by how often special tiles were played"),
        .layout = NF_CROSS,
        .aside = true,
    };
    static const struct nf_column of_number[] = {
        NF_COLUMN("tile", "tile", NULL, NF_KEY),
        NF_COLUMN("played", "played", "tiles", NF_KEY),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++) {
        nf_cell_text(tables, mahjong_name(MAHJONG_PLAIN + special));
        nf_cell_count(tables, mahjong_played(tally, special));
        nf_cell_share(tables, mahjong_played(tally, special), tally->games);
    }
    nf_tables_begin(tables, &by_number, of_number);
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        for (unsigned times = 0; times <= MAHJONG_COPIES; times++) {
            nf_cell_text(tables, mahjong_name(MAHJONG_PLAIN + special));
            nf_cell_count(tables, times);
            nf_cell_count(tables, mahjong_sums_of(tally)->by_played[special][times]);
        }
}

static void report_mahjong_totals(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "totals", .title = N_("in all"), .layout = NF_LINE_OF_TEXT};
    static const struct nf_column columns[] = {
        NF_COLUMN("turns", "turns", "turns", NF_COUNT),
        NF_COLUMN("drawn", "tiles drawn after the deal", "tiles", NF_COUNT),
        {.name = NULL},
    };
    const struct nf_lengths lengths =
        nf_counts_lengths(mahjong_sums_of(tally)->by_turns, MAHJONG_ALL_TURNS);
    nf_tables_lengths(tables, "turns_per_game", N_("turns a game"), "turns", &lengths);
    nf_tables_begin(tables, &about, columns);
    nf_cell_count(tables, nf_tally_turns(tally));
    nf_cell_count(tables, mahjong_drawn_tiles(tally));
}

static const char *percent_of(const struct nf_tally *tally, struct nf_tables *tables,
                              uint64_t games)
{
    return nf_tables_text(tables, "%.2f%%", 100 * (double)games / (double)tally->games);
}

/* What the page leads with. */
static void report_mahjong_answer(const struct nf_tally *tally, const struct nf_alike *alike,
                                  struct nf_tables *tables)
{
    unsigned most = 0;
    if (tally->games == 0)
        return;
    for (unsigned seat = 1; seat < MAHJONG_SEATS; seat++)
        most = mahjong_won(tally, seat) > mahjong_won(tally, most) ? seat : most;
    tables->answer = nf_tables_text(
        tables, _("%s wins most: %s of games. %s"), mahjong_letters[most],
        percent_of(tally, tables, mahjong_won(tally, most)), nf_tables_differ(tables, alike));
    nf_tables_headline(tables, percent_of(tally, tables, mahjong_ended(tally, MAHJONG_RON)),
                       _("of games won from a discard (RON)"));
    nf_tables_headline(tables, percent_of(tally, tables, mahjong_ended(tally, MAHJONG_SELFDRAWN)),
                       _("won by the winner's own draw"));
    nf_tables_headline(tables, percent_of(tally, tables, mahjong_ended(tally, MAHJONG_DRAW)),
                       _("end in a draw"));
    nf_tables_headline(
        tables,
        nf_tables_text(tables, "%.2f", (double)nf_tally_turns(tally) / (double)tally->games),
        _("turns a game in the mean"));
}

void mahjong_report(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about melds = {
        .name = "winner_melds", .title = N_("Games won, by melds of the winner"), .beside = true};
    static const struct nf_about turns = {
        .name = "turns",
        .title = N_("Turns a game"),
        .aside = true,
        .charts = {{.kind = NF_HISTOGRAM,
                    .x = N_("turns"),
                    .y = N_("share of games"),
                    .values = {"share"},
                    .about = /* xgettext:no-c-format */ N_(
                        "A turn ends with a discard. The 95% intervals are exact.")}},
    };
    static const struct nf_about claims = {
        .name = "claims",
        .title = N_("Claims a game"),
        .aside = true,
        .charts = {{.kind = NF_HISTOGRAM,
                    .x = N_("pongs and chows of all players"),
                    .y = N_("share of games"),
                    .values = {"share"},
                    .about = /* xgettext:no-c-format */ N_("The 95% intervals are exact.")}},
    };
    static const struct nf_about tiles = {
        .name = "winning_tile", .title = N_("Games by winning tile"), .aside = true};
    const struct mahjong_sums *const sums = mahjong_sums_of(tally);
    static const char of_these[] = "share of these games";
    const uint32_t turns_rows =
        tally->games == 0 ? 0 : nf_counts_most(sums->by_turns, MAHJONG_ALL_TURNS) + 1;
    const struct nf_alike alike = mahjong_alike(tally);
    report_mahjong_answer(tally, &alike, tables);
    report_mahjong_seats(tally, tables);
    report_alike(&alike, tables);
    report_mahjong_ends(tally, tables);
    report_won_from(tally, tables);
    report_claims(tally, tables);
    nf_tables_games(tables, &melds, "melds", of_these, sums->by_melds, 0, MAHJONG_MAX_MELDS + 1,
                    NULL);
    report_specials(tally, tables);
    report_mahjong_totals(tally, tables);
    nf_tables_games(tables, &turns, "turns", of_these, sums->by_turns, 0, turns_rows, NULL);
    nf_tables_games(tables, &claims, "claims", of_these, sums->by_claims, 0, MAHJONG_ALL_CLAIMS + 1,
                    NULL);
    nf_tables_games(tables, &tiles, "tile", of_these, sums->by_tile, 0, MAHJONG_PLAIN,
                    mahjong_name);
}
