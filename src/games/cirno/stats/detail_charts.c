/* The charts of games counted in detail: the usual ones and more. */
#include "core/charts.h"
#include "games/cirno/rules/cards.h"
#include "games/cirno/stats/detail.h"

#include <math.h>

/* How often number `i` of `count` came about, without DOUBLE on the player and with it. */
static uint64_t times(const uint64_t *sums, uint32_t count, uint32_t i)
{
    return sums[i] + sums[count + i];
}

static uint64_t all_times(const uint64_t *sums, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += times(sums, count, i);
    return sum;
}

static double share(uint64_t part, uint64_t whole)
{
    return whole == 0 ? NAN : (double)part / (double)whole;
}

static void chart_played(const struct nf_tally *tally, struct nf_charts *charts)
{
    const uint64_t *const played = tally->sums + cirno_detail_layout_of(tally->setup).played;
    const uint64_t all = all_times(played, CIRNO_CARDS);
    uint64_t doubled = 0;
    for (uint32_t card = 0; card < CIRNO_CARDS; card++)
        doubled += played[CIRNO_CARDS + card];
    nf_charts_begin(charts, &(struct nf_chart_about){
                                .kind = NF_CHART_BARS,
                                .name = "cards_played",
                                .title = "Cards played",
                                .x = "card",
                                .y = "share of cards played",
                                .share = true,
                                .reference = NAN,
                            });
    if (all > 0)
        nf_charts_say(charts, "%.2f%% of the cards were played with DOUBLE on the player.",
                      100 * share(doubled, all));
    nf_charts_series(charts, "");
    for (uint32_t card = 0; card < CIRNO_CARDS; card++)
        nf_charts_point(charts, cirno_cards[card].name, NAN,
                        share(times(played, CIRNO_CARDS, card), all), NAN, NAN);
}

void cirno_detail_charts(const struct nf_tally *tally, struct nf_charts *charts)
{
    cirno_charts(tally, charts);
    chart_played(tally, charts);
}
