/* What the rules of the pig game promise of every step. */
#ifndef NF_PIGS_PROMISES_H
#define NF_PIGS_PROMISES_H

#include "sim/promises.h"

extern const struct nf_promise_ops pigs_promises;

#endif
