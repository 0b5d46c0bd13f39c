/* Where the cards of a prepared run come from, and who chooses among them: the draw and the choice
 * of a walk (games/cirno/rules/walk.h) through a game of a setup. */
#ifndef NF_CIRNO_SOURCE_H
#define NF_CIRNO_SOURCE_H

#include "games/cirno/rules/walk.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/deal.h"

struct cirno_source {
    const struct cirno_setup *setup;     /* whose cards are dealt, or NULL */
    const uint8_t *given;                /* a deck instead, or NULL */
    const struct cirno_seating *seating; /* NULL: everybody plays by the statement's strategy */
    uint32_t limit;                      /* cards the deck has */
    struct cirno_dealer dealer;
    struct cirno_dealer piles[CIRNO_MAX_PILES]; /* of paired runs, instead of `dealer` */
    struct cirno_dice dice;                     /* of strategies that choose at random */
};

/* Takes the cards of `instance`, which must outlive the source, and sits down. `key` is that of the
 * deck for the dice of `seating`; it may be NULL where nobody throws any. */
static inline struct cirno_walk cirno_source_given(struct cirno_source *source,
                                                   const struct cirno_instance *instance,
                                                   const struct cirno_seating *seating,
                                                   const struct nf_key *key)
{
    source->setup = NULL;
    source->given = instance->deck;
    source->seating = seating;
    source->limit = instance->deck_size;
    if (seating != NULL && seating->rolls)
        source->dice = cirno_dice_start(key);
    return cirno_walk_open(instance->players, instance->hands);
}

/* Deals `attempt` at game `index` of a setup, or takes its explicit instance, and sits down. */
static inline struct cirno_walk cirno_source_open(struct cirno_source *source,
                                                  const struct cirno_setup *setup, uint64_t index,
                                                  uint64_t attempt)
{
    const struct nf_key key = {setup->base.params.seed, index, attempt};
    if (setup->instances != NULL)
        return cirno_source_given(source, &setup->instances[index], setup->seating, &key);
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    if (setup->base.params.paired)
        cirno_deal_piles(source->piles, setup, &key, hands);
    else
        cirno_deal_hands(&source->dealer, setup, &key, hands);
    source->setup = setup;
    source->given = NULL;
    source->seating = setup->seating;
    source->limit = setup->deck_limit;
    if (setup->seating != NULL && setup->seating->rolls)
        source->dice = cirno_dice_start(&key);
    return cirno_walk_open(setup->base.params.players, hands);
}

/* struct cirno_callbacks's draw, for a client that begins with its source. */
static inline unsigned cirno_source_draw(void *client, const struct cirno_walk *walk)
{
    struct cirno_source *const source = client;
    if (walk->used == source->limit)
        return CIRNO_CARDS;
    if (source->given != NULL)
        return source->given[walk->used];
    struct cirno_dealer *const dealer =
        source->setup->base.params.paired
            ? &source->piles[cirno_pile_of(walk->drawer, walk->new_hand)]
            : &source->dealer;
    return cirno_deal_card(dealer, source->setup);
}

/* Likewise its choose: by the strategy of whoever's turn it is. */
static inline unsigned cirno_source_choose(void *client, const struct cirno_walk *walk)
{
    struct cirno_source *const source = client;
    const struct cirno_seating *const seating = source->seating;
    const struct cirno_table *const table = &walk->table;
    if (seating == NULL)
        return cirno_choose(table->hands[table->seat], table->p, table->doubled);
    const struct cirno_strategy *const strategy = seating->seats[table->seat];
    const uint8_t *const die =
        strategy->rolls ? cirno_die(cirno_dice_throw(&source->dice, walk->used)) : NULL;
    return cirno_strategy_choose(strategy, cirno_types(table->hands[table->seat]), table->p,
                                 table->doubled, die);
}

#endif
