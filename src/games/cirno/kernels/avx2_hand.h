/* How the AVX2 kernel keeps a hand: a quadword of three words, one a card, and a fourth that means
 * nothing. A card's word is what its key is made of, see avx2_words.h:
 *
 *     word = 16 * number + class - OFFSET
 *
 * Plain C, so that tests can convert hands on any machine. */
#ifndef NF_CIRNO_AVX2_HAND_H
#define NF_CIRNO_AVX2_HAND_H

#include "games/cirno/rules/cirno.h"
#include "games/cirno/rules/rules.h"

enum {
    CIRNO_WORD_BITS = 16,
    COUNTER = -32720, /* below every key of p >= LOWEST, but not by overflow */
    OFFSET = 32,      /* so that all corrections are positive */

    /* A class is the low four bits of a word; not 0, which is the index of the high bytes. */
    CLASSES = 8,
};

enum class { DIVIDE = 1, MULTIPLY, ADD, FIX, PASS, TURN, DOUBLE };

/* The word of a card. */
static inline uint16_t cirno_word_of(unsigned card)
{
    static const uint8_t class_of[] = {ADD, ADD, MULTIPLY, DIVIDE, FIX}; /* enum cirno_class */
    const struct cirno_card_info *const info = &cirno_cards[card];
    int word = -OFFSET;
    switch (info->class) {
    case CIRNO_COUNTER:
        word += COUNTER + (card == CIRNO_PASS ? PASS : card == CIRNO_TURN ? TURN : DOUBLE);
        break;
    case CIRNO_MULTIPLY:
    case CIRNO_DIVIDE: word += class_of[info->class]; break;
    case CIRNO_SUBTRACT: word += class_of[info->class] - 16 * info->number; break;
    default: word += class_of[info->class] + 16 * info->number; break;
    }
    return (uint16_t)word;
}

/* The quadword of the CIRNO_HAND cards at `cards`; `words` are those of all cards. */
static inline uint64_t cirno_pack_words(const uint16_t words[CIRNO_CARDS], const uint8_t *cards)
{
    uint64_t packed = 0;
    for (int i = 0; i < CIRNO_HAND; i++)
        packed |= (uint64_t)words[cards[i]] << i * CIRNO_WORD_BITS;
    return packed;
}

/* The hand a quadword stands for; words of no card are left out. */
static inline cirno_hand cirno_unpack_words(const uint16_t words[CIRNO_CARDS], uint64_t packed)
{
    cirno_hand hand = 0;
    for (int i = 0; i < CIRNO_HAND; i++)
        for (unsigned card = 0; card < CIRNO_CARDS; card++)
            if (words[card] == (uint16_t)(packed >> i * CIRNO_WORD_BITS))
                hand += cirno_one(card);
    return hand;
}

#endif
