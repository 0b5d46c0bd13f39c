/* Setups made of explicit instances. */
#include "games/cirno/rules/format.h"
#include "games/cirno/simulated/module.h"
#include "gen/cirno/deal.h"
#include "gen/cirno/setup.h"

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
