#include "games/cirno/simulated/stats/detail.h"

#include "base/stats/counts.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/kernels/source.h"

#include <assert.h>

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

/* How much games differ in what details count: measured by playing some of them. */

enum {
    GAMES = 256,
    MOST_TURNS = 1 << 23, /* in all, which take a quarter of a second */
};

/* What is seen of a game. */
struct game_counts {
    uint32_t p[CIRNO_LOSS_PS], tens[CIRNO_LOSS_PS / 10], cards[CIRNO_CARDS];
    uint32_t played; /* cards */
};

struct counter {
    struct cirno_source source; /* first: see cirno_source_draw() */
    struct game_counts game;
    uint32_t turns; /* of all games */
};

static bool count_turn(void *client, const struct cirno_walk *walk, unsigned card)
{
    struct counter *const counter = client;
    struct game_counts *const game = &counter->game;
    counter->turns++;
    if (card != CIRNO_LOSES) {
        game->cards[card]++;
        game->played++;
    } else {
        assert(walk->table.p >= 0 && walk->table.p < CIRNO_LOSS_PS);
        game->p[walk->table.p]++;
        game->tens[walk->table.p / 10]++;
    }
    return counter->turns < MOST_TURNS;
}

/* A cirno_candidate. */
static enum cirno_end count_candidate(void *client, const struct cirno_setup *setup, uint64_t index,
                                      uint64_t attempt)
{
    static const struct cirno_callbacks callbacks = {cirno_source_choose, cirno_source_draw,
                                                     count_turn};
    struct counter *const counter = client;
    struct cirno_walk walk = cirno_source_open(&counter->source, setup, index, attempt);
    enum cirno_end end = CIRNO_COMPLETE;
    counter->game = (struct game_counts){0};
    for (; walk.round < setup->base.params.rounds && end == CIRNO_COMPLETE; walk.round++)
        end = cirno_walk_round(&callbacks, counter, &walk);
    return end;
}

static void add_counts(struct nf_clusters *clusters, const uint32_t *counts, uint32_t count,
                       uint32_t chances)
{
    for (uint32_t i = 0; i < count; i++)
        nf_clusters_add(&clusters[i], counts[i], chances);
}

static void find_effects(const struct nf_clusters *clusters, uint32_t count, double *effects)
{
    for (uint32_t i = 0; i < count; i++)
        effects[i] = nf_design_effect(&clusters[i]);
}

struct cirno_effects cirno_measure_effects(const struct nf_setup *base)
{
    const struct cirno_setup *const setup = (const struct cirno_setup *)base;
    const uint32_t rounds = base->params.rounds;
    struct counter counter = {.turns = 0};
    struct nf_clusters p[CIRNO_LOSS_PS] = {{0}}, tens[CIRNO_LOSS_PS / 10] = {{0}},
                       cards[CIRNO_CARDS] = {{0}};
    assert(setup->instances == NULL);
    for (uint64_t index = 0; index < GAMES; index++) {
        uint32_t rejected[NF_REJECT_KINDS];
        struct nf_error err;
        if (cirno_first_valid(setup, index, count_candidate, &counter, rejected, &err) != NF_OK)
            break;
        add_counts(p, counter.game.p, CIRNO_LOSS_PS, rounds);
        add_counts(tens, counter.game.tens, CIRNO_LOSS_PS / 10, rounds);
        add_counts(cards, counter.game.cards, CIRNO_CARDS, counter.game.played);
    }
    struct cirno_effects effects;
    find_effects(p, CIRNO_LOSS_PS, effects.p);
    find_effects(tens, CIRNO_LOSS_PS / 10, effects.tens);
    find_effects(cards, CIRNO_CARDS, effects.cards);
    return effects;
}
