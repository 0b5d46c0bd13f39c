#include "base/rng.h"

/* Inlined, because hashing a few dozen bytes then takes a fraction of the time. */
#define XXH_INLINE_ALL
#include <xxhash.h>

/* The key as bytes, followed by a position for redraws. */
enum { KEY_BYTES = 24, REDRAW_BYTES = 32 };

static void put_key(unsigned char *to, const struct nf_key *key)
{
    nf_put_u64(to, key->seed);
    nf_put_u64(to + 8, key->index);
    nf_put_u64(to + 16, key->attempt);
}

struct nf_rng nf_rng_start(const struct nf_key *key)
{
    unsigned char bytes[KEY_BYTES];
    put_key(bytes, key);
    const XXH128_hash_t hash = XXH3_128bits(bytes, sizeof bytes);
    struct nf_rng rng = {hash.low64, hash.high64};
    if (rng.s0 == 0 && rng.s1 == 0)
        rng.s1 = 1; /* the one state the generator cannot leave */
    return rng;
}

uint32_t nf_redraw(const struct nf_key *key, uint64_t position, uint32_t total)
{
    unsigned char bytes[REDRAW_BYTES];
    put_key(bytes, key);
    nf_put_u64(bytes + KEY_BYTES, position);
    const uint32_t reject_below = (uint32_t)(0x100000000u % total);
    for (uint64_t round = 0;; round++) {
        const uint64_t product = (XXH3_64bits_withSeed(bytes, sizeof bytes, round) >> 32) * total;
        if ((uint32_t)product >= reject_below)
            return (uint32_t)(product >> 32);
    }
}
