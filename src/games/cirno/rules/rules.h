/* The rules of Cirno's game in plain C, played from card-count vectors: what every other way to
 * play is compared with.
 *
 * A hand is a count of each card type, two bits a type: bits 2c and 2c+1 of a uint64_t count
 * card c. Three cards a hand never overflow a count. */
#ifndef NF_CIRNO_RULES_H
#define NF_CIRNO_RULES_H

#include "games/cirno/rules/cirno.h"

#include <stdbool.h>

typedef uint64_t cirno_hand;

/* A hand holding one `card` and nothing else: add to put a card in, subtract to take it out. */
static inline cirno_hand cirno_one(unsigned card)
{
    return (cirno_hand)1 << (2 * card);
}

/* The hand of the CIRNO_HAND cards at `cards`. */
static inline cirno_hand cirno_hand_of(const uint8_t *cards)
{
    return cirno_one(cards[0]) + cirno_one(cards[1]) + cirno_one(cards[2]);
}

/* The types in a hand, one bit each at twice the card. */
static inline uint64_t cirno_types(cirno_hand hand)
{
    return (hand | hand >> 1) & 0x5555555555555555u;
}

/* Takes the lowest type out of `left`, types as cirno_types() gives them and at least one. */
static inline unsigned cirno_next_type(uint64_t *left)
{
    const unsigned card = (unsigned)__builtin_ctzll(*left) / 2;
    *left &= *left - 1;
    return card;
}

enum { CIRNO_LOSES = CIRNO_CARDS }; /* in place of a card: nothing playable, the player loses */

/* What lies on the table between two turns. */
struct cirno_table {
    cirno_hand hands[CIRNO_MAX_PLAYERS];
    uint32_t players;
    uint32_t seat; /* whose turn it is */
    uint32_t step; /* to the next seat, modulo players: 1 clockwise, players-1 counterclockwise */
    int32_t p;
    bool doubled; /* DOUBLE lies on the player to move */
};

/* "Making p largest prefers C, A, B, D, E; making it smallest prefers D, B, A, C, E": class, its
 * place in the first order and in the second; the larger is preferred. Places are never 0. */
#define CIRNO_TIE_LIST(X)                                                                          \
    X(MULTIPLY, 5, 2)                                                                              \
    X(ADD, 4, 3)                                                                                   \
    X(SUBTRACT, 3, 4)                                                                              \
    X(DIVIDE, 2, 5)                                                                                \
    X(FIX, 1, 1)

enum {
#define X(class, largest, smallest)                                                                \
    CIRNO_PLACE_LARGEST_##class = (largest), CIRNO_PLACE_SMALLEST_##class = (smallest),
    CIRNO_TIE_LIST(X)
#undef X
};

/* The same by enum cirno_class: for the largest p, and for the smallest; 0 for counter cards. */
extern const uint8_t cirno_places[2][CIRNO_CLASSES];

/* The statement's strategy as one number: a player plays the card of her hand she wishes most, and
 * loses if that is 0, a card she cannot play. From least to most these are
 *   no DOUBLE on her: DOUBLE, TURN, PASS, then basic cards, a larger new p being better;
 *   DOUBLE on her: basic cards, a smaller new p being better, then DOUBLE, TURN, PASS.
 * Basic cards that come to the same p are told apart by class. No two cards of a hand tie. For
 * |p| below 2 * CIRNO_P_BOUND. */
int32_t cirno_wish(unsigned card, int32_t p, bool doubled);

/* The card the statement's strategy plays from `hand`, or CIRNO_LOSES. */
unsigned cirno_choose(cirno_hand hand, int32_t p, bool doubled);

/* Clears p, direction and DOUBLE for a new round; the seat stays (the loser starts). */
void cirno_start_round(struct cirno_table *table);

/* Plays `card` of table->seat's hand: takes it out, applies it to p and moves on to whoever is
 * next. */
static inline void cirno_put(struct cirno_table *table, unsigned card)
{
    table->hands[table->seat] -= cirno_one(card);
    table->p = cirno_apply(card, table->p);
    if (card == CIRNO_TURN)
        table->step = table->players - table->step;
    if (card == CIRNO_DOUBLE)
        table->doubled = true;
    if (table->doubled && cirno_cards[card].class != CIRNO_COUNTER) {
        table->doubled = false; /* she took the effect: a second card of hers follows */
        return;
    }
    table->seat += table->step;
    if (table->seat >= table->players)
        table->seat -= table->players;
}

/* How an attempt at a game ended. */
enum cirno_end {
    CIRNO_COMPLETE,
    CIRNO_DECK_OUT, /* the deck ran out before the loser of the last round had drawn */
    CIRNO_P_OUT,    /* p reached -CIRNO_P_BOUND */
    CIRNO_STOPPED,  /* by whoever was looking on, see walk.h */
};

#endif
