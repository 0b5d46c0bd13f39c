/* The primitives of the byte-lane kernels with NEON of AArch64: 16 bytes a vector. vector.h
 * says what each does. */
#ifndef NF_CIRNO_BYTES_NEON_H
#define NF_CIRNO_BYTES_NEON_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__AARCH64EL__)

#include <arm_neon.h>

#define INLINE static inline __attribute__((always_inline))

typedef uint8x16_t vec;

#define S8(a)   vreinterpretq_s8_u8(a)
#define U8(a)   vreinterpretq_u8_s8(a)
#define U16(a)  vreinterpretq_u16_u8(a)
#define U32(a)  vreinterpretq_u32_u8(a)
#define U64(a)  vreinterpretq_u64_u8(a)
#define OF16(a) vreinterpretq_u8_u16(a)
#define OF32(a) vreinterpretq_u8_u32(a)
#define OF64(a) vreinterpretq_u8_u64(a)

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

#endif

#endif
