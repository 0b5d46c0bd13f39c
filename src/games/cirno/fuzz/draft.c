#include "games/cirno/fuzz/draft.h"

#include <stdlib.h>
#include <string.h>

/* ---- size ---- */

enum { PLAYER_WEIGHT = 4, ROUND_WEIGHT = 4 };

/* The cards, simplest first. */
static const uint8_t by_rank[CIRNO_CARDS] = {
    CIRNO_A99, CIRNO_A1,  CIRNO_A2,  CIRNO_A5,   CIRNO_A9,   CIRNO_A19,
    CIRNO_A49, CIRNO_B1,  CIRNO_B9,  CIRNO_B19,  CIRNO_C2,   CIRNO_D2,
    CIRNO_E0,  CIRNO_E49, CIRNO_E99, CIRNO_PASS, CIRNO_TURN, CIRNO_DOUBLE,
};

uint8_t cirno_card_of_rank(uint32_t rank)
{
    return by_rank[rank];
}

static uint32_t rank_of(unsigned card)
{
    uint32_t rank = 0;
    while (by_rank[rank] != card)
        rank++;
    return rank;
}

struct nf_name cirno_simple_name(uint32_t seat)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";
    _Static_assert(sizeof letters > CIRNO_MAX_PLAYERS, "a letter for each seat");
    return (struct nf_name){letters + seat, 1};
}

uint64_t cirno_draft_weight(const struct cirno_draft *draft)
{
    return (uint64_t)PLAYER_WEIGHT * draft->players + (uint64_t)ROUND_WEIGHT * draft->rounds +
           draft->deck_size;
}

static uint64_t rank_sum(const uint8_t *cards, uint32_t count)
{
    uint64_t in_deck[CIRNO_CARDS] = {0}, sum = 0;
    for (uint32_t i = 0; i < count; i++)
        in_deck[cards[i]]++;
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        sum += in_deck[card] * rank_of(card);
    return sum;
}

struct cirno_measure cirno_draft_measure(const struct cirno_draft *draft)
{
    struct cirno_measure measure = {.weight = cirno_draft_weight(draft)};
    measure.ranks = rank_sum(draft->hands, draft->players * CIRNO_HAND) +
                    rank_sum(draft->deck, draft->deck_size);
    for (uint32_t seat = 0; seat < draft->players; seat++) {
        const struct nf_name *const name = &draft->names[seat];
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

/* ---- drafts ---- */

bool cirno_draft_open(struct cirno_draft *draft)
{
    *draft = (struct cirno_draft){.deck = malloc(CIRNO_MAX_DECK)};
    return draft->deck != NULL;
}

void cirno_draft_close(struct cirno_draft *draft)
{
    free(draft->deck);
    draft->deck = NULL;
}

void cirno_draft_take(struct cirno_draft *draft, const struct cirno_parsed *parsed)
{
    draft->players = parsed->instance.players;
    draft->rounds = parsed->instance.rounds;
    draft->deck_size = parsed->instance.deck_size;
    memcpy(draft->hands, parsed->instance.hands, (size_t)draft->players * CIRNO_HAND);
    memcpy(draft->deck, parsed->instance.deck, draft->deck_size);
    memcpy(draft->names, parsed->names, draft->players * sizeof *draft->names);
}

void cirno_draft_copy(struct cirno_draft *to, const struct cirno_draft *from)
{
    uint8_t *const deck = to->deck;
    *to = *from;
    to->deck = deck;
    memcpy(deck, from->deck, from->deck_size);
}

void cirno_draft_print(struct nf_text *text, const struct cirno_draft *draft)
{
    const struct cirno_instance instance = {
        draft->players, draft->rounds, draft->deck_size, draft->hands, draft->deck,
    };
    cirno_print(text, &instance, draft->names);
}

bool cirno_draft_settle(struct cirno_draft *draft, bool exact, uint64_t most)
{
    if (most > CIRNO_MAX_DECK)
        most = CIRNO_MAX_DECK;
    struct cirno_stand stand;
    struct cirno_step step;
    cirno_stand_open(&stand, draft);
    while (stand.round < draft->rounds) {
        if (stand.used > most || stand.p <= -CIRNO_P_BOUND)
            return false;
        if (!cirno_stand_turn(&stand, draft, &step)) {
            if (draft->deck_size >= most)
                return false;
            draft->deck[draft->deck_size++] = CIRNO_FILLER;
        }
    }
    if (exact)
        draft->deck_size = stand.used;
    return draft->deck_size <= most;
}

/* ---- turn by turn ---- */

static void start_hand(struct cirno_stand *stand, uint32_t seat)
{
    stand->table.hands[seat] = cirno_hand_of(stand->cards + seat * CIRNO_HAND);
}

void cirno_stand_open(struct cirno_stand *stand, const struct cirno_draft *draft)
{
    *stand = (struct cirno_stand){.table = {.players = draft->players}};
    memcpy(stand->cards, draft->hands, (size_t)draft->players * CIRNO_HAND);
    for (uint32_t place = 0; place < draft->players * CIRNO_HAND; place++)
        stand->origins[place] = place;
    for (uint32_t seat = 0; seat < draft->players; seat++)
        start_hand(stand, seat);
    cirno_start_round(&stand->table);
}

/* Draws the next card of the deck into a place of a hand. */
static void draw(struct cirno_stand *stand, const struct cirno_draft *draft, uint32_t place)
{
    stand->cards[place] = draft->deck[stand->used];
    stand->origins[place] = CIRNO_ALL_HANDS + stand->used;
    stand->used++;
}

bool cirno_stand_turn(struct cirno_stand *stand, const struct cirno_draft *draft,
                      struct cirno_step *step)
{
    struct cirno_table *const table = &stand->table;
    const uint32_t seat = table->seat, left = draft->deck_size - stand->used;
    *step = (struct cirno_step){.round = stand->round, .seat = seat, .drawn = stand->used};
    step->card = cirno_choose(table->hands[seat], table->p, table->doubled);
    if (left < (step->card == CIRNO_LOSES ? (uint32_t)CIRNO_HAND : 1))
        return false;
    uint32_t place = seat * CIRNO_HAND;
    if (step->card == CIRNO_LOSES) {
        for (uint32_t i = 0; i < CIRNO_HAND; i++)
            draw(stand, draft, place + i);
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
    draw(stand, draft, place);
    table->hands[seat] += cirno_one(stand->cards[place]);
    return true;
}
