/* Explicit games made to break kernels: decks composed while the reference plays them, so that
 * each card drawn is the most awkward one for what lies on the table; and memory that faults
 * when anything beyond it is touched. */
#ifndef NF_ADVERSARIAL_H
#define NF_ADVERSARIAL_H

#include "games/cirno/rules/cirno.h"

#include <stdbool.h>

/* Bytes that end where an unmapped page begins. */
struct guarded {
    uint8_t *bytes; /* `size` of them, aligned as far as the size is */
    size_t size;
    void *pages; /* the mapping, guard page included */
    size_t mapped;
};
/* Maps `size` bytes; ends the program if there is no memory. */
struct guarded guarded_map(size_t size);
void guarded_unmap(struct guarded *memory);

enum adversarial_kind {
    ADVERSARIAL_DEEP,   /* p far below zero, beyond what a kernel packs */
    ADVERSARIAL_CHAINS, /* counter cards answered by counter cards */
    ADVERSARIAL_TIES,   /* cards of different classes that give the same p */
    ADVERSARIAL_SECOND, /* rounds lost on the second card under DOUBLE */
    ADVERSARIAL_SHORT,  /* rounds of two turns */
    ADVERSARIAL_LONG,   /* rounds of thousands of turns */
    ADVERSARIAL_KINDS,
};

/* What came about in the games made, so that a test can insist on it. */
struct adversarial_events {
    uint64_t turns;
    uint64_t below[4];    /* turns at p below -199, -500, -1023, -2047 */
    uint64_t passed_on;   /* DOUBLE answered by a counter card */
    uint64_t ties;        /* turns in which two cards gave the p that was chosen */
    uint64_t second_lost; /* rounds lost on the second card */
    uint64_t two_turns;   /* rounds of two turns */
};

/* Makes one valid game of `kind` from the random state (see nf_test_random). Its hands and its deck
 * lie against guard pages in `hands` and `deck`, which the caller unmaps; the deck has exactly the
 * cards the game uses. Adds to `events`. */
struct cirno_instance adversarial_game(enum adversarial_kind kind, uint32_t players,
                                       uint32_t rounds, uint64_t *random, struct guarded *hands,
                                       struct guarded *deck, struct adversarial_events *events);

#endif
