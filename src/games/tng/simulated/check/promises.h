/* The promises of run --check: nf_game.promises. */
#ifndef NF_TNG_PROMISES_H
#define NF_TNG_PROMISES_H

#include "sim/promises.h"

extern const struct nf_promise_ops tng_promises;

#endif
