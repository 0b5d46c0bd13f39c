/* The charts of The Number Game. */
#include "core/charts.h"
#include "games/tng/stats/tallying.h"

#include <math.h>
#include <stdio.h>

static const struct tng_slice all = {TNG_EACH, TNG_EACH, TNG_EACH};
static const enum tng_outcome order[3] = {TNG_X, TNG_Y, TNG_DRAW};

static const char *number(char text[16], int value)
{
    snprintf(text, 16, "%d", value);
    return text;
}

/* Primes are "p 3", for a drawing without room for all labels keeps round numbers of plain ones,
 * and primes are not round. */
static const char *label_of(char text[16], const struct tng_sorting *sorting, int i)
{
    if (sorting != &tng_sortings[TNG_BY_P])
        return number(text, sorting->value(i));
    snprintf(text, 16, "p %d", sorting->value(i));
    return text;
}

static uint64_t games_of(const struct nf_tally *tally, const struct tng_slice *slice)
{
    uint64_t games = 0;
    for (int k = 0; k < 3; k++)
        games += tng_ended(tally, slice, order[k]);
    return games;
}

/* Shares of numbered games are no estimates, so they are bars that stand on zero. */
static enum nf_chart_kind kind_of(const struct nf_tally *tally)
{
    return tng_numbered(tally) != 0 ? NF_CHART_BARS : NF_CHART_DOTS;
}

/* Says what the intervals are, or why there are none. */
static void say_intervals(const struct nf_tally *tally, const char *intervals,
                          struct nf_charts *charts)
{
    const uint64_t numbered = tng_numbered(tally);
    if (numbered == 0)
        nf_charts_say(charts, "%s", intervals);
    else if (tally->games == numbered)
        nf_charts_say(charts, " These are all games there are, so the shares are exact.");
    else
        nf_charts_say(charts, " These are some of the games there are, in their order: no sample, "
                              "so there are no intervals.");
}

static const char of_shares[] = " Each line is a 95% interval (Clopper and Pearson).";

static void chart_outcomes(const struct nf_tally *tally, struct nf_charts *charts)
{
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = kind_of(tally),
                                .name = "outcomes",
                                .title = "How games end",
                                .x = "outcome",
                                .y = "share of games",
                                .share = true,
                                .reference = NAN,
                            });
    nf_charts_say(charts, "With best play of both; X moves first.");
    say_intervals(tally, of_shares, charts);
    nf_charts_series(charts, "");
    for (int k = 0; k < 3; k++) {
        const struct nf_estimate share = tng_share(tally, &all, order[k]);
        nf_charts_point(charts, tng_outcome_words[order[k]], NAN, share.mean, share.low,
                        share.high);
    }
}

static void chart_advantage(const struct nf_tally *tally, struct nf_charts *charts)
{
    const struct tng_sorting *const sorting = &tng_sortings[TNG_BY_P];
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = kind_of(tally),
                                .name = "advantage_by_p",
                                .title = "What moving first is worth, by p",
                                .x = "prime p",
                                .y = "X's share less Y's",
                                .share = true,
                                .reference = tng_advantage(tally, &all).mean,
                                .reference_is = "over all p",
                            });
    nf_charts_say(charts, "By how much the share of games that X wins, who moves first, exceeds "
                          "Y's.");
    say_intervals(tally, " Each line is a 95% interval (score).", charts);
    nf_charts_series(charts, "");
    for (int i = sorting->low; i <= sorting->high; i++) {
        const struct tng_slice slice = sorting->slice(i);
        const struct nf_estimate ahead = tng_advantage(tally, &slice);
        char label[16];
        if (games_of(tally, &slice) > 0)
            nf_charts_point(charts, label_of(label, sorting, i), NAN, ahead.mean, ahead.low,
                            ahead.high);
    }
}

/* Values of the parameter that games have. */
static int values_met(const struct nf_tally *tally, const struct tng_sorting *sorting)
{
    int met = 0;
    for (int i = sorting->low; i <= sorting->high; i++) {
        const struct tng_slice slice = sorting->slice(i);
        met += games_of(tally, &slice) > 0;
    }
    return met;
}

static void chart_sorting(const struct nf_tally *tally, const struct tng_sorting *sorting,
                          const char *axis, struct nf_charts *charts)
{
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = kind_of(tally),
                                .name = sorting->table,
                                .title = sorting->title,
                                .x = axis,
                                .y = "share of games",
                                .share = true,
                                .reference = NAN,
                            });
    nf_charts_say(charts, "Shares of the games of each %s.", sorting->letter);
    say_intervals(tally, of_shares, charts);
    for (int k = 0; k < 3; k++) {
        nf_charts_series(charts, tng_outcome_words[order[k]]);
        for (int i = sorting->low; i <= sorting->high; i++) {
            const struct tng_slice slice = sorting->slice(i);
            const struct nf_estimate share = tng_share(tally, &slice, order[k]);
            char label[16];
            if (games_of(tally, &slice) > 0)
                nf_charts_point(charts, label_of(label, sorting, i), NAN, share.mean, share.low,
                                share.high);
        }
    }
}

static void chart_moves(const struct nf_tally *tally, struct nf_charts *charts)
{
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_BARS,
                                .name = "games_by_moves",
                                .title = "Games won in so many moves",
                                .x = "moves",
                                .y = "share of games",
                                .share = true,
                                .reference = NAN,
                            });
    nf_charts_say(charts, "Where the winner takes the shortest way and the loser the longest; X "
                          "wins in an odd number of moves, Y in an even one.");
    nf_charts_series(charts, "");
    for (uint32_t moves = 1; moves <= tally->extremes[TNG_LONGEST_WIN].value; moves++) {
        char label[16];
        nf_charts_point(charts, number(label, (int)moves), NAN,
                        (double)tng_won_in(tally, moves) / (double)tally->games, NAN, NAN);
    }
}

void tng_charts(const struct nf_tally *tally, struct nf_charts *charts)
{
    static const char *const axes[TNG_SORTINGS] = {
        [TNG_BY_P] = "prime p", [TNG_BY_ROUNDS] = "rounds r", [TNG_BY_GOALS] = "goals m"};
    chart_outcomes(tally, charts);
    if (values_met(tally, &tng_sortings[TNG_BY_P]) > 1)
        chart_advantage(tally, charts);
    for (int s = 0; s < TNG_SORTINGS; s++)
        if (values_met(tally, &tng_sortings[s]) > 1)
            chart_sorting(tally, &tng_sortings[s], axes[s], charts);
    if (nf_extreme_known(&tally->extremes[TNG_LONGEST_WIN]))
        chart_moves(tally, charts);
}
