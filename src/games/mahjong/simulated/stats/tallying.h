/* What is counted of mahjong games. The winning share of a seat is what the game is played for;
 * games are independent of each other and are won by one seat at most, so its interval is exact. */
#ifndef NF_MAHJONG_TALLYING_H
#define NF_MAHJONG_TALLYING_H

#include "base/lang.h"
#include "base/stats/estimate.h"
#include "base/text.h"
#include "games/mahjong/rules/mahjong.h"
#include "games/mahjong/simulated/kernels/kernels.h"
#include "sim/game.h"
#include "sim/tally.h"
#include "table/tables.h"

enum { MAHJONG_ALL_CLAIMS = MAHJONG_SEATS * MAHJONG_MAX_MELDS, MAHJONG_ALL_TURNS = 256 };

/* The sums of a tally: numbers of games. */
struct mahjong_sums {
    uint64_t won[MAHJONG_SEATS][MAHJONG_SEATS]; /* by winner, by who discarded the winning tile; the
                                                   diagonal is for self-drawn wins */
    uint64_t drawn;                             /* nobody won */
    uint64_t by_tile[64];                       /* by winning tile */
    uint64_t by_melds[MAHJONG_MAX_MELDS + 1];   /* by melds the winner had laid down */
    uint64_t by_turns[MAHJONG_ALL_TURNS];       /* by turns, which are discards */
    uint64_t by_claims[MAHJONG_ALL_CLAIMS + 1]; /* by claims of all players, pongs and chows */
    uint64_t by_pongs[MAHJONG_SEATS][MAHJONG_MAX_MELDS + 1]; /* by pongs of each seat */
    uint64_t by_chows[MAHJONG_SEATS][MAHJONG_MAX_MELDS + 1];
    /* By how often PASS, REVERSE, DOUBLE were played. */
    uint64_t by_played[MAHJONG_SPECIALS][MAHJONG_COPIES + 1];
};
static inline struct mahjong_sums *mahjong_sums_of(const struct nf_tally *tally)
{
    return (struct mahjong_sums *)tally->sums;
}

/* extremes */
enum { MAHJONG_LONGEST_GAME, MAHJONG_SHORTEST_GAME, MAHJONG_MOST_CLAIMS };

extern const struct nf_tally_ops mahjong_tally;
extern const struct nf_record_ops mahjong_records;

/* ---- what follows from the sums of a settled tally ---- */

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

/* Whether all seats win equally often, of the games that somebody won. */
struct nf_alike mahjong_alike(const struct nf_tally *tally);

/* Members of mahjong_tally. */
uint64_t mahjong_turns(const struct nf_tally *tally);
void mahjong_report(const struct nf_tally *tally, struct nf_tables *tables);

extern const char *const mahjong_letters[MAHJONG_SEATS]; /* of the seats */
extern const char *const mahjong_ends[3];                /* in words, by enum mahjong_end */

/* ---- details ----
 *
 * What `run --detail` counts of mahjong besides the usual sums: how far hands are from winning in
 * the course of games. That is more than outcome records say, so each game that a kernel hands in
 * is played once more, by the fast player. */

enum {
    MAHJONG_MOST_DISTANCE = 14, /* four melds and a pair, none of it there */
    MAHJONG_MOST_TURNS = 128, /* of one player; a wall has 96 tiles after the deal, and every claim
                                 of the 16 possible ones is a turn more */
};

/* The sums of the details. */
struct mahjong_details {
    uint64_t games;
    uint64_t dealt[MAHJONG_SEATS]
                  [MAHJONG_MOST_DISTANCE + 1]; /* players by distance after the deal */
    /* Players by distance after their discard number t, from 0. */
    uint64_t after[MAHJONG_MOST_TURNS][MAHJONG_MOST_DISTANCE + 1];
    uint64_t waits[MAHJONG_SEATS]; /* players who came to distance 1 before the game ended */
    uint64_t claims[MAHJONG_MOST_DISTANCE + 1]; /* by the distance before the claim */
};
static inline struct mahjong_details *mahjong_details_of(const struct nf_tally *tally)
{
    return (struct mahjong_details *)tally->details;
}

extern const struct nf_detail_ops mahjong_detail_ops;

/* Plays game `index` and adds what it finds. */
void mahjong_add_details(const struct mahjong_run *run, uint64_t index,
                         struct mahjong_details *details);

#endif
