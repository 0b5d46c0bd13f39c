/* ninefold verify --bounds: how far the tests of a set go. */
#ifndef NF_BOUNDS_H
#define NF_BOUNDS_H

#include "core/contract/game.h"
#include "fuzz/judging/test_set.h"

/* Measures every test of `set` and prints for each of the game's measures its limits, the smallest
 * and the largest value with the first test that has it, and which limits are reached. NF_INVALID
 * with file and line for a test that is not valid, or NF_IO. */
enum nf_status nf_bounds(const struct nf_game *game, const struct nf_test_set *set,
                         struct nf_error *err);

#endif
