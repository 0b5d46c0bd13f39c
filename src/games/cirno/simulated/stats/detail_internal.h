/* How the games of a detailed tally are played again: several side by side, by look-ups.
 *
 * What is counted of a turn follows from two things, and each has a table of counts:
 *
 * - The situation: p, DOUBLE, the hand and the player's strategy. It decides the card. Its cell has
 *   how often it came up, and the move: which cards stay, and the next p and DOUBLE.
 * - The place: whose turn it is, the direction, and what happened before in the round as far as
 *   events depend on it. With the kind of the card it decides the next place.
 *
 * So a turn is two increments, without a branch that depends on a card. The rules are asked once
 * for each situation, when it first comes up, and once for each place; the events of a situation
 * are found when its count is added to the sums. A few situations have no cell and are looked at
 * each time they come up: p below the cells, and strategies that choose at random or for which
 * there are no cells.
 *
 * A loser who draws has a hand of less than three cards, and takes a step for each. */
#ifndef NF_CIRNO_DETAIL_INTERNAL_H
#define NF_CIRNO_DETAIL_INTERNAL_H

#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/stats/tallying.h"

#include <string.h>

enum {
    NONE = CIRNO_CARDS, /* in place of a card that is not drawn yet */
    /* Hands are numbered in the order of their cards, the last card first; likewise pairs. */
    HANDS = 1330,      /* multisets of three of the cards and NONE */
    FULL_HANDS = 1140, /* those without NONE, which come first */
    PAIRS = 190,

    /* A row is p and DOUBLE, the latter in the lowest bit. The first two are for all p below, then
     * comes that of a player who just lost, and LOWEST_P begins at P_ROWS. */
    LOWEST_P = -128,
    LOST_ROW = 2,
    P_ROWS = 4,
    ROWS = P_ROWS + 2 * (CIRNO_LIMIT - LOWEST_P + 1),
    SET = ROWS * HANDS, /* cells of a strategy */
    SETS = 12,          /* at most, and one whose cells stay empty */

    /* A move, low to high: the kind of the card, the pair that stays, the next row. */
    PAIR_SHIFT = 5, /* a pair and a card make an index of `joined` */
    PAIR_MASK = 255 << PAIR_SHIFT,
    ROW_SHIFT = 13,

    /* A place, low to high: room for a kind, the seat, then these. Without DOUBLED, HANDED is how
     * many more cards but one a loser draws; then FLIPPED and STACKED are how the round that she
     * lost ended. */
    KINDS = 8,
    FLIPPED = 1 << 8,  /* counterclockwise */
    TURNED = 1 << 9,   /* TURN was played in this round */
    DOUBLED = 1 << 10, /* DOUBLE is on the player to move */
    STACKED = 1 << 11, /* and was handed on by DOUBLE; lost under DOUBLE */
    SECOND = 1 << 12,  /* she took a DOUBLE and plays her second card */
    HANDED = 1 << 13,  /* times how often the DOUBLE was handed on, at most 2 */
    PLACES = 1 << 15,

    LANES = 16,
    CHUNK = 256, /* steps for which cards are drawn ahead */
};

/* The kind of a card, as far as places depend on it. */
enum kind { BASIC, PASSES, TURNS, DOUBLES, LOSES, DRAWS, IDLES };

/* How often, and what follows: of a situation a move, 0 if it did not come up yet; of a place with
 * a kind the next place. */
struct cell {
    uint32_t count, next;
};

/* A player's hand, by number, and where the cells of her strategy begin. */
struct held {
    uint32_t hand, set_at;
};

/* A game that is played again. */
struct lane {
    struct cirno_source source;
    uint64_t index;
    uint32_t start;                    /* the step of its first turn */
    uint32_t left;                     /* steps to its end; UINT32_MAX: there is no game */
    int32_t p;                         /* in rows 0 and 1 */
    bool astray;                       /* it does not come out as it was handed in */
    uint32_t lost, round_start;        /* rounds; the step the next one began */
    uint32_t ahead;                    /* cards that are drawn */
    uint32_t rounds[CIRNO_MAX_ROUNDS]; /* the outcome that was handed in */
};

struct replay {
    struct nf_tally *tally;
    struct cirno_details *details;      /* of the tally */
    const struct cirno_setup *setup;    /* NULL: nothing is filled in */
    uint32_t sets;                      /* of cells, besides the empty one */
    uint32_t set_of[CIRNO_MAX_PLAYERS]; /* a strategy's first; SETS: it has none */
    uint32_t busy;                      /* lanes with a game */
    uint32_t step;                      /* the same for every lane; wraps around */
    uint32_t uncollected;               /* steps since counts were added to the sums */
    uint32_t rare_move; /* smaller ones: none, a loss, or to a p that may be the lowest so far */
    struct cell once;   /* in place of a cell that there is not */

    /* What a step of a lane touches. */
    uint32_t move[LANES], place[LANES];
    struct cell *cell[LANES];
    struct held held[LANES][NF_MAX_SEATS];
    uint8_t cards[LANES][CHUNK + 4];
    struct lane lanes[LANES];

    uint8_t hand_cards[HANDS][CIRNO_HAND], pair_cards[PAIRS][2];
    uint16_t joined[PAIRS << PAIR_SHIFT]; /* the hand of a pair and a card */
    struct cell places[PLACES];           /* by place + kind */
    struct cell cells[];
};

static inline uint32_t row_of(int32_t p, bool doubled)
{
    return (p < LOWEST_P ? 0 : P_ROWS + 2 * (uint32_t)(p - LOWEST_P)) + doubled;
}

static inline int32_t p_of_row(uint32_t row)
{
    return (int32_t)(row - P_ROWS) / 2 + LOWEST_P;
}

static inline uint32_t seat_of(uint32_t place)
{
    return place / KINDS % NF_MAX_SEATS;
}

/* The cards that stay with a move. */
static inline const uint8_t *pair_of(const struct replay *replay, uint32_t move)
{
    return replay->pair_cards[(move & PAIR_MASK) >> PAIR_SHIFT];
}

/* The number of a hand of three cards. */
uint32_t cirno_replay_hand(const struct replay *replay, cirno_hand hand);

/* Fills in tables, in zeroed memory, for the games of a tally. */
void cirno_replay_open(struct replay *replay, struct nf_tally *tally);

/* The card that is played from hand number `hand` with a move, or CIRNO_LOSES. */
unsigned cirno_replay_card(const struct replay *replay, uint32_t hand, uint32_t move);

/* Sets replay->cell[i] to that of the card which the player to move chooses after so many are
 * drawn, if there is one: for strategies that choose at random. */
void cirno_replay_choose(struct replay *replay, uint32_t i, uint32_t used);

/* A cell with the move of lane i's situation, to be counted there, when replay->cell[i] is empty.
 */
struct cell *cirno_replay_resolve(struct replay *replay, uint32_t i);

/* Adds all counts to the sums of the tally and clears them. */
void cirno_replay_collect(struct replay *replay);

#endif
