/* What follows from the sums of Cirno's games. */
#include "base/stats/counts.h"
#include "games/cirno/simulated/stats/tallying.h"

#include <math.h>

uint64_t cirno_rounds(const struct nf_tally *tally)
{
    return tally->games * tally->setup->params.rounds;
}

uint64_t cirno_losses_after(const struct nf_tally *tally, uint32_t before, uint32_t loser)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    return tally->sums[layout.after + before * layout.seats + loser];
}

uint64_t cirno_losses(const struct nf_tally *tally, uint32_t seat)
{
    uint64_t sum = 0;
    for (uint32_t before = 0; before <= tally->setup->params.players; before++)
        sum += cirno_losses_after(tally, before, seat);
    return sum;
}

uint64_t cirno_games_with(const struct nf_tally *tally, uint32_t seat, uint32_t losses)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    return tally->sums[layout.in_game + seat * (layout.rounds + 1) + losses];
}

uint64_t cirno_product(const struct nf_tally *tally, uint32_t a, uint32_t b)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    const uint32_t row = low * layout.seats - low * (low - 1) / 2; /* rows get shorter by one */
    return tally->sums[layout.products + row + high - low];
}

uint64_t cirno_relative(const struct nf_tally *tally, uint32_t distance)
{
    const uint32_t seats = tally->setup->params.players;
    uint64_t sum = cirno_losses_after(tally, seats, distance);
    for (uint32_t starter = 0; starter < seats; starter++)
        sum += cirno_losses_after(tally, starter, (starter + distance) % seats);
    return sum;
}

/* Of `events` rounds, of which the sample has the two sums. */
static struct nf_estimate share_by_sample(const struct nf_tally *tally, uint64_t events,
                                          const uint64_t sums[2])
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    return nf_share_by_sample(tally->games, layout.rounds, events, tally->sums[layout.sampled],
                              sums[0], sums[1]);
}

struct nf_estimate cirno_relative_share(const struct nf_tally *tally, uint32_t distance)
{
    return share_by_sample(tally, cirno_relative(tally, distance),
                           tally->sums + cirno_layout_of(tally->setup).places + 2 * distance);
}

struct nf_estimate cirno_turns_share(const struct nf_tally *tally, uint32_t turns)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    return share_by_sample(tally, tally->sums[layout.turns + turns],
                           tally->sums + layout.lengths + 2 * turns);
}

struct nf_estimate cirno_long_share(const struct nf_tally *tally, uint32_t bucket)
{
    enum { FROM = CIRNO_TURNS_EXACT / 2, FEW = 20 };
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    const double games = (double)tally->sums[layout.sampled];
    double rounds = 0, variance = 0, expected = 0;
    for (uint32_t turns = FROM; turns < CIRNO_TURNS_EXACT && games >= 2; turns++) {
        const double seen = (double)tally->sums[layout.lengths + 2 * turns];
        const double squares = (double)tally->sums[layout.lengths + 2 * turns + 1];
        rounds += seen;
        variance += (squares - seen * seen / games) / (games - 1);
        expected += seen / games * (1 - seen / games / layout.rounds);
    }
    return nf_share_by_effect(tally->sums[layout.turns + bucket], cirno_rounds(tally),
                              rounds >= FEW && variance > 0 ? variance / expected : 1);
}

struct nf_estimate cirno_loss_rate(const struct nf_tally *tally, uint32_t seat)
{
    const uint64_t losses = cirno_losses(tally, seat);
    /* Who plays alone loses every round, and there is nothing to estimate. */
    if (tally->setup->params.players == 1 && tally->games >= 2)
        return (struct nf_estimate){.mean = 1, .low = 1, .high = 1};
    return nf_share_between_games(tally->games, tally->setup->params.rounds, losses,
                                  cirno_product(tally, seat, seat));
}

struct nf_estimate cirno_share(const struct nf_tally *tally, uint32_t seat, uint64_t *times)
{
    *times = cirno_losses(tally, seat);
    return cirno_loss_rate(tally, seat);
}

struct nf_estimate cirno_gap(const struct nf_tally *tally, uint32_t a, uint32_t b)
{
    /* (x - y)^2 = x^2 + y^2 - 2xy, summed over games. */
    const uint64_t squares =
        cirno_product(tally, a, a) + cirno_product(tally, b, b) - 2 * cirno_product(tally, a, b);
    return nf_gap_between_games(tally->games, tally->setup->params.rounds, cirno_losses(tally, a),
                                cirno_losses(tally, b), squares);
}

struct nf_alike cirno_alike(const struct nf_tally *tally)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    uint64_t losses[NF_MAX_SEATS];
    for (uint32_t seat = 0; seat < layout.seats; seat++)
        losses[seat] = cirno_losses(tally, seat);
    return nf_alike_test(tally->games, layout.seats, losses, tally->sums + layout.products);
}

double cirno_turns_mean(const struct nf_tally *tally)
{
    const uint64_t rounds = cirno_rounds(tally);
    return rounds == 0 ? NAN : (double)nf_tally_turns(tally) / (double)rounds;
}

double cirno_turns_sd(const struct nf_tally *tally)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    const double rounds = (double)cirno_rounds(tally), mean = cirno_turns_mean(tally);
    if (rounds < 2)
        return NAN;
    uint64_t exact = 0;
    for (uint64_t turns = 0; turns < CIRNO_TURNS_EXACT; turns++)
        exact += turns * turns * tally->sums[layout.turns + turns];
    const double squares = (double)exact + (double)tally->sums[layout.long_rounds + 1] +
                           ldexp((double)tally->sums[layout.long_rounds + 2], CIRNO_SQUARE_BITS);
    const double variance = (squares - rounds * mean * mean) / (rounds - 1);
    return sqrt(variance > 0 ? variance : 0);
}

uint32_t cirno_turns_quantile(const struct nf_tally *tally, double q)
{
    const uint64_t *const turns = tally->sums + cirno_layout_of(tally->setup).turns;
    const uint32_t most = (uint32_t)tally->extremes[CIRNO_LONGEST_ROUND].value;
    uint32_t low, high;
    cirno_turns_bucket(nf_counts_quantile(turns, CIRNO_TURNS, q), &low, &high);
    return high < most ? high : most;
}
