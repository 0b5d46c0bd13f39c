/* The mahjong simulator as the engine sees it.
 *
 * Parameters: `players` is 4, `rounds` 1, and `deck` 0 or MAHJONG_WALL, which say the same. */
#ifndef NF_MAHJONG_MODULE_H
#define NF_MAHJONG_MODULE_H

#include "sim/game.h"

extern const struct nf_game mahjong_game;

#endif
