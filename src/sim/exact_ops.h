/* What a game brings whose results can be calculated without playing: a part of the contract
 * (nf_game.exact). */
#ifndef NF_EXACT_OPS_H
#define NF_EXACT_OPS_H

#include "base/error.h"
#include "sim/setup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nf_tables;

/* What users get where they say nothing: at most so many bytes; and the least that can be asked
 * for. */
#define NF_EXACT_MEMORY       (UINT64_C(960) << 20)
#define NF_EXACT_LEAST_MEMORY (UINT64_C(64) << 20)

/* How a calculation goes, for who waits for it. */
struct nf_exact_course {
    size_t memory;  /* bytes that it uses, about; 0: it does not tell */
    double seconds; /* that it takes in all, foreseen for a usual processor; 0: it does not tell */
    double low, high; /* of first rounds seat 1 loses between these shares, of all 0 and 1 */
};

struct nf_exact_options {
    uint32_t threads;
    size_t memory;    /* most bytes to use; more of them make the error smaller */
    double tolerance; /* of chances: how far to go */
    uint32_t best; /* a seat, from 1, whose least losses are asked for; 0: those of the run are */
    /* Called after every turn that was followed, or sweep, `turns` in all, of about `expected`;
     * false ends it without a result. NULL: nobody wants to know. */
    bool (*progress)(void *owner, uint64_t turns, uint64_t expected);
    /* Filled before each call of progress, with bounds that never become wider; where it is given,
     * there is a call before the first turn, too. NULL: the same. */
    struct nf_exact_course *course;
    void *progress_owner;
};

/* How far to go for users: for the least losses of seat `best`, or for a run's where it is 0. */
static inline double nf_exact_tolerance(uint32_t best)
{
    return best > 0 ? 1e-5 : 1e-8;
}

struct nf_exact_ops {
    uint32_t players; /* of how many players at most it can be calculated */
    /* Adds the tables of what a run of `setup` without end would find; or, by options->best, of
     * bounds that no way to play of this seat stays below while the others keep their strategies.
     * Results do not depend on the number of threads. setup->params.players is at most `players`.
     * NF_IO without memory or threads, NF_BUDGET where `progress` ended it. */
    enum nf_status (*solve)(const struct nf_setup *setup, const struct nf_exact_options *options,
                            struct nf_tables *tables, struct nf_error *err);
};

#endif
