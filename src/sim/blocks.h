/* Digests of equal blocks of indices, so that of a range which is known by its digest some games
 * can be played again and compared.
 *
 * A block is as many indices as a power of two, and begins at a multiple of that; there are at most
 * NF_MOST_BLOCKS of them from the lowest index to the highest, and blocks are no larger than that
 * asks for. So they depend on the games alone, as the digest does: not on how a range was cut up,
 * and in which order its games were counted. */
#ifndef NF_BLOCKS_H
#define NF_BLOCKS_H

#include "sim/digest.h"

enum { NF_MOST_BLOCKS = 1024 };

/* {0}: there are none. Belongs to one thread. */
struct nf_blocks {
    uint64_t first; /* block i is of the indices whose number, shifted, is first + i */
    uint32_t shift, count;
    struct nf_digest list[NF_MOST_BLOCKS]; /* those behind `count` are 0 */
};

/* Makes room for the games `low` to `high`, below 2^63, with those that are there. */
void nf_blocks_reach(struct nf_blocks *blocks, uint64_t low, uint64_t high);

/* Adds the games of `other`. */
void nf_blocks_merge(struct nf_blocks *blocks, const struct nf_blocks *other);

/* Adds a game. */
static inline void nf_blocks_game(struct nf_blocks *blocks, uint64_t index,
                                  const struct nf_digest *game)
{
    if ((index >> blocks->shift) - blocks->first >= blocks->count)
        nf_blocks_reach(blocks, index, index);
    nf_digest_merge(&blocks->list[(index >> blocks->shift) - blocks->first], game);
}

#endif
