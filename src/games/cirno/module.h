/* Cirno's game as the engine sees it. */
#ifndef NF_CIRNO_MODULE_H
#define NF_CIRNO_MODULE_H

#include "core/game.h"

/* Parameters: `players` 1 to 30, `rounds` 1 to 100, `deck` up to 300,000 or 0; profiles and weights
 * as in gen/cirno/profiles.h, strategies as in games/cirno/strategy/strategy.h. */
extern const struct nf_game cirno_game;

#endif
