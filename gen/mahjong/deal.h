/* Builds the wall of a mahjong game from the stream of (seed, index, attempt). Every wall is a
 * valid game, so games of a run have attempt 0.
 *
 * Draw i comes from 16-bit chunk i of the stream (base/rng.h). "Shuffling n tiles" takes n-1 draws:
 * for place p = 0 .. n-2 a ticket below n-p; the tiles at p and p + ticket are swapped. So every
 * order is equally likely, and a tile does not depend on draws after its place. A wall starts as
 * four tiles of every kind in the order of the list.
 *
 * uniform    The 148 tiles are shuffled: draws 0..146. The other profiles make their draws in the
 *            order described.
 * clustered  The 37 kinds are shuffled and four tiles of each laid in a row; A is dealt the first
 *            13 of them, B the next 13, C and D likewise, and the rest is the wall as it lies. Then
 *            a ticket below 64 is the number of swaps of two tiles, a ticket below 148 each.
 * specials   The 136 plain tiles are shuffled; then the first 52 of them with the 12 special tiles.
 * orphans    Every player is dealt one tile of each honour and of each 1 and 9; the other 96 tiles
 *            are shuffled. These hands are as far from winning as possible.
 * spread     As orphans, but the special tiles come first, shuffled; then 2 5 8 of each suit,
 *            shuffled, four times in that order, so that every player draws one of each; then
 *            3 4 6 7 likewise. Runs and pairs are rare early, and many walls run out. */
#ifndef NF_MAHJONG_DEAL_H
#define NF_MAHJONG_DEAL_H

#include "base/rng.h"
#include "games/mahjong/rules/mahjong.h"
#include "sim/game.h"

/* The profiles, in the order of mahjong_profiles. */
enum mahjong_profile {
    MAHJONG_UNIFORM,
    MAHJONG_CLUSTERED,
    MAHJONG_SPECIALS_EARLY,
    MAHJONG_ORPHANS,
    MAHJONG_SPREAD,
    MAHJONG_PROFILES,
};

/* Fills `wall`, in the order of drawing, with MAHJONG_COPIES tiles of each kind. A pure function of
 * its arguments. Thread-safe. */
void mahjong_deal(enum mahjong_profile profile, const struct nf_key *key,
                  uint8_t wall[MAHJONG_WALL]);

/* Named kinds of walls. */

/* By enum mahjong_profile, ended by a NULL name; the first is the default. */
extern const struct nf_profile mahjong_profiles[MAHJONG_PROFILES + 1];

#endif
