/* The mahjong simulator as the engine sees it.
 *
 * Parameters: `players` is 4, `rounds` 1, and `deck` 0 or MAHJONG_WALL, which say the same. */
#ifndef NF_MAHJONG_MODULE_H
#define NF_MAHJONG_MODULE_H

#include "core/contract/game.h"
#include "core/format/problem.h"

extern const struct nf_game mahjong_game;

/* And as the tester sees it (problem.c). */
extern const struct nf_problem mahjong_problem;

#endif
