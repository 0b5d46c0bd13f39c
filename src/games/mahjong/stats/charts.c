/* The charts of mahjong games. */
#include "core/charts.h"
#include "games/mahjong/stats/tallying.h"

#include <math.h>
#include <stdio.h>

static double share(uint64_t part, uint64_t whole)
{
    return whole == 0 ? NAN : (double)part / (double)whole;
}

static const char *seat_name(char text[2], unsigned seat)
{
    snprintf(text, 2, "%c", 'A' + (int)seat % MAHJONG_SEATS);
    return text;
}

static void chart_wins(const struct nf_tally *tally, struct nf_charts *charts)
{
    const uint64_t won = tally->games - mahjong_ended(tally, MAHJONG_DRAW);
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_DOTS,
                                .name = "win_rate",
                                .title = "Games won by each seat",
                                .x = "seat",
                                .y = "share of games",
                                .share = true,
                                .reference = share(won, tally->games) / MAHJONG_SEATS,
                                .reference_is = "if all seats were alike",
                            });
    nf_charts_say(charts, "Each dot is the share of all games that a seat won, each line its exact "
                          "95%% interval (Clopper and Pearson).");
    const struct nf_alike alike = mahjong_alike(tally);
    nf_charts_say_alike(charts, &alike);
    nf_charts_series(charts, "");
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const struct nf_estimate rate = nf_share_exact(mahjong_won(tally, seat), tally->games);
        char label[2];
        nf_charts_point(charts, seat_name(label, seat), NAN, rate.mean, rate.low, rate.high);
    }
}

static void chart_ron(const struct nf_tally *tally, struct nf_charts *charts)
{
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_HEAT,
                                .name = "won_from",
                                .title = "Who won, by who discarded the winning tile",
                                .x = "discarded by",
                                .y = "won by",
                                .share = true,
                                .reference = NAN,
                            });
    nf_charts_say(charts, "Shares of all games; where both are the same, she drew it herself.");
    for (unsigned winner = 0; winner < MAHJONG_SEATS; winner++) {
        char name[2], label[2];
        nf_charts_series(charts, seat_name(name, winner));
        for (unsigned from = 0; from < MAHJONG_SEATS; from++)
            nf_charts_point(charts, seat_name(label, from), NAN,
                            share(mahjong_won_from(tally, winner, from), tally->games), NAN, NAN);
    }
}

static void chart_turns(const struct nf_tally *tally, struct nf_charts *charts)
{
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_LINE,
                                .name = "turns",
                                .title = "Turns a game",
                                .x = "turns",
                                .y = "share of games",
                                .share = true,
                                .reference = NAN,
                            });
    nf_charts_say(charts,
                  "A turn ends with a discard. Mean %.2f, standard deviation %.2f; half of the "
                  "games take at most %u turns, 99 in 100 at most %u.",
                  share(nf_tally_turns(tally), tally->games), mahjong_turns_sd(tally),
                  mahjong_turns_quantile(tally, 0.5), mahjong_turns_quantile(tally, 0.99));
    nf_charts_series(charts, "");
    const unsigned last = (unsigned)tally->extremes[MAHJONG_LONGEST_GAME].value;
    for (unsigned turns = 0; turns <= last && turns < 256; turns++) {
        char label[16];
        snprintf(label, sizeof label, "%u", turns);
        nf_charts_point(charts, label, turns,
                        share(tally->sums[MAHJONG_SUM_TURNS + turns], tally->games), NAN, NAN);
    }
}

static void chart_claims(const struct nf_tally *tally, struct nf_charts *charts)
{
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_BARS,
                                .name = "claims",
                                .title = "Claims a game",
                                .x = "pongs and chows of all players",
                                .y = "share of games",
                                .share = true,
                                .reference = NAN,
                            });
    nf_charts_series(charts, "");
    for (unsigned claims = 0; claims <= MAHJONG_ALL_CLAIMS; claims++) {
        char label[16];
        snprintf(label, sizeof label, "%u", claims);
        nf_charts_point(charts, label, NAN,
                        share(tally->sums[MAHJONG_SUM_CLAIMS + claims], tally->games), NAN, NAN);
    }
}

void mahjong_charts(const struct nf_tally *tally, struct nf_charts *charts)
{
    chart_wins(tally, charts);
    chart_ron(tally, charts);
    chart_turns(tally, charts);
    chart_claims(tally, charts);
}
