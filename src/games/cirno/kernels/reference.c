#include "games/cirno/kernels/reference.h"

#include "core/game.h"
#include "games/cirno/kernels/kernels.h"
#include "games/cirno/strategy/dice.h"
#include "games/cirno/strategy/seating.h"
#include "games/cirno/strategy/strategy.h"
#include "gen/cirno/deal.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

/* Cards one after the other, dealt or given, up to a limit. */
struct source {
    const struct cirno_setup *setup;
    const uint8_t *given; /* the deck of an explicit instance, or NULL */
    struct cirno_dealer dealer;
    struct cirno_dice dice; /* of strategies that choose at random */
    uint32_t used, limit;
};

static bool draw(struct source *source, cirno_hand *hand)
{
    if (source->used == source->limit)
        return false;
    const uint8_t card = source->given != NULL ? source->given[source->used]
                                               : cirno_deal_card(&source->dealer, source->setup);
    source->used++;
    *hand += cirno_one(card);
    return true;
}

/* Sets the table up: hands dealt or given, and the source at the top of the deck. */
static void open_table(struct source *source, struct cirno_table *table, uint64_t index,
                       uint64_t attempt)
{
    const struct cirno_setup *setup = source->setup;
    uint8_t dealt[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    const uint8_t *hands = dealt;
    const struct nf_key key = {setup->base.params.seed, index, attempt};
    source->used = 0;
    if (setup->seating != NULL && setup->seating->rolls)
        source->dice = cirno_dice_start(&key);
    if (setup->instances != NULL) {
        hands = setup->instances[index].hands;
        source->given = setup->instances[index].deck;
        source->limit = setup->instances[index].deck_size;
    } else {
        cirno_deal_hands(&source->dealer, setup, &key, dealt);
        source->given = NULL;
        source->limit = setup->deck_limit;
    }
    table->players = setup->base.params.players;
    table->seat = 0;
    for (uint32_t seat = 0; seat < table->players; seat++)
        table->hands[seat] = cirno_hand_of(hands + seat * CIRNO_HAND);
}

/* One turn as cirno_turn(), by the strategy of whoever's turn it is. */
static unsigned turn(struct source *source, struct cirno_table *table)
{
    const struct cirno_seating *const seating = source->setup->seating;
    if (seating == NULL)
        return cirno_turn(table);
    const struct cirno_strategy *const strategy = seating->seats[table->seat];
    const uint8_t *const die =
        strategy->rolls ? cirno_die(cirno_dice_throw(&source->dice, source->used)) : NULL;
    const unsigned card = cirno_strategy_choose(strategy, cirno_types(table->hands[table->seat]),
                                                table->p, table->doubled, die);
    if (card != CIRNO_LOSES)
        cirno_put(table, card);
    return card;
}

static enum cirno_end play_round(struct source *source, struct cirno_table *table, uint32_t *record)
{
    cirno_start_round(table);
    for (uint32_t turns = 1;; turns++) {
        cirno_hand *const hand = &table->hands[table->seat];
        if (turn(source, table) == CIRNO_LOSES) {
            *record = turns << NF_SEAT_BITS | table->seat;
            *hand = 0;
            for (int i = 0; i < CIRNO_HAND; i++)
                if (!draw(source, hand))
                    return CIRNO_DECK_OUT;
            return CIRNO_COMPLETE;
        }
        if (table->p <= -CIRNO_P_BOUND)
            return CIRNO_P_OUT;
        if (!draw(source, hand))
            return CIRNO_DECK_OUT;
    }
}

enum cirno_end cirno_play_candidate(const struct cirno_setup *setup, uint64_t index,
                                    uint64_t attempt, uint32_t *rounds)
{
    struct source source = {.setup = setup};
    struct cirno_table table;
    open_table(&source, &table, index, attempt);
    for (uint32_t round = 0; round < setup->base.params.rounds; round++) {
        const enum cirno_end end = play_round(&source, &table, &rounds[round]);
        if (end != CIRNO_COMPLETE)
            return end;
    }
    return CIRNO_COMPLETE;
}

enum nf_exit cirno_hopeless(const struct cirno_setup *setup, uint64_t index,
                            const uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err)
{
    const char *const cards = setup->base.params.weights != NULL ? "--weights" : "--profile";
    if (rejected[NF_REJECT_VALUE] > rejected[NF_REJECT_DECK])
        return nf_fail(err, NF_INVALID,
                       "game %" PRIu64 ": in %u of %u candidates p fell to -%d, which no valid game"
                       " does: change %s to more addition cards or fewer DOUBLE",
                       index, rejected[NF_REJECT_VALUE], cirno_attempts(setup->deck_limit),
                       CIRNO_P_BOUND, cards);
    char fewer_rounds[40] = "";
    if (setup->base.params.rounds > 1)
        snprintf(fewer_rounds, sizeof fewer_rounds, "lower --rounds (now %u), ",
                 setup->base.params.rounds);
    return nf_fail(err, NF_INVALID,
                   "game %" PRIu64 ": %u of %u candidates ran out of %u %s: %s%schange %s to"
                   " cards that end rounds sooner",
                   index, rejected[NF_REJECT_DECK], cirno_attempts(setup->deck_limit),
                   setup->deck_limit, setup->deck_limit == 1 ? "card" : "cards",
                   setup->deck_limit == CIRNO_MAX_DECK ? "" : "raise --deck, ", fewer_rounds,
                   cards);
}

enum nf_exit cirno_play_index(const struct cirno_setup *setup, uint64_t index, uint32_t *rounds,
                              uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err)
{
    rejected[NF_REJECT_DECK] = rejected[NF_REJECT_VALUE] = 0;
    for (uint64_t attempt = 0; attempt < cirno_attempts(setup->deck_limit); attempt++) {
        const enum cirno_end end = cirno_play_candidate(setup, index, attempt, rounds);
        if (end == CIRNO_COMPLETE)
            return NF_OK;
        rejected[end == CIRNO_DECK_OUT ? NF_REJECT_DECK : NF_REJECT_VALUE]++;
        if (setup->instances != NULL)
            return nf_fail(err, NF_INVALID, "instance %" PRIu64 ": %s", index,
                           end == CIRNO_DECK_OUT ? "the deck runs out" : "p leaves its bounds");
    }
    return cirno_hopeless(setup, index, rejected, err);
}

static bool supported(void)
{
    return true;
}

static size_t memory(const struct nf_setup *setup)
{
    (void)setup;
    _Static_assert(NF_MAX_ROUNDS * sizeof(uint32_t) <= 7 * NF_CACHE_LINE, "records fit");
    return (size_t)7 * NF_CACHE_LINE;
}

static enum nf_exit play(const struct nf_setup *base, void *memory_block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    const struct cirno_setup *setup = (const struct cirno_setup *)base;
    uint32_t *const rounds = memory_block;
    struct nf_outcome outcome = {.words = rounds};
    while (nf_feed_take(feed, &outcome.index)) {
        const enum nf_exit end =
            cirno_play_index(setup, outcome.index, rounds, outcome.rejected, err);
        if (end != NF_OK)
            return end;
        sink->take(sink, &outcome);
    }
    return NF_OK;
}

const struct nf_kernel cirno_reference = {"reference", supported, memory, play};
