/* ninefold run: plays a batch of games; prints digest and statistics. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/sim/long_run.h"
#include "commands/sim/outputs.h"
#include "sim/runner.h"
#include "sim/runs/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- parts, between which the state is saved and intervals are looked at ---- */

/* A job that may be played in several consecutive parts. */
struct batch {
    struct nf_run_options options; /* of the current part */
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

static const uint64_t first_look = 1024; /* games, with --until-width; a power of two */

/* How often progress gets new estimates. */
static const double estimate_seconds = 1;

static void show_games(void *owner, uint64_t games, double seconds)
{
    struct batch *const batch = owner;
    nf_progress_show(&batch->progress, batch->total.tally.games - batch->before + games,
                     batch->total.seconds + seconds);
}

/* How often the state is saved. */
static double save_seconds(const struct batch *batch)
{
    return (double)batch->job->options->save_every * 1e-9;
}

static bool time_is_up(const struct batch *batch)
{
    return batch->seconds > 0 && batch->total.seconds >= batch->seconds;
}

/* How long the next part may take, in seconds; 0: as long as it takes. It ends when the time is up,
 * the state is due to be saved, or progress wants new estimates. */
static double part_seconds(const struct batch *batch)
{
    const double limits[] = {
        batch->seconds > 0 ? batch->seconds - batch->total.seconds : 0,
        batch->job->saving ? save_seconds(batch) - (batch->total.seconds - batch->saved) : 0,
        nf_progress_shown(&batch->progress) ? estimate_seconds : 0,
    };
    double least = 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i] > 0 && (least == 0 || limits[i] < least))
            least = limits[i];
    return least;
}

/* The first seat stands for all: their intervals are about as wide. */
static void estimate(struct batch *batch)
{
    const struct nf_tally *const tally = &batch->total.tally;
    const struct nf_tally_ops *const ops = tally->setup->game->tally;
    uint64_t times;
    if (ops->share == NULL || tally->games == 0)
        return;
    const struct nf_estimate share = ops->share(tally, 0, &times);
    snprintf(batch->estimate, sizeof batch->estimate, _("seat 1 %s %.3f%% +-%.3f"), _(ops->event),
             100 * share.mean, 50 * (share.high - share.low));
    batch->progress.estimate = batch->estimate;
}

/* Writes the records of the part that was played, which takes its time. */
static enum nf_status write_records(const struct batch *batch, struct nf_run_result *part,
                                    struct nf_error *err)
{
    const struct nf_span played = {batch->options.span.first, part->tally.games};
    const double start = nf_now();
    if (batch->records.kept == NULL)
        return NF_OK;
    const enum nf_status status = nf_records_write(&batch->records, played, err);
    part->seconds += nf_now() - start;
    return status;
}

/* Plays up to `games` games, or as long as a part may take, and adds them to the total. */
static enum nf_status play_part(struct batch *batch, uint64_t games, struct nf_error *err)
{
    NF_FREED_BY(nf_run_result_close) struct nf_run_result part = {0};
    struct nf_span *const span = &batch->options.span;
    const uint64_t most = batch->records.kept == NULL ? UINT64_MAX : batch->records.most;
    *span = nf_spans_gap(&batch->job->played);
    games = games < most ? games : most;
    span->games = games < span->games ? games : span->games;
    batch->options.kept = batch->records.kept;
    batch->options.seconds = part_seconds(batch);
    NF_TRY(nf_run(&batch->options, &part, err));
    NF_TRY(write_records(batch, &part, err));
    nf_tally_merge(&batch->total.tally, &part.tally);
    batch->total.seconds += part.seconds;
    batch->total.signal = nf_signals_caught();
    nf_spans_played(&batch->job->played, part.tally.games);
    estimate(batch);
    return NF_OK;
}

/* Plays until there are `target` games, the time is up or a signal comes. Saves the state whenever
 * it is due, but not at the end. */
static enum nf_status play_to(struct batch *batch, uint64_t target, struct nf_error *err)
{
    const struct nf_tally *const tally = &batch->total.tally;
    while (tally->games < target && batch->total.signal == 0 && !time_is_up(batch)) {
        NF_TRY(play_part(batch, target - tally->games, err));
        if (tally->games >= target || time_is_up(batch) ||
            batch->total.seconds - batch->saved < save_seconds(batch))
            continue;
        NF_TRY(nf_long_save(batch->job, tally, err));
        batch->saved = batch->total.seconds;
    }
    return NF_OK;
}

static bool batch_is_narrow(const struct batch *batch)
{
    const struct nf_tally *const tally = &batch->total.tally;
    return nf_tally_width(tally) <= batch->width;
}

/* Plays all games, or until the intervals are narrow. The widths are checked at fixed points: after
 * 1,024 games and each time the number has doubled. With so few checks the final intervals cover
 * nearly as often as those of a run of fixed length. For exact intervals with one trial per game
 * the coverage, computed by summing over all outcomes, is at least 94.0% for any rate and width,
 * 96% on average. For intervals between games, simulation with widths just within reach gives 94.5%
 * to 95%, and 93.6% if a game has two to five rounds and a seat one chance in 30.
 * tests/unit/base/stats/test_intervals.c repeats a part of this. Looks at any time, by a confidence
 * sequence, would take longer: see bench/NOTES.md. */
static enum nf_status play_parts(struct batch *batch, struct nf_error *err)
{
    uint64_t *const played = &batch->total.tally.games;
    const uint64_t most = batch->job->plan.span.games; /* all parts together */
    uint64_t target = batch->width > 0 ? first_look : most;
    while (batch->width > 0 && target < *played)
        target *= 2; /* up to the state of the resumed run */
    for (;;) {
        target = target < most ? target : most;
        batch->progress.total = target - batch->before; /* the total is unknown */
        NF_TRY(play_to(batch, target, err));
        if (*played < target || target == most || batch_is_narrow(batch))
            return NF_OK;
        target *= 2;
        if (time_is_up(batch))
            return NF_OK;
    }
}

/* The same with the signals held. */
static enum nf_status play_held(struct batch *batch, const char *records, struct nf_error *err)
{
    struct nf_run_options *const options = &batch->options;
    NF_TRY(nf_tally_open(&batch->total.tally, options->setup, err));
    if (nf_long_resumed(batch->job))
        nf_tally_merge(&batch->total.tally, &batch->job->before.tally);
    batch->before = batch->total.tally.games;
    if (records != NULL)
        NF_TRY(nf_records_open(&batch->records, records, options->setup, options->threads, err));
    NF_TRY(nf_records_close(&batch->records, play_parts(batch, err), err));
    /* A finished run that is resumed keeps its file, and the state before it. */
    return batch->job->file.ours && batch->total.tally.games == batch->before
               ? NF_OK
               : nf_long_save(batch->job, &batch->total.tally, err);
}

/* Plays until all games are played, the intervals are narrow, the time is up or a signal comes, and
 * saves the state. `records` names a file for each game's record, or is NULL. */
static enum nf_status play_batch(struct batch *batch, const char *records, struct nf_error *err)
{
    batch->options.progress = show_games;
    batch->options.progress_owner = batch;
    nf_signals_hold(NULL); /* also between parts, so that no state is cut short */
    const enum nf_status status = play_held(batch, records, err);
    nf_long_done(batch->job);
    nf_signals_release();
    nf_progress_end(&batch->progress);
    return status;
}

/* ---- the command ---- */

struct run_options {
    struct nf_common common;
    uint64_t time;           /* nanoseconds; 0: no limit */
    const char *until_width; /* as typed, or NULL */
    struct nf_span span;
    uint32_t block;
    struct nf_outputs outputs; /* save: that of `lasting` */
    struct nf_long_options lasting;
    const char *const *typed; /* see nf_cli_typed */
};

static const uint64_t usual_games = 100000;

/* Number of games with the chosen parameters; 0: unlimited. */
static uint64_t count_games(const struct run_options *options)
{
    const struct nf_game *const game = nf_common_game(&options->common);
    return game->numbered != NULL && options->common.params.profile != NULL
               ? game->numbered->count(&options->common.params)
               : 0;
}

static void adapt_first(struct nf_option *row, const void *given)
{
    const uint64_t count = count_games(given);
    if (count != 0)
        row->high = count - 1;
}

static void adapt_games(struct nf_option *row, const void *given)
{
    const struct run_options *const options = given;
    const uint64_t count = count_games(options);
    row->low = 1;
    row->high = (count == 0 ? NF_MOST_GAMES : count) - options->span.first;
    const bool all = count != 0 || options->time != 0 || options->until_width != NULL;
    row->normal = all || row->high < usual_games ? row->high : usual_games;
}

/* Reads "0.01%" or "0.0001" as a share above 0 and up to 1. */
static enum nf_status read_width(const char *text, double *width, struct nf_error *err)
{
    char quoted[NF_QUOTED];
    if (nf_common_share(text, width))
        return NF_OK;
    return nf_fail(err, NF_USAGE,
                   "--until-width %s: expected a width such as 0.01%% or 0.0001, above 0 and at "
                   "most 100%%",
                   nf_quote(quoted, text, strlen(text)));
}

static enum nf_status write_run(const struct run_options *options, const struct batch *batch,
                                struct nf_error *err)
{
    struct nf_report report = {
        .tally = &batch->total.tally,
        .seconds = batch->total.seconds,
        /* The time of earlier games is unknown. */
        .threads = batch->before > 0 ? 0 : batch->options.threads,
        .kernel = batch->options.kernel->name,
    };
    nf_long_report(batch->job, &report);
    struct nf_outputs outputs = options->outputs;
    outputs.save = nf_long_rest(batch->job);
    const char *const names[] = {"run"};
    return nf_outputs_write(&outputs, &report, names, 1, err);
}

/* The result of the command, after the report. */
static enum nf_status conclude_run(const struct batch *batch, struct nf_error *err)
{
    const struct nf_tally *const tally = &batch->total.tally;
    const int signal = batch->total.signal;
    if (signal != 0)
        return nf_fail(err, (enum nf_status)(128 + signal),
                       "stopped by signal %d (%s); the %" PRIu64 " games before it are %s", signal,
                       strsignal(signal), tally->games,
                       batch->job->saving ? _("saved, continue with run --resume") : _("reported"));
    if (batch->width == 0 || batch_is_narrow(batch))
        return NF_OK;
    return nf_fail(err, NF_BUDGET,
                   "after %" PRIu64 " games the widest 95%% interval is %.4g%%, wider than %.4g%%",
                   tally->games, 100 * nf_tally_width(tally), 100 * batch->width);
}

static const char *typed(const void *given, const char *name)
{
    const struct run_options *const options = given;
    return nf_cli_typed(&nf_command_run, options->typed, name);
}

/* Whether an option was typed that says what a member of a saved run does. */
static bool is_typed(const void *given, const char *member)
{
    static const struct {
        const char *member, *option;
    } others[] = {{"first", "shard"},
                  {"games", "shard"},
                  {"profile", "exhaustive"},
                  {"until_width", "until-width"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i].member, member) == 0 && typed(given, others[i].option) != NULL)
            return true;
    /* No option: games are added by the program that played the first ones. */
    return strcmp(member, "version") == 0 || typed(given, member) != NULL;
}

/* Makes the setup `*own`, or takes that of the resumed run, and chooses the kernel. */
static enum nf_status prepare(const struct run_options *options, struct batch *batch,
                              struct nf_setup **own, struct nf_error *err)
{
    const struct nf_kernel **const kernel = &batch->options.kernel;
    const char *const name = options->common.kernel;
    NF_TRY(nf_choose_kernel(nf_common_game(&options->common), name, kernel, err));
    if (!nf_long_resumed(batch->job))
        NF_TRY(nf_common_prepare(&options->common, own, err));
    const struct nf_setup *const setup = *own != NULL ? *own : batch->job->before.setup;
    batch->options.setup = setup;
    NF_TRY(nf_fit_kernel(setup, name, kernel, err));
    if (options->lasting.audit != NULL || options->lasting.check)
        NF_TRY(nf_long_choose_kernel(&options->lasting, setup, kernel, err));
    return NF_OK;
}

static void close_batch(struct batch *batch)
{
    nf_run_result_close(&batch->total);
}

static enum nf_status run_planned(const struct run_options *options, struct nf_long *job,
                                  struct nf_error *err)
{
    NF_OWNED_SETUP struct nf_setup *own = NULL;
    NF_FREED_BY(close_batch)
    struct batch batch = {
        .seconds = (double)options->time * 1e-9,
        .job = job,
        .options = {.threads = options->common.threads, .block = options->block},
        .progress = {.what = N_("games"),
                     .limit = (double)options->time * 1e-9,
                     .quiet = options->common.quiet},
    };
    if (job->plan.until_width != NULL)
        NF_TRY(read_width(job->plan.until_width, &batch.width, err));
    NF_TRY(prepare(options, &batch, &own, err));
    NF_TRY(play_batch(&batch, options->outputs.records, err));
    NF_TRY(write_run(options, &batch, err));
    return conclude_run(&batch, err);
}

/* The games before the state of a resumed run are not played again. */
static enum nf_status check_records(const struct run_options *options, struct nf_error *err)
{
    enum nf_record_form form;
    if (options->lasting.resume != NULL)
        return nf_fail(err, NF_USAGE,
                       "--records: expected no --resume with it; --first and --games choose games "
                       "to be played again");
    return nf_records_form(options->outputs.records, &form, err);
}

static enum nf_status run_run(void *given, char **operands, struct nf_error *err)
{
    struct run_options *const options = given;
    (void)operands;
    const struct nf_plan asked = {
        .span = options->span,
        .open = typed(options, "games") == NULL && count_games(options) == 0 &&
                (options->time != 0 || options->until_width != NULL),
        .until_width = options->until_width,
    };
    const struct nf_long_options *const lasting = &options->lasting;
    const struct nf_path others[] = {
        {lasting->save != NULL ? lasting->save : lasting->resume, NF_PATH_SAVED},
        {lasting->resume, NF_PATH_READ},
        {options->common.params.strategy, NF_PATH_STRATEGIES},
    };
    if (options->outputs.records != NULL)
        NF_TRY(check_records(options, err));
    NF_TRY(nf_outputs_check(&options->outputs, others, 3, NULL, err));
    NF_FREED_BY(nf_long_close) struct nf_long job;
    NF_TRY(nf_long_open(&job, &options->lasting, &asked, &options->common, is_typed, options, err));
    return run_planned(options, &job, err);
}

static const struct nf_option range_rows[] = {
    {"time", 't', NF_DURATION, "TIME", NF_INTO(struct run_options, time),
     N_("stop after this time, such as 500ms, 10s, 2m, 1h; without --games play until then"),
     .low = 1},
    {"until-width", 0, NF_STRING, "WIDTH", NF_INTO(struct run_options, until_width),
     N_("stop when the 95% interval of each seat's rate is this narrow, such as 0.01% (other "
        "intervals may be wider); checked after 1,024 games and each time the number has "
        "doubled")},
    /* Before --games, whose maximum depends on it. */
    {"first", 0, NF_NUMBER, "I", NF_INTO(struct run_options, span.first),
     N_("index of the first game"), .high = NF_MOST_GAMES - 1, .adapt = adapt_first},
    {"games", 'g', NF_NUMBER, "N", NF_INTO(struct run_options, span.games),
     N_("number of games, such as 500, 10k, 3M, 1G"), .adapt = adapt_games},
    {.name = NULL},
};

static const struct nf_option long_rows[] = {
    {"save-every", 0, NF_DURATION, "TIME", NF_INTO(struct run_options, lasting.save_every),
     N_("how often the state is saved"), .low = 1000000, .normal = UINT64_C(10000000000)},
    {"resume", 0, NF_STRING, "FILE", NF_INTO(struct run_options, lasting.resume),
     N_("continue the run whose state is in FILE, and save to it. Its games are fixed: "
        "options may repeat them, not change them; threads and kernel may differ")},
    {"shard", 0, NF_STRING, "I/N", NF_INTO(struct run_options, lasting.shard),
     N_("play the I-th of N parts of the games; ninefold merge joins them. auto: the scheduler's "
        "array says which; auto/N: the number alone")},
    {"audit", 0, NF_STRING, "SHARE", NF_INTO(struct run_options, lasting.audit),
     N_("play this share of the games, such as 1%, again with another kernel; a difference "
        "ends the run with exit code 1")},
    {"check", 0, NF_FLAG, NULL, NF_INTO(struct run_options, lasting.check),
     N_("play all games again by the reference, and hold it to what the rules promise of "
        "every step")},
    {.name = NULL},
};

/* What rows are depends on the game. */
static bool record_word(const void *given, size_t i, struct nf_word *word)
{
    const struct run_options *const options = given;
    const struct nf_record_column *const columns =
        nf_common_game(&options->common)->records->columns;
    *word = i == 0 ? (struct nf_word){"index", N_("of the game")}
                   : (struct nf_word){columns[i - 1].name, columns[i - 1].help};
    return word->name != NULL;
}

static void adapt_records(struct nf_option *row, const void *given)
{
    const struct run_options *const options = given;
    row->help = nf_common_game(&options->common)->records->rows != NULL
                    ? N_("write the outcomes to FILE.csv or FILE.ndjson, a row for each round; - "
                         "is standard output, as CSV, instead of the table. Columns")
                    : N_("write the outcomes to FILE.csv or FILE.ndjson, a row for each game; - "
                         "is standard output, as CSV, instead of the table. Columns");
}

static const struct nf_option output_rows[] = {
    {"block", 0, NF_NUMBER, "N", NF_INTO(struct run_options, block),
     N_("games that a thread takes at once; chosen automatically by default"), .low = 1,
     .high = 1000000},
    NF_ROWS_FORMS(
        struct run_options, NF_FORM_CSV, NF_FORM_HTML,
        N_("write the results to FILE as JSON, by the schema installed as"
           " share/ninefold/run.schema.json; - is standard output, instead of the table")),
    {"records", 0, NF_STRING, "FILE", NF_INTO(struct run_options, outputs.records),
     .word = record_word, .adapt = adapt_records},
    {"save", 0, NF_STRING, "FILE", NF_INTO(struct run_options, lasting.save),
     N_("save the run to FILE for ninefold stats and merge, and its state while it is played")},
    {"db", 0, NF_STRING, "FILE", NF_INTO(struct run_options, outputs.db),
     N_("add the run to the SQLite database FILE, created if missing; several runs may do "
        "so at the same time; see ninefold stats --db")},
    {"detail", 0, NF_FLAG, NULL, NF_INTO(struct nf_common, params.detail),
     N_("also count cards, losing hands, p at the loss and rule events; the reference plays each "
        "game again, some 50 times slower than the fastest kernel"),
     .adapt = nf_common_detail},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {N_("The games"), nf_rows_params}, {N_("How many games"), range_rows},
    {N_("Speed"), nf_rows_speed},      {N_("Long runs"), long_rows},
    {N_("Output"), output_rows},       {NULL, NULL}};

const struct nf_command nf_command_run = {
    .name = "run",
    .summary = N_("play a batch of games: losses per seat, statistics, digest"),
    .details =
        N_("Plays the games first .. first+games-1 of a seed. Statistics and digest depend only on "
           "the games, not on threads, kernel or block. Ctrl-C stops the run and reports the "
           "finished games."),
    .page = nf_manual_run,
    .groups = groups,
    .options_size = sizeof(struct run_options),
    .typed = offsetof(struct run_options, typed),
    .run = run_run,
};
