/* What `run --detail` counts of mahjong besides the usual sums: how far hands are from winning in
 * the course of games. That is more than outcome records say, so each game that a kernel hands in
 * is played once more, by the fast player. */
#ifndef NF_MAHJONG_DETAIL_H
#define NF_MAHJONG_DETAIL_H

#include "games/mahjong/simulated/kernels/kernels.h"
#include "games/mahjong/simulated/stats/tallying.h"

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
