/* Aims: what favours each rule event. */
#ifndef NF_CIRNO_GUIDE_AIMS_H
#define NF_CIRNO_GUIDE_AIMS_H

#include "base/rng.h"
#include "games/cirno/rules/events.h"

/* The required state of the player in whose turn the event happens. */
enum cirno_obligation {
    CIRNO_ANY,
    CIRNO_FREE,    /* not under DOUBLE */
    CIRNO_DOUBLED, /* under DOUBLE */
    CIRNO_SECOND,  /* plays her second card */
};

/* A set of cards: bit c is card c. */
typedef uint32_t cirno_card_set;
#define CIRNO_CARD_BIT(card) ((cirno_card_set)1 << CIRNO_##card)

struct cirno_aim {
    uint8_t least_players, most_players; /* 0: any number will do */
    uint8_t least_rounds;                /* 0: any number will do */
    uint8_t least_turns;                 /* length a round may need; 0: short */
    uint8_t obligation;                  /* enum cirno_obligation */
    int16_t low, high;     /* p before that turn; 0 and 0: any (see cirno_guide_aim()) */
    cirno_card_set cards;  /* good to have in hand */
    cirno_card_set last;   /* played in that turn; empty: any */
    cirno_event_set steps; /* events that lead there */
};

/* Two cards that tie at `p`. */
struct cirno_tie {
    uint8_t first, second;
    int16_t p;
};

/* Returns the aim for `event`. The aim of a tie has no range of p: see cirno_guide_ties().
 * Thread-safe. */
const struct cirno_aim *cirno_guide_aim(unsigned event);

/* Returns the `*count` ties of `event` for all p of valid games; `*count` is 0 if the event is not
 * a tie. Thread-safe. */
const struct cirno_tie *cirno_guide_ties(unsigned event, uint32_t *count);

/* Deals a guided game: plays it and decides each card only when it matters. */

/* The requirements of a guided game. */
struct cirno_guide_plan {
    unsigned target; /* enum cirno_event */
    uint32_t players, rounds;
    uint32_t soft_deck; /* wanted deck size, exceeded if necessary */
    uint32_t deck;      /* maximum deck size, at most CIRNO_GUIDE_DECK */
    uint32_t left;      /* cards to leave over, as far as `deck` allows */
};

enum { CIRNO_GUIDE_DECK = 400 };

/* A dealt game. */
struct cirno_guided {
    uint32_t deck_size;
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    uint8_t deck[CIRNO_GUIDE_DECK];
    cirno_event_set reached;
};

/* Deals a game for `plan`: hands for plan->players, the deck, and the events it reaches. Returns
 * false if the deck was too short or p left its bounds; `guided` is then undefined. Thread-safe. */
bool cirno_guide_deal(const struct cirno_guide_plan *plan, struct nf_dice *dice,
                      struct cirno_guided *guided);

#endif
