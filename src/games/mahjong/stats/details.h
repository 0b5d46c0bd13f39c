/* How distances fall in the course of games: more than the outcome records say, so games are played
 * once more for it. */
#ifndef NF_MAHJONG_DETAILS_H
#define NF_MAHJONG_DETAILS_H

#include "games/mahjong/kernels/kernels.h"

enum {
    MAHJONG_MOST_DISTANCE = 14, /* four melds and a pair, none of it there */
    MAHJONG_MOST_TURNS = 128, /* of one player; a wall has 96 tiles after the deal, and every claim
                                 of the 16 possible ones is a turn more */
};

/* Integers only; those of disjoint sets of games are merged by adding. Start with {0}. */
struct mahjong_details {
    uint64_t games;
    uint64_t dealt[MAHJONG_SEATS]
                  [MAHJONG_MOST_DISTANCE + 1]; /* players by distance after the deal */
    /* Players by distance after their discard number t, from 0. */
    uint64_t after[MAHJONG_MOST_TURNS][MAHJONG_MOST_DISTANCE + 1];
    uint64_t waits[MAHJONG_SEATS]; /* players who came to distance 1 before the game ended */
    uint64_t claims[MAHJONG_MOST_DISTANCE + 1]; /* by the distance before the claim */
};

/* Plays game `index` by the fast player and adds what it finds. */
void mahjong_add_details(const struct mahjong_run *run, uint64_t index,
                         struct mahjong_details *details);

/* Adds the details of other games. */
void mahjong_merge_details(struct mahjong_details *to, const struct mahjong_details *from);

#endif
