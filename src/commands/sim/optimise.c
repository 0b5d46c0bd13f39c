/* ninefold optimise: searches for a strategy that loses less. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "base/version.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/sim/long_run.h"
#include "commands/sim/outputs.h"
#include "sim/runner.h"
#include "sim/runs/search.h"
#include "table/forms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct optimise_options {
    struct nf_common common;
    uint32_t seat;
    uint64_t steps, games, verifying;
    uint64_t searches;
    const char *out, *sprt;
    const char *save;  /* folder for the searches, or NULL */
    const char *shard; /* as typed, or NULL */
    struct nf_outputs outputs;
};

/* All searches, and what comes of them. */
struct optimising {
    const struct optimise_options *options;
    struct nf_search_options search;
    struct nf_shard shard; /* whose searches are made; of one without --shard */
    struct nf_search_found *found;
    size_t count; /* of those found */
    struct nf_search_result result;
    struct nf_progress progress;
    bool begun; /* the search that is made now has told of a step */
};

static bool show_search(void *owner, uint64_t steps, double gain)
{
    struct optimising *const optimising = owner;
    struct nf_progress *const progress = &optimising->progress;
    char what[40];
    if (!optimising->begun) { /* those before were made before this command */
        progress->total -= steps - 1;
        progress->before -= steps - 1;
    }
    optimising->begun = true;
    snprintf(what, sizeof what, _("steps, gain %.3f%%"), 100 * gain);
    progress->what = what;
    nf_progress_part(progress, steps, 0);
    progress->what = N_("steps");
    return nf_signals_caught() != 0;
}

static const struct nf_search_found *best_of(const struct optimising *optimising)
{
    return &optimising->found[optimising->result.best];
}

/* What was searched, in a sentence. */
static void put_search_words(struct nf_text *text, const struct optimising *optimising)
{
    const struct optimise_options *const options = optimising->options;
    nf_text_format(text, _("Found by ninefold optimise for seat %u of %u, seed %" PRIu64 "."),
                   options->seat, options->common.params.players, best_of(optimising)->seed);
}

/* How much less the strategy found loses than the default one. */
static struct nf_estimate gain_of(const struct optimising *optimising)
{
    return nf_estimate_turned(
        nf_paired_difference(&optimising->result.played, optimising->search.seat));
}

/* Appends the strategy as a file: its gain in comments, then its text. */
static void put_strategy(struct nf_text *text, const struct optimising *optimising)
{
    const uint32_t seat = optimising->search.seat;
    const struct nf_search_result *const result = &optimising->result;
    const struct nf_text *const best = &best_of(optimising)->best;
    const struct nf_estimate gain = gain_of(optimising);
    nf_text_string(text, "# ");
    put_search_words(text, optimising);
    nf_text_string(text, "\n");
    if (optimising->count > 1)
        nf_text_format(text,
                       _("# The best of %zu searches, on %" PRIu64 " games of seed %" PRIu64 ".\n"),
                       optimising->count, optimising->search.verifying, result->chosen_seed);
    nf_text_format(text,
                   _("# Loses %.3f%% of rounds, the default strategy %.3f%%:\n"
                     "# %.3f points less, 95%% interval %.3f .. %.3f, on %" PRIu64
                     " games of seed %" PRIu64 ".\n"),
                   100 * nf_paired_share(&result->played, 1, seat),
                   100 * nf_paired_share(&result->played, 0, seat), 100 * gain.mean, 100 * gain.low,
                   100 * gain.high, result->played.games, result->played_seed);
    nf_text_bytes(text, best->data, best->size);
}

static void report_gain(struct nf_tables *tables, const struct optimising *optimising)
{
    static const struct nf_about about = {.name = "gain", .title = N_("What the strategy gains")};
    static const struct nf_column columns[] = {
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("loss_rate", "loses", "share of rounds", NF_SHARE),
        NF_COLUMN("usual", "with the default strategy", "share of rounds", NF_SHARE),
        NF_COLUMN("gain", "fewer losses", "share of rounds", NF_DIFFERENCE,
                  .interval = NF_INTERVAL),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        NF_COLUMN("seed", "seed", NULL, NF_NAME),
        {.name = NULL},
    };
    const struct nf_search_result *const result = &optimising->result;
    nf_tables_begin(tables, &about, columns);
    nf_cell_count(tables, optimising->options->seat);
    nf_cell_number(tables, nf_paired_share(&result->played, 1, optimising->search.seat));
    nf_cell_number(tables, nf_paired_share(&result->played, 0, optimising->search.seat));
    nf_cell_estimate(tables, gain_of(optimising));
    nf_cell_count(tables, result->played.games);
    nf_cell_count(tables, result->played_seed);
}

/* The last columns of a search, or of one of several. */
#define STEPS                                                                                      \
    NF_COLUMN("steps", "steps tried", "steps", NF_COUNT),                                          \
        NF_COLUMN("accepted", "accepted", "steps", NF_COUNT),                                      \
        NF_COLUMN("dropped", "parts without effect dropped", "parts", NF_COUNT)

static void report_steps(struct nf_tables *tables, const struct nf_search_found *found)
{
    nf_cell_count(tables, found->steps);
    nf_cell_count(tables, found->accepted);
    nf_cell_count(tables, found->dropped);
}

static void report_search(struct nf_tables *tables, const struct nf_search_found *found)
{
    static const struct nf_about about = {.name = "search", .title = N_("The search")};
    static const struct nf_column columns[] = {
        STEPS,
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    report_steps(tables, found);
}

/* The same of several, and how they were compared. */
static void report_searches(struct nf_tables *tables, const struct optimising *optimising)
{
    static const struct nf_about about = {.name = "searches", .title = N_("The searches")};
    static const struct nf_column columns[] = {
        NF_COLUMN("seed", "seed", NULL, NF_KEY),
        NF_COLUMN("loss_rate", "loses", "share of rounds", NF_SHARE, .interval = NF_INTERVAL),
        STEPS,
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (size_t i = 0; i < optimising->count; i++) {
        const struct nf_search_found *const found = &optimising->found[i];
        nf_cell_count(tables, found->seed);
        nf_cell_estimate(tables, nf_paired_difference(&found->chosen, optimising->search.seat));
        report_steps(tables, found);
    }
    nf_tables_note(tables, "The best is chosen by %" PRIu64 " games of seed %" PRIu64 ".",
                   optimising->search.verifying, optimising->result.chosen_seed);
}

/* The strategy's text, line by line. */
static void report_strategy(struct nf_tables *tables, const struct nf_text *best)
{
    static const struct nf_about about = {.name = "strategy", .title = N_("The strategy")};
    static const struct nf_column columns[] = {
        NF_COLUMN("line", "line", NULL, NF_KEY),
        NF_COLUMN("text", "text", NULL, NF_CODE),
        {.name = NULL},
    };
    const char *at = best->data, *const end = at + best->size;
    nf_tables_begin(tables, &about, columns);
    for (uint64_t line = 1; at < end; line++) {
        const char *const stop = memchr(at, '\n', (size_t)(end - at));
        const int length = (int)((stop != NULL ? stop : end) - at);
        nf_cell_count(tables, line);
        nf_cell_text(tables, nf_tables_text(tables, "%.*s", length, at));
        at += length + 1;
    }
}

/* Names the command that tells how much less any strategy could lose. */
static void name_bound(const struct optimise_options *options)
{
    const struct nf_params *const params = &options->common.params;
    const struct nf_exact_ops *const exact = nf_common_game(&options->common)->exact;
    if (exact == NULL || params->players > exact->players)
        return;
    fprintf(stderr,
            _("How little any strategy could lose: ninefold exact --best %u -n %u -m %u %s %s\n"),
            options->seat, params->players, params->rounds,
            params->weights != NULL ? "--weights" : "--profile",
            params->weights != NULL ? params->weights : params->profile);
}

/* The steps of all searches. */
static struct nf_search_found sum_of(const struct optimising *optimising)
{
    struct nf_search_found sum = {.seed = 0};
    for (size_t i = 0; i < optimising->count; i++) {
        sum.steps += optimising->found[i].steps;
        sum.accepted += optimising->found[i].accepted;
        sum.dropped += optimising->found[i].dropped;
    }
    return sum;
}

static void report_tried(const struct optimising *optimising)
{
    const struct nf_search_found sum = sum_of(optimising);
    if (optimising->options->common.quiet)
        return;
    fprintf(stderr,
            _("%" PRIu64 " steps tried, %" PRIu64 " accepted, %" PRIu64
              " parts without effect dropped\n"),
            sum.steps, sum.accepted, sum.dropped);
    name_bound(optimising->options);
}

static enum nf_status write_optimised(const struct optimising *optimising, struct nf_error *err)
{
    const struct optimise_options *const options = optimising->options;
    NF_OWNED_TEXT struct nf_text words = {0};
    NF_FREED_BY(nf_made_close)
    struct nf_made made = {.title = _(nf_common_game(&options->common)->title)};
    put_search_words(&words, optimising);
    made.name = nf_text_terminated(&words);
    made.tables.failed |= words.failed;
    put_strategy(&made.table, optimising);
    report_gain(&made.tables, optimising);
    if (optimising->count > 1)
        report_searches(&made.tables, optimising);
    else
        report_search(&made.tables, &optimising->found[0]);
    report_strategy(&made.tables, &best_of(optimising)->best);
    if (options->outputs.json != NULL)
        made.document = json_pack("{s:s, s:s, s:o}", "schema", "ninefold.optimise/1", "version",
                                  nf_version, "tables", nf_tables_json(&made.tables));
    const bool saved = options->out != NULL && strcmp(options->out, "-") != 0;
    const enum nf_status status = saved ? nf_text_save(&made.table, options->out, err) : NF_OK;
    report_tried(optimising);
    NF_TRY(status);
    return nf_outputs_write_made(&options->outputs, &made, err);
}

/* ---- searching ---- */

/* One that is not saved is stopped by a signal with the best strategy so far, and there is no other
 * one after it. One that is saved fails then, unless it is over. */
static enum nf_status search_all(struct optimising *optimising, struct nf_error *err)
{
    const struct optimise_options *const options = optimising->options;
    struct nf_search_options search = optimising->search;
    enum nf_status status = NF_OK;
    for (uint64_t i = 0; i < options->searches; i++)
        optimising->progress.total += nf_shard_has(&optimising->shard, i) ? options->steps : 0;
    for (uint64_t i = 0; status == NF_OK && i < options->searches; i++) {
        if (!nf_shard_has(&optimising->shard, i))
            continue;
        if (options->save == NULL && nf_signals_caught() != 0 && optimising->count > 0)
            break;
        struct nf_search_found *const found = &optimising->found[optimising->count++];
        search.params.seed = (options->common.params.seed + i) & INT64_MAX;
        search.number = i + 1;
        optimising->begun = false;
        status = nf_search(&search, found, err);
        if (optimising->begun)
            optimising->progress.before += found->steps;
        else /* it was over before */
            optimising->progress.total -= options->steps;
    }
    nf_progress_end(&optimising->progress);
    return status;
}

/* A shard has no result: its searches are saved. */
static enum nf_status make(struct optimising *optimising, struct nf_error *err)
{
    const struct optimise_options *const options = optimising->options;
    nf_signals_hold(NULL);
    enum nf_status status = search_all(optimising, err);
    if (status == NF_OK && options->shard == NULL)
        status = nf_search_choose(&optimising->search, optimising->found, optimising->count,
                                  &optimising->result, err);
    nf_signals_release();
    const int caught = nf_signals_caught();
    NF_TRY(status);
    if (options->shard == NULL)
        NF_TRY(write_optimised(optimising, err));
    if (caught != 0 && options->save == NULL)
        return nf_fail(err, (enum nf_status)(128 + caught),
                       "stopped by signal %d (%s) after %" PRIu64 " of %" PRIu64 " steps", caught,
                       strsignal(caught), sum_of(optimising).steps,
                       options->steps * options->searches);
    return NF_OK;
}

/* ---- options ---- */

static enum nf_status read_shard(struct optimising *optimising, struct nf_error *err)
{
    const struct optimise_options *const options = optimising->options;
    struct nf_shard *const shard = &optimising->shard;
    *shard = (struct nf_shard){1, 1};
    if (options->shard == NULL)
        return NF_OK;
    if (options->save == NULL || options->out != NULL || nf_outputs_forms(&options->outputs))
        return nf_fail(err, NF_USAGE,
                       "--shard: expected --save DIR and no other output; the same command without "
                       "--shard tells the best strategy that was found");
    NF_TRY(nf_shard_read(options->shard, shard, err));
    if (shard->count > options->searches)
        return nf_fail(err, NF_USAGE,
                       "--shard %" PRIu64 "/%" PRIu64
                       ": a search cannot be cut, for each step depends on the last; expected at "
                       "least --searches %" PRIu64 ", one a shard",
                       shard->number, shard->count, shard->count);
    return NF_OK;
}

static enum nf_status find_start(struct optimising *optimising, const char *name,
                                 struct nf_error *err)
{
    for (const struct nf_strategy *shipped = optimising->search.game->strategies->list;
         shipped->name != NULL; shipped++) {
        optimising->search.start = shipped->text;
        if (name == NULL || strcmp(shipped->name, name) == 0)
            return NF_OK;
    }
    return nf_fail(err, NF_USAGE, "%.100s: expected a strategy that `ninefold strategies` lists",
                   name);
}

static enum nf_status check_optimise(struct optimising *optimising, char *const *operands,
                                     struct nf_error *err)
{
    const struct optimise_options *const options = optimising->options;
    const struct nf_game *const game = optimising->search.game;
    if (game->strategies == NULL)
        return nf_fail(err, NF_USAGE, "--game %s: its players have no choice of strategy",
                       game->name);
    if (options->common.params.strategy != NULL)
        return nf_fail(err, NF_USAGE,
                       "--strategy: expected none; give the strategy to start from as START");
    if (options->seat > options->common.params.players)
        return nf_fail(err, NF_USAGE, "--seat %u: expected a seat from 1 to %u", options->seat,
                       options->common.params.players);
    NF_TRY(find_start(optimising, operands[0], err));
    NF_TRY(read_shard(optimising, err));
    const struct nf_path others[] = {{options->out, NF_PATH_WRITTEN},
                                     {options->save, NF_PATH_FOLDER}};
    NF_TRY(nf_outputs_check(&options->outputs, others, 2, NULL, err));
    if (options->sprt != NULL)
        NF_TRY(nf_common_sprt(options->sprt, &optimising->search.sprt, err));
    if (options->save != NULL)
        NF_TRY(nf_common_make_folder(options->save, err));
    return NF_OK;
}

static void free_searches(struct optimising *optimising)
{
    for (size_t i = 0; i < optimising->count; i++)
        nf_text_free(&optimising->found[i].best);
    free(optimising->found);
}

static enum nf_status run_optimise(void *given, char **operands, struct nf_error *err)
{
    const struct optimise_options *const options = given;
    NF_FREED_BY(free_searches)
    struct optimising optimising = {
        .options = options,
        .search = {.game = nf_common_game(&options->common),
                   .params = options->common.params,
                   .kernel = options->common.kernel,
                   .seat = options->seat - 1,
                   .threads = options->common.threads,
                   .steps = options->steps,
                   .games = options->games,
                   .verifying = options->verifying,
                   .progress = show_search,
                   .folder = options->save,
                   .save_every = 1},
        .progress = {.what = N_("steps"), .quiet = options->common.quiet, .start = nf_now()}};
    optimising.search.progress_owner = &optimising;
    NF_TRY(check_optimise(&optimising, operands, err));
    if ((optimising.found = calloc(options->searches, sizeof *optimising.found)) == NULL)
        return nf_fail(err, NF_IO, "out of memory for %" PRIu64 " searches", options->searches);
    return make(&optimising, err);
}

static const struct nf_option rows[] = {
    {"seat", 0, NF_NUMBER, "S", NF_INTO(struct optimise_options, seat),
     N_("the seat whose strategy is searched"), .low = 1, .high = NF_MAX_SEATS, .normal = 1},
    {"steps", 0, NF_NUMBER, "N", NF_INTO(struct optimise_options, steps),
     N_("number of changed strategies to try"), .high = 1000000000, .normal = 4000},
    {"games", 'g', NF_NUMBER, "N", NF_INTO(struct optimise_options, games),
     N_("most games for comparing two strategies"), .low = 2000, .high = 1000000000,
     .normal = 32000},
    {"sprt", 0, NF_STRING, "LOW,HIGH", NF_INTO(struct optimise_options, sprt),
     /* xgettext:no-c-format */
     N_("test every change for whether the seat loses LOW points (H0: given up) or HIGH points "
        "(H1: accepted) less with it than without, each with at most 5% of wrong answers, or as "
        "LOW,HIGH,ALPHA,BETA says, in a single climb, instead of ever smaller gains")},
    {"verify", 0, NF_NUMBER, "N", NF_INTO(struct optimise_options, verifying),
     N_("games of another seed that measure the final gain"), .low = 100, .high = 1000000000,
     .normal = 200000},
    {"searches", 0, NF_NUMBER, "N", NF_INTO(struct optimise_options, searches),
     N_("search so often, with the seeds SEED, SEED+1 and so on, and take the best, chosen by as "
        "many games as verify it"),
     .low = 1, .high = 1000, .normal = 1},
    {"save", 0, NF_STRING, "DIR", NF_INTO(struct optimise_options, save),
     N_("save each search to DIR/1.json and so on, created if missing: the same command goes on "
        "after a kill, and has the searches that shards have made there")},
    {"shard", 0, NF_STRING, "I/N", NF_INTO(struct optimise_options, shard),
     N_("make and save every N-th search from the I-th on; the same command without --shard tells "
        "the best. auto: the scheduler's array says which; auto/N: the number alone")},
    {"out", 'o', NF_STRING, "FILE", NF_INTO(struct optimise_options, out),
     N_("also write the strategy to FILE")},
    NF_ROWS_FORMS(struct optimise_options,
                  N_("write the gain, the search and the strategy to DIR/TABLE.csv, created if "
                     "missing; - is standard output"),
                  N_("write the gain and the strategy to FILE as a page"), NF_FORM_JSON),
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("The games"), nf_rows_params},
                                                {N_("Speed"), nf_rows_speed},
                                                {N_("The search"), rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_optimise = {
    .name = "optimise",
    .summary = N_("search for a strategy that loses less against the default one"),
    .details = N_(
        "Eight climbs try small changes, each of which plays games until a sequential test tells "
        "whether it gains; large gains are sought first. Then the better half of the climbs goes "
        "on, for gains half as large, until one is left. A section has at most 8 groups, and in "
        "the end every group and condition is dropped that makes no "
        "difference within its interval. Prints the strategy with its gain on games of "
        "another seed. START is the strategy to start from. The result depends only on the "
        "options, not on threads. Ctrl-C stops the search and prints the best strategy so far; "
        "with --save it only stops."),
    .operand = "START",
    .operands = 1,
    .page = nf_manual_optimise,
    .groups = groups,
    .options_size = sizeof(struct optimise_options),
    .run = run_optimise,
};
