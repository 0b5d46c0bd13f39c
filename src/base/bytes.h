/* Integers as little-endian bytes, so that hashes do not depend on the machine. Thread-safe. */
#ifndef NF_BYTES_H
#define NF_BYTES_H

#include <stdint.h>
#include <string.h>

/* Writes `value` to the four bytes at `to`. */
static inline void nf_put_u32(unsigned char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

/* Writes `value` to the eight bytes at `to`. */
static inline void nf_put_u64(unsigned char *to, uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(to, &value, sizeof value);
#else
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(value >> (8 * i));
#endif
}

/* Writes `count` values to the 4 * `count` bytes at `to`. */
static inline void nf_put_u32s(unsigned char *to, const uint32_t *values, uint32_t count)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(to, values, 4 * (size_t)count);
#else
    for (uint32_t i = 0; i < count; i++)
        nf_put_u32(to + 4 * (size_t)i, values[i]);
#endif
}

#endif
