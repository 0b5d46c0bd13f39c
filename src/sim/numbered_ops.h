/* What a game brings whose games can be numbered one by one: a part of the contract
 * (nf_game.numbered). */
#ifndef NF_NUMBERED_OPS_H
#define NF_NUMBERED_OPS_H

#include "sim/setup.h"

#include <stdint.h>

struct nf_numbered_ops {
    const char *profile; /* the one of the game's profiles whose games are all there are */

    /* How many games there are of `params`: the indices below it. 0: without end, as in every other
     * profile, or the parameters are not valid. Thread-safe. */
    uint64_t (*count)(const struct nf_params *params);
};

#endif
