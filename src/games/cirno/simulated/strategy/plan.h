/* A strategy as a few small tables, for kernels that play many games at a time and cannot look a
 * rank up for every p.
 *
 * A player looks at her groups in their order. The first one that holds at p and has a card she
 * may play decides: of its cards she plays the one that makes p largest or smallest, and the tie
 * rank distinguishes cards that make it equal. So a step needs no more than
 *     holds   the groups that hold: the bounds of p split it into ranges
 *     takes   the groups that a card is in
 *     first   the lowest bit set in `takes & holds` of any playable card
 * and one comparison of p and tie rank among the cards whose bit that is.
 *
 * Groups of the aim `first` become as many groups of the others as their order needs: counter cards
 * make p equal, A1 A2 A5 make it ever larger. Not all strategies fit, see `fits`. */
#ifndef NF_CIRNO_PLAN_H
#define NF_CIRNO_PLAN_H

#include "games/cirno/rules/cards.h"

#include <stdbool.h>
#include <stdint.h>

struct cirno_section;

enum {
    CIRNO_PLAN_GROUPS = 10,
    CIRNO_PLAN_BOUNDS = 15,
    CIRNO_PLAN_KINDS = 4, /* different strategies at a table that kernels play by plans */
};

/* What a player does on one kind of turn. Groups are bits, bit 0 the one looked at first. */
struct cirno_plan {
    bool fits; /* else too many groups or bounds, or tie orders that contradict each other; the
                  rest means nothing then */
    uint32_t groups, bounds;
    uint16_t takes[CIRNO_CARDS]; /* groups a card is in */
    /* The cards, as bits, that a card is preferred to where they make p equal; and one order that
     * keeps to all of these, 1 .. CIRNO_CARDS, the highest preferred. */
    uint32_t under[CIRNO_CARDS];
    uint8_t tie[CIRNO_CARDS];
    uint16_t smallest, random; /* groups that make p smallest; that choose at random, whatever p */
    /* `bounds` of them, ascending. Where so many of them are at most p, holds[so many] are the
     * groups that hold. */
    int16_t bound[CIRNO_PLAN_BOUNDS];
    uint16_t holds[CIRNO_PLAN_BOUNDS + 1];
};

/* Makes the plan of a section whose groups take every card at every p. Thread-safe. */
void cirno_plan_make(struct cirno_plan *plan, const struct cirno_section *section);

#endif
