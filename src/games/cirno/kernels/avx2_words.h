/* Cards as the AVX2 kernel handles them: 16-bit words, one of each of 16 games to a vector.
 *
 * Cards are kept as words from which their keys follow with one multiplication. A key is
 * 16 * (p after the card) + tie rank, and the card played is the one with the largest key, or
 * under DOUBLE with the largest complement of it:
 *
 *     word = 16 * number + class - OFFSET
 *     key = word + multiplier * (8p + 7) + correction
 *
 * The multiplier is 4 for C2, 2 for addition and subtraction, 1 for D2, 0 for the rest. The
 * correction brings the tie rank to what `classes` says. It may differ under DOUBLE, for which
 * the class has a second number. Both are looked up by byte shuffles; the high byte of a
 * correction is the same for all cards.
 *
 * Tie ranks are below 16, and D2 has 8 more where p is odd. Additions and subtractions never tie
 * with each other. Counter cards have keys below all others, so that they come last for
 * "largest" and first for "smallest". Without DOUBLE, TOP is added to all keys, so that those of
 * p > 99 overflow and become the very smallest; with DOUBLE they are the last by nature. So
 * "she loses" is one comparison of the best key. */
#ifndef NF_CIRNO_AVX2_WORDS_H
#define NF_CIRNO_AVX2_WORDS_H

#include "games/cirno/kernels/avx2_hand.h"
#include "gen/cirno/setup.h"

#if defined(__AVX2__)

#include <immintrin.h>

typedef __m256i vec;

enum {
    WIDTH = 16, /* words in a vector */

    LOWEST = -1000, /* least p whose keys do not overflow */
    TOP = INT16_MAX - (16 * CIRNO_LIMIT + 15),
    WORST = -16 * (CIRNO_LIMIT + 1), /* the least key of a card that does not lose */

    UNDER_DOUBLE = 8, /* added to a class, makes its index under DOUBLE */

    PART = 16,                   /* tickets that a byte shuffle can tell apart */
    PARTS = 4,                   /* of the tables of tickets */
    SMALL_TOTAL = 2 * PART,      /* tickets for which two parts will do */
    TABLES_TOTAL = PARTS * PART, /* tickets that the tables have */
};

/* Tie ranks for "largest" and for "smallest"; the larger is preferred, or the smaller. */
struct class_info {
    uint8_t multiplier;
    uint8_t rank, rank_doubled;
};
static const struct class_info classes[CLASSES] = {
    [FIX] = {0, 3, 15},   [DIVIDE] = {1, 4, 4}, [ADD] = {2, 13, 13}, [MULTIPLY] = {4, 14, 14},
    [DOUBLE] = {0, 6, 8}, [TURN] = {0, 7, 7},   [PASS] = {0, 9, 4},
};
/* Keys of TURN, and of DOUBLE without DOUBLE; no other card's. */
enum { TURN_KEY = COUNTER + 7, DOUBLE_KEY = COUNTER + 6 };

static inline vec load(const void *from)
{
    return _mm256_load_si256(from);
}

static inline void store(void *to, vec value)
{
    _mm256_store_si256(to, value);
}

static inline vec splat(int value)
{
    return _mm256_set1_epi16((short)value);
}

/* The bytes of `b` where all bits of the mask are set, those of `a` where none is. */
static inline vec choose(vec a, vec b, vec mask)
{
#if defined __CHAR_UNSIGNED__ && !defined __clang__
    /* gcc 12 makes of a blend a comparison of plain chars with 0, which none is below here. */
    return _mm256_or_si256(_mm256_and_si256(mask, b), _mm256_andnot_si256(mask, a));
#else
    return _mm256_blendv_epi8(a, b, mask);
#endif
}

/* The next word of four generators. */
static inline vec next_words(uint64_t *s0, uint64_t *s1)
{
    const vec a = load(s0), sum = _mm256_add_epi64(a, load(s1));
    const vec word = _mm256_add_epi64(
        _mm256_or_si256(_mm256_slli_epi64(sum, 17), _mm256_srli_epi64(sum, 47)), a);
    const vec b = _mm256_xor_si256(load(s1), a);
    const vec turned = _mm256_or_si256(_mm256_slli_epi64(a, 49), _mm256_srli_epi64(a, 15));
    store(s0, _mm256_xor_si256(_mm256_xor_si256(turned, b), _mm256_slli_epi64(b, 21)));
    store(s1, _mm256_or_si256(_mm256_slli_epi64(b, 28), _mm256_srli_epi64(b, 36)));
    return word;
}

/* Transposes 4x4 words: quadword e of q[j] belongs to lane 4e+j; w[i] are the words i of lanes
 * 0..15. Blends and shifts, because the shuffle port has enough to do. */
static inline void words_of_quads(const vec q[4], vec w[4])
{
    const vec a = _mm256_blend_epi16(q[0], _mm256_slli_epi32(q[1], 16), 0xaa);
    const vec b = _mm256_blend_epi16(_mm256_srli_epi32(q[0], 16), q[1], 0xaa);
    const vec c = _mm256_blend_epi16(q[2], _mm256_slli_epi32(q[3], 16), 0xaa);
    const vec d = _mm256_blend_epi16(_mm256_srli_epi32(q[2], 16), q[3], 0xaa);
    w[0] = _mm256_blend_epi32(a, _mm256_slli_epi64(c, 32), 0xaa);
    w[1] = _mm256_blend_epi32(b, _mm256_slli_epi64(d, 32), 0xaa);
    w[2] = _mm256_blend_epi32(_mm256_srli_epi64(a, 32), c, 0xaa);
    w[3] = _mm256_blend_epi32(_mm256_srli_epi64(b, 32), d, 0xaa);
}

/* The other way round for three words; the fourth is left to chance. */
static inline void quads_of_words(const vec w[3], vec q[4])
{
    const vec a = _mm256_blend_epi32(w[0], _mm256_slli_epi64(w[2], 32), 0xaa);
    const vec c = _mm256_blend_epi32(_mm256_srli_epi64(w[0], 32), w[2], 0xaa);
    const vec b = w[1], d = _mm256_srli_epi64(w[1], 32);
    q[0] = _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xaa);
    q[1] = _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xaa);
    q[2] = _mm256_blend_epi16(c, _mm256_slli_epi32(d, 16), 0xaa);
    q[3] = _mm256_blend_epi16(_mm256_srli_epi32(c, 16), d, 0xaa);
}

/* Tables of a run, in registers as far as they fit. */
struct rules {
    vec players, clockwise, turned; /* turned is clockwise ^ anticlockwise step */
    vec multiplier, correction;     /* bytes by class */
    vec low[PARTS], high[PARTS];    /* bytes of the words of tickets 0..15, 16..31, ... */
};

/* Stores the cards of two steps whose tickets are below PART * parts: those of the second step are
 * looked up in the high bytes. A byte shuffle gives 0 where the index has the highest bit, so each
 * part answers for its own tickets. */
static inline void store_small(const struct rules *rules, int parts, uint16_t words[2][WIDTH],
                               vec first, vec second)
{
    const vec tickets = _mm256_or_si256(first, _mm256_slli_epi16(second, 8));
    vec low = splat(0), high = splat(0);
    for (int i = 0; i < parts; i++) {
        const vec own = _mm256_sub_epi8(tickets, _mm256_set1_epi8((char)(PART * i)));
        const vec index = _mm256_adds_epu8(own, _mm256_set1_epi8(128 - PART));
        low = _mm256_or_si256(low, _mm256_shuffle_epi8(rules->low[i], index));
        high = _mm256_or_si256(high, _mm256_shuffle_epi8(rules->high[i], index));
    }
    store(words[0],
          _mm256_or_si256(_mm256_and_si256(low, splat(0x00ff)), _mm256_slli_epi16(high, 8)));
    store(words[1],
          _mm256_or_si256(_mm256_srli_epi16(low, 8), _mm256_and_si256(high, splat(0xff00))));
}

/* Keys of the cards `word`. `index_bits` has UNDER_DOUBLE in both bytes of lanes under DOUBLE. */
static inline vec key_of(const struct rules *rules, vec word, vec x, vec index_bits, vec doubled)
{
    const vec index = _mm256_or_si256(_mm256_and_si256(word, splat(CLASSES - 1)), index_bits);
    const vec product = _mm256_mullo_epi16(x, _mm256_shuffle_epi8(rules->multiplier, index));
    const vec constant = _mm256_add_epi16(word, _mm256_shuffle_epi8(rules->correction, index));
    return _mm256_xor_si256(_mm256_add_epi16(product, constant), doubled);
}

/* The same 16 bytes in both halves. */
static inline vec twice(const void *bytes)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes));
}

/* The tables of a setup. */
static inline struct rules make_rules(const struct cirno_setup *setup)
{
    const uint32_t players = setup->base.params.players;
    const uint32_t clockwise = 1 % players, back = (players - 1) % players;
    struct rules rules = {.players = splat((int)players),
                          .clockwise = splat((int)clockwise),
                          .turned = splat((int)(clockwise ^ back))};
    uint8_t multiplier[16] = {0}, correction[16] = {TOP / 256};
    for (int kind = 1; kind < CLASSES; kind++) {
        const struct class_info *const info = &classes[kind];
        const int added = kind - OFFSET + 7 * info->multiplier;
        multiplier[kind] = multiplier[kind + UNDER_DOUBLE] = info->multiplier;
        correction[kind] = (uint8_t)(TOP % 256 + info->rank - added);
        correction[kind + UNDER_DOUBLE] = (uint8_t)(info->rank_doubled - added);
    }
    rules.multiplier = twice(multiplier);
    rules.correction = twice(correction);
    for (int part = 0; part < PARTS; part++) {
        uint8_t low[PART], high[PART];
        for (int i = 0; i < PART; i++) {
            const uint32_t ticket = (uint32_t)(PART * part + i);
            const uint16_t word =
                ticket < setup->total ? cirno_word_of(setup->ticket_card[ticket]) : 0;
            low[i] = (uint8_t)(word & 0xff);
            high[i] = (uint8_t)(word >> 8);
        }
        rules.low[part] = twice(low);
        rules.high[part] = twice(high);
    }
    return rules;
}

#endif /* AVX2 */

#endif
