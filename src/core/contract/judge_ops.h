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

    /* The judge's program: reads an instance, appends the transcript. On NF_INVALID nothing of
     * `transcript` is worth printing and `err` names line and column. NF_IO without memory. */
    enum nf_status (*play)(const struct nf_input *input, struct nf_text *transcript,
                           struct nf_error *err);

    /* The strict validator: as play, with warnings and a summary line appended to `report`. */
    enum nf_status (*verify)(const struct nf_input *input, struct nf_text *report,
                             struct nf_error *err);

    /* Reads `count` instances, at least one, and makes setups of their games, as few as kernels
     * need: index i of each is an explicit game, and all indices from 0 on are some. setups[0 ..
     * count-1], NULL before, get them from the first one on; places[i] says where the games of
     * instances[i] are. Such a setup is for kernels and counting; it is released like any, also
     * after a failure; the instances may be closed before. NF_INVALID names line and column, NF_IO
     * is for want of memory. A game whose fault only shows when it is played is left to the kernel,
     * which then ends with NF_INVALID. */
    enum nf_status (*prepare_instances)(const struct nf_input *instances, size_t count,
                                        struct nf_setup **setups, struct nf_place *places,
                                        struct nf_error *err);

    /* What verify --bounds tells; ended by a NULL name, at most NF_MAX_MEASURES. */
    const struct nf_measure *measures;

    /* Measures what is the game's own of an instance: ranges[i] is that of measures[i]. NF_INVALID
     * as play, NF_IO. NULL: nothing is. */
    enum nf_status (*measure)(const struct nf_input *instance,
                              struct nf_measured ranges[NF_MAX_MEASURES], struct nf_error *err);
};

#endif
