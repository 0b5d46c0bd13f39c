/* Cirno's Arithmetic Game: its cards, its limits, and explicit games. The rules are in rules.h. */
#ifndef NF_CIRNO_H
#define NF_CIRNO_H

#include "base/format/format.h"

#include <stdint.h>

/* ---- the 18 card types, from one list ---- */

enum cirno_class {
    CIRNO_ADD,
    CIRNO_SUBTRACT,
    CIRNO_MULTIPLY,
    CIRNO_DIVIDE,
    CIRNO_FIX,
    CIRNO_COUNTER, /* PASS, TURN, DOUBLE */
};
enum { CIRNO_CLASSES = CIRNO_COUNTER + 1 };

/* name, class, number on the card */
#define CIRNO_CARD_LIST(X)                                                                         \
    X(A1, CIRNO_ADD, 1)                                                                            \
    X(A2, CIRNO_ADD, 2)                                                                            \
    X(A5, CIRNO_ADD, 5)                                                                            \
    X(A9, CIRNO_ADD, 9)                                                                            \
    X(A19, CIRNO_ADD, 19)                                                                          \
    X(A49, CIRNO_ADD, 49)                                                                          \
    X(A99, CIRNO_ADD, 99)                                                                          \
    X(B1, CIRNO_SUBTRACT, 1)                                                                       \
    X(B9, CIRNO_SUBTRACT, 9)                                                                       \
    X(B19, CIRNO_SUBTRACT, 19)                                                                     \
    X(C2, CIRNO_MULTIPLY, 2)                                                                       \
    X(D2, CIRNO_DIVIDE, 2)                                                                         \
    X(E0, CIRNO_FIX, 0)                                                                            \
    X(E49, CIRNO_FIX, 49)                                                                          \
    X(E99, CIRNO_FIX, 99)                                                                          \
    X(PASS, CIRNO_COUNTER, 0)                                                                      \
    X(TURN, CIRNO_COUNTER, 0)                                                                      \
    X(DOUBLE, CIRNO_COUNTER, 0)

enum cirno_card {
#define X(name, class, number) CIRNO_##name,
    CIRNO_CARD_LIST(X)
#undef X
        CIRNO_CARDS
};

struct cirno_card_info {
    char name[NF_WORD_ROOM];
    uint8_t class; /* enum cirno_class */
    int16_t number;
    /* Its effect: p becomes (p * times >> halvings) + plus. */
    int16_t plus;
    uint8_t times, halvings;
};

/* Indexed by enum cirno_card. */
extern const struct cirno_card_info cirno_cards[CIRNO_CARDS];

/* Their names as the words of instances and transcripts. */
extern const struct nf_vocabulary cirno_words;

/* Returns the card named by the `length` bytes at `name`, or -1. Thread-safe. */
static inline int cirno_find_card(const char *name, size_t length)
{
    return nf_vocabulary_find(&cirno_words, name, length);
}

/* Returns p after `card`; a counter card does not change it. Division rounds down: compilers for
 * Linux shift negative numbers arithmetically. Branch-free: cards are unpredictable. */
static inline int32_t cirno_apply(unsigned card, int32_t p)
{
    const struct cirno_card_info *const info = &cirno_cards[card];
    return (p * info->times >> info->halvings) + info->plus;
}

/* ---- games ---- */

enum {
    CIRNO_MAX_PLAYERS = 30,
    CIRNO_MAX_ROUNDS = 100,
    CIRNO_MAX_DECK = 300000,
    CIRNO_HAND = 3,
    /* A game draws one card per turn, and this many more per round: the loser plays no card in her
     * last turn but draws three. */
    CIRNO_CARDS_PER_ROUND = CIRNO_HAND - 1,
    CIRNO_LIMIT = 99,      /* the largest legal p */
    CIRNO_P_BOUND = 10000, /* |p| stays below it in a valid game */
    CIRNO_MAX_NAME = 20,
};

/* Why a candidate game is rejected: indices of the core's rejection counters. */
enum cirno_reject { CIRNO_REJECT_DECK, CIRNO_REJECT_VALUE };

/* An explicit game: the content of the judge's format without names. */
struct cirno_instance {
    uint32_t players, rounds, deck_size;
    const uint8_t *hands; /* players * CIRNO_HAND cards, seat by seat */
    const uint8_t *deck;  /* deck_size cards, top first */
};

#endif
