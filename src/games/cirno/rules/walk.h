/* The main loop of Cirno's game. Code that plays a game turn by turn, to record, print, count,
 * explain or verify it, calls this loop with its own functions for what differs.
 *
 * If the functions are constants, the compiler inlines them, and the walk is as fast as a
 * hand-written loop. */
#ifndef NF_CIRNO_WALK_H
#define NF_CIRNO_WALK_H

#include "games/cirno/rules/rules.h"

#include <assert.h>

/* The state of a walk. */
struct cirno_walk {
    struct cirno_table table;
    uint32_t round;  /* the current round, from 0 */
    uint32_t turn;   /* in the round, from 1; the losing turn counts */
    uint32_t used;   /* cards drawn from the deck */
    uint32_t drawer; /* the seat that draws, during draw() */
    bool new_hand;   /* whether she draws three cards as the loser, during draw() */
};

/* The functions of a walk. Each gets the caller's `client`. */
struct cirno_callbacks {
    /* Returns the card that the player to move plays from her hand, or CIRNO_LOSES. */
    unsigned (*choose)(void *client, const struct cirno_walk *walk);
    /* Returns the next card of the deck, or CIRNO_CARDS if there is none left. */
    unsigned (*draw)(void *client, const struct cirno_walk *walk);
    /* Observes a turn: the table before it and the `card` chosen. Returning false stops the walk.
     * May be NULL. */
    bool (*see)(void *client, const struct cirno_walk *walk, unsigned card);
};

/* Starts a walk: `hands` has CIRNO_HAND cards for each seat; player 1 starts. */
static inline struct cirno_walk cirno_walk_open(uint32_t players, const uint8_t *hands)
{
    struct cirno_walk walk = {.table = {.players = players}};
    assert(players >= 1 && players <= CIRNO_MAX_PLAYERS);
    for (uint32_t seat = 0; seat < players; seat++)
        walk.table.hands[seat] = cirno_hand_of(hands + seat * CIRNO_HAND);
    return walk;
}

/* "The loser discards the cards she has left and draws three." */
static inline enum cirno_end cirno_walk_anew(const struct cirno_callbacks *callbacks, void *client,
                                             struct cirno_walk *walk)
{
    cirno_hand *const hand = &walk->table.hands[walk->table.seat];
    *hand = 0;
    walk->drawer = walk->table.seat;
    walk->new_hand = true;
    for (int i = 0; i < CIRNO_HAND; i++) {
        const unsigned card = callbacks->draw(client, walk);
        if (card == CIRNO_CARDS)
            return CIRNO_DECK_OUT;
        walk->used++;
        *hand += cirno_one(card);
    }
    return CIRNO_COMPLETE;
}

/* Plays round walk->round; the player at walk->table.seat starts. On CIRNO_COMPLETE walk->turn is
 * the losing turn and walk->table.seat the loser with her new hand; the caller increments
 * walk->round. Any other result ends the game: the deck ran out (if the loser was drawing, with the
 * cards drawn so far in her hand), p reached its bound, or callbacks->see stopped it. */
__attribute__((always_inline)) static inline enum cirno_end
cirno_walk_round(const struct cirno_callbacks *callbacks, void *client, struct cirno_walk *walk)
{
    struct cirno_table *const table = &walk->table;
    cirno_start_round(table);
    walk->new_hand = false;
    for (walk->turn = 1;; walk->turn++) {
        cirno_hand *const hand = &table->hands[table->seat];
        walk->drawer = table->seat;
        const unsigned card = callbacks->choose(client, walk);
        if (callbacks->see != NULL && !callbacks->see(client, walk, card))
            return CIRNO_STOPPED;
        if (card == CIRNO_LOSES)
            return cirno_walk_anew(callbacks, client, walk);
        cirno_put(table, card);
        if (table->p <= -CIRNO_P_BOUND)
            return CIRNO_P_OUT;
        const unsigned drawn = callbacks->draw(client, walk);
        if (drawn == CIRNO_CARDS)
            return CIRNO_DECK_OUT;
        walk->used++;
        *hand += cirno_one(drawn);
    }
}

/* What the statement's strategy plays, by a table of all cards and p: for the judge's program and
 * whatever else asks often. The rule itself is in rules.h. */
/* For p <= CIRNO_CHOICES_FLOOR the order of the cards is constant: there D2 gives a larger p than
 * A99, and C2 a smaller one than B19. */
enum { CIRNO_CHOICES_FLOOR = -200, CIRNO_CHOICES_CARD_BITS = 5 };

struct cirno_choices {
    /* By DOUBLE, p and card: cirno_preference() with the card in the low bits, so that the maximum
     * over a hand is the choice. */
    int32_t preferences[2][CIRNO_LIMIT - CIRNO_CHOICES_FLOOR + 1][CIRNO_CARDS];
};

/* Returns the table, which the first call fills. Thread-safe. */
const struct cirno_choices *cirno_choices(void);

/* As cirno_choose(), which has the arguments' meaning. */
static inline unsigned cirno_choices_pick(const struct cirno_choices *choices, cirno_hand hand,
                                          int32_t p, bool doubled)
{
    const int32_t row = p > CIRNO_CHOICES_FLOOR ? p - CIRNO_CHOICES_FLOOR : 0;
    const int32_t *const preferences = choices->preferences[doubled][row];
    int32_t most = 0;
    for (uint64_t left = cirno_types(hand); left != 0;) {
        const int32_t preference = preferences[cirno_next_type(&left)];
        most = preference > most ? preference : most;
    }
    return most >> CIRNO_CHOICES_CARD_BITS == 0
               ? CIRNO_LOSES
               : (unsigned)most & ((1u << CIRNO_CHOICES_CARD_BITS) - 1);
}

/* ---- an instance, played by it ---- */

/* What a client of a walk begins with that plays by the statement's strategy, from a given deck. */
struct cirno_given {
    const struct cirno_choices *choices;
    const uint8_t *deck;
    uint32_t cards; /* it has */
};

static inline struct cirno_given cirno_given(const struct cirno_instance *game)
{
    return (struct cirno_given){cirno_choices(), game->deck, game->deck_size};
}

/* struct cirno_callbacks's choose and draw for such a client. */
static inline unsigned cirno_given_choose(void *client, const struct cirno_walk *walk)
{
    const struct cirno_given *const given = client;
    const struct cirno_table *const table = &walk->table;
    return cirno_choices_pick(given->choices, table->hands[table->seat], table->p, table->doubled);
}

static inline unsigned cirno_given_draw(void *client, const struct cirno_walk *walk)
{
    const struct cirno_given *const given = client;
    return walk->used == given->cards ? CIRNO_CARDS : given->deck[walk->used];
}

#endif
