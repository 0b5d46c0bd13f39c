/* ninefold gen --suite: writes a judge's test set to a folder. */
#ifndef NF_GEN_SUITE_H
#define NF_GEN_SUITE_H

#include "commands/judge/package.h"

#include <stdbool.h>
#include <stdint.h>

struct nf_gen_suite {
    const struct nf_problem *problem; /* its problem->suite is not NULL */
    const char *options;              /* that asked for what it has otherwise: " --tests 30" */
    uint64_t seed;
    const char *folder;
    const struct nf_pack_layout *layout;
    bool quiet; /* no progress, no notes */
};

/* Makes the set and prints one line per test to standard output. The folder must be new or empty.
 * It is filled after all files are written, so a set that fails leaves nothing. Returns NF_IO if
 * the folder is not empty or cannot be written. */
enum nf_status nf_gen_suite(const struct nf_gen_suite *order, struct nf_error *err);

#endif
