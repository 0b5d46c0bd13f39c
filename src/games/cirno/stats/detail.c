#include "games/cirno/stats/detail.h"
#include "gen/cirno/setup.h"

struct cirno_detail_layout cirno_detail_layout_of(const struct nf_setup *setup)
{
    struct cirno_detail_layout layout = {.played = cirno_layout_of(setup).end};
    layout.hands = layout.played + 2 * CIRNO_CARDS;
    layout.loss_p = layout.hands + 2 * CIRNO_LOSING_HANDS;
    layout.events = layout.loss_p + 2 * CIRNO_LOSS_PS;
    layout.astray = layout.events + CIRNO_EVENTS;
    layout.end = layout.astray + 1;
    return layout;
}

/* ---- hands by number ---- */

/* The types of losing hands in the order of enum cirno_card. */
static const uint8_t losing_types[CIRNO_LOSING_TYPES] = {
    CIRNO_A1, CIRNO_A2, CIRNO_A5, CIRNO_A9, CIRNO_A19, CIRNO_A49, CIRNO_A99, CIRNO_C2,
};

/* Types a <= b <= c have the number a + b(b+1)/2 + c(c+1)(c+2)/6. */
static uint32_t number_of(const uint32_t types[CIRNO_HAND])
{
    const uint32_t a = types[0], b = types[1], c = types[2];
    return a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6;
}

uint32_t cirno_losing_hand(cirno_hand hand)
{
    uint32_t types[CIRNO_HAND] = {0}, found = 0;
    for (uint32_t type = 0; type < CIRNO_LOSING_TYPES; type++)
        for (uint32_t held = hand >> (2 * losing_types[type]) & 3; held > 0; held--)
            if (found < CIRNO_HAND)
                types[found++] = type;
    return found == CIRNO_HAND ? number_of(types) : CIRNO_LOSING_HANDS;
}

void cirno_losing_cards(uint32_t number, uint8_t cards[CIRNO_HAND])
{
    uint32_t types[CIRNO_HAND];
    for (types[2] = 0; types[2] < CIRNO_LOSING_TYPES; types[2]++)
        for (types[1] = 0; types[1] <= types[2]; types[1]++)
            for (types[0] = 0; types[0] <= types[1]; types[0]++)
                if (number_of(types) == number)
                    for (int i = 0; i < CIRNO_HAND; i++)
                        cards[i] = losing_types[types[i]];
}

/* ---- counting ---- */

static uint32_t sums(const struct nf_setup *setup)
{
    return cirno_detail_layout_of(setup).end;
}

struct cirno_detail_sums cirno_detail_sums_of(const struct nf_tally *tally)
{
    const struct cirno_detail_layout layout = cirno_detail_layout_of(tally->setup);
    uint64_t *const all = tally->sums;
    return (struct cirno_detail_sums){
        .played = {all + layout.played, all + layout.played + CIRNO_CARDS},
        .hands = {all + layout.hands, all + layout.hands + CIRNO_LOSING_HANDS},
        .loss_p = {all + layout.loss_p, all + layout.loss_p + CIRNO_LOSS_PS},
        .events = all + layout.events,
    };
}

void cirno_add_events(const struct cirno_detail_sums *sums, cirno_event_set events, uint64_t times)
{
    for (; events != 0; events &= events - 1)
        sums->events[__builtin_ctzll(events)] += times;
}

static size_t scratch(const struct nf_setup *setup)
{
    return nf_cache_lines(cirno_scratch(setup)) +
           cirno_replay_bytes((const struct cirno_setup *)setup);
}

static void count(struct nf_tally *tally, const struct nf_outcome *outcome)
{
    cirno_tally.count(tally, outcome);
    cirno_replay_count(tally, outcome);
}

static void settle(struct nf_tally *tally)
{
    cirno_settle_sums(tally);
    cirno_replay_settle(tally);
}

/* ---- what fits together ---- */

static uint64_t sum_of(const uint64_t *counts, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += counts[i];
    return sum;
}

/* Whether the lowest p is as low as the events tell that it was. */
static bool depth_consistent(const struct nf_tally *tally, const uint64_t *events)
{
    static const struct {
        uint32_t event;
        uint64_t beyond;
    } depths[] = {
        {CIRNO_EVENT_P_NEGATIVE, 0},      {CIRNO_EVENT_P_BELOW_99, 99},
        {CIRNO_EVENT_P_BELOW_200, 200},   {CIRNO_EVENT_P_BELOW_512, 512},
        {CIRNO_EVENT_P_BELOW_1000, 1000},
    };
    const struct nf_extreme *const deepest = &tally->extremes[CIRNO_DEEPEST_P];
    if (tally->games == 0)
        return true;
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        if ((events[depths[i].event] > 0) != (deepest->value > depths[i].beyond))
            return false;
    return deepest->value < CIRNO_P_BOUND;
}

static bool consistent(const struct nf_tally *tally)
{
    const struct cirno_detail_layout layout = cirno_detail_layout_of(tally->setup);
    const uint64_t *const all = tally->sums, *const events = all + layout.events;
    const uint64_t losses = sum_of(all + layout.hands, 2 * CIRNO_LOSING_HANDS);
    if (!cirno_tally.consistent(tally) || all[layout.astray] != 0 ||
        losses != cirno_rounds(tally) ||
        sum_of(all + layout.played, 2 * CIRNO_CARDS) + losses != nf_tally_turns(tally))
        return false;
    for (uint32_t doubled = 0; doubled < 2; doubled++)
        if (sum_of(all + layout.hands + doubled * CIRNO_LOSING_HANDS, CIRNO_LOSING_HANDS) !=
            sum_of(all + layout.loss_p + doubled * CIRNO_LOSS_PS, CIRNO_LOSS_PS))
            return false;
    return sum_of(all + layout.loss_p + CIRNO_LOSS_PS, CIRNO_LOSS_PS) ==
               events[CIRNO_EVENT_DOUBLE_LOST] &&
           depth_consistent(tally, events);
}

/* The usual ones in their places, then one more. */
static const struct nf_extreme_kind extremes[] = {
    [CIRNO_LONGEST_ROUND] = {"longest_round", "longest round", "turns", false, false},
    [CIRNO_SHORTEST_ROUND] = {"shortest_round", "shortest round", "turns", true, false},
    [CIRNO_MOST_LOSSES] = {"most_losses", "most losses in a game", "rounds", false, false},
    [CIRNO_DEEPEST_P] = {"deepest_p", "p fell below 0 by", "points", false, false},
    {NULL, NULL, NULL, false, false},
};

const struct nf_tally_ops cirno_detail_tally = {
    CIRNO_SHARED_OPS, .layout = "cirno.detail/1", .extremes = extremes,
    .sums = sums,     .scratch = scratch,         .count = count,
    .settle = settle, .consistent = consistent,   .report = cirno_detail_report,
};
