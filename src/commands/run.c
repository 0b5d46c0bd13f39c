/* ninefold run: the main job, a batch of games -> digest and statistics. */
#include "commands/commands.h"
#include "commands/common.h"
#include "core/report.h"

#include <inttypes.h>
#include <string.h>

struct run_options {
    struct nf_common common;
    uint64_t time; /* nanoseconds; 0: until all games are played */
    uint64_t first, games;
    uint32_t block;
};

/* Far beyond any run, and first + games cannot overflow. */
static const uint64_t most_games = UINT64_C(1000000000000000);
static const uint64_t usual_games = 100000;

static void adapt_games(struct nf_option *row, const void *given)
{
    const struct run_options *const options = given;
    row->low = 1;
    row->high = most_games;
    row->normal = options->time != 0 ? most_games : usual_games;
}

/* The table, or the JSON document where that goes to standard output, too; then the JSON file. */
static enum nf_exit report(const char *json, const struct nf_run_options *options,
                           const struct nf_run_result *result, struct nf_error *err)
{
    struct nf_text text = {0};
    enum nf_exit end = NF_OK;
    if (json == NULL || strcmp(json, "-") != 0) {
        nf_report_table(&text, options, result);
        end = nf_common_print(&text, NF_OK, err);
    }
    if (json == NULL)
        return end;
    /* A table that could not be printed is no reason to lose the file. */
    struct nf_error later;
    text = (struct nf_text){0};
    enum nf_exit saved = nf_report_json(&text, options, result, end == NF_OK ? err : &later);
    if (saved == NF_OK)
        saved = nf_text_save(&text, json, end == NF_OK ? err : &later);
    nf_text_free(&text);
    return end != NF_OK ? end : saved;
}

static enum nf_exit play(const struct run_options *options, const struct nf_run_options *job,
                         struct nf_error *err)
{
    struct nf_run_result result;
    enum nf_exit end = nf_run(job, &result, err);
    nf_progress_end(job->progress_owner);
    if (end == NF_OK)
        end = report(options->common.json, job, &result, err);
    if (end != NF_OK || result.signal == 0)
        return end;
    return nf_fail(err, (enum nf_exit)(128 + result.signal),
                   "stopped by signal %d (%s); the %" PRIu64 " games before it are reported",
                   result.signal, strsignal(result.signal), result.tally.games);
}

static enum nf_exit run(void *given, char **operands, struct nf_error *err)
{
    const struct run_options *const options = given;
    (void)operands;
    struct nf_setup *setup;
    struct nf_progress progress = {.what = "games",
                                   .total = options->games,
                                   .limit = (double)options->time * 1e-9,
                                   .quiet = options->common.quiet};
    struct nf_run_options job = {
        .first = options->first,
        .games = options->games,
        .threads = options->common.threads,
        .block = options->block,
        .seconds = (double)options->time * 1e-9,
        .progress = nf_progress_show,
        .progress_owner = &progress,
    };
    enum nf_exit end = nf_choose_kernel(nf_common_game(&options->common), options->common.kernel,
                                        &job.kernel, err);
    if (end == NF_OK)
        end = nf_common_check_target(options->common.json, err);
    if (end == NF_OK)
        end = nf_common_prepare(&options->common, &setup, err);
    if (end != NF_OK)
        return end;
    job.setup = setup;
    end = play(options, &job, err);
    setup->game->release(setup);
    return end;
}

static const struct nf_option range_rows[] = {
    {.name = "time",
     .letter = 't',
     .type = NF_DURATION,
     .argument = "TIME",
     NF_INTO(struct run_options, time),
     .help = "stop after that long, such as 500ms, 10s, 2m, 1h; without --games play until then",
     .low = 1},
    {.name = "games",
     .letter = 'g',
     .type = NF_NUMBER,
     .argument = "N",
     NF_INTO(struct run_options, games),
     .help = "how many games, such as 500, 10k, 3M, 1G",
     .adapt = adapt_games},
    {.name = "first",
     .type = NF_NUMBER,
     .argument = "I",
     NF_INTO(struct run_options, first),
     .help = "index of the first game",
     .high = UINT64_C(1000000000000000000)},
    {.name = NULL},
};

static const struct nf_option output_rows[] = {
    {.name = "block",
     .type = NF_NUMBER,
     .argument = "N",
     NF_INTO(struct run_options, block),
     .help = "games a thread takes at once; without it chosen to suit",
     .low = 1,
     .high = 1000000},
    {.name = "json",
     .type = NF_STRING,
     .argument = "FILE",
     NF_INTO(struct nf_common, json),
     .help = "write the results to FILE as JSON; - is standard output, in place of the table"},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{"The games", nf_rows_params},
                                                {"How many of them", range_rows},
                                                {"Speed", nf_rows_speed},
                                                {"Output", output_rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_run = {
    .name = "run",
    .summary = "a batch of games -> losses per seat, statistics, digest",
    .details =
        "Plays the games first .. first+games-1 of a seed. Statistics and digest depend on the "
        "games alone, not on threads, kernel or block. Ctrl-C ends the run with what is finished.",
    .groups = groups,
    .options_size = sizeof(struct run_options),
    .run = run,
};
