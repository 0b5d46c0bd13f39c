/* The contract between the engine and a game.
 *
 * A game module is one const struct nf_game: what the game is called, how a setup is made of
 * parameters, and the parts, which follow or have headers of their own (kernel.h). The engine hands
 * indices to a kernel of the game, gets one outcome record a game back, and knows nothing else of
 * it.
 *
 * Outcome record: as many uint32_t words as nf_words_of() returns, the same for all games of a
 * setup. What they mean is the game's own; the engine hashes them and hands them to
 * nf_tally_ops.count. */
#ifndef NF_GAME_H
#define NF_GAME_H

#include "base/error.h"
#include "base/owned.h"
#include "base/stats/estimate.h"
#include "base/text.h"
#include "sim/kernel.h"
#include "sim/setup.h"

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
    /* Appends in a few words what distinguishes games of `params` from others: "2 players, 6
     * rounds". Thread-safe. */
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

/* ---- dealt games as instances, and instances to be played (nf_game.deals) ---- */

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
    enum nf_status (*explain)(const struct nf_setup *setup, uint64_t index, struct nf_text *text,
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

/* ---- what is counted (nf_game.tally, nf_game.details) ---- */

struct nf_tables;
struct nf_tally;

/* A tally is a fixed number of sums, so that tallies of any threads, shards and saved runs merge
 * by addition, whatever the sums mean; and a few extremes, each with the lowest index of a game
 * that has it. What is counted, and how it is shown, only the game knows. */
enum {
    NF_MAX_WORDS = 128, /* of an outcome */
    NF_MAX_SUMS = 1 << 16,
    NF_MAX_EXTREMES = 8,
};

/* The largest or smallest value there was, and where. */
struct nf_extreme {
    uint64_t value; /* 0: there is none yet, as well */
    uint64_t index; /* the lowest one of a game with that value; UINT64_MAX: there is none yet */
};

struct nf_extreme_kind {
    const char *name;  /* lower case words joined by '_', for files: "longest_round" */
    const char *title; /* for people: "longest round" */
    const char *unit;  /* "turns" */
    bool smallest;     /* the smallest value is the best, not the largest */
    bool optional; /* there may be games, and none that has it: the longest win where all draw */
    bool detail;   /* kept by --detail alone; these come last */
};

/* Every function, here and below, may be called from several threads with different tallies. */
struct nf_tally_ops {
    const char *layout; /* names the meaning of the sums in saved runs: "GAME.tally/1" */
    const struct nf_extreme_kind *extremes; /* ended by a NULL name; at most NF_MAX_EXTREMES */

    /* How many words an outcome has, 1 .. NF_MAX_WORDS; NULL: one. Depends on setup->params alone,
     * as what follows. */
    uint32_t (*words)(const struct nf_setup *setup);
    /* The sums of a tally: the size of a struct of uint64_t, or of arrays of them; else `sums` says
     * how many there are, 1 .. NF_MAX_SUMS. */
    size_t size;
    uint32_t (*sums)(const struct nf_setup *setup);

    /* The layout before this one, whose files are read and stay such: they lack the last `added`
     * sums, which are then 0. NULL: there is none. */
    const char *before;
    uint32_t (*added)(const struct nf_setup *setup);

    /* Bytes that `count` needs for games it puts off, zeroed at first; NULL: none. */
    size_t (*scratch)(const struct nf_setup *setup);
    /* Counts one game into tally->sums, tally->extremes (see nf_extreme_offer) and tally->scratch.
     * Games come in any order. This is the hot path: a few hundred cycles a game. */
    void (*count)(struct nf_tally *tally, const struct nf_outcome *outcome);
    /* Counts what was put off, so that the sums are complete; NULL where there is no scratch. */
    void (*settle)(struct nf_tally *tally);

    /* Per-seat count of the game's main event in one game: rounds lost, say.
     * Fills counts[0 .. seats-1]; the rest is not touched. What it is: "losses". */
    void (*per_seat)(const struct nf_setup *setup, const struct nf_outcome *outcome,
                     uint16_t *counts);
    const char *event;
    /* The turns of one game: over all games what `turns` says. */
    uint64_t (*turns_of)(const struct nf_setup *setup, const struct nf_outcome *outcome);
    /* How often it could have happened to a seat in one game; NULL: once. */
    uint32_t (*trials)(const struct nf_setup *setup);

    /* The functions below are given settled tallies. */

    /* Turns played, by the game's notion of one: the unit of reported speed. */
    uint64_t (*turns)(const struct nf_tally *tally);
    /* Whether the sums can come from tally->games > 0 games: false for a file that was made up.
     * Extremes that are not optional are known. */
    bool (*consistent)(const struct nf_tally *tally);
    /* The width of the widest 95% interval among the shares the game is played for; NAN where there
     * are too few games. NULL: of the seats' shares. */
    double (*width)(const struct nf_tally *tally);

    /* For comparing seats and runs; each of the two may be NULL.
     * `share`: the share of trials in which `event` happened to `seat`, with
     * its 95% interval; *times gets how often that was. `gap`: by how much the share of seat `a`
     * exceeds that of seat `b` of the same games, a != b, with its interval. */
    struct nf_estimate (*share)(const struct nf_tally *tally, uint32_t seat, uint64_t *times);
    struct nf_estimate (*gap)(const struct nf_tally *tally, uint32_t a, uint32_t b);

    /* Appends what the games were: " of 100 rounds, 5 players". */
    void (*describe)(const struct nf_setup *setup, struct nf_text *text);
    /* Describes what was found, once for all forms: adds the game's tables with their charts and
     * notes, the most telling ones first. Without games all the same, with nothing that is no
     * number. */
    void (*report)(const struct nf_tally *tally, struct nf_tables *tables);
};

/* What --detail counts of a game besides: sums of its own, tally->details, with scratch of their
 * own, tally->detail_scratch. As in struct nf_tally_ops, whose functions are called first. */
struct nf_detail_ops {
    const char *layout; /* of all sums in saved runs: "GAME.detail/1" */
    const char *before; /* the same where the usual sums lack those that were added; or NULL */
    size_t size;
    uint32_t (*sums)(const struct nf_setup *setup);
    size_t (*scratch)(const struct nf_setup *setup);
    void (*count)(struct nf_tally *tally, const struct nf_outcome *outcome);
    void (*settle)(struct nf_tally *tally);
    bool (*consistent)(const struct nf_tally *tally);
    void (*report)(const struct nf_tally *tally, struct nf_tables *tables);
};

/* ---- rows of --records (nf_game.records) ---- */

struct nf_setup;

/* A value that a row does not have: the winner of a drawn game. */
#define NF_RECORD_NONE UINT32_MAX

enum { NF_MAX_RECORD_COLUMNS = 24, NF_MAX_RECORD_ROWS = 100 };

struct nf_record_column {
    const char *name; /* lower case letters, digits and '_'; unique, and none is "index" */
    const char *help; /* what it is, in a few words */
    /* The texts that the values 0 .. count-1 stand for, of letters, digits, ' ' and '-'; NULL: the
     * values are numbers. */
    const char *const *words;
    uint32_t count;
};

/* Every function is thread-safe. */
struct nf_record_ops {
    /* Those behind the index of the game; ended by a NULL name, at most NF_MAX_RECORD_COLUMNS. */
    const struct nf_record_column *columns;
    /* How many rows a game has, 1 .. NF_MAX_RECORD_ROWS: one for each round. NULL: one. */
    uint32_t (*rows)(const struct nf_setup *setup);
    /* Reads the outcome record `words`: fills values[row * columns + column] for all rows. Seats
     * count from 1. */
    void (*fill)(const struct nf_setup *setup, const uint32_t *words, uint32_t *values);
};

/* ---- strategies (nf_game.strategies) ---- */

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

/* ---- games that can be numbered one by one (nf_game.numbered) ---- */

struct nf_numbered_ops {
    const char *profile; /* the one of the game's profiles whose games are all there are */

    /* How many games there are of `params`: the indices below it. 0: without end, as in every other
     * profile, or the parameters are not valid. Thread-safe. */
    uint64_t (*count)(const struct nf_params *params);
};

/* ---- what can be calculated without playing (nf_game.exact) ---- */

struct nf_tables;

/* What users get where they say nothing: at most that many bytes; and the least that can be asked
 * for. */
#define NF_EXACT_MEMORY       (UINT64_C(960) << 20)
#define NF_EXACT_LEAST_MEMORY (UINT64_C(64) << 20)

/* How a calculation goes, for who waits for it. */
struct nf_exact_course {
    size_t memory;    /* bytes that it uses, about; 0: not known */
    double seconds;   /* that it takes in all, foreseen for a usual processor; 0: not known */
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

/* ---- being measured (nf_game.bench) ---- */

struct nf_bench_ops {
    /* how many times the usual games `ninefold signature` plays, for games that are short; 0: once.
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

/* ---- finding games, and making setups of them ---- */

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
