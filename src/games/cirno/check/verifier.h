/* The player of run --check: plays like the reference and verifies the invariants of the rules on
 * every turn. All functions are thread-safe. */
#ifndef NF_CIRNO_VERIFIER_H
#define NF_CIRNO_VERIFIER_H

#include "base/text.h"
#include "core/contract/kernel.h"
#include "games/cirno/rules/walk.h"

/* Counts of all cards, by enum cirno_card. */
struct cirno_census {
    uint32_t dealt[CIRNO_CARDS]; /* dealt to hands, at the start or by drawing */
    uint32_t gone[CIRNO_CARDS];  /* played, or discarded by losers */
};

/* Kinds of violations. */
enum cirno_fault {
    CIRNO_FAULTLESS,
    CIRNO_FAULT_SEAT,   /* the seat or the direction is invalid */
    CIRNO_FAULT_HAND,   /* the hand is not three cards of the game */
    CIRNO_FAULT_VALUE,  /* p is above CIRNO_LIMIT, or not above -CIRNO_P_BOUND */
    CIRNO_FAULT_CHOICE, /* she plays a card that she does not hold or may not play */
    CIRNO_FAULT_LOSER,  /* she loses, but could have played one of her cards */
    CIRNO_FAULT_CARDS,  /* cards dealt differ from cards gone plus cards in hands */
};

/* Checks the table before a turn in which the player to move plays `card`, or CIRNO_LOSES. Returns
 * the first fault. */
enum cirno_fault cirno_verify_turn(const struct cirno_table *table, unsigned card);

/* Checks the table between rounds: all hands have three cards, and no card was lost or invented.
 * Returns the first fault. */
enum cirno_fault cirno_verify_cards(const struct cirno_table *table,
                                    const struct cirno_census *census);

/* Appends a description of a fault: "p is 120, expected at most 99 and above -10000". */
void cirno_fault_text(struct nf_text *text, enum cirno_fault fault, const struct cirno_table *table,
                      unsigned card);

/* The player, not a member of cirno_kernels. Its play() returns NF_INTERNAL with game, round, turn
 * and seat if a check fails. */
extern const struct nf_kernel cirno_verifier;

#endif
