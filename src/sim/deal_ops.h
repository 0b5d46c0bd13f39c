/* What a game brings so that its dealt games can be written as instances, and instances played by
 * kernels: a part of the contract (nf_game.deals).
 *
 * Texts are appended to, stay the caller's, and show memory that ran out in their `failed`,
 * whatever status is returned. Every function is thread-safe. */
#ifndef NF_DEAL_OPS_H
#define NF_DEAL_OPS_H

#include "base/error.h"
#include "base/text.h"
#include "sim/setup.h"

#include <stddef.h>
#include <stdint.h>

/* Where the games of an instance are: the indices first .. first+games-1 of setups[setup]. */
struct nf_place {
    size_t setup;
    uint64_t first, games;
};

struct nf_match; /* base/format/match.h */

struct nf_deal_ops {
    /* Writes game `index` of `setup` as an instance, and its transcript, each where not NULL. The
     * instance goes out with exactly params.deck cards, or with as many as the game uses.
     * NF_INVALID if the index has no valid game, NF_USAGE if there is no game of that number, NF_IO
     * without memory. */
    enum nf_status (*deal)(const struct nf_setup *setup, uint64_t index, struct nf_text *instance,
                           struct nf_text *answer, struct nf_error *err);

    /* Where an instance can hold several games: writes the games first .. first+count-1 as one, as
     * `deal` does. NULL: an instance is a game. */
    enum nf_status (*deal_many)(const struct nf_setup *setup, uint64_t first, uint32_t count,
                                struct nf_text *instance, struct nf_text *answer,
                                struct nf_error *err);

    /* Appends why game `index` goes as it does, in words for people. Errors as of `deal`. NULL: its
     * transcript says all there is to say. */
    enum nf_status (*tell)(const struct nf_setup *setup, uint64_t index, struct nf_text *text,
                           struct nf_error *err);

    /* Makes `setup` play games that are given: index i is that of games[i], which follow each other
     * in memory and are freed with the setup. Such a setup is for kernels and counting. A game
     * whose fault only shows when it is played is left to the kernel, which then ends with
     * NF_INVALID. */
    void (*give)(struct nf_setup *setup, const void *games, size_t count);

    /* The same where games of different sizes need setups of their own; `give` is then NULL. Makes
     * as few as kernels need of `count` instances, at least one: setups[0 .. count-1], NULL before,
     * get them from the first one on; places[i] says where the games of matches[i] are. They are
     * released also after a failure, the matches may be closed before. NF_IO. */
    enum nf_status (*prepare_instances)(const struct nf_match *matches, size_t count,
                                        struct nf_setup **setups, struct nf_place *places,
                                        struct nf_error *err);
};

#endif
