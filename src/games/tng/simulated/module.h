/* The Number Game as the engine sees it.
 *
 * Parameters: `players` is 2. `rounds` is the most rounds a drawn game has (r is drawn from the
 * profile's range up to it), and the r of numbered games; `deck`, where it is not 0, likewise
 * bounds or is the number of goals m. */
#ifndef NF_TNG_MODULE_H
#define NF_TNG_MODULE_H

#include "sim/game.h"
#include "sim/kernel.h"

extern const struct nf_game tng_game;

/* The promises of run --check: nf_game.promises. */

extern const struct nf_promise_ops tng_promises;

#endif
