/* The rules of Cirno's game in plain C, on vectors of card counts. All other implementations are
 * compared with these. All functions are thread-safe.
 *
 * A hand is a count of each card type, two bits per type: bits 2c and 2c+1 of a uint64_t count card
 * c. Three cards never overflow a count. */
#ifndef NF_CIRNO_RULES_H
#define NF_CIRNO_RULES_H

#include "games/cirno/rules/cirno.h"

#include <stdbool.h>

typedef uint64_t cirno_hand;

/* A hand of one `card`: add it to put the card into a hand, subtract it to take it out. */
static inline cirno_hand cirno_one(unsigned card)
{
    return (cirno_hand)1 << (2 * card);
}

/* Returns the hand of the CIRNO_HAND cards at `cards`. */
static inline cirno_hand cirno_hand_of(const uint8_t *cards)
{
    return cirno_one(cards[0]) + cirno_one(cards[1]) + cirno_one(cards[2]);
}

/* Returns the card types in a hand: bit 2c is set if card c is in it. */
static inline uint64_t cirno_types(cirno_hand hand)
{
    return (hand | hand >> 1) & 0x5555555555555555u;
}

/* Removes the lowest type from `*left`, a non-empty set of cirno_types(), and returns its card. */
static inline unsigned cirno_next_type(uint64_t *left)
{
    const unsigned card = (unsigned)__builtin_ctzll(*left) / 2;
    *left &= *left - 1;
    return card;
}

enum { CIRNO_LOSES = CIRNO_CARDS }; /* instead of a card: the player can play none and loses */

/* The state of a round between two turns. */
struct cirno_table {
    cirno_hand hands[CIRNO_MAX_PLAYERS];
    uint32_t players;
    uint32_t seat; /* whose turn it is */
    uint32_t step; /* to the next seat, modulo players: 1 clockwise, players-1 counterclockwise */
    int32_t p;
    bool doubled; /* DOUBLE lies on the player to move */
};

/* "Making p largest prefers C, A, B, D, E; making it smallest prefers D, B, A, C, E": class, its
 * place in the first and in the second order. Larger places are preferred; no place is 0. */
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

/* The places by enum cirno_class: [0] for the largest p, [1] for the smallest; 0 for counter
 * cards. */
extern const uint8_t cirno_places[2][CIRNO_CLASSES];

/* Returns the preference of the statement's strategy for a card. A player plays the card of her
 * hand with the largest value; she loses if that is 0, the value of a card that may not be played.
 * In increasing order: no DOUBLE on her: DOUBLE, TURN, PASS, then basic cards by increasing new p;
 *   DOUBLE on her: basic cards by decreasing new p, then DOUBLE, TURN, PASS.
 * Basic cards with the same new p are ordered by class. No two different cards tie. |p| must be
 * below 2 * CIRNO_P_BOUND. */
int32_t cirno_preference(unsigned card, int32_t p, bool doubled);

/* Returns the card that the statement's strategy plays from `hand` at `p`, or CIRNO_LOSES.
 * `doubled`: the player is under DOUBLE. */
unsigned cirno_choose(cirno_hand hand, int32_t p, bool doubled);

/* Resets p, direction and DOUBLE for a new round; the seat stays, because the loser starts. */
void cirno_start_round(struct cirno_table *table);

/* Plays `card` from the hand of table->seat: removes it, applies it to p and moves to the next
 * player. */
static inline void cirno_put(struct cirno_table *table, unsigned card)
{
    table->hands[table->seat] -= cirno_one(card);
    table->p = cirno_apply(card, table->p);
    if (card == CIRNO_TURN)
        table->step = table->players - table->step;
    if (card == CIRNO_DOUBLE)
        table->doubled = true;
    if (table->doubled && cirno_cards[card].class != CIRNO_COUNTER) {
        table->doubled = false; /* she took the DOUBLE and plays a second card */
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
    CIRNO_STOPPED,  /* a see() stopped it, see walk.h */
};

#endif
