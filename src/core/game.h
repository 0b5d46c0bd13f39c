/* The contract between the engine and a game.
 *
 * A game module is one const struct of functions (struct nf_game). The engine hands indices to
 * a kernel of the game, gets one outcome record a game back, and knows nothing else of it.
 *
 * Outcome record: so many uint32_t words as nf_tally_ops.words tells, the same for all games of a
 * setup. What they mean is the game's own; the engine hashes them and hands them to
 * nf_tally_ops.count. */
#ifndef NF_GAME_H
#define NF_GAME_H

#include "base/error.h"
#include "base/text.h"
#include "core/fuzz_ops.h"
#include "core/kernel.h"
#include "core/setup.h"
#include "core/suite.h"
#include "core/tally_ops.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limits and default of a number a user may choose. */
struct nf_range {
    uint32_t low, high, normal;
};

/* A named choice of cards, with defaults that go with it. */
struct nf_profile {
    const char *name;
    const char *help;
    uint32_t players, rounds, deck; /* where the user gives none; 0: the game's default */
};

/* A strategy that comes with a game, as the text of a strategy file. */
struct nf_strategy {
    const char *name, *help, *text;
};

/* What options mean in a game whose deck is none, for help pages. NULL: the game has no such
 * option; help leaves it out, and giving it is refused. */
struct nf_words {
    const char *profile, *weights, *strategy, *players, *rounds, *deck, *detail;
    /* Appends what tells games of `params` from others in a few words: "2 players, 6 rounds". */
    void (*sizes)(const struct nf_params *params, struct nf_text *text);
};

struct nf_game {
    const char *name;
    const char *title;
    struct nf_range players, rounds, deck;
    /* What is drawn from the deck: so much a turn, and so much more at the end of a round. */
    uint32_t cards_per_turn, cards_per_round;
    /* "3 candidates <reason>"; all NULL where none is ever thrown away */
    const char *reject_reasons[NF_REJECT_KINDS];
    const struct nf_words *words; /* NULL: as for cards dealt to players */
    /* `ninefold signature` plays so many times the usual games, for games that are short; 0: once.
     * A change makes other signatures. */
    uint32_t signature_factor;
    /* How many games of valid `params` there are: the indices below it. NULL, or 0: without end. */
    uint64_t (*count)(const struct nf_params *params);
    const struct nf_profile *profiles; /* ended by a NULL name; the first is the default */
    const char *exhaustive; /* the profile whose games are all there are, numbered; or NULL */
    /* For searching among strategies; NULL where players have no choice. Appends to `mutated` a
     * strategy that differs a little from `text`, which is valid, chosen by `*random`; it may do
     * the same. NF_IO without memory. */
    enum nf_status (*mutate)(const struct nf_text *text, uint64_t *random, struct nf_text *mutated,
                             struct nf_error *err);
    /* Appends `text` without its part `part`, counted from 0. NF_BUDGET when it has not so many. */
    enum nf_status (*drop)(const struct nf_text *text, uint32_t part, struct nf_text *shorter,
                           struct nf_error *err);
    const struct nf_strategy *strategies; /* ended by a NULL name, the usual one first; or NULL:
                                             players have no choice */
    const struct nf_kernel *const
        *kernels; /* ended by NULL; the reference first, then ever faster */

    /* Checks `params` and allocates what is derived from them. NF_USAGE, NF_INVALID or NF_IO. */
    enum nf_status (*prepare)(const struct nf_params *params, struct nf_setup **setup,
                              struct nf_error *err);
    void (*release)(struct nf_setup *setup);
    /* Whether a kernel can play games of `setup`; NULL: all can. The reference always does. */
    bool (*fits)(const struct nf_setup *setup, const struct nf_kernel *kernel);

    /* Writes game `index` as an instance in the judge's format, and its transcript, each where
     * not NULL. The instance goes out with exactly params.deck cards, or with as many as the
     * game uses. */
    enum nf_status (*deal)(const struct nf_setup *setup, uint64_t index, struct nf_text *instance,
                           struct nf_text *answer, struct nf_error *err);

    /* Where an instance can hold several games: writes the games first .. first+count-1 as one, as
     * `deal` does. NULL: an instance is a game. */
    enum nf_status (*deal_many)(const struct nf_setup *setup, uint64_t first, uint32_t count,
                                struct nf_text *instance, struct nf_text *answer,
                                struct nf_error *err);
    /* Appends why game `index` goes as it does, in words for people; NULL: its transcript says all
     * there is to say. */
    enum nf_status (*tell)(const struct nf_setup *setup, uint64_t index, struct nf_text *text,
                           struct nf_error *err);

    /* The judge's program: reads an instance, appends the transcript. On NF_INVALID nothing of
     * `transcript` is worth printing and `err` names line and column. */
    enum nf_status (*play)(const struct nf_input *input, struct nf_text *transcript,
                           struct nf_error *err);

    /* The strict validator: as play, with warnings and a summary line appended to `report`. */
    enum nf_status (*verify)(const struct nf_input *input, struct nf_text *report,
                             struct nf_error *err);

    /* For timing dealing and playing apart; both NULL where a game cannot. Deals games 0 ..
     * games-1 of `setup`, each with exactly the cards it uses, and makes a setup whose kernels
     * play them from memory: outcome i has the rounds of game i. One block of memory, released
     * like any setup. NF_INVALID as from a kernel, or NF_IO. */
    enum nf_status (*predeal)(const struct nf_setup *setup, uint32_t games, struct nf_setup **ahead,
                              struct nf_error *err);
    /* Deals game `index` of such a setup once more, over the same bytes: the plain generator's
     * work and nothing else. Not while the setup is played. */
    void (*redeal)(struct nf_setup *ahead, uint32_t index);

    const struct nf_tally_ops *tally; /* what is counted of a game, and how it is shown */
    const struct nf_tally_ops
        *detail_tally; /* the same and more, slower, for params.detail; or NULL */
    /* A player for run --check, no member of `kernels`: it verifies on every turn what the rules
     * promise, and its play() returns NF_INTERNAL with game, round and turn where that does not
     * hold. It may be as slow as the reference. Or NULL. */
    const struct nf_kernel *verifier;
    const struct nf_fuzz_ops *fuzz; /* or NULL: the game cannot be fuzzed */
    const struct nf_suite *suite;   /* a judge's test set, or NULL; see core/suite.h */
};

/* What is counted of games of `setup`. */
static inline const struct nf_tally_ops *nf_tally_ops_of(const struct nf_setup *setup)
{
    return setup->params.detail ? setup->game->detail_tally : setup->game->tally;
}

/* The games there are, ended by NULL; the first is the default. */
extern const struct nf_game *const nf_games[];

/* The game of that name, or NULL. */
const struct nf_game *nf_find_game(const char *name);

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
