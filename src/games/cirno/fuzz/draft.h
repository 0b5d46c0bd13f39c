/* A game of Cirno's that is being changed: an instance of its own, with the means to play it turn
 * by turn and to make it valid again after a change. A card that was changed early changes all
 * that follows, so a deck is made to fit by playing. */
#ifndef NF_CIRNO_SKETCH_H
#define NF_CIRNO_SKETCH_H

#include "base/text.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/rules/rules.h"

enum {
    CIRNO_ALL_HANDS = CIRNO_MAX_PLAYERS * CIRNO_HAND,
    CIRNO_FILLER = CIRNO_A99, /* what decks are filled up with: it ends a round soonest */
};

struct cirno_draft {
    uint32_t players, rounds, deck_size;
    uint8_t hands[CIRNO_ALL_HANDS];
    uint8_t *deck; /* room for CIRNO_MAX_DECK cards */
    struct cirno_name names[CIRNO_MAX_PLAYERS];
};

/* How large a draft is: the first number that differs decides. */
struct cirno_measure {
    uint64_t weight; /* players, rounds and deck cards */
    uint64_t ranks;  /* of the cards, 0 for the simplest */
    uint64_t names;  /* how far they are from A, B, C, ... */
};

/* Makes room for a deck; false without memory. Close it even then. */
bool cirno_draft_open(struct cirno_draft *draft);
void cirno_draft_close(struct cirno_draft *draft);

/* Copies a game that was read; names keep pointing into its input. */
void cirno_draft_take(struct cirno_draft *draft, const struct cirno_parsed *parsed);

/* Copies everything that counts. */
void cirno_draft_copy(struct cirno_draft *to, const struct cirno_draft *from);

/* Appends the draft in the judge's format. */
void cirno_draft_print(struct nf_text *text, const struct cirno_draft *draft);

/* The weight alone, and all three numbers. */
uint64_t cirno_draft_weight(const struct cirno_draft *draft);
struct cirno_measure cirno_draft_measure(const struct cirno_draft *draft);

/* Whether `a` is smaller than `b`. */
bool cirno_measure_less(const struct cirno_measure *a, const struct cirno_measure *b);

/* The rank of a card, and the card of a rank below CIRNO_CARDS. */
uint32_t cirno_rank_of(unsigned card);
uint8_t cirno_card_of_rank(uint32_t rank);

/* The simple name of a seat: A to Z, then a to d. */
struct cirno_name cirno_simple_name(uint32_t seat);

/* Makes the deck cover the game, the draw of the last loser included: adds fillers where it runs
 * out and, if `exact`, cuts off what is left over. False if that makes no valid instance, or none
 * of at most `most` deck cards. */
bool cirno_draft_settle(struct cirno_draft *draft, bool exact, uint64_t most);

/* ---- turn by turn ---- */

/* Where a card comes from: a place in the hands dealt, or CIRNO_ALL_HANDS and more for a place in
 * the deck. */
typedef uint32_t cirno_origin;

/* A game under way. */
struct cirno_stand {
    struct cirno_table table;
    uint8_t cards[CIRNO_ALL_HANDS];
    cirno_origin origins[CIRNO_ALL_HANDS]; /* of `cards` */
    uint32_t round;                        /* from 0; the number of rounds when all is over */
    uint32_t used;                         /* cards drawn from the deck */
    int32_t p; /* the last one; unlike the table's it outlives a round */
};

/* One turn of it. */
struct cirno_step {
    uint32_t round, seat;
    unsigned card;       /* or CIRNO_LOSES */
    cirno_origin origin; /* of that card; not for CIRNO_LOSES */
    uint32_t drawn;      /* place in the deck of the first card drawn after it */
};

/* Before the first turn. */
void cirno_stand_open(struct cirno_stand *stand, const struct cirno_draft *draft);

/* Plays the next turn. False, and nothing changed but `step`, if the deck is too short for what
 * has to be drawn after it; `stand->round` must be below the number of rounds. */
bool cirno_stand_turn(struct cirno_stand *stand, const struct cirno_draft *draft,
                      struct cirno_step *step);

#endif
