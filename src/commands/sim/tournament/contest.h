/* ninefold tournament: a tournament as the command plays it, with its files and its progress. */
#ifndef NF_TOURNAMENT_CONTEST_H
#define NF_TOURNAMENT_CONTEST_H

#include "commands/parts/common.h"
#include "commands/sim/outputs.h"
#include "sim/plan.h"
#include "sim/runs/checkpoint.h"
#include "sim/runs/tournament.h"

struct nf_tournament_options {
    struct nf_common common;
    uint64_t games;   /* per pairing */
    const char *sprt; /* as typed, or NULL */
    struct nf_outputs outputs;
    bool gauntlet;     /* only the first strategy plays against all others */
    const char *save;  /* folder for what is played, or NULL */
    const char *shard; /* as typed, or NULL */
};

struct nf_contest {
    const struct nf_tournament_options *options;
    struct nf_sprt sprt;            /* with options->sprt */
    struct nf_tournament_plan plan; /* as the options have it */
    struct nf_tournament of;
    struct nf_spans played;    /* of the games of a seat, from the first to the last to be played */
    struct nf_checkpoint file; /* for --save; see saving.c */
    json_t *identity;          /* what a saved tournament must be to be this one */
    struct nf_progress progress;
    char estimate[80]; /* what progress shows of the chunks that are counted */
};

/* Prepares the games to be played: all, or those of options->shard; with options->save, less those
 * that are saved, whose sums are added. `options`, `plan` and `of` must be there, all else 0.
 * Returns NF_USAGE for a shard that is none, NF_INVALID for a file that is none of this tournament,
 * NF_IO. Release with nf_contest_close(), also after a failure. */
enum nf_status nf_contest_open(struct nf_contest *contest, struct nf_error *err);
void nf_contest_close(struct nf_contest *contest);

/* Saves what is played, where it is to be. NF_IO. */
enum nf_status nf_contest_save(struct nf_contest *contest, struct nf_error *err);

/* Plays all pairings and ranks the strategies. With options->sprt it stops when the test is
 * decided. Returns NF_IO without memory or threads, errors of the game, and with options->save
 * 128+n if signal n stopped it, with what was saved before. */
enum nf_status nf_contest_play(struct nf_contest *contest, struct nf_error *err);

#endif
