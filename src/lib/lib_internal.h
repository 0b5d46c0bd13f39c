/* What the files of the library share. */
#ifndef NF_LIB_INTERNAL_H
#define NF_LIB_INTERNAL_H

#include "judge/problem.h"
#include "lib/ninefold.h"
#include "sim/game.h"
#include "sim/plan.h"
#include "sim/tally.h"

#include <assert.h>

struct ninefold_game {
    struct nf_setup *setup;
    const struct nf_kernel *kernel;
    /* Copies of the caller's, which the setup borrows. */
    struct nf_strategy *strategies;
    char *profile, *weights, *strategy;
};

struct ninefold_batch {
    const struct ninefold_game *game;
    struct nf_tally tally;
    uint64_t first;
    double seconds;
    uint32_t threads; /* of the last run */
};

/* The games that it has played. */
static inline struct nf_span nf_lib_played(const struct ninefold_batch *batch)
{
    return (struct nf_span){batch->first, batch->tally.games};
}

static_assert((int)NINEFOLD_ENDED == (int)NF_BUDGET, "a status is an exit code");
static_assert(sizeof(struct ninefold_error) == sizeof(struct nf_error), "they are one");

/* The program's own form of an error. */
static inline struct nf_error *nf_lib_error(struct ninefold_error *err)
{
    return (struct nf_error *)err;
}

/* The game of that name, NULL the first; NF_USAGE if there is none. */
enum nf_status nf_lib_find(const char *name, const struct nf_game **game, struct nf_error *err);

/* The same for the problem of that name. */
enum nf_status nf_lib_find_problem(const char *name, const struct nf_problem **problem,
                                   struct nf_error *err);

/* The caller's input, with `name` where it has none. */
struct nf_input nf_lib_input(const struct ninefold_input *input, const char *name);

/* The number of threads that a caller asks for, 0: one for each processor. */
enum nf_status nf_lib_threads(uint32_t asked, uint32_t *threads, struct nf_error *err);

/* Fails for what is no form. */
enum nf_status nf_lib_form(enum ninefold_form form, struct nf_error *err);

/* Hands the bytes of `made` over to `text` if `status` is NF_OK, and releases them otherwise.
 * Returns `status`, or NF_IO if memory ran out. */
enum ninefold_status nf_lib_give(struct ninefold_text *text, struct nf_text *made,
                                 enum nf_status status, struct nf_error *err);

#endif
