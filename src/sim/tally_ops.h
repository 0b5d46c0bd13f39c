/* What a game brings for counting: a part of the contract (nf_game.tally, nf_game.details).
 *
 * A tally is a fixed number of sums, so that tallies of any threads, shards and saved runs merge
 * by addition, whatever the sums mean; and a few extremes, each with the lowest index of a game
 * that has it. What is counted, and how it is shown, only the game knows. */
#ifndef NF_TALLY_OPS_H
#define NF_TALLY_OPS_H

#include "base/stats/estimate.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nf_outcome;
struct nf_setup;
struct nf_tables;
struct nf_tally;

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

#endif
