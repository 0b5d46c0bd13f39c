/* What a game brings whose players have a choice: a part of the contract (nf_game.strategies). */
#ifndef NF_STRATEGY_OPS_H
#define NF_STRATEGY_OPS_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

/* A strategy that comes with a game, as the text of a strategy file. */
struct nf_strategy {
    const char *name; /* as --strategy takes it */
    const char *help; /* a line without full stop */
    const char *text;
};

/* Of a game in which each trial befalls one seat (struct nf_tally_ops), so that where all play
 * alike it befalls each once in as many trials as there are seats, on average over them. Texts are
 * appended to and stay the caller's. Every function is thread-safe. */
struct nf_strategy_ops {
    const struct nf_strategy *list; /* those that come with it; ended by a NULL name, the usual one
                                       first */

    /* For searching among strategies. Appends to `mutated` a strategy that differs a little from
     * `text`, which is valid, chosen by `*random`, which moves on; it may do the same as `text`.
     * NF_IO without memory. */
    enum nf_status (*mutate)(const struct nf_text *text, uint64_t *random, struct nf_text *mutated,
                             struct nf_error *err);

    /* Appends `text`, which is valid, without its part `part`, counted from 0. NF_BUDGET when it
     * has not so many, NF_IO without memory. */
    enum nf_status (*drop)(const struct nf_text *text, uint32_t part, struct nf_text *shorter,
                           struct nf_error *err);
};

#endif
