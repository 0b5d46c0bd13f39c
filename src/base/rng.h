/* The random number stream of one game: a pure function of (seed, index, attempt).
 *
 * Generator: xoroshiro128++ 1.0 by David Blackman and Sebastiano Vigna (2019, public domain,
 * https://prng.di.unimi.it/xoroshiro128plusplus.c), seeded with XXH3-128 of the key. A vector unit
 * computes it in eight instructions per 64-bit word and lane.
 *
 * The stream is read in 16-bit chunks: chunk i is bits 16*(i mod 4) .. of word i/4. A number below
 * `total` is drawn from a chunk by Lemire's multiplication (arXiv:1805.10941) with rejection, so
 * its distribution is exact. A rejected chunk is replaced by nf_redraw() of its position, not by
 * the next chunk. So chunk i always belongs to draw i, and vector lanes that play different games
 * stay in step. */
#ifndef NF_RNG_H
#define NF_RNG_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NF_MAX_TOTAL = 65536 }; /* largest `total` a chunk can be drawn for */

/* The key of a stream. */
struct nf_key {
    uint64_t seed;
    uint64_t index;   /* of the game in its run */
    uint64_t attempt; /* 0 for the first candidate of that index, then 1, 2, ... */
};

/* State of xoroshiro128++; never all zero. */
struct nf_rng {
    uint64_t s0, s1;
};

/* Returns the generator of `key` in its initial state. Thread-safe. */
struct nf_rng nf_rng_start(const struct nf_key *key);

/* Advances the generator and returns its next 64-bit word. One thread at a time. */
static inline uint64_t nf_rng_next(struct nf_rng *rng)
{
    const uint64_t s0 = rng->s0;
    uint64_t s1 = rng->s1;
    const uint64_t sum = s0 + s1;
    const uint64_t word = ((sum << 17) | (sum >> 47)) + s0;
    s1 ^= s0;
    rng->s0 = ((s0 << 49) | (s0 >> 15)) ^ s1 ^ (s1 << 21);
    rng->s1 = (s1 << 28) | (s1 >> 36);
    return word;
}

/* Returns 2^16 mod total, for 1 <= total <= 65536. nf_draw() rejects chunks whose product has low
 * 16 bits below this. */
static inline uint32_t nf_reject_below(uint32_t total)
{
    return 65536u % total;
}

/* Draws a number below `total` from the 16-bit `chunk` into `*ticket`. Returns false if the chunk
 * is rejected. `reject_below` is nf_reject_below(total). */
static inline bool nf_draw(uint32_t chunk, uint32_t total, uint32_t reject_below, uint32_t *ticket)
{
    const uint64_t product = (uint64_t)chunk * total;
    *ticket = (uint32_t)(product >> 16);
    return (product & 0xffff) >= reject_below;
}

/* Returns the number below `total` for a rejected chunk; `position` is its index in the stream. The
 * distribution is exact and independent of all chunks. Thread-safe. */
uint32_t nf_redraw(const struct nf_key *key, uint64_t position, uint32_t total);

/* ---- numbers read one after the other ---- */

/* For cases of fuzz and test sets; deals and kernels know the place of each draw. */

/* A stream, read in order by one thread at a time. */
struct nf_dice {
    struct nf_key key;
    struct nf_rng rng;
    uint64_t word;     /* unused chunks, the next one lowest */
    uint64_t position; /* of the next draw */
};

/* Returns the dice of `key` at the start of its stream. */
static inline struct nf_dice nf_dice_start(const struct nf_key *key)
{
    return (struct nf_dice){.key = *key, .rng = nf_rng_start(key)};
}

/* Returns a number below `total`, 1 <= total <= NF_MAX_TOTAL; all equally likely. Most totals are
 * constants, which spares the division where this is inlined. */
static inline uint32_t nf_roll(struct nf_dice *dice, uint32_t total)
{
    assert(total >= 1 && total <= NF_MAX_TOTAL);
    if (dice->position % 4 == 0)
        dice->word = nf_rng_next(&dice->rng);
    uint32_t number;
    if (!nf_draw((uint32_t)(dice->word & 0xffff), total, nf_reject_below(total), &number))
        number = nf_redraw(&dice->key, dice->position, total);
    dice->word >>= 16;
    dice->position++;
    return number;
}

/* Returns a number from `low` to `high`, all equally likely; high - low < NF_MAX_TOTAL. */
static inline uint32_t nf_roll_between(struct nf_dice *dice, uint32_t low, uint32_t high)
{
    return low + nf_roll(dice, high - low + 1);
}

/* ---- integers as bytes ----
 *
 * As little-endian ones, so that hashes do not depend on the machine. Thread-safe. */

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
