/* A player for run --check: it plays as the reference does, and verifies on every turn what the
 * rules promise. Here is what it keeps of a table, and each thing it verifies. */
#ifndef NF_CIRNO_CHECKING_H
#define NF_CIRNO_CHECKING_H

#include "base/text.h"
#include "core/game.h"
#include "games/cirno/rules/cirno.h"

#include <string.h>

enum { CIRNO_HAND_ROOM = 4 }; /* of a hand, so that it is one word; the fourth byte is 0 */

/* A table whose cards are all told one by one, and counted: each type of card has a weight, and
 * sums of weights are equal if, but for one chance in 2^64, they are of the same cards. */
struct cirno_checked {
    uint8_t hands[NF_MAX_SEATS][CIRNO_HAND_ROOM]; /* three cards each */
    uint32_t players, seat, step;                 /* as in struct cirno_table */
    int32_t p;
    uint32_t doubled; /* 0 or 1 */
    uint64_t dealt; /* weights of the cards that came into hands, at the beginning or by drawing */
    uint64_t gone;  /* of those played, or thrown away by losers */
};

/* What may be found to be wrong. */
enum cirno_fault {
    CIRNO_FAULTLESS,
    CIRNO_FAULT_SEAT,  /* nobody sits where the turn is, or the direction is none */
    CIRNO_FAULT_HAND,  /* the hand does not hold three cards of the game */
    CIRNO_FAULT_VALUE, /* p is above CIRNO_LIMIT, or not above -CIRNO_P_BOUND */
    CIRNO_FAULT_LOSER, /* she could have played one of her cards */
    CIRNO_FAULT_CARDS, /* those dealt are not those gone and those in the hands */
    CIRNO_FAULT_KINDS,
};

/* By card; 0 for what is no card. */
extern const uint64_t cirno_card_weights[256];

/* Before each turn, the one that loses included. On the path of a turn. */
static inline enum cirno_fault cirno_check_turn(const struct cirno_checked *table)
{
    enum { MOST_P = CIRNO_LIMIT + CIRNO_P_BOUND - 1 };
    uint32_t hand;
    if (__builtin_expect(table->seat >= table->players || table->step > table->players, 0))
        return CIRNO_FAULT_SEAT;
    memcpy(&hand, table->hands[table->seat], sizeof hand);
    /* 18 + 110 is the first sum with the highest bit of its byte set. */
    if (__builtin_expect(((hand | (hand + (128 - CIRNO_CARDS) * 0x01010101u)) & 0x80808080u) != 0,
                         0))
        return CIRNO_FAULT_HAND;
    if (__builtin_expect((uint32_t)(table->p + CIRNO_P_BOUND - 1) > MOST_P, 0))
        return CIRNO_FAULT_VALUE;
    return CIRNO_FAULTLESS;
}

/* When the player whose turn it is has lost, before she throws her cards away. */
enum cirno_fault cirno_check_loser(const struct cirno_checked *table);

/* Between rounds: all hands hold three cards of the game, and cards neither vanish nor appear. */
enum cirno_fault cirno_check_cards(const struct cirno_checked *table);

/* What is wrong, for a message: "p is 120, expected at most 99 and above -10000". */
void cirno_fault_text(struct nf_text *text, enum cirno_fault fault,
                      const struct cirno_checked *table);

/* What run --check plays by, and the two that it is made of: in plain C, for any setup; with
 * AVX-512, for all but those with strategies. */
extern const struct nf_kernel cirno_checking, cirno_checking_plain, cirno_checking_avx512;

#endif
