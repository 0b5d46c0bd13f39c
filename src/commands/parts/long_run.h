/* What run does for long jobs: saves its state, takes up a saved one, plays a part of a range, and
 * has games checked. */
#ifndef NF_COMMANDS_LONG_RUN_H
#define NF_COMMANDS_LONG_RUN_H

#include "commands/parts/common.h"
#include "runs/checkpoint.h"
#include "runs/saved.h"

/* As given on the command line; NULL, 0 and false for what was not. */
struct nf_long_options {
    const char *save, *resume; /* paths */
    uint64_t save_every;       /* nanoseconds */
    const char *shard;         /* "2/7" */
    const char *audit;         /* "1%" */
    bool check;
};

/* Which games a run plays. */
struct nf_long_range {
    uint64_t first, games;
    bool open; /* `games` is a bound nobody asked for */
    const char *until_width;
};

/* A run that may be saved and taken up; belongs to one thread. {0} can be closed. */
struct nf_long {
    const struct nf_long_options *options;
    struct nf_checkpoint file;
    struct nf_saved before; /* what was taken up; setup NULL: nothing */
    struct nf_plan plan;
    bool saving;
};

/* The text of an option of the command as it was typed, or NULL; see nf_cli_typed. */
typedef const char *nf_typed(const void *options, const char *name);

/* Starts: narrows *range to the shard, or takes the state of --resume up, whose range and
 * parameters then replace those in *range and *common; and gets ready for saving. `typed` is asked,
 * with `owner`, for what the user typed: an option that contradicts the file is refused. NF_USAGE;
 * NF_INVALID for a file that cannot be taken up, that holds an unfinished run which --save would
 * overwrite, or beside which a FILE.1 is that is no earlier state of it; NF_IO. Release with
 * nf_long_close, after a failure too. */
enum nf_status nf_long_open(struct nf_long *job, const struct nf_long_options *options,
                            struct nf_common *common, struct nf_long_range *range, nf_typed *typed,
                            const void *owner, struct nf_error *err);
void nf_long_close(struct nf_long *job);

/* Whether --resume took a run up. Its setup and tally are then job->before's. */
static inline bool nf_long_resumed(const struct nf_long *job)
{
    return job->before.setup != NULL;
}

/* Where a saved run goes that nf_long_save leaves to others, for it is written but once: standard
 * output, a device; or NULL. */
const char *nf_long_rest(const struct nf_long *job);

/* Saves `tally`, of the games from plan.first on, if the run is saved at all. */
enum nf_status nf_long_save(struct nf_long *job, const struct nf_tally *tally,
                            struct nf_error *err);

/* Puts the kernel that --audit or --check asks for in the place of *kernel. NF_USAGE. */
enum nf_status nf_long_choose_kernel(const struct nf_long_options *options,
                                     const struct nf_setup *setup, const struct nf_kernel **kernel,
                                     struct nf_error *err);

/* Adds what --audit or --check has compared to the report. */
void nf_long_report(const struct nf_long_options *options, struct nf_report *report);

#endif
