/* ninefold gen --suite: a judge's test set in a folder of its own. */
#ifndef NF_GEN_SUITE_H
#define NF_GEN_SUITE_H

#include "core/contract/game.h"

#include <stdbool.h>
#include <stdint.h>

struct nf_gen_suite {
    const struct nf_game *game; /* with a set, game->suite */
    uint64_t seed;
    const char *folder;
    bool kattis; /* a problem package instead of numbered instances and answers */
    bool quiet;  /* no progress, no notes */
};

/* Makes the set and prints a line a test to standard output. The folder is new or empty; it is
 * filled when all files are written, so that nothing is left of a set that fails. NF_IO for a
 * folder that has something in it or cannot be written. */
enum nf_status nf_gen_suite(const struct nf_gen_suite *order, struct nf_error *err);

#endif
