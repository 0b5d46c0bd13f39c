/* What the byte-lane kernels are written over: a vector of bytes, and some thirty operations on it
 * that AVX2, NEON of AArch64 and WebAssembly have as an instruction or two. Numbers are signed
 * bytes unless the name says otherwise; a mask is a byte of all bits or of none.
 *
 *     load, store            aligned
 *     splat, splat16,        one number everywhere
 *     splat32
 *     table16, look_up       a table of 16 bytes, and what it has at each index: of an index of 80
 *                            to ff 0, else the low four bits count
 *     both, either, differ   of bits: and, or, xor
 *     without(a, b)          bits of a that b has not
 *     same, greater          masks of a == b, a > b
 *     choose(a, b, mask)     b where the mask is set, else a
 *     choose_negative        b where the third is negative, else a
 *     plus, minus            with wrap-around; plus_saturated, minus_saturated without
 *     larger, smaller        larger_unsigned, smaller_unsigned
 *     mean_unsigned          (a + b + 1) / 2
 *     mask_of                a bit a lane, of a mask
 *     any                    whether a bit is set
 *     zip_low, zip_high      bytes of a and b in turns: of the low, of the high half of each 16
 *     put_entries            to[i] = base + the 16-bit number i of from[order[0]], from[order[1]]..
 *
 * And for dealing, on lanes of 64, 32 and 16 bits:
 *
 *     plus64, up64, down64   up16: shifts by a constant
 *     product16              the low half, high_product16 the high half, of unsigned 16-bit numbers
 *     smaller16              unsigned
 *     excess16(a, b)         a - b, or 0 where b is larger
 *     lows16, lows32         of pairs of lanes so wide: the first of a, the first of b
 *     highs16, highs32       the second of a, the second of b */
#ifndef NF_CIRNO_BYTES_VECTOR_H
#define NF_CIRNO_BYTES_VECTOR_H

#include <stdbool.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

#if defined(__AVX2__) /* ---- AVX2 ---- */

#include <immintrin.h>

#define CIRNO_BYTE_LANES 32

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

#elif defined(__AARCH64EL__) /* ---- NEON of AArch64 ---- */

#include <arm_neon.h>

#define CIRNO_BYTE_LANES 16

typedef uint8x16_t vec;

#define S8(a)           vreinterpretq_s8_u8(a)
#define U8(a)           vreinterpretq_u8_s8(a)
#define U16(a)          vreinterpretq_u16_u8(a)
#define U32(a)          vreinterpretq_u32_u8(a)
#define U64(a)          vreinterpretq_u64_u8(a)
#define OF16(a)         vreinterpretq_u8_u16(a)
#define OF32(a)         vreinterpretq_u8_u32(a)
#define OF64(a)         vreinterpretq_u8_u64(a)

INLINE vec load(const void *from)
{
    return vld1q_u8(from);
}
INLINE void store(void *to, vec a)
{
    vst1q_u8(to, a);
}
INLINE vec splat(int byte)
{
    return vdupq_n_u8((uint8_t)byte);
}
INLINE vec splat16(uint32_t word)
{
    return OF16(vdupq_n_u16((uint16_t)word));
}
INLINE vec splat32(uint32_t word)
{
    return OF32(vdupq_n_u32(word));
}
INLINE vec table16(const uint8_t bytes[16])
{
    return vld1q_u8(bytes);
}
/* The instruction looks at all bits of an index: without those that are to be ignored. */
INLINE vec look_up(vec table, vec index)
{
    return vqtbl1q_u8(table, vandq_u8(index, vdupq_n_u8(0x8f)));
}

INLINE vec both(vec a, vec b)
{
    return vandq_u8(a, b);
}
INLINE vec either(vec a, vec b)
{
    return vorrq_u8(a, b);
}
INLINE vec differ(vec a, vec b)
{
    return veorq_u8(a, b);
}
INLINE vec without(vec a, vec b)
{
    return vbicq_u8(a, b);
}
INLINE vec same(vec a, vec b)
{
    return vceqq_u8(a, b);
}
INLINE vec greater(vec a, vec b)
{
    return vcgtq_s8(S8(a), S8(b));
}
INLINE vec choose(vec a, vec b, vec mask)
{
    return vbslq_u8(mask, b, a);
}
INLINE vec choose_negative(vec a, vec b, vec sign)
{
    return vbslq_u8(vcltzq_s8(S8(sign)), b, a);
}

INLINE vec plus(vec a, vec b)
{
    return vaddq_u8(a, b);
}
INLINE vec minus(vec a, vec b)
{
    return vsubq_u8(a, b);
}
INLINE vec plus_saturated(vec a, vec b)
{
    return U8(vqaddq_s8(S8(a), S8(b)));
}
INLINE vec minus_saturated(vec a, vec b)
{
    return U8(vqsubq_s8(S8(a), S8(b)));
}
INLINE vec larger(vec a, vec b)
{
    return U8(vmaxq_s8(S8(a), S8(b)));
}
INLINE vec smaller(vec a, vec b)
{
    return U8(vminq_s8(S8(a), S8(b)));
}
INLINE vec larger_unsigned(vec a, vec b)
{
    return vmaxq_u8(a, b);
}
INLINE vec smaller_unsigned(vec a, vec b)
{
    return vminq_u8(a, b);
}
INLINE vec mean_unsigned(vec a, vec b)
{
    return vrhaddq_u8(a, b);
}
INLINE uint32_t mask_of(vec mask)
{
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const vec own = vandq_u8(mask, vld1q_u8(bits));
    return (uint32_t)vaddv_u8(vget_low_u8(own)) | (uint32_t)vaddv_u8(vget_high_u8(own)) << 8;
}
INLINE bool any(vec a)
{
    return vmaxvq_u8(a) != 0;
}

INLINE vec zip_low(vec a, vec b)
{
    return vzip1q_u8(a, b);
}
INLINE vec zip_high(vec a, vec b)
{
    return vzip2q_u8(a, b);
}
INLINE void put_entries(uint32_t to[8], const uint8_t from[16], const uint8_t order[16], vec base)
{
    const uint16x8_t words = U16(vqtbl1q_u8(vld1q_u8(from), vld1q_u8(order)));
    vst1q_u32(to, vaddw_u16(U32(base), vget_low_u16(words)));
    vst1q_u32(to + 4, vaddw_high_u16(U32(base), words));
}

INLINE vec plus64(vec a, vec b)
{
    return OF64(vaddq_u64(U64(a), U64(b)));
}
#define up64(a, bits)   OF64(vshlq_n_u64(U64(a), bits))
#define down64(a, bits) OF64(vshrq_n_u64(U64(a), bits))
#define up16(a, bits)   OF16(vshlq_n_u16(U16(a), bits))
INLINE vec product16(vec a, vec b)
{
    return OF16(vmulq_u16(U16(a), U16(b)));
}
INLINE vec high_product16(vec a, vec b)
{
    const uint32x4_t low = vmull_u16(vget_low_u16(U16(a)), vget_low_u16(U16(b)));
    const uint32x4_t high = vmull_high_u16(U16(a), U16(b));
    return OF16(vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high)));
}
INLINE vec smaller16(vec a, vec b)
{
    return OF16(vminq_u16(U16(a), U16(b)));
}
INLINE vec excess16(vec a, vec b)
{
    return OF16(vqsubq_u16(U16(a), U16(b)));
}
INLINE vec lows16(vec a, vec b)
{
    return OF16(vtrn1q_u16(U16(a), U16(b)));
}
INLINE vec highs16(vec a, vec b)
{
    return OF16(vtrn2q_u16(U16(a), U16(b)));
}
INLINE vec lows32(vec a, vec b)
{
    return OF32(vtrn1q_u32(U32(a), U32(b)));
}
INLINE vec highs32(vec a, vec b)
{
    return OF32(vtrn2q_u32(U32(a), U32(b)));
}

#elif defined(__wasm_simd128__) /* ---- WebAssembly ---- */

#include <wasm_simd128.h>

#define CIRNO_BYTE_LANES 16

typedef v128_t vec;

INLINE vec load(const void *from)
{
    return wasm_v128_load(from);
}
INLINE void store(void *to, vec a)
{
    wasm_v128_store(to, a);
}
INLINE vec splat(int byte)
{
    return wasm_i8x16_splat((int8_t)byte);
}
INLINE vec splat16(uint32_t word)
{
    return wasm_i16x8_splat((int16_t)word);
}
INLINE vec splat32(uint32_t word)
{
    return wasm_i32x4_splat((int32_t)word);
}
INLINE vec table16(const uint8_t bytes[16])
{
    return wasm_v128_load(bytes);
}
/* The instruction looks at all bits of an index: without those that are to be ignored. */
INLINE vec look_up(vec table, vec index)
{
    return wasm_i8x16_swizzle(table, wasm_v128_and(index, splat(0x8f)));
}

INLINE vec both(vec a, vec b)
{
    return wasm_v128_and(a, b);
}
INLINE vec either(vec a, vec b)
{
    return wasm_v128_or(a, b);
}
INLINE vec differ(vec a, vec b)
{
    return wasm_v128_xor(a, b);
}
INLINE vec without(vec a, vec b)
{
    return wasm_v128_andnot(a, b);
}
INLINE vec same(vec a, vec b)
{
    return wasm_i8x16_eq(a, b);
}
INLINE vec greater(vec a, vec b)
{
    return wasm_i8x16_gt(a, b);
}
INLINE vec choose(vec a, vec b, vec mask)
{
    return wasm_v128_bitselect(b, a, mask);
}
INLINE vec choose_negative(vec a, vec b, vec sign)
{
    return wasm_v128_bitselect(b, a, wasm_i8x16_lt(sign, splat(0)));
}

INLINE vec plus(vec a, vec b)
{
    return wasm_i8x16_add(a, b);
}
INLINE vec minus(vec a, vec b)
{
    return wasm_i8x16_sub(a, b);
}
INLINE vec plus_saturated(vec a, vec b)
{
    return wasm_i8x16_add_sat(a, b);
}
INLINE vec minus_saturated(vec a, vec b)
{
    return wasm_i8x16_sub_sat(a, b);
}
INLINE vec larger(vec a, vec b)
{
    return wasm_i8x16_max(a, b);
}
INLINE vec smaller(vec a, vec b)
{
    return wasm_i8x16_min(a, b);
}
INLINE vec larger_unsigned(vec a, vec b)
{
    return wasm_u8x16_max(a, b);
}
INLINE vec smaller_unsigned(vec a, vec b)
{
    return wasm_u8x16_min(a, b);
}
INLINE vec mean_unsigned(vec a, vec b)
{
    return wasm_u8x16_avgr(a, b);
}
INLINE uint32_t mask_of(vec mask)
{
    return wasm_i8x16_bitmask(mask);
}
INLINE bool any(vec a)
{
    return wasm_v128_any_true(a);
}

INLINE vec zip_low(vec a, vec b)
{
    return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
INLINE vec zip_high(vec a, vec b)
{
    return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
INLINE void put_entries(uint32_t to[8], const uint8_t from[16], const uint8_t order[16], vec base)
{
    const vec words = wasm_i8x16_swizzle(wasm_v128_load(from), wasm_v128_load(order));
    wasm_v128_store(to, wasm_i32x4_add(base, wasm_u32x4_extend_low_u16x8(words)));
    wasm_v128_store(to + 4, wasm_i32x4_add(base, wasm_u32x4_extend_high_u16x8(words)));
}

INLINE vec plus64(vec a, vec b)
{
    return wasm_i64x2_add(a, b);
}
#define up64(a, bits)    wasm_i64x2_shl(a, bits)
#define down64(a, bits)  wasm_u64x2_shr(a, bits)
#define up16(a, bits)    wasm_i16x8_shl(a, bits)
INLINE vec product16(vec a, vec b)
{
    return wasm_i16x8_mul(a, b);
}
INLINE vec high_product16(vec a, vec b)
{
    const vec low = wasm_u32x4_extmul_low_u16x8(a, b), high = wasm_u32x4_extmul_high_u16x8(a, b);
    return wasm_i16x8_shuffle(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
}
INLINE vec smaller16(vec a, vec b)
{
    return wasm_u16x8_min(a, b);
}
INLINE vec excess16(vec a, vec b)
{
    return wasm_u16x8_sub_sat(a, b);
}
INLINE vec lows16(vec a, vec b)
{
    return wasm_i16x8_shuffle(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
}
INLINE vec highs16(vec a, vec b)
{
    return wasm_i16x8_shuffle(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
}
INLINE vec lows32(vec a, vec b)
{
    return wasm_i32x4_shuffle(a, b, 0, 4, 2, 6);
}
INLINE vec highs32(vec a, vec b)
{
    return wasm_i32x4_shuffle(a, b, 1, 5, 3, 7);
}

#else
#define CIRNO_BYTE_LANES 0 /* this machine has none of them */
#endif

#if CIRNO_BYTE_LANES

/* Before a loop of constant length whose arrays are to become registers. */
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 64")
#endif

_Static_assert(sizeof(vec) == CIRNO_BYTE_LANES, "a byte a lane");

#endif

#endif
