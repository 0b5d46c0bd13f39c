/* The Number Game as the engine sees it.
 *
 * Parameters: `players` is 2. `rounds` is the most rounds a drawn game has (r is drawn from the
 * profile's range up to it), and the r of numbered games; `deck`, where it is not 0, likewise
 * bounds or is the number of goals m. */
#ifndef NF_TNG_MODULE_H
#define NF_TNG_MODULE_H

#include "base/text.h"
#include "core/contract/game.h"

extern const struct nf_game tng_game;

/* Appends the `count` games from index `first` on as one instance, and its transcript, each where
 * not NULL. NF_USAGE for numbered games that do not exist, NF_IO without memory. */
enum nf_status tng_write_games(const struct nf_setup *setup, uint64_t first, uint32_t count,
                               struct nf_text *instance, struct nf_text *answer,
                               struct nf_error *err);

#endif
