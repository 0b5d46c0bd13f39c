/* Promises: what a game's rules say of every step, as assertions that the reference is held to
 * while it plays (run --check). A promise is short and says one thing; it is no second player. */
#ifndef NF_PROMISES_H
#define NF_PROMISES_H

#include "base/text.h"
#include "sim/kernel.h"

struct nf_promise {
    const char *sentence; /* behind "expected that": "nobody loses who could play" */
    /* Whether it holds at a step, a struct of the game's own. A promise that says nothing of a step
     * of that kind holds. */
    bool (*holds)(const void *step);
};

struct nf_promise_ops {
    const struct nf_promise *promises; /* ended by one without a sentence */
    /* Appends where a step is and what happens there: "round 2, turn 7: seat 3 plays A1". */
    void (*describe)(const void *step, struct nf_text *text);
    /* Plays with the reference, and has nf_promises_hold() look at every step. NF_INTERNAL where a
     * promise does not hold. */
    struct nf_each each;
};

/* Whether every promise holds at a step of game `index`. If not, fills `err`: NF_INTERNAL, with the
 * game, the step and the first promise that does not hold. Thread-safe. */
bool nf_promises_hold(const struct nf_promise_ops *ops, uint64_t index, const void *step,
                      struct nf_error *err);

/* A kernel, no member of nf_game.kernels, for every game that has promises: plays by them. */
extern const struct nf_kernel nf_checking;

#endif
