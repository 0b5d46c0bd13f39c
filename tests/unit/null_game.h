/* A game without rules, to test the frame around games: its outcomes are a plain function of
 * the index, and its kernels can be told to fail or to dawdle.
 *
 * An outcome is a word for each player and one for the game's mood. What is counted of it has
 * nothing to do with any other game: the sum of each player's words, which are her turns, and the
 * sum of moods, put off to the settling. */
#ifndef NF_TEST_NULL_GAME_H
#define NF_TEST_NULL_GAME_H

#include "sim/tally.h"

#include <stdatomic.h>

/* Writes the players + 1 words of game `index` among `players`. */
void null_words(uint64_t index, uint32_t players, uint32_t *words);

enum null_extreme { NULL_MOST_TURNS, NULL_LEAST_MOOD };

extern const struct nf_game null_game;
extern const struct nf_kernel null_kernel; /* in order of the indices */
extern const struct nf_kernel
    null_late_kernel; /* hands in its games in reverse, a batch at a time */
extern const struct nf_kernel null_slow_kernel; /* a millisecond a game */
extern const struct nf_kernel null_bad_kernel;  /* NF_INVALID at index 1000 */
/* On a device: 100,000 indices at once, NF_INVALID at index 500000; counts what is opened and
 * closed. */
extern const struct nf_kernel null_device_kernel;
extern const struct nf_kernel null_unplugged_kernel; /* the same, but open fails: NF_IO */
extern atomic_int null_opened, null_closed;
extern atomic_uint_fast64_t null_largest_feed; /* of the device, since it was set to 0 */

#endif
