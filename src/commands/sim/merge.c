/* ninefold merge: joins saved runs of adjacent ranges. */
#include "sim/runs/merge.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/threads.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/sim/outputs.h"
#include "sim/runs/audit.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FILES = 100000 };

struct merge_options {
    struct nf_outputs outputs;
    bool partial;
    const char *replay; /* as typed, or NULL */
};

/* A merge, and what is played again of it. */
struct job {
    struct nf_merge merge;
    struct nf_spot_check check; /* share 0: nothing */
};

static enum nf_status add_run(struct job *job, const struct nf_input *input, struct nf_error *err)
{
    NF_FREED_BY(nf_saved_close) struct nf_saved saved = {0};
    NF_TRY(nf_saved_read(input, &saved, err));
    if (job->check.share > 0)
        NF_TRY(nf_spot_check_run(&job->check, input, &saved, err));
    return nf_merge_take(&job->merge, input, &saved, err);
}

/* Adds the runs of a file, which may stand one behind the other, as `cat` puts them. */
static enum nf_status add_runs(struct job *job, const struct nf_input *file, struct nf_error *err)
{
    static const char last_line[] = "\n}\n";
    size_t at = 0, number = 0;
    do {
        char name[256];
        struct nf_input run = {file->name, file->data + at, file->size - at};
        const char *const end = memmem(run.data, run.size, last_line, sizeof last_line - 1);
        if (end != NULL)
            run.size = (size_t)(end - run.data) + sizeof last_line - 1;
        if (run.size < file->size) {
            snprintf(name, sizeof name, "%.200s, run %zu", file->name, ++number);
            run.name = name;
        }
        NF_TRY(add_run(job, &run, err));
        at += run.size;
    } while (at < file->size);
    return NF_OK;
}

static enum nf_status add_file(struct job *job, const char *path, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_TRY(nf_input_open(&input, path, err));
    return add_runs(job, &input, err);
}

static enum nf_status read_share(const char *text, double *share, struct nf_error *err)
{
    char quoted[NF_QUOTED];
    if (text == NULL || nf_common_share(text, share))
        return NF_OK;
    return nf_fail(
        err, NF_USAGE,
        "--replay %s: expected a share such as 0.1%% or 0.001, above 0 and at most 100%%",
        nf_quote(quoted, text, strlen(text)));
}

static enum nf_status add_files(struct job *job, char **paths, struct nf_error *err)
{
    struct nf_progress progress = {.what = N_("files"), .start = nf_now()};
    enum nf_status status = NF_OK;
    while (paths[progress.total] != NULL)
        progress.total++;
    for (uint64_t i = 0; status == NF_OK && i < progress.total; i++) {
        status = add_file(job, paths[i], err);
        nf_progress_part(&progress, i + 1, 0);
    }
    nf_progress_end(&progress);
    return status;
}

static void close_job(struct job *job)
{
    nf_merge_close(&job->merge);
}

static enum nf_status run_merge(void *given, char **operands, struct nf_error *err)
{
    const struct merge_options *const options = given;
    NF_FREED_BY(close_job)
    struct job job = {.merge.partial = options->partial, .check.threads = nf_common_cpus()};
    struct nf_report report;
    if (options->outputs.save == NULL)
        return nf_fail(err, NF_USAGE, "--out: expected a FILE for the joined run");
    NF_TRY(read_share(options->replay, &job.check.share, err));
    NF_TRY(nf_outputs_check(&options->outputs, NULL, 0, (const char *const *)operands, err));
    NF_TRY(add_files(&job, operands, err));
    NF_TRY(nf_merge_finish(&job.merge, &report, err));
    const char *const names[] = {options->outputs.save};
    report.replayed = job.check.games;
    report.replayed_by = job.check.kernel;
    return nf_outputs_write(&options->outputs, &report, names, 1, err);
}

static const struct nf_option part_rows[] = {
    {"partial", 0, NF_FLAG, NULL, NF_INTO(struct merge_options, partial),
     N_("join what is there: parts may be missing or unfinished. ninefold run --resume plays the "
        "games between them, or other parts are joined later")},
    {"replay", 0, NF_STRING, "SHARE", NF_INTO(struct merge_options, replay),
     /* xgettext:no-c-format */
     N_("play this share of the games of each run again, such as 0.1%, picked by chance in blocks, "
        "and compare; a difference ends it with exit code 1")},
    {.name = NULL},
};

static const struct nf_option output_rows[] = {
    {"out", 'o', NF_STRING, "FILE", NF_INTO(struct merge_options, outputs.save),
     N_("write the joined run to FILE; - is standard output, instead of the table")},
    NF_ROWS_FORMS(struct merge_options, NF_FORM_CSV, NF_FORM_HTML,
                  N_("write the results to FILE as JSON, like run --json")),
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {N_("The parts"), part_rows}, {N_("Output"), output_rows}, {NULL, NULL}};

const struct nf_command nf_command_merge = {
    .name = "merge",
    .summary = N_("join saved runs of adjacent ranges into one"),
    .details =
        N_("Joins files written by run --save, such as those of run --shard 1/3, 2/3 and 3/3, "
           "into the file that a single run of all the games would have saved, and prints its "
           "table. Refuses parts that overlap, leave a gap or are unfinished, and parts whose "
           "parameters, seeds or versions differ. A FILE, or standard input (-), may hold several "
           "runs, one behind the other."),
    .operand = "FILE",
    .usage = "FILE...",
    .operands = MOST_FILES,
    .needed = 1,
    .page = nf_manual_merge,
    .groups = groups,
    .options_size = sizeof(struct merge_options),
    .run = run_merge,
};
