#include "games/cirno/simulated/stats/tallying.h"

#include "base/lang.h"
#include "base/stats/estimate.h"
#include "games/cirno/rules/cirno.h"
#include "sim/game.h"

#include <math.h>
#include <string.h>

struct cirno_layout cirno_layout_of(const struct nf_setup *setup)
{
    const uint32_t seats = setup->params.players, rounds = setup->params.rounds;
    struct cirno_layout layout = {.seats = seats, .rounds = rounds};
    layout.in_game = layout.after + (seats + 1) * seats;
    layout.products = layout.in_game + seats * (rounds + 1);
    layout.turns = layout.products + seats * (seats + 1) / 2;
    layout.long_rounds = layout.turns + CIRNO_TURNS;
    layout.sampled = layout.long_rounds + 3;
    layout.places = layout.sampled + 1;
    layout.lengths = layout.places + 2 * seats;
    layout.end = layout.lengths + 2 * CIRNO_TURNS_EXACT;
    return layout;
}

/* The rounds of a game: its words, its trials, the rows of its record. */
static uint32_t rounds_of_game(const struct nf_setup *setup)
{
    return setup->params.rounds;
}

static uint32_t sums(const struct nf_setup *setup)
{
    return cirno_layout_of(setup).end;
}

static uint32_t added(const struct nf_setup *setup)
{
    const struct cirno_layout layout = cirno_layout_of(setup);
    return layout.end - layout.sampled;
}

void cirno_turns_bucket(uint32_t bucket, uint32_t *low, uint32_t *high)
{
    *low = *high = bucket;
    if (bucket < CIRNO_TURNS_EXACT)
        return;
    const uint32_t octave = (bucket - CIRNO_TURNS_EXACT) / CIRNO_TURNS_STEPS;
    const uint32_t step = (bucket - CIRNO_TURNS_EXACT) % CIRNO_TURNS_STEPS;
    *low = (step + CIRNO_TURNS_STEPS) << octave;
    *high = *low + (1u << octave) - 1;
}

static uint64_t turns(const struct nf_tally *tally)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    return tally->sums[layout.long_rounds] +
           nf_counts_weighted(tally->sums + layout.turns, CIRNO_TURNS_EXACT);
}

/* Whether the extremes agree with the sums. */
static bool extremes_consistent(const struct nf_tally *tally, const struct cirno_layout *layout)
{
    const uint64_t *const by_turns = tally->sums + layout->turns;
    const uint64_t *const in_game = tally->sums + layout->in_game;
    const uint32_t shortest = nf_counts_least(by_turns, CIRNO_TURNS);
    const uint32_t longest = nf_counts_most(by_turns, CIRNO_TURNS), losses = layout->rounds + 1;
    uint32_t most = 0, low, high;
    for (uint32_t seat = 0; seat < layout->seats; seat++) {
        const uint32_t of_seat = nf_counts_most(in_game + seat * losses, losses);
        most = of_seat > most ? of_seat : most;
    }
    const struct nf_extreme *const extremes = tally->extremes;
    cirno_turns_bucket(shortest, &low, &high);
    if (extremes[CIRNO_SHORTEST_ROUND].value < low || extremes[CIRNO_SHORTEST_ROUND].value > high)
        return false;
    cirno_turns_bucket(longest, &low, &high);
    if (extremes[CIRNO_LONGEST_ROUND].value < low || extremes[CIRNO_LONGEST_ROUND].value > high)
        return false;
    return extremes[CIRNO_MOST_LOSSES].value == most;
}

/* Whether seat `seat` comes to the same losses by all ways of counting. */
static bool seat_consistent(const struct nf_tally *tally, const struct cirno_layout *layout,
                            uint32_t seat)
{
    uint64_t games = 0, losses = 0, squares = 0, products = 0;
    for (uint32_t lost = 0; lost <= layout->rounds; lost++) {
        const uint64_t with = cirno_games_with(tally, seat, lost);
        games += with;
        losses += with * lost;
        squares += with * lost * lost;
    }
    for (uint32_t other = 0; other < layout->seats; other++)
        products += cirno_product(tally, seat, other);
    /* All seats together lose every round: so a row of products sums up to losses * rounds. */
    return games == tally->games && losses == cirno_losses(tally, seat) &&
           squares == cirno_product(tally, seat, seat) && products == losses * layout->rounds;
}

/* Whether `rounds` rounds of the sample's games, `all` of all, can have such squares in `games`. */
static bool squares_consistent(const struct cirno_layout *layout, uint64_t games, uint64_t rounds,
                               uint64_t all, uint64_t squares)
{
    return rounds <= all && rounds <= games * layout->rounds && squares >= rounds &&
           squares <= rounds * layout->rounds && (squares - rounds) % 2 == 0;
}

/* Whether the sample's sums are part of the others. */
static bool sample_consistent(const struct nf_tally *tally, const struct cirno_layout *layout)
{
    const uint64_t *const places = tally->sums + layout->places;
    const uint64_t *const lengths = tally->sums + layout->lengths;
    const uint64_t games = tally->sums[layout->sampled];
    uint64_t rounds = 0, shorter = 0;
    if (games > tally->games)
        return false;
    for (uint32_t place = 0; place < layout->seats; place++) {
        if (!squares_consistent(layout, games, places[2 * place], cirno_relative(tally, place),
                                places[2 * place + 1]))
            return false;
        rounds += places[2 * place];
    }
    for (uint32_t turns = 0; turns < CIRNO_TURNS_EXACT; turns++) {
        if (!squares_consistent(layout, games, lengths[2 * turns],
                                tally->sums[layout->turns + turns], lengths[2 * turns + 1]))
            return false;
        shorter += lengths[2 * turns];
    }
    return rounds == games * layout->rounds && shorter <= rounds;
}

static bool cirno_tally_consistent(const struct nf_tally *tally)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    const uint64_t *const by_turns = tally->sums + layout.turns;
    const uint64_t rounds = nf_counts_total(by_turns, CIRNO_TURNS);
    const uint64_t exact = nf_counts_total(by_turns, CIRNO_TURNS_EXACT);
    uint64_t first = 0;
    for (uint32_t seat = 0; seat < layout.seats; seat++)
        first += cirno_losses_after(tally, layout.seats, seat);
    if (rounds != cirno_rounds(tally) || first != tally->games ||
        tally->sums[layout.long_rounds] / CIRNO_TURNS_EXACT < rounds - exact)
        return false;
    for (uint32_t seat = 0; seat < layout.seats; seat++)
        if (!seat_consistent(tally, &layout, seat))
            return false;
    return extremes_consistent(tally, &layout) && sample_consistent(tally, &layout);
}

static void describe_cirno_setup(const struct nf_setup *setup, struct nf_text *text)
{
    const struct nf_params *const params = &setup->params;
    nf_text_format(text, P_(" of %u round", " of %u rounds", params->rounds), params->rounds);
    nf_text_format(text, P_(", %u player", ", %u players", params->players), params->players);
}

static const struct nf_extreme_kind extremes[] = {
    [CIRNO_LONGEST_ROUND] = {.name = "longest_round",
                             .title = N_("longest round"),
                             .unit = N_("turns")},
    [CIRNO_SHORTEST_ROUND] = {.name = "shortest_round",
                              .title = N_("shortest round"),
                              .unit = N_("turns"),
                              .smallest = true},
    [CIRNO_MOST_LOSSES] = {.name = "most_losses",
                           .title = N_("most losses in a game"),
                           .unit = N_("rounds")},
    [CIRNO_DEEPEST_P] = {.name = "deepest_p",
                         .title = "p fell below 0 by",
                         .unit = "points",
                         .detail = true},
    {.name = NULL},
};

static void cirno_losses_per_seat(const struct nf_setup *setup, const struct nf_outcome *outcome,
                                  uint16_t *counts)
{
    memset(counts, 0, setup->params.players * sizeof *counts);
    for (uint32_t round = 0; round < setup->params.rounds; round++)
        counts[outcome->words[round] & (NF_MAX_SEATS - 1)]++;
}

static uint64_t cirno_turns_of(const struct nf_setup *setup, const struct nf_outcome *outcome)
{
    uint64_t turns = 0;
    for (uint32_t round = 0; round < setup->params.rounds; round++)
        turns += outcome->words[round] >> NF_SEAT_BITS;
    return turns;
}

const struct nf_tally_ops cirno_tally = {
    .layout = "cirno.tally/2",
    .before = "cirno.tally/1",
    .added = added,
    .words = rounds_of_game,
    .sums = sums,
    .extremes = extremes,
    .scratch = cirno_scratch,
    .count = cirno_count,
    .settle = cirno_settle_sums,
    .per_seat = cirno_losses_per_seat,
    .event = N_("losses"),
    .turns_of = cirno_turns_of,
    .trials = rounds_of_game,
    .turns = turns,
    .consistent = cirno_tally_consistent,
    .share = cirno_share,
    .gap = cirno_gap,
    .describe = describe_cirno_setup,
    .report = cirno_report,
};

/* The rows of run --records: a round each. */

_Static_assert((int)CIRNO_MAX_ROUNDS <= (int)NF_MAX_RECORD_ROWS, "a row each round");

static const struct nf_record_column columns[] = {
    {"round", N_("from 1"), NULL, 0},
    {"starter", N_("seat, from 1, who plays first"), NULL, 0},
    {"loser", N_("seat who loses the round"), NULL, 0},
    {"turns", N_("with that in which she loses"), NULL, 0},
    {NULL, NULL, NULL, 0},
};

static void fill_cirno_record(const struct nf_setup *setup, const uint32_t *words, uint32_t *values)
{
    uint32_t starter = 1; /* then who lost the round before */
    for (uint32_t round = 0; round < setup->params.rounds; round++) {
        const uint32_t loser = words[round] % NF_MAX_SEATS + 1;
        *values++ = round + 1;
        *values++ = starter;
        *values++ = loser;
        *values++ = words[round] >> NF_SEAT_BITS;
        starter = loser;
    }
}

const struct nf_record_ops cirno_records = {
    .columns = columns, .rows = rounds_of_game, .fill = fill_cirno_record};

/* ---- what follows from the sums ---- */

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
