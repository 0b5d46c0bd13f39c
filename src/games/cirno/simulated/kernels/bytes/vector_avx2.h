/* The primitives of the byte-lane kernels with AVX2: 32 bytes a vector. vector.h says what
 * each does. */
#ifndef NF_CIRNO_BYTES_AVX2_H
#define NF_CIRNO_BYTES_AVX2_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__AVX2__)

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

typedef __m256i vec;

INLINE vec load(const void *from)
{
    return _mm256_load_si256(from);
}
INLINE void store(void *to, vec a)
{
    _mm256_store_si256(to, a);
}
INLINE vec splat(int byte)
{
    return _mm256_set1_epi8((char)byte);
}
INLINE vec splat16(uint32_t word)
{
    return _mm256_set1_epi16((short)word);
}
INLINE vec splat32(uint32_t word)
{
    return _mm256_set1_epi32((int)word);
}
INLINE vec table16(const uint8_t bytes[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)bytes));
}
INLINE vec look_up(vec table, vec index)
{
    return _mm256_shuffle_epi8(table, index);
}

INLINE vec both(vec a, vec b)
{
    return _mm256_and_si256(a, b);
}
INLINE vec either(vec a, vec b)
{
    return _mm256_or_si256(a, b);
}
INLINE vec differ(vec a, vec b)
{
    return _mm256_xor_si256(a, b);
}
INLINE vec without(vec a, vec b)
{
    return _mm256_andnot_si256(b, a);
}
INLINE vec same(vec a, vec b)
{
    return _mm256_cmpeq_epi8(a, b);
}
INLINE vec greater(vec a, vec b)
{
    return _mm256_cmpgt_epi8(a, b);
}
#if defined __CHAR_UNSIGNED__ && !defined __clang__
/* gcc 12 makes of a blend a comparison of plain chars with 0, which none is below here. */
INLINE vec choose(vec a, vec b, vec mask)
{
    return either(both(b, mask), without(a, mask));
}
INLINE vec choose_negative(vec a, vec b, vec sign)
{
    return choose(a, b, greater(_mm256_setzero_si256(), sign));
}
#else
INLINE vec choose(vec a, vec b, vec mask)
{
    return _mm256_blendv_epi8(a, b, mask);
}
INLINE vec choose_negative(vec a, vec b, vec sign)
{
    return _mm256_blendv_epi8(a, b, sign);
}
#endif

INLINE vec plus(vec a, vec b)
{
    return _mm256_add_epi8(a, b);
}
INLINE vec minus(vec a, vec b)
{
    return _mm256_sub_epi8(a, b);
}
INLINE vec plus_saturated(vec a, vec b)
{
    return _mm256_adds_epi8(a, b);
}
INLINE vec minus_saturated(vec a, vec b)
{
    return _mm256_subs_epi8(a, b);
}
INLINE vec larger(vec a, vec b)
{
    return _mm256_max_epi8(a, b);
}
INLINE vec smaller(vec a, vec b)
{
    return _mm256_min_epi8(a, b);
}
INLINE vec larger_unsigned(vec a, vec b)
{
    return _mm256_max_epu8(a, b);
}
INLINE vec smaller_unsigned(vec a, vec b)
{
    return _mm256_min_epu8(a, b);
}
INLINE vec mean_unsigned(vec a, vec b)
{
    return _mm256_avg_epu8(a, b);
}
INLINE uint32_t mask_of(vec mask)
{
    return (uint32_t)_mm256_movemask_epi8(mask);
}
INLINE bool any(vec a)
{
    return !_mm256_testz_si256(a, a);
}

INLINE vec zip_low(vec a, vec b)
{
    return _mm256_unpacklo_epi8(a, b);
}
INLINE vec zip_high(vec a, vec b)
{
    return _mm256_unpackhi_epi8(a, b);
}
INLINE void put_entries(uint32_t to[8], const uint8_t from[16], const uint8_t order[16], vec base)
{
    const __m128i row = _mm_load_si128((const void *)from);
    const __m128i words = _mm_shuffle_epi8(row, _mm_load_si128((const void *)order));
    _mm256_storeu_si256((void *)to, _mm256_add_epi32(_mm256_cvtepu16_epi32(words), base));
}

INLINE vec plus64(vec a, vec b)
{
    return _mm256_add_epi64(a, b);
}
#define up64(a, bits)   _mm256_slli_epi64(a, bits)
#define down64(a, bits) _mm256_srli_epi64(a, bits)
#define up16(a, bits)   _mm256_slli_epi16(a, bits)
INLINE vec product16(vec a, vec b)
{
    return _mm256_mullo_epi16(a, b);
}
INLINE vec high_product16(vec a, vec b)
{
    return _mm256_mulhi_epu16(a, b);
}
INLINE vec smaller16(vec a, vec b)
{
    return _mm256_min_epu16(a, b);
}
INLINE vec excess16(vec a, vec b)
{
    return _mm256_subs_epu16(a, b);
}
INLINE vec lows16(vec a, vec b)
{
    return _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xaa);
}
INLINE vec highs16(vec a, vec b)
{
    return _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xaa);
}
INLINE vec lows32(vec a, vec b)
{
    return _mm256_blend_epi32(a, _mm256_slli_epi64(b, 32), 0xaa);
}
INLINE vec highs32(vec a, vec b)
{
    return _mm256_blend_epi32(_mm256_srli_epi64(a, 32), b, 0xaa);
}

#endif

#endif
