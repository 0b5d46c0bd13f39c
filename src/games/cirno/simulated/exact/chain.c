#include "games/cirno/simulated/exact/chain.h"

#include "games/cirno/simulated/strategy/strategy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Numbers pairs and hands of the kinds that are drawn. */
static void number_hands(struct cirno_chain *chain)
{
    for (uint32_t a = 0; a < chain->kinds; a++)
        for (uint32_t b = a; b < chain->kinds; b++) {
            chain->kinds_of[chain->pairs][0] = (uint8_t)a;
            chain->kinds_of[chain->pairs][1] = (uint8_t)b;
            chain->joined[a][b] = chain->joined[b][a] = (uint8_t)chain->pairs;
            chain->pair[chain->pairs] = cirno_one(chain->card[a]) + cirno_one(chain->card[b]);
            chain->dealt[chain->pairs++] = chain->chance[a] * chain->chance[b] * (a == b ? 1 : 2);
            for (uint32_t c = b; c < chain->kinds; c++)
                chain->hand[chain->hands++] = cirno_one(chain->card[a]) +
                                              cirno_one(chain->card[b]) + cirno_one(chain->card[c]);
        }
}

static uint32_t find(const struct cirno_chain *chain, cirno_hand hand)
{
    uint32_t i = 0;
    while (chain->hand[i] != hand) {
        i++;
        assert(i < chain->hands);
    }
    return i;
}

static void complete_pairs(struct cirno_chain *chain)
{
    for (uint32_t hand = 0; hand < chain->hands; hand++)
        memset(chain->making[hand].kind, (int)chain->kinds, CIRNO_HAND);
    for (uint32_t pair = 0; pair < chain->pairs; pair++)
        for (uint32_t kind = 0; kind < chain->kinds; kind++) {
            const uint32_t hand = find(chain, chain->pair[pair] + cirno_one(chain->card[kind]));
            struct cirno_making *const making = &chain->making[hand];
            assert(making->count < CIRNO_HAND);
            making->pair[making->count] = (uint8_t)pair;
            making->kind[making->count++] = (uint8_t)kind;
            chain->completed[pair][kind] = (uint16_t)hand;
        }
}

/* The cards that a strategy plays, all equally likely: more than one only where dice are thrown. */
static uint32_t choose(const struct cirno_seating *seating, const struct cirno_table *table,
                       uint8_t cards[CIRNO_HAND])
{
    const cirno_hand hand = table->hands[table->seat];
    if (seating == NULL) {
        cards[0] = (uint8_t)cirno_choose(hand, table->p, table->doubled);
        return 1;
    }
    const struct cirno_strategy *const strategy = seating->seats[table->seat];
    const unsigned best =
        cirno_strategy_choose(strategy, cirno_types(hand), table->p, table->doubled, NULL);
    const int32_t row = (table->p > CIRNO_P_FLOOR ? table->p : CIRNO_P_FLOOR) - CIRNO_P_FLOOR;
    const uint8_t *const rank = strategy->rank[table->doubled][row];
    uint32_t count = 0;
    cards[0] = CIRNO_LOSES;
    for (uint64_t left = best == CIRNO_LOSES ? 0 : cirno_types(hand); left != 0;) {
        const unsigned card = cirno_next_type(&left);
        if (rank[card] == rank[best])
            cards[count++] = (uint8_t)card;
    }
    return count > 0 ? count : 1;
}

/* All cards that she may play. */
static uint32_t choose_freely(const struct cirno_table *table, uint8_t cards[CIRNO_HAND])
{
    uint32_t count = 0;
    cards[0] = CIRNO_LOSES;
    for (uint64_t left = cirno_types(table->hands[table->seat]); left != 0;) {
        const unsigned card = cirno_next_type(&left);
        if (cirno_preference(card, table->p, table->doubled) > 0)
            cards[count++] = (uint8_t)card;
    }
    return count > 0 ? count : 1;
}

/* The pair that is left of a hand. */
static uint8_t kept(const struct cirno_chain *chain, uint32_t hand, cirno_hand left)
{
    const struct cirno_making *const making = &chain->making[hand];
    uint32_t i = 0;
    while (chain->pair[making->pair[i]] != left) {
        i++;
        assert(i < making->count);
    }
    return making->pair[i];
}

/* The step of playing `card`, by the rules. */
static struct cirno_step step_of(const struct cirno_chain *chain, const struct cirno_table *before,
                                 uint32_t hand, uint8_t card)
{
    struct cirno_step step = {.hand = (uint16_t)hand, .card = card, .end = CIRNO_STEP_LOST};
    if (card == CIRNO_LOSES)
        return step;
    struct cirno_table table = *before;
    cirno_put(&table, card);
    step.end = table.seat == before->seat ? CIRNO_STEP_SAME : CIRNO_STEP_OTHER;
    step.pair = kept(chain, hand, table.hands[before->seat]);
    step.doubled = table.doubled;
    step.fell = table.p < chain->floor;
    step.level = (uint16_t)(step.fell ? 0 : table.p - chain->floor);
    return step;
}

static void fill_steps(struct cirno_chain *chain, const struct cirno_setup *setup,
                       uint32_t free_seat)
{
    uint32_t count = 0;
    for (uint32_t block = 0; block < cirno_chain_blocks(chain); block++) {
        struct cirno_table table = {.players = chain->players};
        cirno_start_round(&table);
        table.seat = block / chain->levels / 2;
        table.doubled = block / chain->levels % 2 != 0;
        table.p = chain->floor + (int32_t)(block % chain->levels);
        chain->first[block] = count;
        for (uint32_t hand = 0; hand < chain->hands; hand++) {
            uint8_t cards[CIRNO_HAND];
            table.hands[table.seat] = chain->hand[hand];
            const uint32_t ways = table.seat == free_seat ? choose_freely(&table, cards)
                                                          : choose(setup->seating, &table, cards);
            for (uint32_t i = 0; i < ways; i++) {
                struct cirno_step *const step = &chain->steps[count++];
                *step = step_of(chain, &table, hand, cards[i]);
                step->chance = 1.0 / ways;
            }
        }
    }
    chain->first[cirno_chain_blocks(chain)] = count;
}

enum nf_status cirno_chain_make(struct cirno_chain *chain, const struct cirno_setup *setup,
                                int32_t floor, uint32_t free_seat, struct nf_error *err)
{
    assert(setup->base.params.players >= 1 && setup->base.params.players <= CIRNO_CHAIN_SEATS);
    assert(floor <= 0 && floor > -CIRNO_P_BOUND);
    *chain = (struct cirno_chain){.players = setup->base.params.players,
                                  .floor = floor,
                                  .levels = (uint32_t)(CIRNO_LIMIT - floor + 1)};
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        if (setup->weights[card] > 0) {
            chain->card[chain->kinds] = (uint8_t)card;
            chain->chance[chain->kinds++] = (double)setup->weights[card] / setup->total;
        }
    number_hands(chain);
    complete_pairs(chain);
    const size_t blocks = cirno_chain_blocks(chain);
    chain->steps = malloc(blocks * chain->hands * CIRNO_HAND * sizeof *chain->steps);
    chain->first = malloc((blocks + 1) * sizeof *chain->first);
    if (chain->steps == NULL || chain->first == NULL) {
        cirno_chain_free(chain);
        return nf_fail(err, NF_IO, "out of memory for all states of a round from p = %d on", floor);
    }
    fill_steps(chain, setup, free_seat);
    const struct cirno_seating *const seating = setup->seating;
    chain->alike = chain->players == 2 && free_seat >= chain->players &&
                   (seating == NULL || seating->number[0] == seating->number[1]);
    return NF_OK;
}

void cirno_chain_free(struct cirno_chain *chain)
{
    free(chain->steps);
    free(chain->first);
    chain->steps = NULL;
    chain->first = NULL;
}
