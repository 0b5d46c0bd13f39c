/* A prepared run of The Number Game. */
#ifndef NF_TNG_SETUP_H
#define NF_TNG_SETUP_H

#include "core/contract/game.h"
#include "gen/tng/deal.h"

struct tng_setup {
    struct nf_setup base;
    struct tng_deal deal;
};

#endif
