/* Builds the wall of a mahjong game from the stream of (seed, index, attempt); attempt is 0 for the
 * games of a run, for every wall is a valid game.
 *
 * The stream is read as base/rng.h says, draw i from 16-bit chunk i. "Shuffling n tiles" takes n-1
 * draws: for place p = 0 .. n-2 a ticket below n-p, and the tiles at p and p + ticket change
 * places. So every order is equally likely (but for the stream being pseudo-random), and a tile at
 * a place depends on no later draw. A wall starts as four tiles of every kind in the order of the
 * list.
 *
 * uniform    The 148 tiles are shuffled: draws 0..146. All other profiles go on from what is said
 *            here, with draws in this order.
 * clustered  The 37 kinds are shuffled and four tiles of each laid in a row; A is dealt the first
 *            13 of them, B the next 13, C and D likewise, and the rest is the wall as it lies. Then
 *            a ticket below 64 says how often two tiles, a ticket below 148 each, change places.
 * specials   The 136 plain tiles are shuffled; then the first 52 of them with the 12 special tiles.
 * orphans    Everybody is dealt one tile of each honour and of each 1 and 9; the other 96 tiles are
 *            shuffled. So hands are as far from winning as hands can be.
 * spread     As orphans, but the special tiles come first, shuffled; then 2 5 8 of each suit,
 *            shuffled, four times in that order, so that everybody draws one of each; then 3 4 6 7
 *            likewise. So hardly a run or a pair comes up early, and many walls run out. */
#ifndef NF_MAHJONG_DEAL_H
#define NF_MAHJONG_DEAL_H

#include "base/rng.h"
#include "games/mahjong/rules/mahjong.h"

/* In the order of mahjong_profiles. */
enum mahjong_profile {
    MAHJONG_UNIFORM,
    MAHJONG_CLUSTERED,
    MAHJONG_SPECIALS_EARLY,
    MAHJONG_ORPHANS,
    MAHJONG_SPREAD,
    MAHJONG_PROFILES,
};

/* Fills `wall`, the first tile drawn first, with MAHJONG_COPIES tiles of each kind. Pure function
 * of its arguments. */
void mahjong_deal(enum mahjong_profile profile, const struct nf_key *key,
                  uint8_t wall[MAHJONG_WALL]);

#endif
