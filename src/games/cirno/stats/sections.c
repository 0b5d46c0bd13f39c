/* How the statistics of Cirno's games are shown. */
#include "core/figures.h"
#include "core/tables.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/stats/tallying.h"

#include <math.h>
#include <stdio.h>

static double percent(uint64_t part, uint64_t whole)
{
    return 100 * (double)part / (double)whole;
}

static uint64_t cards_drawn(const struct nf_tally *tally)
{
    return nf_tally_turns(tally) + CIRNO_CARDS_PER_ROUND * cirno_rounds(tally);
}

/* ---- for people ---- */

/* Two tables side by side: the seats, and the places counted from who started the round. */
static void show_seats(const struct nf_tally *tally, struct nf_text *text)
{
    enum { BAR = 8 };
    const uint32_t seats = tally->setup->params.players;
    uint64_t highest = 1;
    for (uint32_t seat = 0; seat < seats; seat++)
        if (cirno_relative(tally, seat) > highest)
            highest = cirno_relative(tally, seat);
    nf_text_string(text,
                   "seat       losses     rate    95% interval      1st round |  after starter\n");
    for (uint32_t seat = 0; seat < seats; seat++) {
        const struct nf_estimate rate = cirno_loss_rate(tally, seat);
        const uint64_t relative = cirno_relative(tally, seat);
        nf_text_format(text, "%4u", seat + 1);
        nf_report_column(text, cirno_losses(tally, seat), 13);
        nf_text_format(text, "%8.3f%%", 100 * rate.mean);
        if (isnan(rate.low))
            nf_text_format(text, "%19s", "-");
        else
            nf_text_format(text, "%8.3f ..%7.3f%%", 100 * rate.low, 100 * rate.high);
        nf_text_format(text, "%9.3f%% | %+4d%8.3f%%%s%.*s\n",
                       percent(cirno_losses_after(tally, seats, seat), tally->games), (int)seat,
                       percent(relative, cirno_rounds(tally)), relative > 0 ? " " : "",
                       (int)((relative * BAR + highest / 2) / highest), "########");
    }
}

static void show_alike(const struct nf_tally *tally, struct nf_text *text)
{
    const struct nf_alike alike = cirno_alike(tally);
    if (tally->setup->params.players == 1)
        return;
    nf_text_string(text, "\nall seats alike?  ");
    if (alike.known) {
        nf_report_alike(text, &alike);
        nf_text_string(text, "\n");
    } else if (tally->games < (uint64_t)NF_ALIKE_GAMES * tally->setup->params.players) {
        nf_text_format(text, "too few games to tell: it takes %u\n",
                       NF_ALIKE_GAMES * tally->setup->params.players);
    } else {
        nf_text_string(text, "cannot be told: some seats' losses never vary\n");
    }
}

void cirno_show(const struct nf_tally *tally, struct nf_text *text)
{
    show_seats(tally, text);
    show_alike(tally, text);
    nf_text_format(text, "\nturns a round  mean %.2f  sd ", cirno_turns_mean(tally));
    nf_report_number(text, cirno_turns_sd(tally));
    nf_text_format(text, "  p50 %u  p90 %u  p99 %u  longest %u\n", cirno_turns_quantile(tally, 0.5),
                   cirno_turns_quantile(tally, 0.9), cirno_turns_quantile(tally, 0.99),
                   (unsigned)tally->extremes[CIRNO_LONGEST_ROUND].value);
    nf_text_string(text, "turns          ");
    nf_report_count(text, nf_tally_turns(tally));
    nf_text_string(text, " in ");
    nf_report_count(text, cirno_rounds(tally));
    nf_text_string(text, cirno_rounds(tally) == 1 ? " round, " : " rounds, ");
    nf_report_count(text, cards_drawn(tally));
    nf_text_string(text, " cards drawn\n");
}

/* ---- for programs ---- */

static const char *method_name(enum nf_method method)
{
    return method == NF_CLOPPER_PEARSON ? "clopper-pearson" : "between-games";
}

/* The most rounds that anyone lost in a game. */
static uint32_t most_losses(const struct nf_tally *tally)
{
    const struct nf_extreme *const most = &tally->extremes[CIRNO_MOST_LOSSES];
    return nf_extreme_known(most) ? (uint32_t)most->value : 0;
}

static json_t *json_in_game(const struct nf_tally *tally, uint32_t seat)
{
    json_t *const games = json_array();
    for (uint32_t losses = 0; losses <= most_losses(tally); losses++)
        json_array_append_new(games, nf_json_count(cirno_games_with(tally, seat, losses)));
    return games;
}

static json_t *json_seats(const struct nf_tally *tally)
{
    const uint32_t seats = tally->setup->params.players;
    json_t *const list = json_array();
    for (uint32_t seat = 0; seat < seats; seat++) {
        const struct nf_estimate rate = cirno_loss_rate(tally, seat);
        json_array_append_new(
            list,
            json_pack("{s:o, s:o, s:o, s:[o, o], s:s, s:o, s:o}", "seat", nf_json_count(seat + 1),
                      "losses", nf_json_count(cirno_losses(tally, seat)), "loss_rate",
                      nf_json_number(rate.mean), "ci95", nf_json_number(rate.low),
                      nf_json_number(rate.high), "ci95_method", method_name(rate.method),
                      "first_round_losses", nf_json_count(cirno_losses_after(tally, seats, seat)),
                      "games_by_losses", json_in_game(tally, seat)));
    }
    return list;
}

static json_t *json_relative(const struct nf_tally *tally)
{
    json_t *const relative = json_array();
    for (uint32_t distance = 0; distance < tally->setup->params.players; distance++)
        json_array_append_new(relative, nf_json_count(cirno_relative(tally, distance)));
    return relative;
}

static json_t *json_after(const struct nf_tally *tally)
{
    const uint32_t seats = tally->setup->params.players;
    json_t *const rows = json_array();
    for (uint32_t before = 0; before < seats; before++) {
        json_t *const row = json_array();
        for (uint32_t loser = 0; loser < seats; loser++)
            json_array_append_new(row, nf_json_count(cirno_losses_after(tally, before, loser)));
        json_array_append_new(rows, row);
    }
    return rows;
}

/* Appends [from, to, rounds] for each bucket of turns that has rounds. */
static void append_turns(const struct nf_tally *tally, json_t *list)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    for (uint32_t bucket = 0; bucket < CIRNO_TURNS; bucket++) {
        const uint64_t rounds = tally->sums[layout.turns + bucket];
        uint32_t low, high;
        cirno_turns_bucket(bucket, &low, &high);
        if (rounds > 0)
            json_array_append_new(list, json_pack("[o, o, o]", nf_json_count(low),
                                                  nf_json_count(high), nf_json_count(rounds)));
    }
}

static json_t *json_turns(const struct nf_tally *tally)
{
    const struct nf_extreme *const longest = &tally->extremes[CIRNO_LONGEST_ROUND];
    json_t *const histogram = json_array();
    append_turns(tally, histogram);
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "mean", nf_json_number(cirno_turns_mean(tally)),
        "sd", nf_json_number(cirno_turns_sd(tally)), "p50",
        nf_json_count(cirno_turns_quantile(tally, 0.5)), "p90",
        nf_json_count(cirno_turns_quantile(tally, 0.9)), "p99",
        nf_json_count(cirno_turns_quantile(tally, 0.99)), "max",
        nf_json_count(nf_extreme_known(longest) ? longest->value : 0), "histogram", histogram);
}

void cirno_members(const struct nf_tally *tally, json_t *run)
{
    const struct nf_alike alike = cirno_alike(tally);
    const uint64_t rounds = cirno_rounds(tally);
    json_object_set_new(run, "rounds", nf_json_count(rounds));
    json_object_set_new(run, "cards", nf_json_count(cards_drawn(tally)));
    json_object_set_new(run, "turns_per_round", json_turns(tally));
    json_object_set_new(run, "seats", json_seats(tally));
    json_object_set_new(run, "seats_alike", nf_json_alike(&alike));
    json_object_set_new(run, "losses_from_starter", json_relative(tally));
    json_object_set_new(run, "losses_after", json_after(tally));
}

static void add_seats(const struct nf_tally *tally, json_t *tables)
{
    static const char *const columns[] = {
        "seat", "losses", "loss rate", "low 95%", "high 95%", "first round losses", NULL};
    const uint32_t seats = tally->setup->params.players;
    json_t *const rows = nf_tables_add(tables, "seats", "Rounds lost", columns);
    for (uint32_t seat = 0; seat < seats; seat++) {
        const struct nf_estimate rate = cirno_loss_rate(tally, seat);
        json_array_append_new(
            rows, json_pack("[o, o, o, o, o, o]", nf_json_count(seat + 1),
                            nf_json_count(cirno_losses(tally, seat)), nf_json_number(rate.mean),
                            nf_json_number(rate.low), nf_json_number(rate.high),
                            nf_json_count(cirno_losses_after(tally, seats, seat))));
    }
}

/* By places, which are no seats: "+1" is the next one clockwise after who started the round. */
static void add_relative(const struct nf_tally *tally, json_t *tables)
{
    static const char *const columns[] = {"place", "losses", "share of rounds", NULL};
    json_t *const rows = nf_tables_add(tables, "losses_from_starter",
                                       "Rounds lost, counted from who starts", columns);
    for (uint32_t distance = 0; distance < tally->setup->params.players; distance++) {
        const uint64_t losses = cirno_relative(tally, distance);
        char place[16];
        snprintf(place, sizeof place, "+%u", distance);
        json_array_append_new(
            rows, json_pack("[s, o, o]", place, nf_json_count(losses),
                            nf_json_number((double)losses / (double)cirno_rounds(tally))));
    }
}

/* A table whose columns after the first are the seats. */
static json_t *add_by_seat(const struct nf_tally *tally, json_t *tables, const char *name,
                           const char *title, const char *first)
{
    const uint32_t seats = tally->setup->params.players;
    char names[NF_MAX_SEATS][16];
    const char *columns[NF_MAX_SEATS + 2] = {first};
    for (uint32_t seat = 0; seat < seats; seat++) {
        snprintf(names[seat], sizeof names[seat], "seat %u", seat + 1);
        columns[seat + 1] = names[seat];
    }
    return nf_tables_add(tables, name, title, columns);
}

static void add_after(const struct nf_tally *tally, json_t *tables)
{
    const uint32_t seats = tally->setup->params.players;
    json_t *const rows = add_by_seat(tally, tables, "losses_after",
                                     "Rounds lost, by who lost the round before", "loser before");
    for (uint32_t before = 0; before < seats; before++) {
        json_t *const row = json_pack("[o]", nf_json_count(before + 1));
        for (uint32_t loser = 0; loser < seats; loser++)
            json_array_append_new(row, nf_json_count(cirno_losses_after(tally, before, loser)));
        json_array_append_new(rows, row);
    }
}

static void add_in_game(const struct nf_tally *tally, json_t *tables)
{
    json_t *const rows =
        add_by_seat(tally, tables, "games_by_losses", "Games by rounds lost in the game", "losses");
    for (uint32_t losses = 0; losses <= most_losses(tally); losses++) {
        json_t *const row = json_pack("[o]", nf_json_count(losses));
        for (uint32_t seat = 0; seat < tally->setup->params.players; seat++)
            json_array_append_new(row, nf_json_count(cirno_games_with(tally, seat, losses)));
        json_array_append_new(rows, row);
    }
}

void cirno_tables(const struct nf_tally *tally, json_t *tables)
{
    static const char *const columns[] = {"turns from", "turns to", "rounds", NULL};
    const struct nf_alike alike = cirno_alike(tally);
    add_seats(tally, tables);
    nf_tables_add_alike(tables, &alike);
    add_relative(tally, tables);
    add_after(tally, tables);
    add_in_game(tally, tables);
    append_turns(tally, nf_tables_add(tables, "turns", "Rounds by number of turns", columns));
}
