/* Deals The Number Game: games drawn at random from (seed, index), or all games of some kind,
 * numbered.
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

/* A profile: a named set of games. */
struct tng_profile {
    const char *name;
    const char *help;
    struct tng_range p, r, m;
    bool every; /* numbered; r and m are then the defaults */
};

/* The profiles, ended by a NULL name; the first is the default. */
extern const struct tng_profile tng_profiles[];

/* A game as kernels play it. */
struct tng_dealt {
    uint32_t pair;   /* tng_pair() of its p and e */
    uint64_t packed; /* tng_pack() */
};

/* A prepared profile; constant while games are played, so shared by all threads. */
struct tng_deal {
    uint64_t seed;
    struct tng_range p, r, m;
    bool every;
    uint32_t first_place, places;         /* range of primes in tng_primes */
    uint16_t reject_below[TNG_MAX_P + 1]; /* nf_reject_below() of each number drawn from */
    uint64_t first[TNG_PAIRS + 1]; /* numbered games: the first index of each pair of p and e; the
                                      last element is the number of games */
    const struct tng_game *given;  /* explicit games by index, borrowed; NULL: drawn or numbered */
};

/* In tng_prepare_deal(): as in the profile. */
#define TNG_ANY UINT32_MAX

/* Prepares a profile; r and m replace its ranges unless they are TNG_ANY. Returns NF_USAGE for an
 * unknown profile or a number out of range. */
enum nf_status tng_prepare_deal(struct tng_deal *deal, const char *profile, uint32_t r, uint32_t m,
                                uint64_t seed, struct nf_error *err);

/* Prepares explicit ranges: 3 <= p <= 47 with at least one prime, 1 <= r <= 6, 0 <= m <= 10; a
 * single r and m if `every` is set. Returns NF_USAGE otherwise. */
enum nf_status tng_prepare_ranges(struct tng_deal *deal, const struct tng_profile *ranges,
                                  uint64_t seed, struct nf_error *err);

/* Returns the number of numbered games. For p up to 47 and any r: 9,810 without goals, 364,122 with
 * one goal, 7,017,492 with two, 91,461,876 with three, 16,631,741,397,670 with ten. */
uint64_t tng_count(const struct tng_deal *deal);

/* Returns a deal of the `count` explicit games in `given`, only for tng_play(). */
struct tng_deal tng_give(const struct tng_game *given, size_t count);

/* Returns game `index`: drawn, or the one of that number, which must be below tng_count(). A pure
 * function. */
struct tng_dealt tng_deal_index(const struct tng_deal *deal, uint64_t index);

/* The same as an explicit game, with goals in ascending order. */
struct tng_game tng_deal_game(const struct tng_deal *deal, uint64_t index);

/* Returns a valid explicit game as kernels play it. */
struct tng_dealt tng_pack_game(const struct tng_game *game);

/* Returns the next larger set with the same number of goals, which must not be 0. If it has bits at
 * p or above, `goals` was the last set. */
static inline uint64_t tng_next_set(uint64_t goals)
{
    const uint64_t lowest = goals & -goals, carried = goals + lowest;
    return carried | (goals ^ carried) >> (__builtin_ctzll(goals) + 2);
}

#endif
