/* The pig game: cards, the state of a game, and its outcome record. The rules are in rules.c.
 *
 * Pigs are seats from 0; seat 0 is the main pig. */
#ifndef NF_PIGS_H
#define NF_PIGS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PIGS_SEATS = 10,
    PIGS_DEALT = 4,      /* cards of a hand at the start */
    PIGS_HEALTH = 4,     /* at the start, and the most there is */
    PIGS_DECK = 2000,    /* the most cards of a deck */
    PIGS_ROOM = 1 << 14, /* of a hand; games that end need less */
    PIGS_WORDS = 5,      /* of an outcome record */
    PIGS_NOBODY = PIGS_SEATS,
};

/* The cards, from simple to complicated: their numbers in formats and records. */
#define PIGS_LETTERS "DPKZJFNW"
enum pigs_card { PIGS_D, PIGS_P, PIGS_K, PIGS_Z, PIGS_J, PIGS_F, PIGS_N, PIGS_W, PIGS_CARDS };

enum pigs_role { PIGS_REBEL, PIGS_LOYAL, PIGS_MAIN, PIGS_ROLES };

/* What others know of a pig's side. */
enum pigs_shown { PIGS_HIDDEN, PIGS_QUASI, PIGS_SHOWN };

/* A game to be played. */
struct pigs_instance {
    uint32_t seats, cards; /* of the deck */
    uint8_t roles[PIGS_SEATS];
    uint8_t hands[PIGS_SEATS][PIGS_DEALT];
    uint8_t deck[PIGS_DECK];
};

struct pigs_pig {
    uint8_t role, shown, health; /* health 0: dead */
    bool weapon;
    uint32_t count;
    uint8_t hand[PIGS_ROOM];
};

/* What an observer gets, right after it happened. */
enum pigs_news {
    PIGS_TURN,    /* `seat` begins a turn */
    PIGS_DRAWS,   /* `seat` drew `card` */
    PIGS_USES,    /* `seat` uses `card`, K and F against `other` */
    PIGS_SHOWS,   /* `seat` has shown her side */
    PIGS_STOPS,   /* `seat` gave a J, for or against the trick `card` of `other` */
    PIGS_SPARED,  /* J stopped `card` of `other` against `seat` */
    PIGS_GIVES,   /* `seat` gave `card` to parry `other` */
    PIGS_REFUSES, /* the loyal `seat` gives no K against the main pig `other` */
    PIGS_WOUNDED, /* `seat` lost 1 by `other` */
    PIGS_SAVED,   /* `seat` used a P at health 0 */
    PIGS_SUSPECT, /* `seat` became a quasi-rebel */
    PIGS_DIES,    /* `seat` died by `other` */
    PIGS_REWARD,  /* `seat` gets three cards for the rebel `other` */
    PIGS_PENALTY, /* the main pig has lost her hand and weapon for the loyal `other` */
    PIGS_ENDS,    /* the game is over */
};

struct pigs_game;
struct pigs_observer {
    void (*notify)(struct pigs_observer *observer, const struct pigs_game *game,
                   enum pigs_news what, unsigned seat, unsigned other, unsigned card);
};

/* The state of a game. */
struct pigs_game {
    const struct pigs_instance *instance;
    struct pigs_observer *observer;     /* or NULL */
    unsigned turns, drawn, used, stops; /* so far; used: cards in own turns; stops: J */
    unsigned seat;                      /* whose turn it is */
    bool struck;                        /* she has used a K in this turn */
    bool changed;   /* since the turn began a pig was wounded or healed, or a card other than the
                       deck's last kind left a hand */
    unsigned quiet; /* turns without a change since the deck is empty */
    bool over, endless;
    bool main_wins;
    uint32_t course; /* follows every card that leaves a hand */
    struct pigs_pig pigs[PIGS_SEATS];
};

/* Plays a game to its end. Returns false for one that goes on for ever: it is over and `endless`
 * when a whole round has shown it. `observer` may be NULL; the instance is borrowed. */
bool pigs_play(struct pigs_game *game, const struct pigs_instance *instance,
               struct pigs_observer *observer);

/* ---- what is asked of a state ---- */

/* Returns the next living pig. */
unsigned pigs_next(const struct pigs_game *game, unsigned seat);

/* Returns whom a pig would attack with K or F, or PIGS_NOBODY. */
unsigned pigs_aim(const struct pigs_game *game, unsigned seat, enum pigs_card card);

/* Returns the place of the leftmost card of a kind in a hand, or its count of cards. */
unsigned pigs_find(const struct pigs_pig *pig, enum pigs_card card);

static inline bool pigs_lives(const struct pigs_game *game, unsigned seat)
{
    return game->pigs[seat].health > 0;
}

static inline bool pigs_is_rebel(const struct pigs_game *game, unsigned seat)
{
    return game->pigs[seat].role == PIGS_REBEL;
}

/* Whether a pig is a rebel, or a loyal one, and all know it. */
static inline bool pigs_shown_as(const struct pigs_game *game, unsigned seat, enum pigs_role role)
{
    return game->pigs[seat].shown == PIGS_SHOWN && game->pigs[seat].role == role;
}

/* How many pigs are alive. */
unsigned pigs_living(const struct pigs_game *game);

/* ---- the outcome ---- */

/* A finished game. Its record has PIGS_WORDS words of 32 bits, from the lowest bit on:
 *
 *     0   seats 4 bits, whether the main side won 1, rebels 10 bits by seat, dead 10 bits by seat
 *     1   turns 16, J used 16
 *     2   cards drawn 16, cards used in own turns 16
 *     3   the hands at the end, hashed by pigs_follow()
 *     4   course
 *
 * Numbers beyond 65535 are 65535. Other bits are 0. */
struct pigs_outcome {
    uint32_t seats, main_wins, rebels, dead, turns, stops, drawn, used, hands, course;
};

void pigs_pack(const struct pigs_game *game, uint32_t words[PIGS_WORDS]);
void pigs_unpack(const uint32_t words[PIGS_WORDS], struct pigs_outcome *outcome);

/* Whether the side of a seat lost. */
static inline bool pigs_lost(const struct pigs_outcome *outcome, unsigned seat)
{
    return (outcome->rebels >> seat & 1) == outcome->main_wins;
}

/* Returns `hash` after one more card or other number. Each step is invertible, so two sequences
 * that differ in one place stay different unless they collide by chance. */
static inline uint32_t pigs_follow(uint32_t hash, uint32_t number)
{
    const uint32_t next = (hash + number + 1) * 0x9e3779b1u;
    return next << 13 | next >> 19;
}

#endif
