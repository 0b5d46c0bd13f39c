/* The tables of Cirno's games. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/stats/estimate.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/stats/tallying.h"

#include <math.h>
#include <stdlib.h>

static uint32_t seats_of(const struct nf_tally *tally)
{
    return tally->setup->params.players;
}

/* How many rounds of a kind a game has: see cirno_in_sample(). Where a file does not tell, rounds
 * are taken as independent. */
static const char *between_games(const struct nf_tally *tally)
{
    static const char apart[] =
        /* xgettext:no-c-format */ N_(
            "Saved by an older version, so the 95% intervals take rounds as independent of each "
            "other.");
    static const char between[] =
        /* xgettext:no-c-format */ N_(
            "The 95% intervals are taken between games, as rounds of one game share hands.");
    return tally->without_added ? _(apart) : _(between);
}

/* Who plays alone loses every round, so there is nothing to draw. */
static enum nf_chart_kind if_several(const struct nf_tally *tally, enum nf_chart_kind kind)
{
    return seats_of(tally) > 1 ? kind : NF_NO_CHART;
}

static const char all_alike[] = N_("if all seats were alike");

static void report_seats(const struct nf_tally *tally, struct nf_tables *tables)
{
    const uint32_t seats = seats_of(tally);
    const struct nf_about about = {
        .name = "seats",
        .title = N_("Rounds lost by each seat"),
        .charts = {{.kind = if_several(tally, NF_DOTS),
                    .x = N_("seat"),
                    .y = N_("share of rounds"),
                    .values = {"loss_rate"},
                    .reference = 1.0 / seats,
                    .reference_is = all_alike,
                    .about =
                        /* xgettext:no-c-format */ N_(
                            "Each dot is the share of all rounds that a seat lost, each line its "
                            "95% interval, taken between games since rounds of one game share "
                            "hands.")},
                   {.kind = if_several(tally, NF_DOTS),
                    .title = N_("First rounds lost by each seat"),
                    .x = N_("seat"),
                    .y = N_("share of games"),
                    .values = {"first_round_rate"},
                    .reference = 1.0 / seats,
                    .reference_is = all_alike,
                    .about = /* xgettext:no-c-format */ N_(
                        "Seat 1 starts each first round. Games are independent, so the 95% "
                        "intervals are exact (Clopper and Pearson).")}},
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
static void report_places(const struct nf_tally *tally, struct nf_tables *tables)
{
    const struct nf_about about = {
        .name = "losses_from_starter",
        .title = N_("From the starter on"),
        .beside = true,
        .charts = {{.kind = if_several(tally, NF_BARS),
                    .title = N_("Rounds lost, counted from who starts"),
                    .x = N_("places after the starter"),
                    .y = N_("share of rounds"),
                    .values = {"share"},
                    .reference = 1.0 / seats_of(tally),
                    .reference_is = all_alike,
                    .about = nf_tables_text(tables,
                                            _("+0 is who started the round, +1 her next neighbour "
                                              "clockwise. %s"),
                                            between_games(tally))}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("place", "at", NULL, NF_KEY),
        NF_COLUMN("losses", "losses", "rounds", NF_COUNT, .aside = true),
        NF_COLUMN("share", "share", "share of rounds", NF_SHARE, .interval = NF_INTERVAL_ASIDE,
                  .bar = true),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t distance = 0; distance < seats_of(tally); distance++) {
        nf_cell_text(tables, nf_tables_text(tables, "+%u", distance));
        nf_cell_count(tables, cirno_relative(tally, distance));
        nf_cell_estimate(tables, cirno_relative_share(tally, distance));
    }
}

static void report_alike_seats(const struct nf_tally *tally, const struct nf_alike *alike,
                               struct nf_tables *tables)
{
    const uint32_t needed = (uint32_t)nf_alike_games(seats_of(tally), tally->setup->params.rounds);
    nf_tables_alike(tables, alike,
                    tally->games < needed ? N_("too few games to tell: it takes %u")
                                          : N_("cannot be told: some seats' losses never vary"),
                    needed);
    if (alike->known && alike->p < 0.05 && tally->setup->params.strategy == NULL)
        nf_tables_note(tables, N_("seats never are quite alike, for seat 1 starts each game"));
}

static void report_totals(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "totals", .title = N_("in all"), .layout = NF_LINE_OF_TEXT};
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
        .most = longest->value,
    };
    nf_tables_lengths(tables, "turns_per_round", N_("turns a round"), "turns", &lengths);
    nf_tables_begin(tables, &about, columns);
    nf_cell_count(tables, nf_tally_turns(tally));
    nf_cell_count(tables, cirno_rounds(tally));
    nf_cell_count(tables, nf_tally_turns(tally) + CIRNO_CARDS_PER_ROUND * cirno_rounds(tally));
}

/* A bucket of `width` numbers of turns counts as their mean for each. */
static struct nf_estimate share_of_each(struct nf_estimate share, uint32_t width)
{
    share.mean /= width;
    share.low /= width;
    share.high /= width;
    return share;
}

/* How many buckets hold a round, from that of one turn on; and how many of them hold all but the
 * longest 0.2%. */
static uint32_t count_buckets(const struct nf_tally *tally, uint32_t *most)
{
    const struct nf_extreme *const longest = &tally->extremes[CIRNO_LONGEST_ROUND];
    const uint32_t drawn = cirno_turns_quantile(tally, 0.998);
    uint32_t count = 0;
    *most = 0;
    for (uint32_t bucket = 1; nf_extreme_known(longest) && bucket < CIRNO_TURNS; bucket++) {
        uint32_t low, high;
        cirno_turns_bucket(bucket, &low, &high);
        if (low > longest->value)
            break;
        count++;
        *most += low <= drawn;
    }
    return count;
}

/* The few longest rounds would make the bars of all others narrow, so they are drawn apart. */
static void report_turns(const struct nf_tally *tally, struct nf_tables *tables)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    const uint32_t seats = seats_of(tally);
    uint32_t low, high, most;
    const uint32_t buckets = count_buckets(tally, &most);
    const struct nf_about about = {
        .name = "turns",
        .title = N_("Turns a round"),
        .aside = true,
        .charts = {{.kind = NF_HISTOGRAM,
                    .x = N_("turns"),
                    .y = N_("share of rounds"),
                    .values = {"share"},
                    .rows = most,
                    .kink = seats + 0.5,
                    .kink_is = seats > 1 ? nf_tables_text(
                                               tables, _("%u turns: all have played once"), seats)
                                         : NULL,
                    .about = /* xgettext:no-c-format */ N_(
                        "Once all have played, the hands that lose at once are gone. The "
                        "longest 0.2% of the rounds are left to the next drawing.")},
                   {.kind = NF_HISTOGRAM,
                    .title = N_("Turns a round, with the longest"),
                    .x = N_("turns"),
                    .y = N_("share of rounds, logarithmic"),
                    .values = {"share"},
                    .log = true,
                    .about = nf_tables_text(tables,
                                            _("The tail is straight where each further turn ends "
                                              "the same share of the rounds that are left. %s"),
                                            between_games(tally))}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("turns_from", "turns", "turns", NF_KEY),
        NF_COLUMN("turns_to", "to", "turns", NF_KEY),
        NF_COLUMN("rounds", "rounds", "rounds", NF_COUNT),
        NF_COLUMN("share", "share of rounds for each number",
                  "share of rounds for each number of turns", NF_SHARE,
                  .interval = NF_INTERVAL_ASIDE),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t bucket = 1; bucket <= buckets; bucket++) {
        const uint64_t rounds = tally->sums[layout.turns + bucket];
        cirno_turns_bucket(bucket, &low, &high);
        nf_cell_count(tables, low);
        nf_cell_count(tables, high);
        nf_cell_count(tables, rounds);
        nf_cell_estimate(tables,
                         low < CIRNO_TURNS_EXACT
                             ? cirno_turns_share(tally, low)
                             : share_of_each(cirno_long_share(tally, bucket), high - low + 1));
    }
}

/* By how many standard errors `loser` loses more rounds after `before` than her distance from her
 * explains, of the `rounds` that follow one that `before` lost: the adjusted residual of S. J.
 * Haberman (Biometrics 29, 1973), as the share is estimated of these rounds, too. That rounds of
 * one game share hands shows little in it: where seats were alike, its standard deviation over 400
 * runs of 200 games was 0.95 to 1.00. NAN where nothing can deviate. */
static double deviation(const struct nf_tally *tally, uint32_t before, uint32_t loser,
                        uint64_t rounds)
{
    const uint32_t seats = seats_of(tally), distance = (loser + seats - before) % seats;
    /* First rounds follow none; seat 0 starts them. */
    const uint64_t at =
        cirno_relative(tally, distance) - cirno_losses_after(tally, seats, distance);
    const double all = (double)(cirno_rounds(tally) - tally->games);
    const double share = (double)at / all, expected = share * (double)rounds;
    const double error = sqrt(expected * (1 - share) * (1 - (double)rounds / all));
    return error > 0 ? ((double)cirno_losses_after(tally, before, loser) - expected) / error : NAN;
}

/* Among so many pairs one run in twenty at most has one that deviates more by chance (C. E.
 * Bonferroni). */
static double most_by_chance(uint32_t seats)
{
    return nf_normal_quantile(1 - 0.025 / ((double)seats * seats));
}

static void report_after(const struct nf_tally *tally, struct nf_tables *tables)
{
    const uint32_t seats = seats_of(tally);
    NF_OWNED double *deviations = calloc((size_t)seats * seats, sizeof *deviations);
    double most = 0;
    uint64_t rounds[CIRNO_MAX_PLAYERS] = {0};
    if (deviations == NULL) {
        tables->failed = true;
        return;
    }
    for (uint32_t i = 0; i < seats * seats; i++)
        rounds[i / seats] += cirno_losses_after(tally, i / seats, i % seats);
    for (uint32_t i = 0; i < seats * seats; i++) {
        deviations[i] = deviation(tally, i / seats, i % seats, rounds[i / seats]);
        most = fmax(most, fabs(deviations[i]));
    }
    const bool several = seats > 1 && tally->setup->params.rounds > 1;
    const bool beyond_chance = several && most > most_by_chance(seats);
    const struct nf_about about = {
        .name = "losses_after",
        .title = N_("Who loses after whom"),
        .layout = NF_CROSS,
        .aside = true,
        .charts = {{.kind = beyond_chance ? NF_HEAT : NF_NO_CHART,
                    .x = N_("seat that loses the next round"),
                    .y = N_("seat that lost, and so starts"),
                    .values = {"deviation"},
                    .reference = 0,
                    .reference_is = N_("if her distance explained all"),
                    .about =
                        N_("By how many standard errors a seat loses more of the rounds that "
                           "the row's seat starts than others do at the same distance from who "
                           "starts.")}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("before", "lost before", NULL, NF_KEY),
        NF_COLUMN("loser", "loses next", NULL, NF_KEY),
        NF_COLUMN("rounds", "rounds", "rounds", NF_COUNT),
        NF_COLUMN("deviation", "deviation", "standard errors", NF_REAL),
        NF_COLUMN("share", "share", "share of rounds after one that `before` lost", NF_SHARE),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (uint32_t i = 0; i < seats * seats; i++) {
        nf_cell_count(tables, i / seats + 1);
        nf_cell_count(tables, i % seats + 1);
        nf_cell_count(tables, cirno_losses_after(tally, i / seats, i % seats));
        nf_cell_number(tables, deviations[i]);
        nf_cell_share(tables, cirno_losses_after(tally, i / seats, i % seats), rounds[i / seats]);
    }
    if (several && !beyond_chance && tally->games > 0)
        nf_tables_note(tables,
                       "Who loses next depends on the distance from who starts alone: the largest "
                       "deviation, %.1f standard errors, is one that chance makes.",
                       most);
}

static void report_in_game(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {
        .name = "games_by_losses",
        .title = N_("Games by rounds lost in the game"),
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

/* What the page leads with. */
static void report_answer(const struct nf_tally *tally, const struct nf_alike *alike,
                          struct nf_tables *tables)
{
    const uint32_t seats = seats_of(tally);
    uint32_t least = 0, most = 0;
    if (tally->games == 0)
        return;
    for (uint32_t seat = 1; seat < seats; seat++) {
        least = cirno_losses(tally, seat) < cirno_losses(tally, least) ? seat : least;
        most = cirno_losses(tally, seat) > cirno_losses(tally, most) ? seat : most;
    }
    const double low = cirno_loss_rate(tally, least).mean, high = cirno_loss_rate(tally, most).mean;
    const char *const turns = nf_tables_text(tables, "%.2f", cirno_turns_mean(tally));
    if (seats == 1) {
        tables->answer = nf_tables_text(
            tables, _("Who plays alone loses every round, after %s turns in the mean."), turns);
        return;
    }
    tables->answer = nf_tables_text(
        tables, _("Seat %u loses least: %.3f%% of rounds, %.2f points below an equal share. %s"),
        least + 1, 100 * low, 100 / (double)seats - 100 * low, nf_tables_differ(tables, alike));
    nf_tables_headline(tables, nf_tables_text(tables, "%.3f%%", 100 * high),
                       nf_tables_text(tables, _("of rounds lost by seat %u, the most"), most + 1));
    nf_tables_headline(
        tables,
        nf_tables_text(tables, "%.1f%%",
                       100 * (double)cirno_relative(tally, 1) / (double)cirno_rounds(tally)),
        _("by the next neighbour of who started the round"));
    nf_tables_headline(tables, turns, _("turns a round in the mean"));
}

void cirno_report(const struct nf_tally *tally, struct nf_tables *tables)
{
    const struct nf_alike alike = cirno_alike(tally);
    report_answer(tally, &alike, tables);
    report_seats(tally, tables);
    report_places(tally, tables);
    if (seats_of(tally) > 1)
        report_alike_seats(tally, &alike, tables);
    report_totals(tally, tables);
    report_turns(tally, tables);
    report_after(tally, tables);
    report_in_game(tally, tables);
}
