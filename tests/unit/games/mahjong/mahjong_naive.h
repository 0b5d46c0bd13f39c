/* What the tests of the mahjong simulator share: hands and walls written as text, and a player's
 * distance by trying everything, as the statement defines it. */
#ifndef NF_TEST_MAHJONG_NAIVE_H
#define NF_TEST_MAHJONG_NAIVE_H

#include "games/mahjong/rules/mahjong.h"
#include "sim/game.h"

#include <stdbool.h>

/* The thirteen different honours, ones and nines: a hand that claims nothing for long. */
#define MAHJONG_ORPHAN_HAND "1M 9M 1P 9P 1S 9S E S W N B F Z"

/* A's spare tile 5M is the highest of her spare tiles, so she discards it when she draws 1M, and
 * who has such a hand claims it. */
#define MAHJONG_DISCARDS_5M "2P 2P 2P 4P 4P 4P 7P 7P 7P 2S 2S 2S 5M"
#define MAHJONG_CHOWS_5M    "4M 6M 3S 3S 3S 6S 6S 6S 8P 8P 8P E W"
#define MAHJONG_PONGS_5M    "5M 5M 8S 8S 8S 5P 5P 5P 3P 3P 3P E W"

/* The wall of an instance. */
enum nf_status mahjong_test_read(const struct nf_input *input, uint8_t wall[MAHJONG_WALL],
                                 struct nf_error *err);

/* Counts tiles like "1M 2M Z". */
void mahjong_test_hand(const char *text, uint8_t count[MAHJONG_KINDS]);

/* Puts the tiles left over behind the first `size` of a wall, in the order of the kinds. Ends the
 * program where a kind comes up more than four times. */
void mahjong_test_fill(uint8_t wall[MAHJONG_WALL], unsigned size);

/* A wall that deals the four `hands` (13 tiles each; NULL: orphans), then brings `draws`, then the
 * tiles left over. */
void mahjong_test_wall(const char *const hands[MAHJONG_SEATS], const char *draws,
                       uint8_t wall[MAHJONG_WALL]);

/* A random hand of 13-3n or 14-3n tiles (`tiles` of them) from a full set of tiles; the smaller
 * `spread` (1..MAHJONG_KINDS), the fewer kinds it comes from. */
void mahjong_test_random_hand(uint64_t *random, unsigned tiles, unsigned spread,
                              uint8_t count[MAHJONG_KINDS]);

/* Whether some `extra` tiles can be added, none of a kind more than four times, so that some of the
 * tiles are 4-n melds and a pair. Takes milliseconds for three tiles, and 12 times longer with
 * every further one. */
bool mahjong_naive_within(const uint8_t count[MAHJONG_KINDS], unsigned melds, unsigned extra);

#endif
