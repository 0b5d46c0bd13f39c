/* What is counted of The Number Game: how games end, by p, r and m, and in how many moves. */
#ifndef NF_TNG_TALLYING_H
#define NF_TNG_TALLYING_H

#include "base/lang.h"
#include "base/stats/estimate.h"
#include "base/text.h"
#include "games/tng/rules/analysis.h"
#include "games/tng/rules/tng.h"
#include "sim/game.h"
#include "sim/tally.h"
#include "table/tables.h"

/* The sums of a tally: games by place of p, r - 1, m and outcome, and games by moves to the win (0:
 * draws). */
struct tng_sums {
    uint64_t ends[TNG_PRIMES][TNG_MAX_ROUNDS][TNG_MAX_GOALS + 1][3];
    uint64_t moves[TNG_MAX_MOVES + 1];
};
static inline struct tng_sums *tng_sums_of(const struct nf_tally *tally)
{
    return (struct tng_sums *)tally->sums;
}

enum { TNG_LONGEST_WIN }; /* extremes */

extern const struct nf_tally_ops tng_tally;
extern const struct nf_record_ops tng_records;

/* Its member report. */
void tng_report(const struct nf_tally *tally, struct nf_tables *tables);

/* How many numbered games there are where the tally's games are numbered ones; 0 where they are
 * drawn. Numbered games are no sample: all of them give a share exactly, fewer say nothing about
 * the rest, so there are no intervals. */
uint64_t tng_numbered(const struct nf_tally *tally);

/* Which games to add up: those of one place of p, r and m, or of all for TNG_EACH. */
enum { TNG_EACH = -1 };
struct tng_slice {
    int place, r, m;
};

/* Games of a slice that ended in some way. The tally is settled. */
uint64_t tng_ended(const struct nf_tally *tally, const struct tng_slice *slice,
                   enum tng_outcome outcome);

/* The share of a slice's games that ended in some way, with its 95% interval (NAN where games are
 * numbered). */
struct nf_estimate tng_share(const struct nf_tally *tally, const struct tng_slice *slice,
                             enum tng_outcome outcome);

/* By how much X's share of won games exceeds Y's, likewise: what moving first is worth. */
struct nf_estimate tng_advantage(const struct nf_tally *tally, const struct tng_slice *slice);

/* The order in which outcomes are listed, and the columns for them: the shares of games that end in
 * these ways, and X's share less Y's. */
extern const enum tng_outcome tng_order[3];
enum { TNG_END_COLUMNS = 4 };
extern const struct nf_column tng_end_columns[TNG_END_COLUMNS];

/* ---- details ----
 *
 * What a detailed run of The Number Game counts besides: what becomes of its games where one
 * player, or both, toss a coin for every move instead of thinking. The chances of a game are
 * computed, not sampled; so an interval shows only how much games differ. */

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
