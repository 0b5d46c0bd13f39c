/* What to wish for on the way to each rule event. */
#ifndef NF_CIRNO_GUIDE_AIMS_H
#define NF_CIRNO_GUIDE_AIMS_H

#include "games/cirno/rules/events.h"

/* What must lie on the player whose turn becomes the event. */
enum cirno_burden {
    CIRNO_ANY_BURDEN,
    CIRNO_FREE,    /* nothing */
    CIRNO_DOUBLED, /* DOUBLE */
    CIRNO_SECOND,  /* her second card */
};

/* Cards as a set: bit c stands for card c. */
typedef uint32_t cirno_card_set;
#define CIRNO_CARD_BIT(card) ((cirno_card_set)1 << CIRNO_##card)

struct cirno_aim {
    uint8_t least_players, most_players; /* 0: any number will do */
    uint8_t least_rounds;                /* 0: any number will do */
    uint8_t least_turns;                 /* what a round may need; 0: few */
    uint8_t burden;                      /* enum cirno_burden */
    int16_t low, high;     /* p before that turn, 0 and 0: any (see cirno_guide_aim) */
    cirno_card_set cards;  /* good to have in hand */
    cirno_card_set last;   /* played in that turn; none: whatever fits */
    cirno_event_set steps; /* events that lead there */
};

/* Two cards that tie on `p`. */
struct cirno_tie {
    uint8_t first, second;
    int16_t p;
};

/* The aim for `event`. For a tie it has no range of p: ask cirno_guide_ties. */
const struct cirno_aim *cirno_guide_aim(unsigned event);

/* The ties between cards of the classes that `event` is about, for every p of a valid game where
 * there is one: `*count` of them, 0 where the event is no tie. Thread-safe. */
const struct cirno_tie *cirno_guide_ties(unsigned event, uint32_t *count);

#endif
