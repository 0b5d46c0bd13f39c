/* What is counted of The Number Game: how games end, by p, r and m, and in how many moves. */
#ifndef NF_TNG_TALLYING_H
#define NF_TNG_TALLYING_H

#include "base/lang.h"
#include "base/text.h"
#include "core/contract/game.h"
#include "core/tables.h"
#include "core/tally.h"
#include "games/tng/rules/tng.h"
#include "stats/estimate.h"

/* Where the sums of a tally are: a game counts once by (place of p, r, m, outcome), and once by the
 * moves of its record (0: a draw). */
enum {
    TNG_SUM_ENDS = 0,
    TNG_SUM_MOVES = TNG_PRIMES * TNG_MAX_ROUNDS * (TNG_MAX_GOALS + 1) * 3,
    TNG_SUMS = TNG_SUM_MOVES + TNG_MAX_MOVES + 1,
};

enum { TNG_LONGEST_WIN }; /* extremes */

extern const struct nf_tally_ops tng_tally;
extern const struct nf_record_ops tng_records;

/* How many numbered games there are where the tally's games are numbered ones; 0 where they are
 * drawn. Numbered games are no sample: all of them tell a share exactly, fewer tell nothing about
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

/* Games won in exactly so many moves, 1 .. TNG_MAX_MOVES; 0: draws. */
uint64_t tng_won_in(const struct nf_tally *tally, uint32_t moves);

/* Members of tng_tally, for whoever counts the same and more. */
uint32_t tng_words(const struct nf_setup *setup);
void tng_count_game(struct nf_tally *tally, const struct nf_outcome *outcome);
uint64_t tng_turns_of(const struct nf_setup *setup, const struct nf_outcome *outcome);
void tng_per_seat(const struct nf_setup *setup, const struct nf_outcome *outcome, uint16_t *counts);
uint32_t tng_trials_per_game(const struct nf_setup *setup);
uint64_t tng_turns(const struct nf_tally *tally);
bool tng_consistent(const struct nf_tally *tally);
double tng_width(const struct nf_tally *tally);
struct nf_estimate tng_seat_share(const struct nf_tally *tally, uint32_t seat, uint64_t *times);
struct nf_estimate tng_seat_gap(const struct nf_tally *tally, uint32_t a, uint32_t b);
void tng_describe(const struct nf_setup *setup, struct nf_text *text);
extern const struct nf_extreme_kind tng_extremes[];

void tng_report(const struct nf_tally *tally, struct nf_tables *tables);

/* The order in which outcomes are told, and the columns for them: the shares of games that end in
 * these ways, and X's share less Y's. */
extern const enum tng_outcome tng_order[3];
enum { TNG_END_COLUMNS = 4 };
extern const struct nf_column tng_end_columns[TNG_END_COLUMNS];

#define TNG_SHARED_OPS                                                                             \
    .extremes = tng_extremes, .words = tng_words, .turns_of = tng_turns_of,                        \
    .per_seat = tng_per_seat, .event = N_("wins"), .trials = tng_trials_per_game,                  \
    .turns = tng_turns, .width = tng_width, .share = tng_seat_share, .gap = tng_seat_gap,          \
    .describe = tng_describe

#endif
