/* Holds the reference of a game to the promises of its rules. */
#ifndef NF_PROMISES_H
#define NF_PROMISES_H

#include "sim/promise_ops.h"

/* Whether every promise holds at a step of game `index`. If not, fills `err`: NF_INTERNAL, with the
 * game, the step and the first promise that does not hold. Thread-safe. */
bool nf_promises_hold(const struct nf_promise_ops *ops, uint64_t index, const void *step,
                      struct nf_error *err);

/* A kernel, no member of nf_game.kernels, for every game that has promises: plays by them. */
extern const struct nf_kernel nf_checking;

#endif
