/* The one loop of Cirno's game: whoever plays a game turn by turn, to record, write, count, explain
 * or verify it, walks through it with functions of her own for what differs.
 *
 * Where the functions are constants, the compiler puts them into the loop: a walk is then as fast
 * as a loop written out. */
#ifndef NF_CIRNO_WALK_H
#define NF_CIRNO_WALK_H

#include "games/cirno/rules/rules.h"

#include <assert.h>

/* Where a walk is. */
struct cirno_walk {
    struct cirno_table table;
    uint32_t round; /* that is played, from 0 */
    uint32_t turn;  /* of the round, from 1; the losing one counts */
    uint32_t used;  /* cards drawn from the deck */
};

/* Who walks. `client` is the caller's in each. */
struct cirno_walker {
    /* The card that the player to move plays, one of her hand, or CIRNO_LOSES. */
    unsigned (*choose)(void *client, const struct cirno_walk *walk);
    /* The next card of the deck, or CIRNO_CARDS where there is none left. */
    unsigned (*draw)(void *client, const struct cirno_walk *walk);
    /* Sees the turn, with the table as it was before it: `card` as chosen. False stops the walk
     * there. NULL: nobody looks. */
    bool (*see)(void *client, const struct cirno_walk *walk, unsigned card);
};

/* Sits down: hands of CIRNO_HAND cards each, seat by seat; player 1 starts. */
static inline struct cirno_walk cirno_walk_open(uint32_t players, const uint8_t *hands)
{
    struct cirno_walk walk = {.table = {.players = players}};
    assert(players >= 1 && players <= CIRNO_MAX_PLAYERS);
    for (uint32_t seat = 0; seat < players; seat++)
        walk.table.hands[seat] = cirno_hand_of(hands + seat * CIRNO_HAND);
    return walk;
}

/* "The loser discards the cards she has left and draws three." */
static inline enum cirno_end cirno_walk_anew(const struct cirno_walker *walker, void *client,
                                             struct cirno_walk *walk)
{
    cirno_hand *const hand = &walk->table.hands[walk->table.seat];
    *hand = 0;
    for (int i = 0; i < CIRNO_HAND; i++) {
        const unsigned card = walker->draw(client, walk);
        if (card == CIRNO_CARDS)
            return CIRNO_DECK_OUT;
        walk->used++;
        *hand += cirno_one(card);
    }
    return CIRNO_COMPLETE;
}

/* Plays round walk->round from where its loser before left the table. On CIRNO_COMPLETE walk->turn
 * is the losing turn, walk->table.seat the loser with her new hand, and the caller counts
 * walk->round on. Otherwise the game cannot go on: the deck ran out (where the loser was to draw,
 * with the cards that were left in her hand), p reached its bound, or walker->see stopped it. */
__attribute__((always_inline)) static inline enum cirno_end
cirno_walk_round(const struct cirno_walker *walker, void *client, struct cirno_walk *walk)
{
    struct cirno_table *const table = &walk->table;
    cirno_start_round(table);
    for (walk->turn = 1;; walk->turn++) {
        cirno_hand *const hand = &table->hands[table->seat];
        const unsigned card = walker->choose(client, walk);
        if (walker->see != NULL && !walker->see(client, walk, card))
            return CIRNO_STOPPED;
        if (card == CIRNO_LOSES)
            return cirno_walk_anew(walker, client, walk);
        cirno_put(table, card);
        if (table->p <= -CIRNO_P_BOUND)
            return CIRNO_P_OUT;
        const unsigned drawn = walker->draw(client, walk);
        if (drawn == CIRNO_CARDS)
            return CIRNO_DECK_OUT;
        walk->used++;
        *hand += cirno_one(drawn);
    }
}

#endif
