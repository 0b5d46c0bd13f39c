/* ninefold sweep: a grid of runs in one table. */
#include "base/lang.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "base/version.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/sim/long_run.h"
#include "commands/sim/outputs.h"
#include "commands/sim/sweep_grid.h"
#include "sim/runner.h"
#include "sim/runs/checkpoint.h"
#include "sim/runs/saved.h"
#include "table/forms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct sweep_options {
    struct nf_common common;
    struct nf_span span;
    struct nf_outputs outputs;
    const char *save;         /* a folder */
    const char *shard;        /* as typed, or NULL */
    const char *const *typed; /* see nf_cli_typed */
};

/* A sweep that is played. */
struct sweep {
    const struct sweep_options *options;
    struct nf_sweep_grid grid;
    struct nf_sweep_cell *cells;
    struct nf_shard shard; /* whose runs are played; of one without --shard */
    struct nf_progress progress;
};

/* A cell that is played or read. */
struct job {
    struct sweep_options options; /* its own; the span has no more games than there are */
    struct nf_setup *setup;
    const struct nf_kernel *kernel;
    char *path; /* of its saved run; NULL: none */
};

/* ---- cells ---- */

static void close_job(struct job *job)
{
    if (job->setup != NULL)
        nf_release(job->setup);
    free(job->path);
}

static enum nf_status open_job(const struct sweep *sweep, size_t cell, struct job *job,
                               struct nf_error *err)
{
    const char *values[NF_MAX_OPTIONS];
    size_t rows = 0;
    *job = (struct job){.setup = NULL};
    for (; nf_cli_row(&nf_command_sweep, rows) != &nf_cli_lang_row; rows++)
        values[rows] = sweep->options->typed[rows];
    for (size_t i = 0; i < sweep->grid.count; i++) {
        const struct nf_sweep_axis *const axis = &sweep->grid.axes[i];
        if (values[axis->number] != NULL)
            return nf_fail(err, NF_USAGE, "--%s: the grid has this option, expected it only there",
                           axis->row->name);
        values[axis->number] = axis->values[nf_sweep_place(&sweep->grid, cell, i)];
    }
    const struct nf_common *const common = &job->options.common;
    NF_TRY(nf_cli_store_values(&nf_command_sweep, values, &job->options, err));
    NF_TRY(nf_common_prepare(common, &job->setup, err));
    NF_TRY(nf_choose_kernel(nf_common_game(common), common->kernel, &job->kernel, err));
    NF_TRY(nf_fit_kernel(job->setup, common->kernel, &job->kernel, err));
    struct nf_span *const span = &job->options.span;
    const struct nf_numbered_ops *const numbered = job->setup->game->numbered;
    const uint64_t count = numbered != NULL ? numbered->count(&common->params) : 0;
    if (count > 0 && span->first >= count)
        return nf_fail(err, NF_USAGE, "--first %" PRIu64 ": there are %" PRIu64 " games of a run",
                       span->first, count);
    if (count > 0 && span->games > count - span->first)
        span->games = count - span->first;
    if (sweep->options->save != NULL &&
        asprintf(&job->path, "%s/%03zu.json", sweep->options->save, cell + 1) < 0) {
        job->path = NULL;
        return nf_fail_memory(err);
    }
    struct stat found;
    return job->path != NULL && stat(job->path, &found) == 0
               ? nf_out_regular(job->path, &found, err)
               : NF_OK;
}

/* Reads the saved run of a cell, which must be this one's. */
static enum nf_status read_saved(const struct job *job, struct nf_saved *saved,
                                 struct nf_error *err)
{
    const struct nf_plan plan = {.span = job->options.span};
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_TRY(nf_input_open(&input, job->path, err));
    NF_TRY(nf_saved_read(&input, saved, err));
    json_auto_t *wanted = nf_saved_job(job->setup, &plan);
    NF_TRY(nf_state_check_job(&input, &nf_saved_kind, saved->document, wanted, NULL, NULL, err));
    return nf_saved_check_finished(&input, saved, err);
}

/* Keeps what the table tells of a run. */
static enum nf_status keep(const struct job *job, const struct nf_tally *tally,
                           struct nf_sweep_cell *cell, struct nf_error *err)
{
    struct nf_text command = {0};
    nf_report_run(&command, job->setup, job->options.span);
    nf_text_bytes(&command, "", 1);
    nf_report_statistics(tally, &cell->tables);
    nf_digest_print(&tally->digest, cell->digest);
    cell->games = tally->games;
    cell->command = command.data;
    return command.failed || cell->tables.failed ? nf_fail_memory(err) : NF_OK;
}

static enum nf_status save_cell(const struct job *job, const struct nf_tally *tally,
                                struct nf_error *err)
{
    const struct nf_report report = {.tally = tally, .spans = &job->options.span, .spans_count = 1};
    struct nf_text text = {0};
    return nf_common_save(&text, nf_saved_write(&text, &report, err), job->path, err);
}

static enum nf_status play(struct sweep *sweep, const struct job *job, struct nf_sweep_cell *cell,
                           struct nf_error *err)
{
    const struct nf_run_options options = {.setup = job->setup,
                                           .kernel = job->kernel,
                                           .span = job->options.span,
                                           .threads = job->options.common.threads,
                                           .progress = nf_progress_part,
                                           .progress_owner = &sweep->progress};
    NF_FREED_BY(nf_run_result_close) struct nf_run_result result;
    NF_TRY(nf_run(&options, &result, err));
    if (result.tally.games < job->options.span.games) /* a signal came */
        return NF_OK;
    if (job->path != NULL)
        NF_TRY(save_cell(job, &result.tally, err));
    return keep(job, &result.tally, cell, err);
}

/* Reads a cell that is there already, or plays it. */
static enum nf_status take_cell(struct sweep *sweep, size_t number, struct nf_error *err)
{
    NF_FREED_BY(close_job) struct job job;
    NF_TRY(open_job(sweep, number, &job, err));
    if (job.path != NULL && access(job.path, F_OK) == 0) {
        NF_FREED_BY(nf_saved_close) struct nf_saved saved = {0};
        NF_TRY(read_saved(&job, &saved, err));
        sweep->progress.total -= job.options.span.games;
        return keep(&job, &saved.tally, &sweep->cells[number], err);
    }
    NF_TRY(play(sweep, &job, &sweep->cells[number], err));
    sweep->progress.before += job.options.span.games;
    return NF_OK;
}

/* Whether all cells can be played, before the first one is. */
static enum nf_status check_cells(struct sweep *sweep, struct nf_error *err)
{
    for (size_t i = 0; i < sweep->grid.cells; i++) {
        NF_FREED_BY(close_job) struct job job;
        NF_TRY(open_job(sweep, i, &job, err));
        sweep->progress.total += nf_shard_has(&sweep->shard, i) ? job.options.span.games : 0;
    }
    return NF_OK;
}

static enum nf_status take_cells(struct sweep *sweep, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    size_t done = 0;
    nf_signals_hold(NULL); /* also between cells */
    for (; status == NF_OK && done < sweep->grid.cells && nf_signals_caught() == 0; done++)
        /* Runs go to the shards in turn, for those that are long stand together. */
        if (nf_shard_has(&sweep->shard, done))
            status = take_cell(sweep, done, err);
    nf_signals_release();
    nf_progress_end(&sweep->progress);
    const int signal = nf_signals_caught();
    if (status != NF_OK || signal == 0)
        return status;
    size_t whole = 0, ours = 0;
    for (size_t i = 0; i < sweep->grid.cells; i++) {
        whole += sweep->cells[i].command != NULL;
        ours += nf_shard_has(&sweep->shard, i);
    }
    if (whole == ours)
        return NF_OK;
    return nf_fail(err, (enum nf_status)(128 + signal),
                   "stopped by signal %d (%s); %zu of %zu runs are finished%s", signal,
                   strsignal(signal), whole, ours,
                   sweep->options->save != NULL ? _(" and saved, the same command goes on")
                                                : _(", give --save DIR to be able to go on"));
}

/* ---- results ---- */

static json_t *document(const struct sweep *sweep, const struct nf_tables *tables)
{
    json_t *const axes = json_array();
    for (size_t i = 0; i < sweep->grid.count; i++) {
        const struct nf_sweep_axis *const axis = &sweep->grid.axes[i];
        json_t *const values = json_array();
        for (size_t j = 0; j < axis->count; j++)
            json_array_append_new(values, json_string(axis->values[j]));
        json_array_append_new(axes,
                              json_pack("{s:s, s:o}", "name", axis->row->name, "values", values));
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "schema", "ninefold.sweep/1", "version",
                     nf_version, "game", nf_common_game(&sweep->options->common)->name, "axes",
                     axes, "tables", nf_tables_json(tables));
}

static enum nf_status write_results(const struct sweep *sweep, struct nf_error *err)
{
    const struct nf_game *const game = nf_common_game(&sweep->options->common);
    char name[64];
    snprintf(name, sizeof name, P_("%zu run", "%zu runs", sweep->grid.cells), sweep->grid.cells);
    struct nf_made made = {.name = name, .title = _(game->title)};
    nf_sweep_rows(&sweep->grid, sweep->cells, &made.tables);
    nf_sweep_drawings(&sweep->grid, sweep->cells, &made.page);
    nf_sweep_rows(&sweep->grid, sweep->cells, &made.page);
    nf_text_format(&made.table, _("%s: "), _(game->title));
    nf_text_format(&made.table, "%s\n\n", name);
    nf_tables_terminal(&made.table, &made.tables);
    made.document = document(sweep, &made.tables);
    return nf_outputs_write_made(&sweep->options->outputs, &made, err);
}

/* A shard has no table: its runs are saved. */
static enum nf_status read_shard(struct sweep *sweep, struct nf_error *err)
{
    const struct sweep_options *const options = sweep->options;
    sweep->shard = (struct nf_shard){1, 1};
    if (options->shard == NULL)
        return NF_OK;
    if (options->save == NULL || nf_outputs_forms(&options->outputs))
        return nf_fail(err, NF_USAGE,
                       "--shard: expected --save DIR and no other output; the same command without "
                       "--shard makes the table of the runs in DIR");
    return nf_shard_read(options->shard, &sweep->shard, err);
}

static void close_sweep(struct sweep *sweep)
{
    for (size_t i = 0; sweep->cells != NULL && i < sweep->grid.cells; i++) {
        nf_tables_free(&sweep->cells[i].tables);
        free(sweep->cells[i].command);
    }
    free(sweep->cells);
    nf_sweep_grid_free(&sweep->grid);
}

static enum nf_status run_sweep(void *given, char **operands, struct nf_error *err)
{
    const struct sweep_options *const options = given;
    NF_FREED_BY(close_sweep)
    struct sweep sweep = {
        .options = options,
        .progress = {.what = N_("games"), .quiet = options->common.quiet, .start = nf_now()}};
    const struct nf_path others[] = {{options->save, NF_PATH_FOLDER},
                                     {options->common.params.strategy, NF_PATH_STRATEGIES}};
    NF_TRY(nf_sweep_grid_read(&sweep.grid, &nf_command_sweep, operands, err));
    NF_TRY(read_shard(&sweep, err));
    NF_TRY(nf_outputs_check(&options->outputs, others, 2, NULL, err));
    if ((sweep.cells = calloc(sweep.grid.cells, sizeof *sweep.cells)) == NULL)
        return nf_fail(err, NF_IO, "out of memory for %zu runs", sweep.grid.cells);
    NF_TRY(check_cells(&sweep, err));
    if (options->save != NULL)
        NF_TRY(nf_common_make_folder(options->save, err));
    NF_TRY(take_cells(&sweep, err));
    if (options->shard == NULL)
        NF_TRY(write_results(&sweep, err));
    return NF_OK;
}

static void adapt_games(struct nf_option *row, const void *given)
{
    const struct sweep_options *const options = given;
    row->high = NF_MOST_GAMES - options->span.first;
}

static const struct nf_option range_rows[] = {
    {"first", 0, NF_NUMBER, "I", NF_INTO(struct sweep_options, span.first),
     N_("index of the first game"), .high = NF_MOST_GAMES - 1},
    {"games", 'g', NF_NUMBER, "N", NF_INTO(struct sweep_options, span.games),
     N_("number of games of each run, such as 500, 10k, 3M, 1G"), .low = 1, .normal = 100000,
     .adapt = adapt_games},
    {.name = NULL},
};

static const struct nf_option output_rows[] = {
    {"save", 0, NF_STRING, "DIR", NF_INTO(struct sweep_options, save),
     N_("save the runs to DIR/001.json and so on, created if missing; those that are there "
        "are not played again")},
    {"shard", 0, NF_STRING, "I/N", NF_INTO(struct sweep_options, shard),
     N_("play and save every N-th run from the I-th on; the same command without --shard makes the "
        "table. auto: the scheduler's array says which; auto/N: the number alone")},
    NF_ROWS_FORMS(struct sweep_options,
                  N_("write the table to DIR/sweep.csv, created if missing, with the command of "
                     "each run as last column; - is standard output"),
                  NF_FORM_HTML, NF_FORM_JSON),
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("The games"), nf_rows_params},
                                                {N_("How many games"), range_rows},
                                                {N_("Speed"), nf_rows_speed},
                                                {N_("Output"), output_rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_sweep = {
    .name = "sweep",
    .summary = N_("play a grid of runs into one table and one page"),
    .details = N_("Plays a run for each combination of values of the options named, such as "
                  "players=2..30 or rounds=1,10,100. Options whose values have commas of their own "
                  "take one value at a time: strategy=1=keep-e strategy=1=lowest. Other options "
                  "are those of all runs."),
    .operand = "NAME=VALUES",
    .usage = "NAME=VALUES...",
    .operands = NF_SWEEP_CELLS,
    .needed = 1,
    .page = nf_manual_sweep,
    .groups = groups,
    .options_size = sizeof(struct sweep_options),
    .typed = offsetof(struct sweep_options, typed),
    .run = run_sweep,
};
