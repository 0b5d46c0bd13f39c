/* What a game brings for a judge: a part of the contract (nf_game.judge).
 *
 * Instances and transcripts are text in the judge's format, of any size. Every function is
 * thread-safe; texts are appended to, stay the caller's, and show memory that ran out in their
 * `failed`, whatever status is returned. */
#ifndef NF_JUDGE_OPS_H
#define NF_JUDGE_OPS_H

#include "base/error.h"
#include "base/text.h"
#include "core/contract/setup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the games of an instance are: the indices first .. first+games-1 of setups[setup]. */
struct nf_place {
    size_t setup;
    uint64_t first, games;
};

struct nf_format; /* core/format/format.h */
struct nf_format_field;
struct nf_match;

/* A number of instances that has limits, or that shows how far a test goes. */
struct nf_measure {
    const char *name;                    /* for people: "players n" */
    const struct nf_format_field *field; /* the values of a field, with its limits; else */
    bool rows;          /* the number of lines that a word ends; else the game's own: */
    uint64_t low, high; /* its limits; high 0: it has none */
};

/* The smallest and the largest value in an instance. */
struct nf_measured {
    uint64_t low, high;
};

enum { NF_MAX_MEASURES = 12 };

struct nf_judge_ops {
    const struct nf_format *format; /* what an instance looks like */

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

    /* An instance in memory, struct nf_match, as core/format/judge.h reads, plays and verifies it:
     * the bytes of a game, and of what playing it leaves for the functions below. */
    size_t game_size, course_size;

    /* Makes the games of what was read. NF_INVALID for what the format does not say; NULL: a game
     * is the words that were read. */
    enum nf_status (*make)(struct nf_match *match, struct nf_error *err);

    /* The judge's program: plays the games by the reference, appends the transcript and adds to
     * `reached` how often each event of nf_game.fuzz happened, each where not NULL. NF_INVALID
     * names line and column of what only playing shows; the transcript is then worth nothing. NF_IO
     * without memory. */
    enum nf_status (*play)(const struct nf_match *match, struct nf_text *transcript,
                           uint64_t *reached, struct nf_error *err);

    /* What verify wants besides of games that were played. NF_INVALID. NULL: nothing. */
    enum nf_status (*check)(const struct nf_match *match, struct nf_error *err);

    /* Appends what verify says of a valid instance behind its name: ": valid: 5 players ...". */
    void (*summarise)(const struct nf_match *match, struct nf_text *report);

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

    /* What verify --bounds tells; ended by a NULL name, at most NF_MAX_MEASURES. */
    const struct nf_measure *measures;

    /* Measures what is the game's own of games that were played: ranges[i] is that of measures[i].
     * NULL: nothing is. */
    void (*measure)(const struct nf_match *match, const struct nf_text *transcript,
                    struct nf_measured ranges[NF_MAX_MEASURES]);
};

#endif
