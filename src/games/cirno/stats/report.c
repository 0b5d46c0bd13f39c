/* What is told of Cirno's games. */
#include "core/figures.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/stats/tallying.h"

static uint32_t seats_of(const struct nf_tally *tally)
{
    return tally->setup->params.players;
}

/* Who plays alone loses every round, so there is nothing to draw. */
static enum nf_chart_kind if_several(const struct nf_tally *tally, enum nf_chart_kind kind)
{
    return seats_of(tally) > 1 ? kind : NF_NO_CHART;
}

static const char all_alike[] = "if all seats were alike";

static void tell_seats(const struct nf_tally *tally, struct nf_tables *tables)
{
    const uint32_t seats = seats_of(tally);
    const struct nf_about about = {
        .name = "seats",
        .title = "Rounds lost by each seat",
        .charts = {{.kind = if_several(tally, NF_DOTS),
                    .x = "seat",
                    .y = "share of rounds",
                    .values = {"loss_rate"},
                    .reference = 1.0 / seats,
                    .reference_is = all_alike,
                    .about = "Each dot is the share of all rounds that a seat lost, each line its "
                             "95% interval, taken between games since rounds of one game share "
                             "hands."},
                   {.kind = if_several(tally, NF_DOTS),
                    .title = "First rounds lost by each seat",
                    .x = "seat",
                    .y = "share of games",
                    .values = {"first_round_rate"},
                    .reference = 1.0 / seats,
                    .reference_is = all_alike,
                    .about = "Seat 1 starts each first round. Games are independent, so the 95% "
                             "intervals are exact (Clopper and Pearson)."}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("losses", "losses", "rounds", NF_COUNT),
        NF_COLUMN("loss_rate", "rate", "share of rounds", NF_SHARE, .interval = NF_INTERVAL),
        NF_COLUMN("first_round_losses", "rounds 1", "games", NF_COUNT, .aside = true),
        NF_COLUMN("first_round_rate", "round 1", "share of games", NF_SHARE,
                  .interval = NF_INTERVAL_ASIDE),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t seat = 0; seat < seats; seat++) {
        const uint64_t first = cirno_losses_after(tally, seats, seat);
        nf_cell_count(tables, seat + 1);
        nf_cell_count(tables, cirno_losses(tally, seat));
        nf_cell_estimate(tables, cirno_loss_rate(tally, seat));
        nf_cell_count(tables, first);
        nf_cell_estimate(tables, nf_share_exact(first, tally->games));
    }
}

/* By places, which are no seats: "+1" is the next one clockwise after who started the round. */
static void tell_places(const struct nf_tally *tally, struct nf_tables *tables)
{
    const struct nf_about about = {
        .name = "losses_from_starter",
        .title = "From the starter on",
        .beside = true,
        .charts = {{.kind = if_several(tally, NF_BARS),
                    .title = "Rounds lost, counted from who starts",
                    .x = "places after the starter",
                    .y = "share of rounds",
                    .values = {"share"},
                    .reference = 1.0 / seats_of(tally),
                    .reference_is = all_alike,
                    .about = "+0 is who started the round, +1 her next neighbour clockwise."}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("place", "at", NULL, NF_KEY),
        NF_COLUMN("losses", "losses", "rounds", NF_COUNT, .aside = true),
        NF_COLUMN("share", "share", "share of rounds", NF_SHARE, .bar = true),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t distance = 0; distance < seats_of(tally); distance++) {
        nf_cell_text(tables, nf_tables_text(tables, "+%u", distance));
        nf_cell_count(tables, cirno_relative(tally, distance));
        nf_cell_share(tables, cirno_relative(tally, distance), cirno_rounds(tally));
    }
}

static void tell_alike(const struct nf_tally *tally, struct nf_tables *tables)
{
    const struct nf_alike alike = cirno_alike(tally);
    const uint32_t needed = NF_ALIKE_GAMES * seats_of(tally);
    nf_tables_alike(tables, &alike,
                    tally->games < needed
                        ? nf_tables_text(tables, "too few games to tell: it takes %u", needed)
                        : "cannot be told: some seats' losses never vary");
}

static void tell_totals(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "totals", .title = "in all", .layout = NF_LINE_OF_TEXT};
    static const struct nf_column columns[] = {
        NF_COLUMN("turns", "turns", "turns", NF_COUNT),
        NF_COLUMN("rounds", "rounds", "rounds", NF_COUNT),
        NF_COLUMN("cards", "cards drawn", "cards", NF_COUNT),
        {.name = NULL},
    };
    const struct nf_extreme *const longest = &tally->extremes[CIRNO_LONGEST_ROUND];
    const struct nf_lengths lengths = {
        .mean = cirno_turns_mean(tally),
        .sd = cirno_turns_sd(tally),
        .p50 = cirno_turns_quantile(tally, 0.5),
        .p90 = cirno_turns_quantile(tally, 0.9),
        .p99 = cirno_turns_quantile(tally, 0.99),
        .most = nf_extreme_known(longest) ? longest->value : 0,
    };
    nf_tables_lengths(tables, "turns_per_round", "turns a round", "turns", &lengths);
    nf_tables_begin(tables, &about, columns);
    nf_cell_count(tables, nf_tally_turns(tally));
    nf_cell_count(tables, cirno_rounds(tally));
    nf_cell_count(tables, nf_tally_turns(tally) + CIRNO_CARDS_PER_ROUND * cirno_rounds(tally));
}

/* Buckets of several numbers of turns count as their mean for each. The few longest rounds are not
 * drawn, or one of a million would make the rest narrow. */
static void tell_turns(const struct nf_tally *tally, struct nf_tables *tables)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    const struct nf_extreme *const longest = &tally->extremes[CIRNO_LONGEST_ROUND];
    const uint32_t drawn = cirno_turns_quantile(tally, 0.998);
    uint32_t low, high, buckets = 1, rows = 0;
    for (cirno_turns_bucket(buckets, &low, &high);
         nf_extreme_known(longest) && buckets < CIRNO_TURNS && low <= longest->value;) {
        rows += low <= drawn;
        if (++buckets < CIRNO_TURNS)
            cirno_turns_bucket(buckets, &low, &high);
    }
    const struct nf_about about = {
        .name = "turns",
        .title = "Turns a round",
        .aside = true,
        .charts = {{.kind = NF_LINE,
                    .x = "turns",
                    .y = "share of rounds",
                    .values = {"share"},
                    .rows = rows,
                    .about = "The longest 0.2% of the rounds are not drawn."}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("turns_from", "turns from", "turns", NF_KEY),
        NF_COLUMN("turns_to", "to", "turns", NF_KEY),
        NF_COLUMN("rounds", "rounds", "rounds", NF_COUNT),
        NF_COLUMN("share", "share of rounds for each number",
                  "share of rounds for each number of turns", NF_SHARE),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t bucket = 1; bucket < buckets; bucket++) {
        const uint64_t rounds = tally->sums[layout.turns + bucket];
        cirno_turns_bucket(bucket, &low, &high);
        nf_cell_count(tables, low);
        nf_cell_count(tables, high);
        nf_cell_count(tables, rounds);
        nf_cell_share(tables, rounds, cirno_rounds(tally) * (high - low + 1));
    }
}

static void tell_after(const struct nf_tally *tally, struct nf_tables *tables)
{
    const uint32_t seats = seats_of(tally);
    const bool several = seats > 1 && tally->setup->params.rounds > 1;
    const struct nf_about about = {
        .name = "losses_after",
        .title = "Who loses after whom",
        .layout = NF_CROSS,
        .aside = true,
        .charts = {{.kind = several ? NF_HEAT : NF_NO_CHART,
                    .x = "seat that loses the next round",
                    .y = "seat that lost, and so starts",
                    .values = {"share"},
                    .reference = 1.0 / seats,
                    .reference_is = all_alike,
                    .about = "Each row tells which seats lose the rounds that follow one lost by "
                             "the row's seat."}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("before", "lost before", NULL, NF_KEY),
        NF_COLUMN("loser", "loses next", NULL, NF_KEY),
        NF_COLUMN("rounds", "rounds", "rounds", NF_COUNT),
        NF_COLUMN("share", "share", "share of rounds after one that `before` lost", NF_SHARE),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t before = 0; before < seats; before++) {
        uint64_t rounds = 0;
        for (uint32_t loser = 0; loser < seats; loser++)
            rounds += cirno_losses_after(tally, before, loser);
        for (uint32_t loser = 0; loser < seats; loser++) {
            nf_cell_count(tables, before + 1);
            nf_cell_count(tables, loser + 1);
            nf_cell_count(tables, cirno_losses_after(tally, before, loser));
            nf_cell_share(tables, cirno_losses_after(tally, before, loser), rounds);
        }
    }
}

static void tell_in_game(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "games_by_losses",
        .title = "Games by rounds lost in the game",
        .layout = NF_CROSS,
        .aside = true,
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("losses", "rounds lost", "rounds", NF_KEY),
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        {.name = NULL},
    };
    const struct nf_extreme *const most = &tally->extremes[CIRNO_MOST_LOSSES];
    nf_tables_begin(tables, &about, columns);
    for (uint32_t losses = 0; nf_extreme_known(most) && losses <= most->value; losses++)
        for (uint32_t seat = 0; seat < seats_of(tally); seat++) {
            nf_cell_count(tables, losses);
            nf_cell_count(tables, seat + 1);
            nf_cell_count(tables, cirno_games_with(tally, seat, losses));
        }
}

void cirno_report(const struct nf_tally *tally, struct nf_tables *tables)
{
    tell_seats(tally, tables);
    tell_places(tally, tables);
    if (seats_of(tally) > 1)
        tell_alike(tally, tables);
    tell_totals(tally, tables);
    tell_turns(tally, tables);
    tell_after(tally, tables);
    tell_in_game(tally, tables);
}
