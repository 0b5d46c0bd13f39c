/* An editable game of Cirno's: an instance with functions to play it turn by turn and to make it
 * valid again after a change. Changing an early card changes everything after it, so the deck is
 * fitted by playing. A draft is used by one thread at a time. */
#ifndef NF_CIRNO_DRAFT_H
#define NF_CIRNO_DRAFT_H

#include "base/text.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/rules/rules.h"

enum {
    CIRNO_ALL_HANDS = CIRNO_MAX_PLAYERS * CIRNO_HAND,
    CIRNO_FILLER = CIRNO_A99, /* fills up decks: it ends a round soonest */
};

struct cirno_draft {
    uint32_t players, rounds, deck_size;
    uint8_t hands[CIRNO_ALL_HANDS];
    uint8_t *deck; /* room for CIRNO_MAX_DECK cards */
    struct nf_name names[CIRNO_MAX_PLAYERS];
};

/* The size of a draft; compared lexicographically. */
struct cirno_measure {
    uint64_t weight; /* players, rounds and deck cards */
    uint64_t ranks;  /* sum over the cards, 0 for the simplest */
    uint64_t names;  /* distance from A, B, C, ... */
};

/* Allocates the deck. Returns false without memory. Close it in any case. */
bool cirno_draft_open(struct cirno_draft *draft);
void cirno_draft_close(struct cirno_draft *draft);

/* Copies a parsed game; names still point into its input. */
void cirno_draft_take(struct cirno_draft *draft, const struct cirno_parsed *parsed);

/* Copies sizes, hands, names and the used part of the deck. */
void cirno_draft_copy(struct cirno_draft *to, const struct cirno_draft *from);

/* Appends the draft in the judge's format. */
void cirno_draft_print(struct nf_text *text, const struct cirno_draft *draft);

/* Return the weight alone, and all three numbers. */
uint64_t cirno_draft_weight(const struct cirno_draft *draft);
struct cirno_measure cirno_draft_measure(const struct cirno_draft *draft);

/* Whether `a` is smaller than `b`. */
bool cirno_measure_less(const struct cirno_measure *a, const struct cirno_measure *b);

/* Returns the card of a rank below CIRNO_CARDS; rank 0 is the simplest. */
uint8_t cirno_card_of_rank(uint32_t rank);

/* Returns the simple name of a seat: A to Z, then a to d. */
struct nf_name cirno_simple_name(uint32_t seat);

/* Makes the deck cover the game, including the last loser's draw: appends fillers if it runs out
 * and, if `exact`, cuts off unused cards. Returns false if the result is not a valid instance with
 * at most `most` deck cards. */
bool cirno_draft_settle(struct cirno_draft *draft, bool exact, uint64_t most);

/* ---- turn by turn ---- */

/* The origin of a card: its index in the hands dealt, or CIRNO_ALL_HANDS plus its index in the
 * deck. */
typedef uint32_t cirno_origin;

/* A game in progress. */
struct cirno_stand {
    struct cirno_table table;
    uint8_t cards[CIRNO_ALL_HANDS];
    cirno_origin origins[CIRNO_ALL_HANDS]; /* origin of each of `cards` */
    uint32_t round;                        /* from 0; the number of rounds after the end */
    uint32_t used;                         /* cards drawn from the deck */
    int32_t p; /* the last p; unlike the table's it is kept at the end of a round */
};

/* One turn. */
struct cirno_step {
    uint32_t round, seat;
    unsigned card;       /* or CIRNO_LOSES */
    cirno_origin origin; /* origin of that card; not set for CIRNO_LOSES */
    uint32_t drawn;      /* index in the deck of the first card drawn after it */
};

/* Sets up the game before its first turn. */
void cirno_stand_open(struct cirno_stand *stand, const struct cirno_draft *draft);

/* Plays the next turn and fills `step`. Returns false, changing only `step`, if the deck is too
 * short for the draw after it. `stand->round` must be below the number of rounds. */
bool cirno_stand_turn(struct cirno_stand *stand, const struct cirno_draft *draft,
                      struct cirno_step *step);

#endif
