/* A prepared run of the mahjong simulator. */
#ifndef NF_MAHJONG_SETUP_H
#define NF_MAHJONG_SETUP_H

#include "core/contract/game.h"
#include "games/mahjong/kernels/run.h"

struct mahjong_setup {
    struct nf_setup base;
    struct mahjong_run run; /* its tables are those that all of the process share */
};

#endif
