#include "games/cirno/fuzz/sketch.h"

#include <stdlib.h>
#include <string.h>

/* ---- size ---- */

enum { PLAYER_WEIGHT = 4, ROUND_WEIGHT = 4 };

/* From the simplest on. */
static const uint8_t by_rank[CIRNO_CARDS] = {
    CIRNO_A99, CIRNO_A1,  CIRNO_A2,  CIRNO_A5,   CIRNO_A9,   CIRNO_A19,
    CIRNO_A49, CIRNO_B1,  CIRNO_B9,  CIRNO_B19,  CIRNO_C2,   CIRNO_D2,
    CIRNO_E0,  CIRNO_E49, CIRNO_E99, CIRNO_PASS, CIRNO_TURN, CIRNO_DOUBLE,
};

uint8_t cirno_card_of_rank(uint32_t rank)
{
    return by_rank[rank];
}

uint32_t cirno_rank_of(unsigned card)
{
    uint32_t rank = 0;
    while (by_rank[rank] != card)
        rank++;
    return rank;
}

struct cirno_name cirno_simple_name(uint32_t seat)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";
    _Static_assert(sizeof letters > CIRNO_MAX_PLAYERS, "a letter a seat");
    return (struct cirno_name){letters + seat, 1};
}

uint64_t cirno_sketch_weight(const struct cirno_sketch *sketch)
{
    return (uint64_t)PLAYER_WEIGHT * sketch->players + (uint64_t)ROUND_WEIGHT * sketch->rounds +
           sketch->deck_size;
}

static uint64_t rank_sum(const uint8_t *cards, uint32_t count)
{
    uint64_t in_deck[CIRNO_CARDS] = {0}, sum = 0;
    for (uint32_t i = 0; i < count; i++)
        in_deck[cards[i]]++;
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        sum += in_deck[card] * cirno_rank_of(card);
    return sum;
}

struct cirno_measure cirno_sketch_measure(const struct cirno_sketch *sketch)
{
    struct cirno_measure measure = {.weight = cirno_sketch_weight(sketch)};
    measure.ranks = rank_sum(sketch->hands, sketch->players * CIRNO_HAND) +
                    rank_sum(sketch->deck, sketch->deck_size);
    for (uint32_t seat = 0; seat < sketch->players; seat++) {
        const struct cirno_name *const name = &sketch->names[seat];
        if (name->length > 1 || *name->text != *cirno_simple_name(seat).text)
            measure.names += name->length;
    }
    return measure;
}

bool cirno_measure_less(const struct cirno_measure *a, const struct cirno_measure *b)
{
    if (a->weight != b->weight)
        return a->weight < b->weight;
    if (a->ranks != b->ranks)
        return a->ranks < b->ranks;
    return a->names < b->names;
}

/* ---- sketches ---- */

bool cirno_sketch_open(struct cirno_sketch *sketch)
{
    *sketch = (struct cirno_sketch){.deck = malloc(CIRNO_MAX_DECK)};
    return sketch->deck != NULL;
}

void cirno_sketch_close(struct cirno_sketch *sketch)
{
    free(sketch->deck);
    sketch->deck = NULL;
}

void cirno_sketch_take(struct cirno_sketch *sketch, const struct cirno_parsed *parsed)
{
    sketch->players = parsed->instance.players;
    sketch->rounds = parsed->instance.rounds;
    sketch->deck_size = parsed->instance.deck_size;
    memcpy(sketch->hands, parsed->hands, sizeof sketch->hands);
    memcpy(sketch->deck, parsed->deck, sketch->deck_size);
    memcpy(sketch->names, parsed->names, sizeof sketch->names);
}

void cirno_sketch_copy(struct cirno_sketch *to, const struct cirno_sketch *from)
{
    uint8_t *const deck = to->deck;
    *to = *from;
    to->deck = deck;
    memcpy(deck, from->deck, from->deck_size);
}

void cirno_sketch_print(struct nf_text *text, const struct cirno_sketch *sketch)
{
    const struct cirno_instance instance = {
        sketch->players, sketch->rounds, sketch->deck_size, sketch->hands, sketch->deck,
    };
    cirno_print(text, &instance, sketch->names);
}

bool cirno_sketch_settle(struct cirno_sketch *sketch, bool exact, uint64_t most)
{
    if (most > CIRNO_MAX_DECK)
        most = CIRNO_MAX_DECK;
    struct cirno_stand stand;
    struct cirno_step step;
    cirno_stand_open(&stand, sketch);
    while (stand.round < sketch->rounds) {
        if (stand.used > most || stand.p <= -CIRNO_P_BOUND)
            return false;
        if (!cirno_stand_turn(&stand, sketch, &step)) {
            if (sketch->deck_size >= most)
                return false;
            sketch->deck[sketch->deck_size++] = CIRNO_FILLER;
        }
    }
    if (exact)
        sketch->deck_size = stand.used;
    return sketch->deck_size <= most;
}

/* ---- turn by turn ---- */

static void start_hand(struct cirno_stand *stand, uint32_t seat)
{
    stand->table.hands[seat] = cirno_hand_of(stand->cards + seat * CIRNO_HAND);
}

void cirno_stand_open(struct cirno_stand *stand, const struct cirno_sketch *sketch)
{
    *stand = (struct cirno_stand){.table = {.players = sketch->players}};
    memcpy(stand->cards, sketch->hands, (size_t)sketch->players * CIRNO_HAND);
    for (uint32_t place = 0; place < sketch->players * CIRNO_HAND; place++)
        stand->origins[place] = place;
    for (uint32_t seat = 0; seat < sketch->players; seat++)
        start_hand(stand, seat);
    cirno_start_round(&stand->table);
}

/* Puts the next card of the deck in the place of a hand. */
static void draw(struct cirno_stand *stand, const struct cirno_sketch *sketch, uint32_t place)
{
    stand->cards[place] = sketch->deck[stand->used];
    stand->origins[place] = CIRNO_ALL_HANDS + stand->used;
    stand->used++;
}

bool cirno_stand_turn(struct cirno_stand *stand, const struct cirno_sketch *sketch,
                      struct cirno_step *step)
{
    struct cirno_table *const table = &stand->table;
    const uint32_t seat = table->seat, left = sketch->deck_size - stand->used;
    *step = (struct cirno_step){.round = stand->round, .seat = seat, .drawn = stand->used};
    step->card = cirno_choose(table->hands[seat], table->p, table->doubled);
    if (left < (step->card == CIRNO_LOSES ? (uint32_t)CIRNO_HAND : 1))
        return false;
    uint32_t place = seat * CIRNO_HAND;
    if (step->card == CIRNO_LOSES) {
        for (uint32_t i = 0; i < CIRNO_HAND; i++)
            draw(stand, sketch, place + i);
        start_hand(stand, seat);
        cirno_start_round(table);
        stand->round++;
        return true;
    }
    while (stand->cards[place] != step->card)
        place++;
    step->origin = stand->origins[place];
    cirno_put(table, step->card);
    stand->p = table->p;
    draw(stand, sketch, place);
    table->hands[seat] += cirno_one(stand->cards[place]);
    return true;
}
