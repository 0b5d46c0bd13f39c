/* Setups whose cards are there before they are played: explicit instances, and games dealt ahead.
 */
#include "base/owned.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/deal.h"

#include <stdlib.h>
#include <string.h>

static const struct cirno_instance *game_of(const struct nf_match *match)
{
    return &cirno_parsed_of(match)->instance;
}

static bool same_sizes(const struct cirno_instance *a, const struct cirno_instance *b)
{
    return a->players == b->players && a->rounds == b->rounds;
}

/* Bytes of the cards in all hands. */
static size_t in_hands(const struct cirno_instance *instance)
{
    return (size_t)instance->players * CIRNO_HAND;
}

/* Copies an instance to *copy and its cards to `cards`; returns where the next cards go. */
static uint8_t *copy_instance(const struct cirno_instance *instance, struct cirno_instance *copy,
                              uint8_t *cards)
{
    uint8_t *const deck = cards + in_hands(instance);
    *copy = *instance;
    copy->hands = memcpy(cards, instance->hands, in_hands(instance));
    copy->deck = memcpy(deck, instance->deck, instance->deck_size);
    return deck + instance->deck_size;
}

/* Makes setups[number] of matches[first] and those behind it that have its sizes. */
static enum nf_status make_setup(const struct nf_match *matches, size_t count, size_t first,
                                 size_t number, struct nf_setup **setups, struct nf_place *places,
                                 struct nf_error *err)
{
    /* The cards come from the instances; a profile is what a setup has to have. */
    const struct cirno_instance *const like = game_of(&matches[first]);
    const struct nf_params params = {
        .players = like->players, .rounds = like->rounds, .profile = cirno_profiles[0].name};
    size_t games = 0, cards = 0;
    for (size_t i = first; i < count; i++)
        if (same_sizes(game_of(&matches[i]), like)) {
            places[i] = (struct nf_place){.setup = number, .first = games++, .games = 1};
            cards += in_hands(game_of(&matches[i])) + game_of(&matches[i])->deck_size;
        }
    NF_TRY(nf_prepare(&cirno_game, &params, &setups[number], err));
    struct cirno_instance *instances;
    struct cirno_setup *const made =
        realloc(setups[number], sizeof *made + games * sizeof *instances + cards);
    NF_TRY_MEMORY(made != NULL, err);
    setups[number] = &made->base;
    made->instances = instances = (struct cirno_instance *)(made + 1);
    uint8_t *next = (uint8_t *)(instances + games);
    for (size_t i = first; i < count; i++)
        if (same_sizes(game_of(&matches[i]), like))
            next = copy_instance(game_of(&matches[i]), instances++, next);
    return NF_OK;
}

enum nf_status cirno_prepare_instances(const struct nf_match *matches, size_t count,
                                       struct nf_setup **setups, struct nf_place *places,
                                       struct nf_error *err)
{
    size_t number = 0;
    for (size_t i = 0; i < count; i++)
        places[i].games = 0;
    for (size_t i = 0; i < count; i++)
        if (places[i].games == 0)
            NF_TRY(make_setup(matches, count, i, number++, setups, places, err));
    return NF_OK;
}

/* ---- games dealt before they are played ---- */

/* One game of those dealt ahead: how to deal it again, and where to. */
struct dealt {
    uint64_t attempt; /* the first valid candidate */
    uint8_t *hands;   /* players * CIRNO_HAND cards, then its deck */
};

/* The whole block: this, the instances, the dealt games, then all cards. */
struct ahead {
    struct cirno_setup setup; /* first, so that it is released as any other */
    struct dealt *dealt;
};

/* What the cards of one game need, hands included. */
struct need {
    uint64_t attempt;
    uint32_t deck_size;
};

static enum nf_status find_needs(const struct cirno_setup *setup, struct need *needs,
                                 uint32_t games, size_t *cards, struct nf_error *err)
{
    const struct nf_params *const params = &setup->base.params;
    *cards = 0;
    for (uint32_t i = 0; i < games; i++) {
        uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        NF_TRY(cirno_play_index(setup, i, rounds, rejected, err));
        needs[i] =
            (struct need){(uint64_t)rejected[CIRNO_REJECT_DECK] + rejected[CIRNO_REJECT_VALUE], 0};
        for (uint32_t round = 0; round < params->rounds; round++)
            needs[i].deck_size += (rounds[round] >> NF_SEAT_BITS) + CIRNO_CARDS_PER_ROUND;
        *cards += (size_t)params->players * CIRNO_HAND + needs[i].deck_size;
    }
    return NF_OK;
}

/* Lays games out in the one block and deals them. NULL without memory. */
static struct ahead *lay_out(const struct cirno_setup *setup, const struct need *needs,
                             uint32_t games, size_t cards)
{
    const struct nf_params *const params = &setup->base.params;
    struct cirno_instance *instances;
    struct ahead *const made =
        malloc(sizeof *made + games * (sizeof *instances + sizeof *made->dealt) + cards);
    if (made == NULL)
        return NULL;
    instances = (struct cirno_instance *)(made + 1);
    made->setup = *setup;
    made->setup.instances = instances;
    made->dealt = (struct dealt *)(instances + games);
    uint8_t *next = (uint8_t *)(made->dealt + games);
    for (uint32_t i = 0; i < games; i++) {
        const size_t in_hands = (size_t)params->players * CIRNO_HAND;
        made->dealt[i] = (struct dealt){needs[i].attempt, next};
        instances[i] = (struct cirno_instance){params->players, params->rounds, needs[i].deck_size,
                                               next, next + in_hands};
        next += in_hands + needs[i].deck_size;
        cirno_redeal(&made->setup.base, i);
    }
    return made;
}

/* Gives a copied setup a seating of its own, for each is released with its own. */
static enum nf_status seat_again(struct cirno_setup *setup, struct nf_error *err)
{
    struct nf_params *const params = &setup->base.params;
    if (setup->seating == NULL)
        return NF_OK;
    NF_TRY(
        cirno_seating_make(params->strategy, params->texts, params->players, &setup->seating, err));
    params->texts = cirno_seating_texts(setup->seating);
    return NF_OK;
}

enum nf_status cirno_predeal(const struct nf_setup *base, uint32_t games, struct nf_setup **ahead,
                             struct nf_error *err)
{
    const struct cirno_setup *const setup = (const struct cirno_setup *)base;
    NF_OWNED struct need *needs = malloc(games * sizeof *needs);
    NF_TRY_MEMORY(needs != NULL, err);
    size_t cards;
    NF_TRY(find_needs(setup, needs, games, &cards, err));
    struct ahead *const made = lay_out(setup, needs, games, cards);
    NF_TRY_MEMORY(made != NULL, err);
    const enum nf_status status = seat_again(&made->setup, err);
    if (status == NF_OK)
        *ahead = &made->setup.base;
    else
        free(made);
    return status;
}

void cirno_redeal(struct nf_setup *base, uint32_t index)
{
    struct ahead *const ahead = (struct ahead *)base;
    const struct dealt *const dealt = &ahead->dealt[index];
    const struct nf_key key = {base->params.seed, index, dealt->attempt};
    const uint32_t deck_size = ahead->setup.instances[index].deck_size;
    uint8_t *const deck = dealt->hands + (size_t)base->params.players * CIRNO_HAND;
    struct cirno_dealer dealer;
    cirno_deal_hands(&dealer, &ahead->setup, &key, dealt->hands);
    for (uint32_t i = 0; i < deck_size; i++)
        deck[i] = cirno_deal_card(&dealer, &ahead->setup);
}
