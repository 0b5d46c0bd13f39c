/* The contract between the engine and a game.
 *
 * A game module is one const struct of functions (struct nf_game). The engine hands indices to
 * a kernel of the game, gets one outcome record a game back, and knows nothing else of it.
 *
 * Outcome record: so many uint32_t words as tallying->words tells, the same for all games of a
 * setup. What they mean is the game's own; the engine hashes them and hands them to
 * tallying->count. */
#ifndef NF_GAME_H
#define NF_GAME_H

#include "base/error.h"
#include "base/text.h"
#include "core/fuzzing.h"
#include "core/suite.h"
#include "core/tallying.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NF_MAX_SEATS = 32,
    NF_MAX_ROUNDS = 100,
    NF_SEAT_BITS = 5,
    NF_CACHE_LINE = 64,
};

/* Why a candidate game was thrown away. */
enum nf_reject { NF_REJECT_DECK, NF_REJECT_VALUE, NF_REJECT_KINDS };

/* What a user asks for. Strings are borrowed and must outlive the setup made of them. */
struct nf_params {
    uint32_t players, rounds;
    uint32_t deck;       /* cards below the hands; 0: as many as the game uses */
    const char *profile; /* one of the game's profiles */
    const char *weights; /* "A1=3,PASS=2,..." instead of a profile, or NULL */
    /* Which strategy sits where: "1=keep-e,2..5=lowest"; NULL: the usual one everywhere, and in a
     * setup always NULL where the list comes to that. */
    const char *strategy;
    /* Strategies of the caller's own that `strategy` may name, ended by a NULL name; or NULL. In a
     * setup: the text of each one at the table that does not come with the game, so that a game can
     * be played again whatever has become of the files; the setup's own. */
    const struct nf_strategy *texts;
    bool detail; /* count by nf_game.detailed */
    uint64_t seed;
};

/* Checked parameters with what a game derives from them once; constant while games are played,
 * so shared by all threads. A game puts it first into a larger struct of its own. */
struct nf_setup {
    const struct nf_game *game;
    struct nf_params params;
};

/* Where a kernel gets its next game from: the indices next .. end-1, then what `more` brings.
 * A feed belongs to one thread. */
struct nf_feed {
    uint64_t next, end;
    bool (*more)(struct nf_feed *feed); /* sets next < end and returns true, or returns false */
};

/* Takes the next index; false when there is none left, now and ever after. */
static inline bool nf_feed_take(struct nf_feed *feed, uint64_t *index)
{
    if (feed->next == feed->end && !feed->more(feed))
        return false;
    *index = feed->next++;
    return true;
}

/* One finished game. `words` is only valid during the call that passes it on. */
struct nf_outcome {
    uint64_t index;
    const uint32_t *words;              /* the outcome record */
    uint32_t rejected[NF_REJECT_KINDS]; /* candidates of this index thrown away before it */
};

/* Where outcomes go. A sink belongs to one thread; games arrive in any order. */
struct nf_sink {
    void (*take)(struct nf_sink *sink, const struct nf_outcome *outcome);
};

/* One way to play the games of a module. */
struct nf_kernel {
    const char *name;
    /* Whether this machine can run it. */
    bool (*supported)(void);
    /* Bytes a worker needs, a multiple of NF_CACHE_LINE. */
    size_t (*memory)(const struct nf_setup *setup);
    /* Plays every game of `feed` into `sink`. `memory` is aligned to NF_CACHE_LINE, not cleared,
     * and the worker's own. Allocates nothing. NF_INVALID if more candidates of one
     * index were thrown away than the game allows; `err` then says which parameter to change. */
    enum nf_exit (*play)(const struct nf_setup *setup, void *memory, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err);
};

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
    /* For searching among strategies; NULL where players have no choice. Appends to `varied` a
     * strategy that differs a little from `text`, which is valid, chosen by `*random`; it may do
     * the same. NF_IO without memory. */
    enum nf_exit (*vary)(const struct nf_text *text, uint64_t *random, struct nf_text *varied,
                         struct nf_error *err);
    /* Appends `text` without its part `part`, counted from 0. NF_BUDGET when it has not so many. */
    enum nf_exit (*drop)(const struct nf_text *text, uint32_t part, struct nf_text *shorter,
                         struct nf_error *err);
    const struct nf_strategy *strategies; /* ended by a NULL name, the usual one first; or NULL:
                                             players have no choice */
    const struct nf_kernel *const
        *kernels; /* ended by NULL; the reference first, then ever faster */

    /* Checks `params` and allocates what is derived from them. NF_USAGE, NF_INVALID or NF_IO. */
    enum nf_exit (*prepare)(const struct nf_params *params, struct nf_setup **setup,
                            struct nf_error *err);
    void (*release)(struct nf_setup *setup);
    /* Whether a kernel can play games of `setup`; NULL: all can. The reference always does. */
    bool (*fits)(const struct nf_setup *setup, const struct nf_kernel *kernel);

    /* Writes game `index` as an instance in the judge's format, and its transcript, each where
     * not NULL. The instance goes out with exactly params.deck cards, or with as many as the
     * game uses. */
    enum nf_exit (*deal)(const struct nf_setup *setup, uint64_t index, struct nf_text *instance,
                         struct nf_text *answer, struct nf_error *err);

    /* Where an instance can hold several games: writes the games first .. first+count-1 as one, as
     * `deal` does. NULL: an instance is a game. */
    enum nf_exit (*deal_many)(const struct nf_setup *setup, uint64_t first, uint32_t count,
                              struct nf_text *instance, struct nf_text *answer,
                              struct nf_error *err);
    /* Appends why game `index` goes as it does, in words for people; NULL: its transcript says all
     * there is to say. */
    enum nf_exit (*tell)(const struct nf_setup *setup, uint64_t index, struct nf_text *text,
                         struct nf_error *err);

    /* The judge's program: reads an instance, appends the transcript. On NF_INVALID nothing of
     * `transcript` is worth printing and `err` names line and column. */
    enum nf_exit (*play)(const struct nf_input *input, struct nf_text *transcript,
                         struct nf_error *err);

    /* The strict validator: as play, with warnings and a summary line appended to `report`. */
    enum nf_exit (*verify)(const struct nf_input *input, struct nf_text *report,
                           struct nf_error *err);

    /* For timing dealing and playing apart; both NULL where a game cannot. Deals games 0 ..
     * games-1 of `setup`, each with exactly the cards it uses, and makes a setup whose kernels
     * play them from memory: outcome i has the rounds of game i. One block of memory, released
     * like any setup. NF_INVALID as from a kernel, or NF_IO. */
    enum nf_exit (*deal_ahead)(const struct nf_setup *setup, uint32_t games,
                               struct nf_setup **ahead, struct nf_error *err);
    /* Deals game `index` of such a setup once more, over the same bytes: the plain generator's
     * work and nothing else. Not while the setup is played. */
    void (*deal_again)(struct nf_setup *ahead, uint32_t index);

    const struct nf_tallying *tallying; /* what is counted of a game, and how it is shown */
    const struct nf_tallying *detailed; /* the same and more, slower, for params.detail; or NULL */
    /* A player for run --check, no member of `kernels`: it verifies on every turn what the rules
     * promise, and its play() returns NF_INTERNAL with game, round and turn where that does not
     * hold. Playing and checking take at most ten times the time of playing alone. Or NULL. */
    const struct nf_kernel *checking;
    const struct nf_fuzzing *fuzzing; /* or NULL: the game cannot be fuzzed */
    const struct nf_suite *suite;     /* a judge's test set, or NULL; see core/suite.h */
};

/* What is counted of games of `setup`. */
static inline const struct nf_tallying *nf_tallying_of(const struct nf_setup *setup)
{
    return setup->params.detail ? setup->game->detailed : setup->game->tallying;
}

/* The games there are, ended by NULL; the first is the default. */
extern const struct nf_game *const nf_games[];

/* The game of that name, or NULL. */
const struct nf_game *nf_find_game(const char *name);

/* Resolves a --kernel value: "auto" is the last kernel the machine supports. NF_USAGE for an
 * unknown name or one the machine cannot run. */
enum nf_exit nf_choose_kernel(const struct nf_game *game, const char *name,
                              const struct nf_kernel **kernel, struct nf_error *err);

/* Makes sure that *kernel, which --kernel value `name` was resolved to, can play games of `setup`:
 * for "auto" the fastest one that can takes its place. NF_USAGE for one that was named and cannot.
 */
enum nf_exit nf_fit_kernel(const struct nf_setup *setup, const char *name,
                           const struct nf_kernel **kernel, struct nf_error *err);

#endif
