/* Long runs: saving the state, resuming, playing a part of a range, checking games. */
#ifndef NF_COMMANDS_LONG_RUN_H
#define NF_COMMANDS_LONG_RUN_H

#include "base/error.h"
#include "commands/parts/common.h"
#include "sim/plan.h"
#include "sim/runs/checkpoint.h"
#include "sim/runs/saved.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- a part of a range of games, by number or by what a scheduler says of a task ---- */

/* Part `number` (from 1) of `count` parts. */
struct nf_shard {
    uint64_t number, count;
};

/* Reads "2/7", "auto" or "auto/7" into `*shard`. The last two take the number from the environment
 * of a task of a job array (Slurm, SGE, PBS; from 0 or 1 as the array is) or of an indexed job
 * (Kubernetes, AWS Batch; from 0); "auto" takes the count from there, too. With "auto/7" the array
 * counts from 1, so that some tasks can be submitted again alone. What a scheduler says is reported
 * on standard error. Returns NF_USAGE for other text, for "auto" without such an environment, and
 * where that does not give number and count. One thread, as getenv(). */
enum nf_status nf_shard_read(const char *text, struct nf_shard *shard, struct nf_error *err);

/* The games of `whole` that are the shard's. Sizes of shards differ by at most one game. */
struct nf_span nf_shard_part(const struct nf_shard *shard, struct nf_span whole);

/* Whether the item `number`, from 0, of things that go to the shards in turn is the shard's. */
static inline bool nf_shard_has(const struct nf_shard *shard, uint64_t number)
{
    return number % shard->count == shard->number - 1;
}

/* ---- runs that last ---- */

/* Options as typed; NULL, 0 or false if not typed. */
struct nf_long_options {
    const char *save, *resume; /* paths */
    uint64_t save_every;       /* nanoseconds */
    const char *shard;         /* "2/7", "auto", "auto/7" */
    const char *audit;         /* "1%" */
    bool check;
};

/* A run that can be saved and resumed. Start with {0}. One thread. */
struct nf_long {
    const struct nf_long_options *options;
    struct nf_checkpoint file;
    struct nf_saved before; /* the resumed run; setup NULL: none */
    struct nf_plan plan;    /* of an open one span.games is an upper bound */
    struct nf_spans played; /* of the plan; of an open one there is no end */
    bool saving;
};

/* Starts a run of what was asked for: job->plan is that, narrowed to the shard, or loads the state
 * of --resume, whose plan it then is, and whose parameters replace those in `*common`; and prepares
 * saving. `typed(owner, name)` says whether the user typed an option, or what a member of a saved
 * run says. Returns NF_USAGE; NF_INVALID for a file that cannot be resumed or that an option
 * contradicts, that holds an unfinished run which --save would overwrite, or whose FILE.1 is not an
 * earlier state of it; NF_IO. Release with nf_long_close(), also after a failure. */
enum nf_status nf_long_open(struct nf_long *job, const struct nf_long_options *options,
                            const struct nf_plan *asked, struct nf_common *common,
                            nf_state_typed *typed, const void *owner, struct nf_error *err);
void nf_long_close(struct nf_long *job);

/* Whether a run was resumed. Then its setup and tally are those of job->before. */
static inline bool nf_long_resumed(const struct nf_long *job)
{
    return job->before.setup != NULL;
}

/* Returns the path of a saved run that nf_long_save() does not write, because it is written only
 * once at the end (standard output, a device), or NULL. */
const char *nf_long_rest(const struct nf_long *job);

/* Saves `tally`, of the games played so far, if the run is to be saved. Returns NF_IO on failure.
 */
enum nf_status nf_long_save(struct nf_long *job, const struct nf_tally *tally,
                            struct nf_error *err);

/* Lets go of the file after the last save, and of the signals that were held for it. */
void nf_long_done(struct nf_long *job);

/* Replaces `*kernel` by one that also checks the games, for --audit or --check. Returns
 * NF_USAGE if there is none. The kernel is a static object: one run per process. */
enum nf_status nf_long_choose_kernel(const struct nf_long_options *options,
                                     const struct nf_setup *setup, const struct nf_kernel **kernel,
                                     struct nf_error *err);

/* Adds the plan, the ranges played, and the number of games that --audit or --check compared to the
 * report. */
void nf_long_report(const struct nf_long *job, struct nf_report *report);

#endif
