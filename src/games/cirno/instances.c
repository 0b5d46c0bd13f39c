/* Setups made of explicit instances. */
#include "games/cirno/module.h"
#include "games/cirno/rules/format.h"
#include "gen/cirno/profiles.h"
#include "gen/cirno/setup.h"

#include <stdlib.h>
#include <string.h>

static bool same_sizes(const struct cirno_parsed *a, const struct cirno_parsed *b)
{
    return a->instance.players == b->instance.players && a->instance.rounds == b->instance.rounds;
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

/* Makes setups[number] of parsed[first] and those behind it that have its sizes. */
static enum nf_status make_setup(const struct cirno_parsed *parsed, size_t count, size_t first,
                                 size_t number, struct nf_setup **setups, struct nf_place *places,
                                 struct nf_error *err)
{
    /* The cards come from the instances; a profile is what a setup has to have. */
    const struct nf_params params = {.players = parsed[first].instance.players,
                                     .rounds = parsed[first].instance.rounds,
                                     .profile = cirno_profiles[0].name};
    size_t games = 0, cards = 0;
    for (size_t i = first; i < count; i++)
        if (same_sizes(&parsed[i], &parsed[first])) {
            places[i] = (struct nf_place){.setup = number, .first = games++, .games = 1};
            cards += in_hands(&parsed[i].instance) + parsed[i].instance.deck_size;
        }
    const enum nf_status status = cirno_game.prepare(&params, &setups[number], err);
    if (status != NF_OK)
        return status;
    struct cirno_instance *instances;
    struct cirno_setup *const made =
        realloc(setups[number], sizeof *made + games * sizeof *instances + cards);
    if (made == NULL)
        return nf_fail(err, NF_IO, "out of memory for %zu instances", games);
    setups[number] = &made->base;
    made->instances = instances = (struct cirno_instance *)(made + 1);
    uint8_t *next = (uint8_t *)(instances + games);
    for (size_t i = first; i < count; i++)
        if (same_sizes(&parsed[i], &parsed[first]))
            next = copy_instance(&parsed[i].instance, instances++, next);
    return NF_OK;
}

enum nf_status cirno_prepare_instances(const struct nf_input *inputs, size_t count,
                                       struct nf_setup **setups, struct nf_place *places,
                                       struct nf_error *err)
{
    struct cirno_parsed *const parsed = calloc(count, sizeof *parsed);
    if (parsed == NULL)
        return nf_fail(err, NF_IO, "out of memory for %zu instances", count);
    enum nf_status status = NF_OK;
    size_t number = 0;
    for (size_t i = 0; i < count && status == NF_OK; i++) {
        places[i].games = 0;
        status = cirno_parse(&inputs[i], &parsed[i], err);
    }
    for (size_t i = 0; i < count && status == NF_OK; i++)
        if (places[i].games == 0)
            status = make_setup(parsed, count, i, number++, setups, places, err);
    for (size_t i = 0; i < count; i++)
        cirno_parsed_free(&parsed[i]);
    free(parsed);
    return status;
}
