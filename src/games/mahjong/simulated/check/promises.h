/* The promises of run --check: nf_game.promises. */
#ifndef NF_MAHJONG_PROMISES_H
#define NF_MAHJONG_PROMISES_H

#include "sim/promises.h"

extern const struct nf_promise_ops mahjong_promises;

#endif
