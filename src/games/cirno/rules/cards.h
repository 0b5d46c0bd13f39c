/* The 18 card types of Cirno's Arithmetic Game, from one list. */
#ifndef NF_CIRNO_CARDS_H
#define NF_CIRNO_CARDS_H

#include "base/format/vocabulary.h"

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

#endif
