/* ninefold bench: throughput of every kernel. */
#include "base/lang.h"
#include "base/owned.h"
#include "bench/bench_report.h"
#include "bench/bench_rows.h"
#include "bench/bench_suite.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/parts/paths.h"
#include "sim/report/page.h"
#include "sim/runner.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct bench_options {
    struct nf_common common; /* game, seed, json, quiet */
    const char *kernels, *profiles, *parts, *players, *rounds, *threads, *scan; /* NULL: default */
    uint64_t games, least_time;
    uint32_t warmup, repeat, tolerance;
    const char *compare, *html;
    bool csv;
};

/* The bench that the options describe. */
struct bench {
    const struct bench_options *options;
    struct nf_bench_order order;
    enum nf_bench_scan scan;
    struct nf_bench_result now, then; /* then: the one of --compare */
};

/* ---- reading options ---- */

/* Reads "players=1..30"; the numbers replace those of --players. */
static enum nf_status read_scan(struct bench *bench, const char *text,
                                const struct nf_range *threads, struct nf_error *err)
{
    struct nf_bench_order *const order = &bench->order;
    const struct nf_game *const game = order->game;
    if (strncmp(text, "players=", 8) == 0) {
        bench->scan = NF_SCAN_PLAYERS;
        return nf_bench_numbers("scan players", text + 8, &game->players, order->players,
                                &order->player_count, err);
    }
    if (strncmp(text, "rounds=", 7) == 0) {
        bench->scan = NF_SCAN_ROUNDS;
        return nf_bench_numbers("scan rounds", text + 7, &game->rounds, order->rounds,
                                &order->round_count, err);
    }
    if (strncmp(text, "threads=", 8) == 0) {
        bench->scan = NF_SCAN_THREADS;
        return nf_bench_numbers("scan threads", text + 8, threads, order->threads,
                                &order->thread_count, err);
    }
    return nf_fail(err, NF_USAGE,
                   "--scan %.100s: expected players=FIRST..LAST, rounds=FIRST..LAST or"
                   " threads=FIRST..LAST",
                   text);
}

/* The default profiles: the game's default and the one with the largest games. */
static void usual_profiles(struct nf_bench_order *order, bool scan)
{
    order->profiles[0] = order->game->profiles;
    order->profile_count = 1;
    for (size_t i = 1; !scan && order->game->profiles[i].name != NULL; i++)
        if (strcmp(order->game->profiles[i].name, "max") == 0)
            order->profiles[order->profile_count++] = &order->game->profiles[i];
}

static void usual_threads(struct nf_bench_order *order, bool scan, const struct nf_range *threads)
{
    order->threads[0] = 1;
    order->thread_count = 1;
    if (!scan && threads->normal > 1)
        order->threads[order->thread_count++] = threads->normal;
}

static enum nf_status read_numbers(const struct bench_options *options,
                                   struct nf_bench_order *order, const struct nf_range *threads,
                                   struct nf_error *err)
{
    const struct nf_game *const game = order->game;
    order->player_count = order->round_count = 1; /* the 0 in each list means the default */
    if (options->players != NULL)
        NF_TRY(nf_bench_numbers("players", options->players, &game->players, order->players,
                                &order->player_count, err));
    if (options->rounds != NULL)
        NF_TRY(nf_bench_numbers("rounds", options->rounds, &game->rounds, order->rounds,
                                &order->round_count, err));
    usual_threads(order, options->scan != NULL, threads);
    if (options->threads != NULL)
        NF_TRY(nf_bench_numbers("threads", options->threads, threads, order->threads,
                                &order->thread_count, err));
    return NF_OK;
}

static enum nf_status read_order(struct bench *bench, struct nf_error *err)
{
    const struct bench_options *const options = bench->options;
    struct nf_bench_order *const order = &bench->order;
    const bool scan = options->scan != NULL;
    const bool other = options->common.params.strategy != NULL || options->common.params.detail;
    const struct nf_range threads = {1, NF_MAX_THREADS, nf_common_cpus()};
    order->game = nf_common_game(&options->common);
    order->seed = options->common.params.seed;
    order->games = options->games;
    order->strategy = options->common.params.strategy;
    order->detail = options->common.params.detail;
    usual_profiles(order, scan);
    NF_TRY(nf_bench_kernels(options->kernels != NULL ? options->kernels
                            : scan                   ? "auto"
                                                     : "all",
                            order, err));
    if (options->profiles != NULL)
        NF_TRY(nf_bench_profiles(options->profiles, order, err));
    NF_TRY(nf_bench_parts(options->parts != NULL ? options->parts
                          : scan || other        ? "run"
                                                 : "run,apart,play",
                          order, err));
    if (other && (order->apart || order->judge))
        return nf_fail(err, NF_USAGE,
                       "--parts %s: expected run, the only part that --strategy and --detail are"
                       " for",
                       options->parts);
    NF_TRY(read_numbers(options, order, &threads, err));
    if (scan)
        NF_TRY(read_scan(bench, options->scan, &threads, err));
    return NF_OK;
}

/* ---- measuring, or reading saved results ---- */

static enum nf_status read_file(const char *path, struct nf_bench_result *result,
                                struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_TRY(nf_input_open(&input, path, err));
    return nf_bench_json_read(&input, result, err);
}

static enum nf_status measure_rows(struct bench *bench, struct nf_error *err)
{
    const struct bench_options *const options = bench->options;
    struct nf_progress progress = {.what = N_("repetitions"), .quiet = options->common.quiet};
    const struct nf_bench_plan plan = {
        .clock = nf_clock_monotonic,
        .least_seconds = (double)options->least_time * 1e-9,
        .warmup = options->warmup,
        .repeat = options->repeat,
        .progress = nf_progress_show,
        .progress_owner = &progress,
    };
    const size_t rows = nf_bench_count(&bench->order);
    if (rows == 0)
        return nf_fail(err, NF_USAGE, "--parts %s: %s has no such parts, expected run or play",
                       options->parts, bench->order.game->name);
    progress.total = (uint64_t)rows * (plan.warmup + plan.repeat);
    if (!options->common.quiet && isatty(STDERR_FILENO))
        fprintf(stderr, _("%zu rows, at least %.0f s; the games are checked first\n"), rows,
                (double)progress.total * plan.least_seconds);
    const enum nf_status status = nf_bench_run(&bench->order, &plan, &bench->now, err);
    nf_progress_end(&progress);
    return status;
}

/* ---- output ---- */

static enum nf_status save_rows(const struct bench *bench, const char *reference,
                                struct nf_error *err)
{
    struct nf_text text = {0};
    return nf_common_save(&text, nf_bench_json_write(&text, &bench->now, reference, err),
                          bench->options->common.json, err);
}

static enum nf_status save_page(const struct bench *bench, const char *reference,
                                struct nf_error *err)
{
    const struct nf_game *const game = nf_find_game(bench->now.game);
    struct nf_text text = {0}, words = {0};
    struct nf_tables tables = {0};
    nf_bench_tables(&tables, &bench->now, reference);
    nf_bench_words(&words, &bench->now);
    nf_text_bytes(&words, "", 1);
    enum nf_status status =
        tables.failed || words.failed
            ? nf_fail_memory(err)
            : nf_html_tables(&text, game != NULL ? _(game->title) : bench->now.game, words.data,
                             &tables, err);
    status = nf_common_save(&text, status, bench->options->html, err);
    nf_text_free(&words);
    nf_tables_free(&tables);
    return status;
}

/* Saves first, so that the results survive if the table cannot be printed. */
static enum nf_status write_rows(const struct bench *bench, struct nf_error *err)
{
    const struct bench_options *const options = bench->options;
    const struct nf_game *const game = nf_find_game(bench->now.game);
    const char *const reference = game != NULL ? game->kernels[0]->name : "reference";
    const char *const json = options->common.json;
    struct nf_text text = {0};
    enum nf_status status = json != NULL ? save_rows(bench, reference, err) : NF_OK;
    if (status == NF_OK && options->html != NULL)
        status = save_page(bench, reference, err);
    if (status != NF_OK || nf_common_is_stream(json) || nf_common_is_stream(options->html))
        return status;
    if (options->csv)
        nf_bench_csv(&text, &bench->now, reference);
    else if (options->compare == NULL)
        nf_bench_table(&text, &bench->now, reference, bench->scan);
    else
        status = nf_bench_compare(&text, &bench->now, &bench->then, options->compare,
                                  options->tolerance / 100.0, err);
    if (status == NF_OK || status == NF_DIFFERENT) {
        struct nf_error later;
        const enum nf_status printed =
            nf_common_print(&text, NF_OK, status == NF_OK ? err : &later);
        return status == NF_OK ? printed : status;
    }
    nf_text_free(&text);
    return status;
}

static enum nf_status check_options(const struct bench_options *options, char **operands,
                                    struct nf_error *err)
{
    if (options->csv + nf_common_is_stream(options->common.json) +
            nf_common_is_stream(options->html) + (options->compare != NULL) >
        1)
        return nf_fail(err, NF_USAGE,
                       "--csv, --compare and --json -, --html -: expected only one of them, since "
                       "each writes to standard output");
    const struct nf_path paths[] = {{options->common.json, NF_PATH_WRITTEN},
                                    {options->html, NF_PATH_WRITTEN},
                                    {options->compare, NF_PATH_READ}};
    return nf_paths_check(paths, 3, (const char *const *)operands, err);
}

static void free_bench(struct bench *bench)
{
    nf_bench_result_free(&bench->now);
    nf_bench_result_free(&bench->then);
}

static enum nf_status run_bench(void *given, char **operands, struct nf_error *err)
{
    NF_FREED_BY(free_bench) struct bench bench = {.options = given};
    NF_TRY(check_options(given, operands, err));
    NF_TRY(read_order(&bench, err));
    if (bench.options->compare != NULL)
        NF_TRY(read_file(bench.options->compare, &bench.then, err));
    NF_TRY(operands[0] != NULL ? read_file(operands[0], &bench.now, err)
                               : measure_rows(&bench, err));
    return write_rows(&bench, err);
}

/* ---- options ---- */

static const struct nf_option what_rows[] = {
    {"kernel", 0, NF_STRING, "LIST", NF_INTO(struct bench_options, kernels),
     N_("kernels, such as reference,auto; default: all that this machine can run, in a "
        "scan auto")},
    {"profile", 0, NF_STRING, "LIST", NF_INTO(struct bench_options, profiles),
     N_("profiles, or all; default: the game's default and max, in a scan the game's default")},
    {"players", 'n', NF_STRING, "LIST", NF_INTO(struct bench_options, players),
     N_("players at the table, such as 2,30; default: the profile's")},
    {"rounds", 'm', NF_STRING, "LIST", NF_INTO(struct bench_options, rounds),
     N_("rounds of a game; default: the profile's")},
    {"threads", 'j', NF_STRING, "LIST", NF_INTO(struct bench_options, threads),
     N_("number of threads, such as 1,2 or 1..8; default: one and all, in a scan one")},
    {"seed", 0, NF_SEED, "S", NF_INTO(struct bench_options, common.params.seed),
     N_("seed of all random numbers"), .normal = 1},
    {"strategy", 0, NF_STRING, "LIST", NF_INTO(struct bench_options, common.params.strategy),
     N_("how players choose, as in ninefold run; kernels that cannot play it are left out, or"
        " refused if they are named"),
     .adapt = nf_common_words},
    {"detail", 0, NF_FLAG, NULL, NF_INTO(struct bench_options, common.params.detail),
     N_("count details as well, as in ninefold run"), .adapt = nf_common_detail},
    {"parts", 0, NF_STRING, "LIST", NF_INTO(struct bench_options, parts),
     N_("run (dealing and playing), apart (each alone, on one thread) or play (the judge's "
        "program at the maximum size); default: all, in a scan or with --strategy or "
        "--detail run")},
    {"scan", 0, NF_STRING, "PARAM=LIST", NF_INTO(struct bench_options, scan),
     N_("table with bars over players, rounds or threads, such as players=1..30")},
    {.name = NULL},
};

static const struct nf_option how_rows[] = {
    {"min-time", 0, NF_DURATION, "TIME", NF_INTO(struct bench_options, least_time),
     N_("minimum duration of a repetition, approximately (default 100ms)"), .low = 1000000,
     .high = UINT64_C(60000000000), .normal = 100000000},
    {"games", 'g', NF_NUMBER, "N", NF_INTO(struct bench_options, games),
     N_("games of a repetition; default: enough for --min-time. Kernels with many lanes idle "
        "while the last games end, so they play at least 256 games, and up to 2048 within "
        "five times --min-time"),
     .low = 1, .high = UINT64_C(1000000000000)},
    {"repeat", 0, NF_NUMBER, "N", NF_INTO(struct bench_options, repeat),
     N_("repetitions of each row; the rows take turns"), .low = 1, .high = NF_SAMPLES_MAX,
     .normal = 5},
    {"warmup", 0, NF_NUMBER, "N", NF_INTO(struct bench_options, warmup),
     N_("repetitions before these that are not counted"), .low = 0, .high = NF_SAMPLES_MAX,
     .normal = 1},
    {.name = NULL},
};

static const struct nf_option output_rows[] = {
    {"compare", 0, NF_STRING, "FILE", NF_INTO(struct bench_options, compare),
     N_("print the ratio to a saved bench for each row; exit code 1 on a regression")},
    {"tolerance", 0, NF_NUMBER, "PERCENT", NF_INTO(struct bench_options, tolerance),
     N_("slowdown that is accepted; differences within the noise always are"), .low = 0, .high = 99,
     .normal = 5},
    {"csv", 0, NF_FLAG, NULL, NF_INTO(struct bench_options, csv),
     N_("print CSV instead of the table")},
    NF_ROW_JSON,
    {"html", 0, NF_STRING, "FILE", NF_INTO(struct bench_options, html),
     N_("write these tables to FILE as a page")},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("The game"), nf_rows_game},
                                                {N_("What is measured"), what_rows},
                                                {N_("How"), how_rows},
                                                {N_("Output"), output_rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_bench = {
    .name = "bench",
    .summary = N_("measure the throughput of every kernel"),
    .details =
        N_("With FILE, a bench saved by --json, shows or compares FILE and measures nothing. "
           "If the digest of a kernel differs from the reference's, the bench ends with exit "
           "code 1 before it measures anything."),
    .operand = "FILE",
    .operands = 1,
    .groups = groups,
    .options_size = sizeof(struct bench_options),
    .run = run_bench,
};
