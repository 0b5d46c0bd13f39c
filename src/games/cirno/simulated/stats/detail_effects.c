/* How much games differ in what details count: measured by playing some of them. */
#include "games/cirno/simulated/kernels/reference.h"
#include "games/cirno/simulated/kernels/source.h"
#include "games/cirno/simulated/stats/detail.h"

#include <assert.h>

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
