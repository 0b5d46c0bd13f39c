/* The digest of a set of games: one number that says whether a build plays the same.
 *
 * Each game contributes XXH3-128 (seed 0) of its bytes, all little-endian: the index as 8 bytes,
 * then every word of its outcome record as 4 bytes. The digest is the sum of the contributions
 * modulo 2^128, so it does not matter in which order, by which thread or in which shards the
 * games were played: digests of disjoint sets are merged by adding them. It is written as 32 hex
 * digits, the most significant first. */
#ifndef NF_DIGEST_H
#define NF_DIGEST_H

#include "sim/game.h"

struct nf_digest {
    uint64_t low, high;
};

enum { NF_DIGEST_TEXT = 33 }; /* 32 digits and the end of the string */

/* Returns the digest of one game whose outcome record is `count` words, at most NF_MAX_WORDS. */
struct nf_digest nf_digest_of(uint64_t index, const uint32_t *words, uint32_t count);

/* Adds the games of another, disjoint set. */
static inline void nf_digest_merge(struct nf_digest *digest, const struct nf_digest *other)
{
    digest->low += other->low;
    digest->high += other->high + (digest->low < other->low);
}

/* Adds one game. */
static inline void nf_digest_game(struct nf_digest *digest, uint64_t index, const uint32_t *words,
                                  uint32_t count)
{
    const struct nf_digest game = nf_digest_of(index, words, count);
    nf_digest_merge(digest, &game);
}

void nf_digest_print(const struct nf_digest *digest, char text[NF_DIGEST_TEXT]);

/* Reads what nf_digest_print wrote; false for anything else. */
bool nf_digest_scan(struct nf_digest *digest, const char *text);

/* ---- blocks ---- */

/* Digests of equal blocks of indices, so that of a range which is known by its digest some games
 * can be played again and compared.
 *
 * A block is as many indices as a power of two, and begins at a multiple of that; there are at most
 * NF_MOST_BLOCKS of them from the lowest index to the highest, and blocks are no larger than that
 * asks for. So they depend on the games alone, as the digest does: not on how a range was cut up,
 * and in which order its games were counted. */
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
