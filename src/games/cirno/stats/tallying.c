#include "games/cirno/stats/tallying.h"

#include "base/lang.h"
#include "core/contract/game.h"
#include "games/cirno/rules/cirno.h"

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
    layout.end = layout.long_rounds + 3;
    return layout;
}

uint32_t cirno_outcome_words(const struct nf_setup *setup)
{
    return setup->params.rounds;
}

static uint32_t sums(const struct nf_setup *setup)
{
    return cirno_layout_of(setup).end;
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

uint64_t cirno_turns(const struct nf_tally *tally)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    uint64_t sum = tally->sums[layout.long_rounds];
    for (uint32_t i = 0; i < CIRNO_TURNS_EXACT; i++)
        sum += i * tally->sums[layout.turns + i];
    return sum;
}

/* Whether the extremes are there, and among what the sums tell. */
static bool extremes_consistent(const struct nf_tally *tally, const struct cirno_layout *layout)
{
    uint32_t shortest = 0, longest = CIRNO_TURNS - 1, most = layout->rounds, low, high;
    while (tally->sums[layout->turns + shortest] == 0)
        shortest++;
    while (tally->sums[layout->turns + longest] == 0)
        longest--;
    for (bool found = false; !found; most -= !found)
        for (uint32_t seat = 0; seat < layout->seats; seat++)
            found |= cirno_games_with(tally, seat, most) > 0;
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

static bool is_empty(const struct nf_tally *tally)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < tally->sums_count; i++)
        any |= tally->sums[i];
    for (uint32_t i = 0; i < nf_tally_extremes(tally); i++)
        any |= nf_extreme_known(&tally->extremes[i]);
    return any == 0;
}

static bool consistent(const struct nf_tally *tally)
{
    const struct cirno_layout layout = cirno_layout_of(tally->setup);
    const uint64_t rounds = cirno_rounds(tally);
    uint64_t counted = 0, first = 0, long_rounds = 0;
    for (uint32_t i = 0; i < CIRNO_TURNS; i++)
        counted += tally->sums[layout.turns + i];
    for (uint32_t i = CIRNO_TURNS_EXACT; i < CIRNO_TURNS; i++)
        long_rounds += tally->sums[layout.turns + i];
    for (uint32_t seat = 0; seat < layout.seats; seat++)
        first += cirno_losses_after(tally, layout.seats, seat);
    if (tally->games == 0)
        return is_empty(tally);
    if (counted != rounds || first != tally->games ||
        tally->sums[layout.long_rounds] / CIRNO_TURNS_EXACT < long_rounds)
        return false;
    for (uint32_t seat = 0; seat < layout.seats; seat++)
        if (!seat_consistent(tally, &layout, seat))
            return false;
    return extremes_consistent(tally, &layout);
}

double cirno_width(const struct nf_tally *tally)
{
    double widest = 0;
    for (uint32_t seat = 0; seat < tally->setup->params.players; seat++) {
        const struct nf_estimate rate = cirno_loss_rate(tally, seat);
        if (isnan(rate.low))
            return NAN;
        widest = fmax(widest, rate.high - rate.low);
    }
    return widest;
}

void cirno_describe(const struct nf_setup *setup, struct nf_text *text)
{
    const struct nf_params *const params = &setup->params;
    nf_text_format(text, P_(" of %u round", " of %u rounds", params->rounds), params->rounds);
    nf_text_format(text, P_(", %u player", ", %u players", params->players), params->players);
}

static const struct nf_extreme_kind extremes[] = {
    [CIRNO_LONGEST_ROUND] = {"longest_round", N_("longest round"), N_("turns"), false, false},
    [CIRNO_SHORTEST_ROUND] = {"shortest_round", N_("shortest round"), N_("turns"), true, false},
    [CIRNO_MOST_LOSSES] = {"most_losses", N_("most losses in a game"), N_("rounds"), false, false},
    {NULL, NULL, NULL, false, false},
};

void cirno_per_seat(const struct nf_setup *setup, const struct nf_outcome *outcome,
                    uint16_t *counts)
{
    memset(counts, 0, setup->params.players * sizeof *counts);
    for (uint32_t round = 0; round < setup->params.rounds; round++)
        counts[outcome->words[round] & (NF_MAX_SEATS - 1)]++;
}

uint64_t cirno_turns_of(const struct nf_setup *setup, const struct nf_outcome *outcome)
{
    uint64_t turns = 0;
    for (uint32_t round = 0; round < setup->params.rounds; round++)
        turns += outcome->words[round] >> NF_SEAT_BITS;
    return turns;
}

uint32_t cirno_trials_per_game(const struct nf_setup *setup)
{
    return setup->params.rounds;
}

const struct nf_tally_ops cirno_tally = {
    CIRNO_SHARED_OPS,
    .layout = "cirno.tally/1",
    .extremes = extremes,
    .sums = sums,
    .scratch = cirno_scratch,
    .count = cirno_count,
    .settle = cirno_settle_sums,
    .consistent = consistent,
    .report = cirno_report,
};
