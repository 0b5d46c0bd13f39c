/* ninefold optimise: searches for a strategy that loses less. */
#include "base/lang.h"
#include "base/signals.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/parts/outputs.h"
#include "core/runner.h"
#include "runs/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct optimise_options {
    struct nf_common common;
    uint32_t seat;
    uint64_t steps, games, verifying;
    const char *out, *sprt;
    struct nf_outputs outputs; /* --csv and --html */
};

struct watch {
    struct nf_progress progress;
    double start, next_word;
};

static bool show_progress(void *owner, uint64_t steps, double gain)
{
    struct watch *const watch = owner;
    const double seconds = nf_now() - watch->start;
    char what[40];
    snprintf(what, sizeof what, _("steps, gain %.3f%%"), 100 * gain);
    watch->progress.what = what;
    nf_progress_show(&watch->progress, steps, seconds);
    watch->progress.what = N_("steps");
    return nf_signals_caught() != 0;
}

/* What was searched, in a sentence. */
static void put_words(struct nf_text *text, const struct optimise_options *options)
{
    const struct nf_params *const params = &options->common.params;
    nf_text_format(text, _("Found by ninefold optimise for seat %u of %u, seed %" PRIu64 "."),
                   options->seat, params->players, params->seed);
}

/* How much less the strategy found loses than the default one. */
static struct nf_estimate gain_of(const struct optimise_options *options,
                                  const struct nf_search_result *result)
{
    const struct nf_estimate more = nf_paired_difference(&result->verified, options->seat - 1);
    return (struct nf_estimate){
        .mean = 0 - more.mean, .low = 0 - more.high, .high = 0 - more.low, .method = more.method};
}

/* Appends the strategy as a file: its gain in comments, then its text. */
static void put_strategy(struct nf_text *text, const struct optimise_options *options,
                         const struct nf_search_result *result)
{
    const uint32_t seat = options->seat - 1;
    const struct nf_estimate gain = gain_of(options, result);
    nf_text_string(text, "# ");
    put_words(text, options);
    nf_text_string(text, "\n");
    nf_text_format(text,
                   _("# Loses %.3f%% of rounds, the default strategy %.3f%%:\n"
                     "# %.3f points less, 95%% interval %.3f .. %.3f, on %" PRIu64
                     " games of seed %" PRIu64 ".\n"),
                   100 * nf_paired_share(&result->verified, 1, seat),
                   100 * nf_paired_share(&result->verified, 0, seat), 100 * gain.mean,
                   100 * gain.low, 100 * gain.high, result->verified.games, result->verified_seed);
    nf_text_bytes(text, result->best.data, result->best.size);
}

static void tell_gain(struct nf_tables *tables, const struct optimise_options *options,
                      const struct nf_search_result *result)
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
    nf_tables_begin(tables, &about, columns);
    nf_cell_count(tables, options->seat);
    nf_cell_number(tables, nf_paired_share(&result->verified, 1, options->seat - 1));
    nf_cell_number(tables, nf_paired_share(&result->verified, 0, options->seat - 1));
    nf_cell_estimate(tables, gain_of(options, result));
    nf_cell_count(tables, result->verified.games);
    nf_cell_count(tables, result->verified_seed);
}

static void tell_search(struct nf_tables *tables, const struct nf_search_result *result)
{
    static const struct nf_about about = {.name = "search", .title = N_("The search")};
    static const struct nf_column columns[] = {
        NF_COLUMN("steps", "steps tried", "steps", NF_COUNT),
        NF_COLUMN("accepted", "accepted", "steps", NF_COUNT),
        NF_COLUMN("dropped", "parts without effect dropped", "parts", NF_COUNT),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    nf_cell_count(tables, result->steps);
    nf_cell_count(tables, result->accepted);
    nf_cell_count(tables, result->dropped);
}

/* The strategy's text, line by line. */
static void tell_strategy(struct nf_tables *tables, const struct nf_text *best)
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

static void tell_tried(const struct optimise_options *options,
                       const struct nf_search_result *result)
{
    if (options->common.quiet)
        return;
    fprintf(stderr,
            _("%" PRIu64 " steps tried, %" PRIu64 " accepted, %" PRIu64
              " parts without effect dropped\n"),
            result->steps, result->accepted, result->dropped);
    name_bound(options);
}

static enum nf_status report(const struct optimise_options *options,
                             const struct nf_search_result *result, struct nf_error *err)
{
    struct nf_made made = {.title = _(nf_common_game(&options->common)->title)};
    struct nf_text words = {0};
    put_words(&words, options);
    made.name = nf_text_terminated(&words);
    made.tables.failed |= words.failed;
    put_strategy(&made.table, options, result);
    tell_gain(&made.tables, options, result);
    tell_search(&made.tables, result);
    tell_strategy(&made.tables, &result->best);
    enum nf_status status = NF_OK;
    if (options->out != NULL && strcmp(options->out, "-") != 0)
        status = nf_text_save(&made.table, options->out, err);
    tell_tried(options, result);
    if (status == NF_OK)
        status = nf_outputs_write_made(&options->outputs, &made, err);
    nf_made_close(&made);
    nf_text_free(&words);
    return status;
}

static enum nf_status search(const struct optimise_options *options, struct nf_search_options *job,
                             struct nf_error *err)
{
    struct nf_search_result result;
    struct watch watch = {
        .progress = {.what = N_("steps"), .total = options->steps, .quiet = options->common.quiet},
        .start = nf_now()};
    job->progress = show_progress;
    job->progress_owner = &watch;
    nf_signals_hold(NULL);
    enum nf_status status = nf_search(job, &result, err);
    nf_progress_end(&watch.progress);
    nf_signals_release();
    const int caught = nf_signals_caught();
    if (status == NF_OK)
        status = report(options, &result, err);
    nf_text_free(&result.best);
    if (status == NF_OK && caught != 0)
        status = nf_fail(err, (enum nf_status)(128 + caught),
                         "stopped by signal %d (%s) after %" PRIu64 " of %" PRIu64 " steps", caught,
                         strsignal(caught), result.steps, options->steps);
    return status;
}

static enum nf_status run(void *given, char **operands, struct nf_error *err)
{
    const struct optimise_options *const options = given;
    const struct nf_game *const game = nf_common_game(&options->common);
    if (game->strategies == NULL)
        return nf_fail(err, NF_USAGE, "--game %s: its players have no choice of strategy",
                       game->name);
    if (options->common.params.strategy != NULL)
        return nf_fail(err, NF_USAGE,
                       "--strategy: expected none; give the strategy to start from as START");
    if (options->seat > options->common.params.players)
        return nf_fail(err, NF_USAGE, "--seat %u: expected a seat from 1 to %u", options->seat,
                       options->common.params.players);
    struct nf_search_options job = {
        .game = game,
        .params = options->common.params,
        .kernel = options->common.kernel,
        .seat = options->seat - 1,
        .threads = options->common.threads,
        .steps = options->steps,
        .games = options->games,
        .verifying = options->verifying,
        .start = game->strategies->list[0].text,
    };
    for (const struct nf_strategy *shipped = game->strategies->list; operands[0] != NULL;
         shipped++) {
        if (shipped->name == NULL)
            return nf_fail(err, NF_USAGE,
                           "%.100s: expected a strategy that `ninefold strategies` lists",
                           operands[0]);
        job.start = shipped->text;
        if (strcmp(shipped->name, operands[0]) == 0)
            break;
    }
    const struct nf_path out = {options->out, NF_PATH_WRITTEN};
    enum nf_status status = nf_outputs_check(&options->outputs, &out, 1, NULL, err);
    if (status == NF_OK && options->sprt != NULL)
        status = nf_common_sprt(options->sprt, &job.sprt, err);
    return status == NF_OK ? search(options, &job, err) : status;
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
     N_("test every change for a gain of LOW points (given up) or HIGH points (accepted), "
        "as `ninefold tournament` does, in a single search, instead of ever smaller gains")},
    {"verify", 0, NF_NUMBER, "N", NF_INTO(struct optimise_options, verifying),
     N_("games of another seed that measure the final gain"), .low = 100, .high = 1000000000,
     .normal = 200000},
    {"out", 'o', NF_STRING, "FILE", NF_INTO(struct optimise_options, out),
     N_("also write the strategy to FILE")},
    {"csv", 0, NF_STRING, "DIR", NF_INTO(struct optimise_options, outputs.csv),
     N_("write the gain, the search and the strategy to DIR/TABLE.csv, created if missing; - is "
        "standard output")},
    {"html", 0, NF_STRING, "FILE", NF_INTO(struct optimise_options, outputs.html),
     N_("write the gain and the strategy to FILE as a page")},
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
        "Eight searches try small changes, each of which plays games until a sequential test tells "
        "whether it gains; large gains are sought first. Then the better half of the searches goes "
        "on, for gains half as large, until one is left. A section has at most 8 groups, and in "
        "the end every group and condition is dropped that makes no "
        "difference within its interval. Prints the strategy with its gain on games of "
        "another seed. START is the strategy to start from. The result depends only on the "
        "options, not on threads. Ctrl-C stops the search and prints the best strategy so far."),
    .operand = "START",
    .operands = 1,
    .groups = groups,
    .options_size = sizeof(struct optimise_options),
    .run = run,
};
