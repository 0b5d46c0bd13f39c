/* ninefold run: plays the games in parts, between which it saves its state and looks whether the
 * intervals are narrow. */
#ifndef NF_RUN_BATCH_H
#define NF_RUN_BATCH_H

#include "commands/parts/common.h"
#include "commands/sim/long_run.h"
#include "sim/runner.h"
#include "sim/runs/records.h"

/* A job that may be played in several consecutive parts. */
struct nf_batch {
    struct nf_run_options options; /* of the current part */
    uint64_t games;                /* most games, all parts together */
    double seconds;                /* time limit, all parts together; 0: none */
    double width;                  /* stop when all intervals are this narrow; 0: play all games */
    struct nf_long *job;
    struct nf_records records; /* kept NULL: not wanted */
    struct nf_run_result total;
    uint64_t before; /* games that were already played at the start */
    double saved;    /* total.seconds when the state was saved last */
    struct nf_progress progress;
    char estimate[40]; /* what progress shows of the finished parts */
};

/* Plays until all games are played, the intervals are narrow, the time is up or a signal comes, and
 * saves the state. `options` (setup, kernel, threads, block), `games`, `seconds`, `width`, `job`
 * and `progress` must be set, all else 0. `records` names a file for each game's record, or is
 * NULL. Returns NF_IO for files, memory or threads, and errors of the game. `total.tally` is to be
 * closed in any case. Not while another run holds the signals. */
enum nf_status nf_batch_play(struct nf_batch *batch, const char *records, struct nf_error *err);

/* Whether all intervals are as narrow as `width`. */
bool nf_batch_narrow(const struct nf_batch *batch);

#endif
