/* How the byte-lane kernels (kernel.h) keep a hand: three bytes, a card each, in the order in
 * which they were drawn.
 *
 * A card's byte is chosen so that few operations tell what it does and which of two cards that come
 * to the same p is preferred; step.h has the operations:
 *
 *     PASS, TURN, DOUBLE   f3, f2, f1   the only ones from f0 on
 *     E                    value + BYTE_FIXED, from 80 on
 *     A, B                 from BYTE_FIXED on and below 80
 *     C2, D2               0c, 4b: below BYTE_FIXED
 *
 * The low four bits of the bytes below 80 differ, so that a byte shuffle tells these cards apart.
 * Of two basic cards the greater of byte ^ BYTE_LARGEST is preferred where p is to be large, of
 * byte ^ BYTE_SMALLEST where it is to be small. */
#ifndef NF_CIRNO_BYTES_HAND_H
#define NF_CIRNO_BYTES_HAND_H

#include "games/cirno/rules/cirno.h"
#include "games/cirno/rules/rules.h"

enum {
    BYTE_ZERO = 27,                    /* p = 0 is kept as this, p as p + BYTE_ZERO */
    BYTE_LOST = BYTE_ZERO + 100,       /* above CIRNO_LIMIT; additions saturate there */
    BYTE_DEEP = -106,                  /* up to here what follows may not fit a byte */
    BYTE_FIXED = 140 - BYTE_ZERO,      /* byte - BYTE_FIXED is what E keeps p as */
    BYTE_LARGEST = 0xc0,               /* orders ties: C A B D E */
    BYTE_SMALLEST = 0xff ^ 0x40,       /* D B A C E */
    BYTE_COUNTER = 0xf0,               /* bytes above are counter cards */
    BYTE_NUMBERED = BYTE_FIXED & 0x0f, /* low four bits of the first of A and B */
};

_Static_assert(BYTE_LOST == INT8_MAX, "what is above the limit saturates");

/* The byte of a card. */
static inline uint8_t cirno_byte_of(unsigned card)
{
    const struct cirno_card_info *const info = &cirno_cards[card];
    switch (info->class) {
    case CIRNO_SUBTRACT: return (uint8_t)(BYTE_FIXED + card - CIRNO_B1);
    case CIRNO_ADD: return (uint8_t)(BYTE_FIXED + 3 + card - CIRNO_A1);
    case CIRNO_MULTIPLY: return 0x0c;
    case CIRNO_DIVIDE: return 0x4b;
    case CIRNO_FIX: return (uint8_t)(BYTE_FIXED + BYTE_ZERO + info->number);
    default: return (uint8_t)(BYTE_COUNTER + 3 - (card - CIRNO_PASS));
    }
}

#endif
