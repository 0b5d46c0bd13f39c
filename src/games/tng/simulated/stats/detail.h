/* What a detailed run of The Number Game counts besides: what becomes of its games where one
 * player, or both, toss a coin for every move instead of thinking. The chances of a game are
 * computed, not sampled; so an interval shows only how much games differ. */
#ifndef NF_TNG_DETAIL_H
#define NF_TNG_DETAIL_H

#include "games/tng/rules/analysis.h"
#include "games/tng/simulated/stats/tallying.h"

/* Who plays against whom. */
struct tng_match {
    const char *name; /* "perfect v random": X first */
    enum tng_player x, y;
};

enum {
    TNG_MATCHES = 5,
    TNG_UNITS = 1 << TNG_MAX_MOVES, /* a certain win; chances are whole numbers of units */
};

extern const struct tng_match tng_matches[TNG_MATCHES];

/* What is counted of each match, tally->details: units and their squares. */
struct tng_match_sums {
    uint64_t x, y, xx, yy;
    uint64_t xy; /* of the squares of X's units less Y's */
};

extern const struct nf_detail_ops tng_detail_ops;

/* The chance that a match ends in some way, and by how much X's chance to win exceeds Y's; with 95%
 * intervals unless games are numbered. */
struct nf_estimate tng_match_share(const struct nf_tally *tally, uint32_t match,
                                   enum tng_outcome outcome);
struct nf_estimate tng_match_advantage(const struct nf_tally *tally, uint32_t match);

#endif
