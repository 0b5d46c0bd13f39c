/* Which games of The Number Game a run plays: drawn at random from (seed, index), or all there are
 * of some kind, numbered.
 *
 * Drawn: the stream of base/rng.h for the key (seed, index, 0); chunk by chunk
 *   0  p, of the odd primes in the range
 *   1  e, of 2 .. p-1
 *   2  n0, of 0 .. p-1
 *   3  r, of its range
 *   4  m, of its range, of which a bound above p counts as p
 *   5  and on, m chunks: the goals, a set of m of the p residues, all sets alike, by Floyd's
 *      algorithm: for j = p-m .. p-1 draw t below j + 1; t becomes a goal, or j if t is one.
 * Each from its bounds with equal probability, independent of the others but for those bounds.
 *
 * Numbered: all p in the range, e, sets of m goals and n0, for one r and m. Ordered by p, then e,
 * then the set as a number (bit n for goal n), then n0. */
#ifndef NF_TNG_DEAL_H
#define NF_TNG_DEAL_H

#include "base/error.h"
#include "games/tng/rules/tng.h"

#include <stddef.h>

struct tng_range {
    uint32_t low, high;
};

/* A named choice of games. */
struct tng_profile {
    const char *name;
    const char *help;
    struct tng_range p, r, m;
    bool every; /* numbered; r and m are then the defaults */
};

/* Ended by a NULL name; the first is the default. */
extern const struct tng_profile tng_profiles[];

/* One game as a kernel plays it. */
struct tng_dealt {
    uint32_t pair;   /* tng_pair() of its p and e */
    uint64_t packed; /* tng_pack() */
};

/* A prepared choice; constant while games are played, so shared by all threads. */
struct tng_deal {
    uint64_t seed;
    struct tng_range p, r, m;
    bool every;
    uint32_t first_place, places;         /* of the primes in tng_primes */
    uint16_t reject_below[TNG_MAX_P + 1]; /* nf_reject_below() of each number drawn from */
    uint64_t first[TNG_PAIRS + 1]; /* numbered games: the first index of each pair of p and e, and
                                      behind the last one their count */
    const struct tng_dealt *given; /* explicit games by index, borrowed; NULL: drawn or numbered */
};

/* What stands for "as the profile has it" in tng_prepare_deal(). */
#define TNG_ANY UINT32_MAX

/* Prepares a profile; r and m replace its own where they are not TNG_ANY. NF_USAGE for an unknown
 * profile or a number out of range. */
enum nf_status tng_prepare_deal(struct tng_deal *deal, const char *profile, uint32_t r, uint32_t m,
                                uint64_t seed, struct nf_error *err);

/* Prepares these ranges themselves: 3 <= p <= 47 with a prime among them, 1 <= r <= 6,
 * 0 <= m <= 10, one r and one m where `every` is set. NF_USAGE otherwise. */
enum nf_status tng_prepare_ranges(struct tng_deal *deal, const struct tng_profile *ranges,
                                  uint64_t seed, struct nf_error *err);

/* How many games are numbered. With p up to 47, r aside: 9,810 without goals, 364,122 with one
 * goal, 7,017,492 with two, 91,461,876 with three, 16,631,741,397,670 with ten. */
uint64_t tng_count(const struct tng_deal *deal);

/* A choice of the `count` explicit games in `given`, for tng_play() alone. */
struct tng_deal tng_give(const struct tng_dealt *given, size_t count);

/* Game `index`: drawn, or the one of that number, which is below tng_count(). Pure functions. */
struct tng_dealt tng_deal_index(const struct tng_deal *deal, uint64_t index);

/* The same as an explicit game, its goals in ascending order. */
struct tng_game tng_deal_game(const struct tng_deal *deal, uint64_t index);

/* A game that is valid as a kernel plays it. */
struct tng_dealt tng_pack_game(const struct tng_game *game);

/* A packed game as an explicit one. */
struct tng_game tng_unpack(uint32_t pair, uint64_t packed);

/* The set that follows `goals` in order of numbers among sets of as many goals (not none); it may
 * have bits at p and above: then `goals` was the last one. */
static inline uint64_t tng_next_set(uint64_t goals)
{
    const uint64_t lowest = goals & -goals, carried = goals + lowest;
    return carried | (goals ^ carried) >> (__builtin_ctzll(goals) + 2);
}

/* The set number `rank` of those with m goals below p. */
uint64_t tng_set_of_rank(uint32_t p, uint32_t m, uint64_t rank);

/* p over m: how many sets of m goals there are. */
uint64_t tng_sets(uint32_t p, uint32_t m);

#endif
