#include "sim/digest.h"

#include "base/rng.h"

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

/* ---- blocks ---- */

/* Makes one block of two. */
static void coarsen_blocks(struct nf_blocks *blocks)
{
    const uint64_t first = blocks->first >> 1;
    const uint64_t last = (blocks->first + blocks->count - 1) >> 1;
    for (uint32_t i = 0; i < blocks->count; i++) {
        const struct nf_digest moved = blocks->list[i];
        blocks->list[i] = (struct nf_digest){0};
        nf_digest_merge(&blocks->list[((blocks->first + i) >> 1) - first], &moved);
    }
    blocks->first = first;
    blocks->count = (uint32_t)(last - first + 1);
    blocks->shift++;
}

void nf_blocks_reach(struct nf_blocks *blocks, uint64_t low, uint64_t high)
{
    if (blocks->count == 0) {
        blocks->first = low >> blocks->shift;
        blocks->count = 1;
    }
    uint64_t first, last;
    for (;; coarsen_blocks(blocks)) {
        first = low >> blocks->shift;
        last = high >> blocks->shift;
        if (blocks->first < first)
            first = blocks->first;
        if (blocks->first + blocks->count - 1 > last)
            last = blocks->first + blocks->count - 1;
        if (last - first < NF_MOST_BLOCKS)
            break;
    }
    const uint64_t more = blocks->first - first; /* in front */
    if (more > 0) {
        memmove(blocks->list + more, blocks->list, blocks->count * sizeof *blocks->list);
        memset(blocks->list, 0, (size_t)more * sizeof *blocks->list);
    }
    blocks->first = first;
    blocks->count = (uint32_t)(last - first + 1);
}

void nf_blocks_merge(struct nf_blocks *blocks, const struct nf_blocks *other)
{
    if (other->count == 0)
        return;
    const uint64_t end = other->first + other->count;
    nf_blocks_reach(blocks, other->first << other->shift, (end << other->shift) - 1);
    while (blocks->shift < other->shift)
        coarsen_blocks(blocks);
    for (uint32_t i = 0; i < other->count; i++)
        nf_digest_merge(
            &blocks->list[((other->first + i) >> (blocks->shift - other->shift)) - blocks->first],
            &other->list[i]);
}
