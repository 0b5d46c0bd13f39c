/* What is counted of mahjong games. The winning share of a seat is what the game is played for;
 * games are independent of each other and are won by one seat at most, so its interval is exact.
 *
 * The sums of a tally, each but the last a number of games:
 *
 *     won        4 * 4   by winner, by who discarded the winning tile; the diagonal is for
 *                        self-drawn wins
 *     drawn      1       nobody won
 *     by_tile    64      by winning tile
 *     by_melds   5       by melds the winner had laid down
 *     by_turns   256     by turns, which are discards
 *     by_claims  17      by claims of all players, pongs and chows
 *     by_pongs   4 * 5   by pongs of each seat
 *     by_chows   4 * 5   by chows of each seat
 *     by_played  3 * 5   by how often PASS, REVERSE, DOUBLE were played */
#ifndef NF_MAHJONG_TALLYING_H
#define NF_MAHJONG_TALLYING_H

#include "base/lang.h"
#include "base/text.h"
#include "core/contract/game.h"
#include "core/tables.h"
#include "core/tally.h"
#include "games/mahjong/rules/mahjong.h"
#include "stats/estimate.h"

enum {
    MAHJONG_ALL_CLAIMS = MAHJONG_SEATS * MAHJONG_MAX_MELDS,
    MAHJONG_SUM_WON = 0,
    MAHJONG_SUM_DRAWN = MAHJONG_SUM_WON + MAHJONG_SEATS * MAHJONG_SEATS,
    MAHJONG_SUM_TILE = MAHJONG_SUM_DRAWN + 1,
    MAHJONG_SUM_MELDS = MAHJONG_SUM_TILE + 64,
    MAHJONG_SUM_TURNS = MAHJONG_SUM_MELDS + MAHJONG_MAX_MELDS + 1,
    MAHJONG_SUM_CLAIMS = MAHJONG_SUM_TURNS + 256,
    MAHJONG_SUM_PONGS = MAHJONG_SUM_CLAIMS + MAHJONG_ALL_CLAIMS + 1,
    MAHJONG_SUM_CHOWS = MAHJONG_SUM_PONGS + MAHJONG_SEATS * (MAHJONG_MAX_MELDS + 1),
    MAHJONG_SUM_PLAYED = MAHJONG_SUM_CHOWS + MAHJONG_SEATS * (MAHJONG_MAX_MELDS + 1),
    MAHJONG_SUMS = MAHJONG_SUM_PLAYED + MAHJONG_SPECIALS * (MAHJONG_COPIES + 1),
};

/* extremes */
enum { MAHJONG_LONGEST_GAME, MAHJONG_SHORTEST_GAME, MAHJONG_MOST_CLAIMS };

extern const struct nf_tally_ops mahjong_tally;
extern const struct nf_record_ops mahjong_records;
extern const struct nf_extreme_kind mahjong_extremes[]; /* its extremes, ended by a NULL name */

/* ---- what follows from the sums of a settled tally ---- */

/* Games that `winner` won with a tile that `from` discarded, or drew herself where both are the
 * same. */
uint64_t mahjong_won_from(const struct nf_tally *tally, unsigned winner, unsigned from);

/* Games that a seat won, and games somebody else won with a tile that she discarded. */
uint64_t mahjong_won(const struct nf_tally *tally, unsigned seat);
uint64_t mahjong_dealt_in(const struct nf_tally *tally, unsigned seat);

/* Games that ended in some way. */
uint64_t mahjong_ended(const struct nf_tally *tally, enum mahjong_end end);

/* Pongs and chows of a seat in all games; how often a special tile, 0 .. MAHJONG_SPECIALS-1, was
 * played. */
uint64_t mahjong_pongs(const struct nf_tally *tally, unsigned seat);
uint64_t mahjong_chows(const struct nf_tally *tally, unsigned seat);
uint64_t mahjong_played(const struct nf_tally *tally, unsigned special);

/* Tiles drawn after the deal: every turn begins with a tile drawn or claimed, and every such tile
 * but one that wins is followed by a discard. */
uint64_t mahjong_drawn_tiles(const struct nf_tally *tally);

/* The fewest turns that at least the share `q` of games did not exceed. */
unsigned mahjong_turns_quantile(const struct nf_tally *tally, double q);
double mahjong_turns_sd(const struct nf_tally *tally);

/* Whether all seats win equally often, of the games that somebody won. */
struct nf_alike mahjong_alike(const struct nf_tally *tally);

/* Members of mahjong_tally: the share of games a seat won, and by how much that of `a` exceeds
 * that of `b`. */
struct nf_estimate mahjong_share(const struct nf_tally *tally, uint32_t seat, uint64_t *times);
struct nf_estimate mahjong_gap(const struct nf_tally *tally, uint32_t a, uint32_t b);

/* Members of the tallying that the detailed one shares; see core/contract/tally_ops.h. */
uint32_t mahjong_words(const struct nf_setup *setup);
uint64_t mahjong_turns_of(const struct nf_setup *setup, const struct nf_outcome *record);
void mahjong_per_seat(const struct nf_setup *setup, const struct nf_outcome *record,
                      uint16_t *counts);
uint32_t mahjong_trials_per_game(const struct nf_setup *setup);
uint64_t mahjong_turns(const struct nf_tally *tally);
double mahjong_width(const struct nf_tally *tally);
void mahjong_describe(const struct nf_setup *setup, struct nf_text *text);
void mahjong_report(const struct nf_tally *tally, struct nf_tables *tables);
#define MAHJONG_SHARED_OPS                                                                         \
    .extremes = mahjong_extremes, .words = mahjong_words, .turns_of = mahjong_turns_of,            \
    .per_seat = mahjong_per_seat, .event = N_("wins"), .trials = mahjong_trials_per_game,          \
    .turns = mahjong_turns, .width = mahjong_width, .share = mahjong_share, .gap = mahjong_gap,    \
    .describe = mahjong_describe

extern const char *const mahjong_letters[MAHJONG_SEATS]; /* of the seats */
extern const char *const mahjong_ends[3];                /* in words, by enum mahjong_end */

#endif
