/* The player of run --check: plays as the reference does and verifies on every turn what the rules
 * promise. Here is what it knows of a game, and each thing it verifies. */
#ifndef NF_CIRNO_VERIFIER_H
#define NF_CIRNO_VERIFIER_H

#include "base/text.h"
#include "core/contract/kernel.h"
#include "games/cirno/rules/walk.h"

/* Where all cards are: counts by enum cirno_card. */
struct cirno_census {
    uint32_t dealt[CIRNO_CARDS]; /* that came into hands, at the beginning or by drawing */
    uint32_t gone[CIRNO_CARDS];  /* that were played, or thrown away by losers */
};

/* What may be found to be wrong. */
enum cirno_fault {
    CIRNO_FAULTLESS,
    CIRNO_FAULT_SEAT,   /* nobody sits where the turn is, or the direction is none */
    CIRNO_FAULT_HAND,   /* the hand does not hold three cards of the game */
    CIRNO_FAULT_VALUE,  /* p is above CIRNO_LIMIT, or not above -CIRNO_P_BOUND */
    CIRNO_FAULT_CHOICE, /* she plays a card that she does not hold or that she cannot play */
    CIRNO_FAULT_LOSER,  /* she loses, but could have played one of her cards */
    CIRNO_FAULT_CARDS,  /* those dealt are not those gone and those in the hands */
};

/* Before a turn in which the player to move plays `card`, or loses. */
enum cirno_fault cirno_verify_turn(const struct cirno_table *table, unsigned card);

/* Between rounds: all hands hold three cards, and cards neither vanish nor appear. */
enum cirno_fault cirno_verify_cards(const struct cirno_table *table,
                                    const struct cirno_census *census);

/* What is wrong, for a message: "p is 120, expected at most 99 and above -10000". */
void cirno_fault_text(struct nf_text *text, enum cirno_fault fault, const struct cirno_table *table,
                      unsigned card);

/* The player, no member of cirno_kernels. Its play() returns NF_INTERNAL with game, round, turn and
 * seat where something is wrong. */
extern const struct nf_kernel cirno_verifier;

#endif
