#include "games/cirno/simulated/stats/detail.h"
#include "base/stats/counts.h"

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

void cirno_add_events(struct cirno_details *details, cirno_event_set events, uint64_t times)
{
    for (; events != 0; events &= events - 1)
        details->events[__builtin_ctzll(events)] += times;
}

/* ---- what fits together ---- */

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
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        if ((events[depths[i].event] > 0) != (deepest->value > depths[i].beyond))
            return false;
    return deepest->value < CIRNO_P_BOUND;
}

static bool cells_consistent(const struct nf_tally *tally)
{
    const struct cirno_details *const details = cirno_details_of(tally);
    const uint64_t losses = NF_TOTAL(details->hands);
    if (details->astray != 0 || losses != cirno_rounds(tally) ||
        NF_TOTAL(details->played) + losses != nf_tally_turns(tally))
        return false;
    for (uint32_t doubled = 0; doubled < 2; doubled++)
        if (NF_TOTAL(details->hands[doubled]) != NF_TOTAL(details->loss_p[doubled]))
            return false;
    return NF_TOTAL(details->loss_p[1]) == details->events[CIRNO_EVENT_DOUBLE_LOST] &&
           depth_consistent(tally, details->events);
}

const struct nf_detail_ops cirno_detail_ops = {
    .layout = "cirno.detail/2",
    .before = "cirno.detail/1",
    .size = sizeof(struct cirno_details),
    .scratch = cirno_replay_bytes,
    .count = cirno_replay_count,
    .settle = cirno_replay_settle,
    .consistent = cells_consistent,
    .report = cirno_detail_report,
};
