#include "sim/digest.h"

#include "base/bytes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
/* Hashes of a few dozen bytes: inlined they take a fraction of the time. */
#define XXH_INLINE_ALL
#include <xxhash.h>

struct nf_digest nf_digest_of(uint64_t index, const uint32_t *words, uint32_t count)
{
    unsigned char bytes[8 + 4 * NF_MAX_WORDS];
    nf_put_u64(bytes, index);
    nf_put_u32s(bytes + 8, words, count);
    const XXH128_hash_t hash = XXH3_128bits(bytes, 8 + 4 * (size_t)count);
    return (struct nf_digest){hash.low64, hash.high64};
}

void nf_digest_print(const struct nf_digest *digest, char text[NF_DIGEST_TEXT])
{
    snprintf(text, NF_DIGEST_TEXT, "%016" PRIx64 "%016" PRIx64, digest->high, digest->low);
}

/* 16 digits, as nf_digest_print writes them. */
static bool scan_half(const char *text, uint64_t *half)
{
    static const char digits[] = "0123456789abcdef";
    *half = 0;
    for (int i = 0; i < 16; i++) {
        const char *const digit = text[i] == '\0' ? NULL : strchr(digits, text[i]);
        if (digit == NULL)
            return false;
        *half = *half << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

bool nf_digest_scan(struct nf_digest *digest, const char *text)
{
    return strlen(text) == NF_DIGEST_TEXT - 1 && scan_half(text, &digest->high) &&
           scan_half(text + 16, &digest->low);
}
