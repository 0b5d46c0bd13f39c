/* The charts of Cirno's games. */
#include "core/charts.h"
#include "games/cirno/stats/tallying.h"

#include <math.h>
#include <stdio.h>

static double share(uint64_t part, uint64_t whole)
{
    return whole == 0 ? NAN : (double)part / (double)whole;
}

static const char *number(char text[16], uint32_t value)
{
    snprintf(text, 16, "%u", value);
    return text;
}

static const char all_alike[] = "if all seats were alike";

static void chart_seats(const struct nf_tally *tally, struct nf_charts *charts)
{
    const uint32_t seats = tally->setup->params.players;
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_DOTS,
                                .name = "loss_rate",
                                .title = "Rounds lost by each seat",
                                .x = "seat",
                                .y = "share of rounds",
                                .share = true,
                                .reference = 1.0 / seats,
                                .reference_is = all_alike,
                            });
    nf_charts_say(charts,
                  "Each dot is the share of all rounds that a seat lost, each line its 95%% "
                  "interval, taken between games since rounds of one game share hands.");
    const struct nf_alike alike = cirno_alike(tally);
    nf_charts_say_alike(charts, &alike);
    nf_charts_series(charts, "");
    for (uint32_t seat = 0; seat < seats; seat++) {
        const struct nf_estimate rate = cirno_loss_rate(tally, seat);
        char label[16];
        nf_charts_point(charts, number(label, seat + 1), NAN, rate.mean, rate.low, rate.high);
    }
}

static void chart_relative(const struct nf_tally *tally, struct nf_charts *charts)
{
    const uint32_t seats = tally->setup->params.players;
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_BARS,
                                .name = "losses_from_starter",
                                .title = "Rounds lost, counted from who starts",
                                .x = "places after the starter",
                                .y = "share of rounds",
                                .share = true,
                                .reference = 1.0 / seats,
                                .reference_is = all_alike,
                            });
    nf_charts_say(charts, "+0 is who started the round, +1 her next neighbour clockwise.");
    nf_charts_series(charts, "");
    for (uint32_t distance = 0; distance < seats; distance++) {
        char label[16];
        snprintf(label, sizeof label, "+%u", distance);
        nf_charts_point(charts, label, NAN,
                        share(cirno_relative(tally, distance), cirno_rounds(tally)), NAN, NAN);
    }
}

static void chart_first(const struct nf_tally *tally, struct nf_charts *charts)
{
    const uint32_t seats = tally->setup->params.players;
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_DOTS,
                                .name = "first_round_losses",
                                .title = "First rounds lost by each seat",
                                .x = "seat",
                                .y = "share of games",
                                .share = true,
                                .reference = 1.0 / seats,
                                .reference_is = all_alike,
                            });
    nf_charts_say(charts, "Seat 1 starts each first round. Games are independent, so the 95%% "
                          "intervals are exact (Clopper and Pearson).");
    nf_charts_series(charts, "");
    for (uint32_t seat = 0; seat < seats; seat++) {
        const struct nf_estimate rate =
            nf_share_exact(cirno_losses_after(tally, seats, seat), tally->games);
        char label[16];
        nf_charts_point(charts, number(label, seat + 1), NAN, rate.mean, rate.low, rate.high);
    }
}

/* Buckets of several numbers of turns count as their mean for each. The few longest rounds are
 * left out, or one of a million would make the rest narrow. */
static void chart_turns(const struct nf_tally *tally, struct nf_charts *charts)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    const uint32_t last = cirno_turns_quantile(tally, 0.998);
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_LINE,
                                .name = "turns",
                                .title = "Turns a round",
                                .x = "turns",
                                .y = "share of rounds",
                                .share = true,
                                .reference = NAN,
                            });
    nf_charts_say(charts,
                  "Mean %.2f, standard deviation %.2f; half of the rounds take at most %u "
                  "turns, 99 in 100 at most %u. Not drawn are the longest 0.2%%; the "
                  "longest of all took %u.",
                  cirno_turns_mean(tally), cirno_turns_sd(tally), cirno_turns_quantile(tally, 0.5),
                  cirno_turns_quantile(tally, 0.99),
                  (unsigned)tally->extremes[CIRNO_LONGEST_ROUND].value);
    nf_charts_series(charts, "");
    for (uint32_t bucket = 1, low, high; bucket < CIRNO_TURNS; bucket++) {
        cirno_turns_bucket(bucket, &low, &high);
        if (low > last)
            break;
        char label[24];
        snprintf(label, sizeof label, low == high ? "%u" : "%u to %u", low, high);
        const uint32_t width = high - low + 1;
        nf_charts_point(charts, label, (low + high) / 2.0,
                        share(tally->sums[layout.turns + bucket], cirno_rounds(tally)) / width, NAN,
                        NAN);
    }
}

static void chart_after(const struct nf_tally *tally, struct nf_charts *charts)
{
    const uint32_t seats = tally->setup->params.players;
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_HEAT,
                                .name = "losses_after",
                                .title = "Who loses after whom",
                                .x = "seat that loses the next round",
                                .y = "seat that lost, and so starts",
                                .share = true,
                                .reference = 1.0 / seats,
                                .reference_is = all_alike,
                            });
    nf_charts_say(charts, "Each row tells which seats lose the rounds that follow one lost by the "
                          "row's seat.");
    for (uint32_t before = 0; before < seats; before++) {
        char label[16];
        uint64_t rounds = 0;
        for (uint32_t loser = 0; loser < seats; loser++)
            rounds += cirno_losses_after(tally, before, loser);
        nf_charts_series(charts, number(label, before + 1));
        for (uint32_t loser = 0; loser < seats; loser++)
            nf_charts_point(charts, number(label, loser + 1), NAN,
                            share(cirno_losses_after(tally, before, loser), rounds), NAN, NAN);
    }
}

void cirno_charts(const struct nf_tally *tally, struct nf_charts *charts)
{
    /* Who plays alone loses every round. */
    const bool seats = tally->setup->params.players > 1;
    if (seats) {
        chart_seats(tally, charts);
        chart_relative(tally, charts);
    }
    chart_turns(tally, charts);
    if (seats && tally->setup->params.rounds > 1)
        chart_after(tally, charts);
    if (seats)
        chart_first(tally, charts);
}
