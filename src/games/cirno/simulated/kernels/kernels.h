/* The kernels of Cirno's game, each in the file of its name. */
#ifndef NF_CIRNO_KERNELS_H
#define NF_CIRNO_KERNELS_H

#include "base/error.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/rules/walk.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/deal.h"
#include "sim/game.h"

extern const struct nf_each_kernel cirno_reference;
extern const struct nf_kernel cirno_portable, cirno_wasm, cirno_neon, cirno_avx2, cirno_avx512;

/* All of them, ended by NULL, the reference first, then ever faster. */
extern const struct nf_kernel *const cirno_kernels[];

/* The reference: games played by rules.h, one after the other, from hands as counts. What every
 * other way to play is compared with. */

/* The word of a round in an outcome record, where a walk has just come to its end. */
static inline uint32_t cirno_round_word(const struct cirno_walk *walk)
{
    return walk->turn << NF_SEAT_BITS | walk->table.seat;
}

/* Plays one candidate: the deal of `attempt` at `index`, or an explicit instance. Writes one
 * record a round to `rounds` (complete only if CIRNO_COMPLETE is returned). Thread-safe. */
enum cirno_end cirno_play_candidate(const struct cirno_setup *setup, uint64_t index,
                                    uint64_t attempt, uint32_t *rounds);

/* Plays game `index`: the first candidate that is valid. Fills `rejected` with the number thrown
 * away before it by reason; its sum is the attempt of the valid one. NF_INVALID when there is
 * none among cirno_attempts(), or when an explicit instance is not valid. Thread-safe. */
enum nf_status cirno_play_index(const struct cirno_setup *setup, uint64_t index, uint32_t *rounds,
                                uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err);

/* Plays the deal of `attempt` at `index`, or an explicit instance; `client` is the caller's.
 * CIRNO_STOPPED where it found a fault. */
typedef enum cirno_end cirno_candidate(void *client, const struct cirno_setup *setup,
                                       uint64_t index, uint64_t attempt);

/* Goes through the candidates of game `index` until `play` completes one; `rejected`, errors and
 * thread safety as cirno_play_index. NF_INTERNAL, with `err` left as it is, when `play` stopped. */
enum nf_status cirno_first_valid(const struct cirno_setup *setup, uint64_t index,
                                 cirno_candidate *play, void *client,
                                 uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err);

/* Plays attempt `attempt` at game `index` of a paired run, which is valid, for its cards: fills
 * `hands` and the cards of `deck` that are drawn, in their order, and leaves the rest. */
void cirno_record_paired(const struct cirno_setup *setup, uint64_t index, uint64_t attempt,
                         uint8_t *hands, uint8_t *deck);

/* Where the cards of a prepared run come from, and who chooses among them: the draw and the choice
 * of a walk (games/cirno/rules/walk.h) through a game of a setup. */
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
