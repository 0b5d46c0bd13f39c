/* The mahjong simulator as the engine sees it.
 *
 * Parameters: `players` is 4, `rounds` 1, and `deck` 0 or MAHJONG_WALL, which say the same. */
#ifndef NF_MAHJONG_MODULE_H
#define NF_MAHJONG_MODULE_H

#include "sim/game.h"
#include "sim/kernel.h"

extern const struct nf_game mahjong_game;

/* The promises of run --check: nf_game.promises. */

extern const struct nf_promise_ops mahjong_promises;

#endif
