/* The contract between the engine and a game.
 *
 * A game module is one const struct nf_game: what the game is called, how a setup is made of
 * parameters, and the parts, each with a header of its own. The engine hands indices to a kernel of
 * the game (kernel.h), gets one outcome record a game back, and knows nothing else of it.
 *
 * Outcome record: so many uint32_t words as nf_words_of() tells, the same for all games of a
 * setup. What they mean is the game's own; the engine hashes them and hands them to
 * nf_tally_ops.count. */
#ifndef NF_GAME_H
#define NF_GAME_H

#include "base/error.h"
#include "base/owned.h"
#include "base/text.h"
#include "sim/bench_ops.h"
#include "sim/deal_ops.h"
#include "sim/exact_ops.h"
#include "sim/kernel.h"
#include "sim/numbered_ops.h"
#include "sim/promises.h"
#include "sim/record_ops.h"
#include "sim/setup.h"
#include "sim/strategy_ops.h"
#include "sim/tally_ops.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nf_rules; /* base/format/match.h */

/* Limits and default of a number a user may choose. */
struct nf_range {
    uint32_t low, high, normal;
};

/* A size where the user gives none: the profile's, or the game's where that is 0. */
static inline uint32_t nf_usual(const struct nf_range *range, uint32_t of_profile)
{
    return of_profile != 0 ? of_profile : range->normal;
}

/* A named choice of cards, with defaults that go with it. */
struct nf_profile {
    const char *name;
    const char *help;               /* a line without full stop */
    uint32_t players, rounds, deck; /* where the user gives none; 0: the game's default */
};

/* What options mean in a game whose deck is none, for help pages. NULL: the game has no such
 * option; help leaves it out, and giving it is refused. */
struct nf_words {
    const char *profile, *weights, *strategy, *players, *rounds, *deck, *detail;
    /* Appends what tells games of `params` from others in a few words: "2 players, 6 rounds".
     * Thread-safe. */
    void (*sizes)(const struct nf_params *params, struct nf_text *text);
};

struct nf_game {
    const char *name;                      /* as --game takes it */
    const char *title;                     /* for people */
    struct nf_range players, rounds, deck; /* deck: 0 stands for as many cards as a game uses */
    const struct nf_words *words;          /* NULL: as for cards dealt to players */
    const struct nf_profile *profiles;     /* ended by a NULL name; the first is the default */

    /* The bytes of a setup, a struct of the game that starts with struct nf_setup. nf_prepare()
     * allocates and clears it and fills in the parameters, which it has checked. */
    size_t setup_size;
    /* Derives the rest of a setup from its parameters. `profile` is the place of theirs in
     * `profiles`, 0 with weights, which stand for it. NF_USAGE, NF_INVALID or NF_IO; then nothing
     * is left to release. NULL: there is no more. Thread-safe. */
    enum nf_status (*prepare)(struct nf_setup *setup, uint32_t profile, struct nf_error *err);
    /* Frees what `prepare` allocated; NULL: nothing. */
    void (*release)(struct nf_setup *setup);

    /* The parts that every game has. */

    const struct nf_kernel *const
        *kernels;                        /* ended by NULL; the reference first, then ever faster */
    const struct nf_tally_ops *tally;    /* what is counted of a game, and how it is shown */
    const struct nf_record_ops *records; /* the rows of run --records */
    const struct nf_rules *rules;        /* what an instance looks like, and its transcript */
    const struct nf_deal_ops *deals;     /* dealt games as instances, instances for kernels */

    /* The parts that a game may do without, each NULL then. */

    /* Kind of rejection -> "3 candidates <reason>", NF_REJECT_KINDS of them; NULL: no candidate is
     * ever thrown away. */
    const char *const *reject_reasons;
    const struct nf_detail_ops *details;      /* what params.detail counts besides, slower */
    const struct nf_promise_ops *promises;    /* else run --check is refused */
    const struct nf_strategy_ops *strategies; /* else players have no choice */
    const struct nf_numbered_ops *numbered;   /* else games are without end */
    const struct nf_bench_ops *bench;
    const struct nf_exact_ops *exact; /* else results cannot be calculated without playing */
};

/* The words of an outcome, the trials of a seat in a game, the rows of a record of `setup`. */
static inline uint32_t nf_words_of(const struct nf_setup *setup)
{
    return setup->game->tally->words == NULL ? 1 : setup->game->tally->words(setup);
}
static inline uint32_t nf_trials_of(const struct nf_setup *setup)
{
    return setup->game->tally->trials == NULL ? 1 : setup->game->tally->trials(setup);
}
static inline uint32_t nf_rows_of(const struct nf_setup *setup)
{
    return setup->game->records->rows == NULL ? 1 : setup->game->records->rows(setup);
}

/* What names the meaning of the sums in saved runs, and that of the files before, or NULL; the game
 * has details where they are asked for. */
static inline const char *nf_layout_of(const struct nf_game *game, bool detail)
{
    return detail ? game->details->layout : game->tally->layout;
}
static inline const char *nf_layout_before(const struct nf_game *game, bool detail)
{
    return detail ? game->details->before : game->tally->before;
}

/* The games there are, ended by NULL; the first is the default. */
extern const struct nf_game *const nf_games[];

/* Game number `i` of them, from 0; NULL behind the last one, however far. */
const struct nf_game *nf_game_at(size_t i);

/* The game of that name, or NULL. */
const struct nf_game *nf_find_game(const char *name);

/* Checks `params` by what a game says of itself: its ranges, the options that it has, its profiles.
 * `*profile` is as in nf_game.prepare. NF_USAGE names the option. Thread-safe. */
enum nf_status nf_check_params(const struct nf_game *game, const struct nf_params *params,
                               uint32_t *profile, struct nf_error *err);

/* Checks `params` and makes *setup of them, to be released. NF_USAGE, NF_INVALID or NF_IO; *setup
 * is then not touched. Thread-safe. */
enum nf_status nf_prepare(const struct nf_game *game, const struct nf_params *params,
                          struct nf_setup **setup, struct nf_error *err);

/* Frees a setup. */
void nf_release(struct nf_setup *setup);

/* Releases *setup, which may be NULL, where its block ends:
 * NF_OWNED_SETUP struct nf_setup *setup = NULL; */
static inline void nf_owned_setup(struct nf_setup **setup)
{
    if (*setup != NULL)
        nf_release(*setup);
}
#define NF_OWNED_SETUP NF_FREED_BY(nf_owned_setup)

/* Resolves a --kernel value: "auto" is the last kernel the machine supports. NF_USAGE for an
 * unknown name or one the machine cannot run. */
enum nf_status nf_choose_kernel(const struct nf_game *game, const char *name,
                                const struct nf_kernel **kernel, struct nf_error *err);

/* Makes sure that *kernel, which --kernel value `name` was resolved to, can play games of `setup`:
 * for "auto" the fastest one that can takes its place. NF_USAGE for one that was named and cannot.
 */
enum nf_status nf_fit_kernel(const struct nf_setup *setup, const char *name,
                             const struct nf_kernel **kernel, struct nf_error *err);

#endif
