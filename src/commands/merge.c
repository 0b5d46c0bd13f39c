/* ninefold merge: joins saved runs of adjacent ranges. */
#include "runs/merge.h"
#include "base/lang.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/parts/outputs.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FILES = 100000 };

struct merge_options {
    struct nf_outputs outputs;
    bool partial;
};

/* Adds the runs of a file, which may stand one behind the other, as `cat` puts them. */
static enum nf_status add_runs(struct nf_merge *merge, const struct nf_input *file,
                               struct nf_error *err)
{
    static const char last_line[] = "\n}\n";
    enum nf_status status = NF_OK;
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
        status = nf_merge_add(merge, &run, err);
        at += run.size;
    } while (status == NF_OK && at < file->size);
    return status;
}

static enum nf_status add_file(struct nf_merge *merge, const char *path, struct nf_error *err)
{
    struct nf_input input;
    enum nf_status status = nf_input_open(&input, path, err);
    if (status != NF_OK)
        return status;
    status = add_runs(merge, &input, err);
    nf_input_close(&input);
    return status;
}

static enum nf_status run(void *given, char **operands, struct nf_error *err)
{
    const struct merge_options *const options = given;
    struct nf_merge merge = {.partial = options->partial};
    struct nf_report report;
    if (options->outputs.save == NULL)
        return nf_fail(err, NF_USAGE, "--out: expected a FILE for the joined run");
    enum nf_status status =
        nf_outputs_check(&options->outputs, NULL, 0, (const char *const *)operands, err);
    for (char **path = operands; status == NF_OK && *path != NULL; path++)
        status = add_file(&merge, *path, err);
    if (status == NF_OK)
        status = nf_merge_finish(&merge, &report, err);
    const char *const names[] = {options->outputs.save};
    if (status == NF_OK)
        status = nf_outputs_write(&options->outputs, &report, names, 1, err);
    nf_merge_close(&merge);
    return status;
}

static const struct nf_option part_rows[] = {
    {"partial", 0, NF_FLAG, NULL, NF_INTO(struct merge_options, partial),
     N_("join what is there: parts may be missing or unfinished. ninefold run --resume plays the "
        "games between them, or other parts are joined later")},
    {.name = NULL},
};

static const struct nf_option output_rows[] = {
    {"out", 'o', NF_STRING, "FILE", NF_INTO(struct merge_options, outputs.save),
     N_("write the joined run to FILE; - is standard output, instead of the table")},
    {"json", 0, NF_STRING, "FILE", NF_INTO(struct merge_options, outputs.json),
     N_("write the results to FILE as JSON, like run --json")},
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
    .sections = nf_manual_merge,
    .groups = groups,
    .options_size = sizeof(struct merge_options),
    .run = run,
};
