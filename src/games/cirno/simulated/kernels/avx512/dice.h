/* The die of groups that choose at random, for 32 lanes: see cirno_die(). A face is a map of the
 * projective line over the field of 17 elements, (a x + b) / (c x + d), and what it gives a card is
 * computed, for the table of all faces would have to be gathered from. */
#ifndef NF_CIRNO_AVX512_DICE_H
#define NF_CIRNO_AVX512_DICE_H

#include "games/cirno/simulated/kernels/avx512/deal.h"
#include "games/cirno/simulated/strategy/dice.h"
#include "games/cirno/simulated/strategy/strategy.h"

#include <string.h>

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

enum {
    FIELD_17 = 17,
    MAPS = FIELD_17 * (FIELD_17 - 1), /* of c and d each */
    POINT_INFINITY = FIELD_17,
};
_Static_assert((FIELD_17 + 1) * MAPS == CIRNO_DIE_FACES, "c = 0, or c = 1 and any d");

INLINE __m512i word_of(int word)
{
    return _mm512_set1_epi16((short)word);
}

/* The 17th part of words; 61,681 is the 17th part of 2^20, rounded up, which is exact. */
INLINE __m512i seventeenth(__m512i words)
{
    return _mm512_srli_epi16(_mm512_mulhi_epu16(words, word_of(61681)), 4);
}

INLINE __m512i modulo_17(__m512i words)
{
    return _mm512_sub_epi16(words, _mm512_mullo_epi16(seventeenth(words), word_of(FIELD_17)));
}

/* a, b, d of a map; c as all ones for 1, or 0, and then d is 1. */
struct map {
    __m512i a, b, c, d;
};

/* Faces are numbered as cirno_die() fills them: by c and d, then a, then b without that which makes
 * a d = b c. */
INLINE struct map map_of(__m512i face)
{
    const __m512i part = seventeenth(_mm512_srli_epi16(face, 4));
    const __m512i rest = _mm512_sub_epi16(face, _mm512_mullo_epi16(part, word_of(MAPS)));
    const __mmask32 is_c = _mm512_test_epi16_mask(part, part);
    const __m512i d = _mm512_sub_epi16(part, word_of(1));
    const __m512i line = seventeenth(rest);
    const __m512i a = _mm512_srli_epi16(rest, 4), b = _mm512_and_si512(rest, word_of(15));
    const __m512i left_out = modulo_17(_mm512_mullo_epi16(a, d));
    const __mmask32 beyond = _mm512_cmpge_epu16_mask(b, left_out);
    return (struct map){
        .a = _mm512_mask_mov_epi16(_mm512_add_epi16(line, word_of(1)), is_c, a),
        .b = _mm512_mask_mov_epi16(
            _mm512_sub_epi16(rest, _mm512_mullo_epi16(line, word_of(FIELD_17))), is_c,
            _mm512_mask_add_epi16(b, beyond, b, word_of(1))),
        .c = _mm512_movm_epi16(is_c),
        .d = _mm512_mask_mov_epi16(word_of(1), is_c, d),
    };
}

/* What a map gives the cards of the codes in `index`, and 1 more: 1 .. CIRNO_CARDS. */
INLINE __m512i image_of(const struct seated *t, const struct map *map, __m512i index)
{
    /* A point is (x, 1), or (1, 0). */
    const __m512i x = _mm512_permutexvar_epi16(index, t->point_x);
    const __m512i finite = _mm512_permutexvar_epi16(index, t->finite);
    const __m512i above =
        _mm512_add_epi16(_mm512_mullo_epi16(map->a, x), _mm512_and_si512(map->b, finite));
    const __m512i below =
        _mm512_add_epi16(_mm512_and_si512(x, map->c), _mm512_and_si512(map->d, finite));
    const __m512i inverse = _mm512_permutex2var_epi16(t->inverse[0], below, t->inverse[1]);
    return _mm512_mask_add_epi16(word_of(POINT_INFINITY + 1),
                                 _mm512_test_epi16_mask(inverse, inverse),
                                 modulo_17(_mm512_mullo_epi16(above, inverse)), word_of(1));
}

/* Throws again where chunks were rejected: 2.9% of them are, so nearly every quad has some. Two
 * steps at a time, for the end of each loop is a branch that cannot be foreseen. */
static __attribute__((noinline)) void throw_again(const struct board *board, struct group *g,
                                                  const uint32_t rejected[STEPS])
{
    for (uint32_t k = 0; k < STEPS; k += 2) {
        uint64_t left = rejected[k] & g->busy;
        left |= (uint64_t)(rejected[k + 1] & g->busy) << LANES;
        for (; left != 0; left &= left - 1) {
            const uint32_t i = (uint32_t)__builtin_ctzll(left), step = k + i / LANES;
            const struct cirno_lane *const lane = &g->lanes[i % LANES];
            const struct nf_key key = cirno_lane_key(&board->all, lane);
            const uint32_t face = cirno_dice_redraw(&key, g->step - lane->first + step);
            memcpy((char *)&g->faces[step] + 2 * (i % LANES), &(uint16_t){(uint16_t)face}, 2);
        }
    }
}

/* Throws the die for the cards that are dealt next. */
INLINE void throw_dice(const struct board *board, struct group *g)
{
    const __m512i all = word_of(CIRNO_DIE_FACES);
    __m512i chunks[STEPS];
    uint32_t rejected[STEPS];
    next_chunks(&board->c, g->dice0, g->dice1, chunks);
    UNROLLED for (int k = 0; k < STEPS; k++)
    {
        rejected[k] = _mm512_cmplt_epu16_mask(_mm512_mullo_epi16(chunks[k], all),
                                              word_of(65536 % CIRNO_DIE_FACES));
        g->faces[k] = _mm512_mulhi_epu16(chunks[k], all);
    }
    throw_again(board, g, rejected);
}

#endif

#endif
