/* Promises: what a game's rules say of every step, as assertions that the reference is held to
 * while it plays (run --check). A promise is short and says one thing; it is no second player. */
#ifndef NF_PROMISE_OPS_H
#define NF_PROMISE_OPS_H

#include "base/text.h"
#include "core/contract/kernel.h"

struct nf_promise {
    const char *sentence; /* behind "expected that": "nobody loses who could play" */
    /* Whether it holds at a step, a struct of the game's own. A promise that says nothing of a step
     * of that kind holds. */
    bool (*holds)(const void *step);
};

struct nf_promise_ops {
    const struct nf_promise *promises; /* ended by one without a sentence */
    /* Appends where a step is and what happens there: "round 2, turn 7: seat 3 plays A1". */
    void (*tell)(const void *step, struct nf_text *text);
    /* Bytes that a worker needs, a multiple of NF_CACHE_LINE. */
    size_t (*memory)(const struct nf_setup *setup);
    /* Plays game outcome->index with the reference, and has nf_promises_hold() look at every step.
     * Sets outcome->words, which stay in `memory`, and outcome->rejected. `memory` is aligned to
     * NF_CACHE_LINE, 0 before the first game, and the worker's own. NF_INTERNAL where a promise
     * does not hold; otherwise as nf_kernel.play. Thread-safe. */
    enum nf_status (*play)(const struct nf_setup *setup, void *memory, struct nf_outcome *outcome,
                           struct nf_error *err);
};

#endif
