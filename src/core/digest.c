#include "core/digest.h"

#include "core/bytes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

void nf_digest_merge(struct nf_digest *digest, const struct nf_digest *other)
{
    digest->low += other->low;
    digest->high += other->high + (digest->low < other->low);
}

void nf_digest_game(struct nf_digest *digest, uint64_t index, const uint32_t *records,
                    uint32_t rounds)
{
    unsigned char bytes[8 + 4 * NF_MAX_ROUNDS];
    nf_put_u64(bytes, index);
    nf_put_u32s(bytes + 8, records, rounds);
    const XXH128_hash_t hash = XXH3_128bits(bytes, 8 + 4 * (size_t)rounds);
    nf_digest_merge(digest, &(struct nf_digest){hash.low64, hash.high64});
}

void nf_digest_print(const struct nf_digest *digest, char text[NF_DIGEST_TEXT])
{
    snprintf(text, NF_DIGEST_TEXT, "%016" PRIx64 "%016" PRIx64, digest->high, digest->low);
}
