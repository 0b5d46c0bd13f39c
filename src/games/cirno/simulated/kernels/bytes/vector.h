/* What the byte-lane kernels are written over: a vector of bytes, and some thirty operations on it
 * that AVX2 (vector_avx2.h), NEON (vector_neon.h) and WebAssembly (vector_wasm.h) have as an
 * instruction or two. Numbers are signed bytes unless the name says otherwise; a mask is a byte of
 * all bits or of none.
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

#if defined(__AVX2__)
#include "games/cirno/simulated/kernels/bytes/vector_avx2.h"
#define CIRNO_BYTE_LANES 32
#elif defined(__AARCH64EL__)
#include "games/cirno/simulated/kernels/bytes/vector_neon.h"
#define CIRNO_BYTE_LANES 16
#elif defined(__wasm_simd128__)
#include "games/cirno/simulated/kernels/bytes/vector_wasm.h"
#define CIRNO_BYTE_LANES 16
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
