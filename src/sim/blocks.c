#include "sim/blocks.h"

#include <string.h>

/* Makes one block of two. */
static void coarsen(struct nf_blocks *blocks)
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
    for (;; coarsen(blocks)) {
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
        coarsen(blocks);
    for (uint32_t i = 0; i < other->count; i++)
        nf_digest_merge(
            &blocks->list[((other->first + i) >> (blocks->shift - other->shift)) - blocks->first],
            &other->list[i]);
}
