/* The primitives of the byte-lane kernels with the 128-bit vectors of WebAssembly: 16 bytes a
 * vector. vector.h says what each does. */
#ifndef NF_CIRNO_BYTES_WASM_H
#define NF_CIRNO_BYTES_WASM_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

#define INLINE static inline __attribute__((always_inline))

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
#define up64(a, bits)   wasm_i64x2_shl(a, bits)
#define down64(a, bits) wasm_u64x2_shr(a, bits)
#define up16(a, bits)   wasm_i16x8_shl(a, bits)
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

#endif

#endif
