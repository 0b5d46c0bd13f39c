/* A prepared run of The Number Game. */
#ifndef NF_TNG_SETUP_H
#define NF_TNG_SETUP_H

#include "gen/tng/deal.h"
#include "sim/game.h"

struct tng_setup {
    struct nf_setup base;
    struct tng_deal deal;
};

#endif
