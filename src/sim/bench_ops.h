/* What a game brings for being measured: a part of the contract (nf_game.bench). */
#ifndef NF_BENCH_OPS_H
#define NF_BENCH_OPS_H

#include "base/error.h"
#include "sim/setup.h"

#include <stdbool.h>
#include <stdint.h>

struct nf_bench_ops {
    /* `ninefold signature` plays so many times the usual games, for games that are short; 0: once.
     * A change makes other signatures. */
    uint32_t signature_factor;

    /* What a game draws of its deck, roughly: cards a turn, and more of them a round. Says how many
     * games `predeal` has room for. */
    uint32_t cards_per_turn, cards_per_round;

    /* For timing dealing and playing apart; both NULL where a game cannot. Deals games 0 ..
     * games-1 of `setup`, each with exactly the cards it uses, and makes a setup whose kernels
     * play them from memory: outcome i has the rounds of game i. One block of memory, released
     * like any setup. NF_INVALID as from a kernel, or NF_IO. Thread-safe. */
    enum nf_status (*predeal)(const struct nf_setup *setup, uint32_t games, struct nf_setup **ahead,
                              struct nf_error *err);
    /* Deals game `index` of such a setup once more, over the same bytes: the plain generator's
     * work and nothing else. Not while the setup is played, nor from two threads. */
    void (*redeal)(struct nf_setup *ahead, uint32_t index);
};

/* Whether a game, whose part this is or NULL, can be dealt ahead. */
static inline bool nf_bench_predeals(const struct nf_bench_ops *ops)
{
    return ops != NULL && ops->predeal != NULL;
}

#endif
