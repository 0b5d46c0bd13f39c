/* ninefold gen: makes valid instances in the judge's format. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "commands/commands.h"
#include "commands/judge/package.h"
#include "commands/parts/common.h"
#include "commands/parts/paths.h"
#include "judge/forms/form.h"
#include "sim/runner.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct gen_options {
    struct nf_common common;
    uint64_t index;
    uint32_t games;     /* in an instance, if it can hold several */
    uint64_t count;     /* 0: one instance to standard output */
    const char *out;    /* folder for `count` instances; NULL: standard output */
    const char *answer; /* file for the transcript of the one instance */
    const char *suite;  /* folder for a judge's test set */
    const char *format; /* of the test set */
    struct nf_suite_wishes wishes;
    uint64_t time_limit; /* of it, nanoseconds */
};

enum { PATH_BYTES = 4096, NAME_BYTES = 32 };

/* Deals instance `number`, counted from 0. */
static enum nf_status deal(const struct gen_options *options, const struct nf_setup *setup,
                           uint64_t number, struct nf_text *instance, struct nf_text *answer,
                           struct nf_error *err)
{
    const uint64_t first = options->index + number * options->games;
    if (options->games > 1)
        return setup->game->deals->deal_many(setup, first, options->games, instance, answer, err);
    return setup->game->deals->deal(setup, first, instance, answer, err);
}

static enum nf_status gen_one(const struct gen_options *options, const struct nf_setup *setup,
                              struct nf_error *err)
{
    struct nf_text instance = {0}, answer = {0};
    enum nf_status status =
        deal(options, setup, 0, &instance, options->answer != NULL ? &answer : NULL, err);
    if (options->answer != NULL)
        status = nf_common_save(&answer, status, options->answer, err);
    return nf_common_print(&instance, status, err);
}

/* Digits of the files' numbers: enough for the last one, at least 3. */
static int number_width(uint64_t count)
{
    int width = 1;
    while (count >= 10) {
        count /= 10;
        width++;
    }
    return width < 3 ? 3 : width;
}

/* The name of file `i`, counted from 0: instances and their answers take turns. */
static const char *file_name(const struct gen_options *options, uint64_t i, char name[NAME_BYTES])
{
    const int length = snprintf(name, NAME_BYTES, "%0*" PRIu64 "%s", number_width(options->count),
                                i / 2 + 1, i % 2 == 0 ? ".in" : ".out");
    assert(length > 0 && length < NAME_BYTES);
    return name;
}

/* Prints file `i` below its name, as head does for several. */
static enum nf_status print_file(const struct gen_options *options, uint64_t i,
                                 const struct nf_text *text, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text shown = {0};
    char name[NAME_BYTES];
    nf_text_format(&shown, "%s==> %s <==\n", i > 0 ? "\n" : "", file_name(options, i, name));
    nf_text_bytes(&shown, text->data, text->size);
    return nf_text_write(&shown, STDOUT_FILENO, "standard output", err);
}

/* Saves file `i` in the folder, which the first one makes: there is none for weights without a
 * valid game. */
static enum nf_status save_file(const struct gen_options *options, uint64_t i,
                                const struct nf_text *text, struct nf_error *err)
{
    char path[PATH_BYTES], name[NAME_BYTES];
    if (options->out == NULL)
        return print_file(options, i, text, err);
    if (i == 0)
        NF_TRY(nf_common_make_folder(options->out, err));
    const int length =
        snprintf(path, sizeof path, "%s/%s", options->out, file_name(options, i, name));
    if (length < 0 || (size_t)length >= sizeof path)
        return nf_fail(err, NF_IO, "--out: the path is longer than %d bytes", PATH_BYTES - 1);
    return nf_text_save(text, path, err);
}

/* Adds to an error what is there in spite of it. */
static enum nf_status report_written(const struct gen_options *options, uint64_t files,
                                     enum nf_status status, struct nf_error *err)
{
    const struct nf_error why = *err;
    char name[NAME_BYTES];
    if (files == 0 || options->out == NULL)
        return status;
    return nf_fail(err, status, "%.500s; the files up to %s are written", why.text,
                   file_name(options, files - 1, name));
}

static enum nf_status gen_files(const struct gen_options *options, const struct nf_setup *setup,
                                struct nf_progress *progress, uint64_t *files, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text instance = {0}, answer = {0};
    const double start = nf_now();
    while (nf_signals_caught() == 0 && *files < 2 * options->count) {
        instance.size = answer.size = 0; /* reuses the memory */
        NF_TRY(deal(options, setup, *files / 2, &instance, &answer, err));
        NF_TRY(save_file(options, *files, &instance, err));
        ++*files;
        NF_TRY(save_file(options, *files, &answer, err));
        ++*files;
        nf_progress_show(progress, *files / 2, nf_now() - start);
    }
    return NF_OK;
}

static enum nf_status gen_many(const struct gen_options *options, const struct nf_setup *setup,
                               struct nf_error *err)
{
    struct nf_progress progress = {
        .what = N_("instances"), .total = options->count, .quiet = options->common.quiet};
    uint64_t files = 0;    /* written */
    nf_signals_hold(NULL); /* so that no file is left half-written */
    enum nf_status status = gen_files(options, setup, &progress, &files, err);
    nf_signals_release();
    const int signal = nf_signals_caught();
    if (status != NF_OK)
        status = report_written(options, files, status, err);
    else if (files < 2 * options->count)
        status = nf_fail(err, (enum nf_status)(128 + signal),
                         "stopped by signal %d (%s) after %" PRIu64 " of %" PRIu64 " instances",
                         signal, strsignal(signal), files / 2, options->count);
    nf_progress_end(&progress);
    return status;
}

/* The layout of that name; NULL: --format is a form. */
static const struct nf_pack_layout *find_layout(const struct gen_options *options)
{
    const struct nf_pack_layout *layout = nf_pack_layouts;
    while (layout->name != NULL && strcmp(layout->name, options->format) != 0)
        layout++;
    return layout->name != NULL ? layout : NULL;
}

/* Whether sizes, cards and strategies are those of the game without options. */
static bool is_usual(const struct gen_options *options)
{
    const struct nf_game *const game = nf_common_game(&options->common);
    const struct nf_params *const params = &options->common.params;
    return params->weights == NULL && params->strategy == NULL &&
           params->deck == nf_usual(&game->deck, game->profiles[0].deck) &&
           params->players == nf_usual(&game->players, game->profiles[0].players) &&
           params->rounds == nf_usual(&game->rounds, game->profiles[0].rounds) &&
           strcmp(params->profile, game->profiles[0].name) == 0;
}

/* A test set depends only on the seed; refuses options that would have no effect. */
static enum nf_status check_suite(const struct gen_options *options, struct nf_error *err)
{
    const struct nf_suite_wishes *const wishes = &options->wishes;
    if (options->suite == NULL && (wishes->points != NULL || wishes->title != NULL ||
                                   wishes->tests != 0 || options->time_limit != 0))
        return nf_fail(err, NF_USAGE,
                       "--points, --title, --time-limit, --tests: expected --suite DIR with it");
    if (options->time_limit % UINT64_C(1000000000) != 0)
        return nf_fail(err, NF_USAGE, "--time-limit: expected whole seconds");
    if (options->suite == NULL)
        return find_layout(options) != NULL && find_layout(options) != nf_pack_layouts
                   ? nf_fail(err, NF_USAGE, "--format: expected --suite DIR with it")
                   : NF_OK;
    if (find_layout(options) == NULL)
        return nf_fail(err, NF_USAGE, "--format: found '%.100s', expected a layout with --suite",
                       options->format);
    if (options->count != 0 || options->out != NULL || options->answer != NULL ||
        options->index != 0)
        return nf_fail(err, NF_USAGE,
                       "--suite: expected no --count, --out, --answer or --index with it; these "
                       "are for single instances");
    if (!is_usual(options))
        return nf_fail(
            err, NF_USAGE,
            "--suite: expected only --seed, --format, --points, --title, --time-limit and "
            "--tests with it; its tests have fixed sizes and cards");
    return NF_OK;
}

static enum nf_status check_gen(const struct gen_options *options, struct nf_error *err)
{
    if (options->out != NULL && options->count == 0)
        return nf_fail(err, NF_USAGE, "--out: expected --count N with it, the number of instances");
    if (options->answer != NULL && options->count != 0)
        return nf_fail(err, NF_USAGE,
                       "--answer: expected no --count with it, which writes all answers");
    if (options->answer != NULL && strcmp(options->answer, "-") == 0)
        return nf_fail(err, NF_USAGE,
                       "--answer -: expected a file, since the instance goes to standard output; "
                       "see ninefold replay");
    const uint64_t instances = options->count != 0 ? options->count : 1;
    if (instances * options->games > NF_MOST_GAMES - options->index)
        return nf_fail(err, NF_USAGE,
                       "--index: expected --index plus the games to be %" PRIu64 " at most",
                       NF_MOST_GAMES);
    const struct nf_path paths[] = {{options->answer, NF_PATH_WRITTEN},
                                    {options->out, NF_PATH_FOLDER},
                                    {options->common.params.strategy, NF_PATH_STRATEGIES}};
    NF_TRY(check_suite(options, err));
    return nf_paths_check(paths, 3, NULL, err);
}

/* ---- cases of a form ---- */

/* Where case `number` of those asked for is in the plan of cases: a few are spread over all of it.
 */
static uint64_t form_index(const struct gen_options *options, uint64_t number)
{
    if (options->count < 2 || options->count >= NF_FORM_PLAN || options->index > 0)
        return options->index + number;
    return number * (NF_FORM_PLAN - 1) / (options->count - 1);
}

static enum nf_status gen_form_cases(const struct gen_options *options,
                                     struct nf_form_machine *machine, struct nf_error *err)
{
    const uint64_t seed = options->common.params.seed;
    NF_OWNED_TEXT struct nf_text text = {0};
    if (options->count == 0) {
        NF_TRY(nf_form_make(machine, seed, options->index, &text, err));
        return nf_text_write(&text, STDOUT_FILENO, "standard output", err);
    }
    for (uint64_t i = 0; i < options->count; i++) {
        text.size = 0;
        NF_TRY(nf_form_make(machine, seed, form_index(options, i), &text, err));
        NF_TRY(save_file(options, 2 * i, &text, err));
    }
    return NF_OK;
}

static enum nf_status gen_by_form(const struct gen_options *options, struct nf_error *err)
{
    NF_OWNED_FORM struct nf_form_spec *form = NULL;
    if (options->answer != NULL || options->games > 1 || !is_usual(options))
        return nf_fail(err, NF_USAGE,
                       "--format: expected only --seed, --index, --count and --out with a form, "
                       "which describes inputs alone");
    NF_TRY(nf_common_form(options->format, &form, err));
    NF_OWNED_MACHINE struct nf_form_machine *machine = nf_form_machine_new(form);
    return machine == NULL ? nf_fail_memory(err) : gen_form_cases(options, machine, err);
}

static enum nf_status gen_suite(const struct gen_options *options, struct nf_error *err)
{
    NF_FREED_BY(nf_wished_free) struct nf_wished wished = {0};
    struct nf_suite_wishes wishes = options->wishes;
    wishes.seconds = options->time_limit / UINT64_C(1000000000);
    NF_TRY(nf_wish(nf_common_problem(&options->common), &wishes, &wished, err));
    const struct nf_gen_suite order = {.problem = &wished.problem,
                                       .options = wished.options.data,
                                       .seed = options->common.params.seed,
                                       .folder = options->suite,
                                       .layout = find_layout(options),
                                       .quiet = options->common.quiet};
    return nf_gen_suite(&order, err);
}

static enum nf_status run_gen(void *given, char **operands, struct nf_error *err)
{
    const struct gen_options *const options = given;
    (void)operands;
    NF_OWNED_SETUP struct nf_setup *setup = NULL;
    NF_TRY(check_gen(options, err));
    if (options->suite != NULL)
        return gen_suite(options, err);
    if (find_layout(options) == NULL)
        return gen_by_form(options, err);
    if (!nf_common_simulated(&options->common))
        return nf_fail(err, NF_USAGE, "--game %s: expected --suite with it, or a game to deal",
                       options->common.game);
    NF_TRY(nf_common_prepare(&options->common, &setup, err));
    return options->count != 0 ? gen_many(options, setup, err) : gen_one(options, setup, err);
}

static void adapt_games(struct nf_option *row, const void *options)
{
    if (nf_common_game(options)->deals->deal_many == NULL)
        row->absent = N_("an instance of the chosen --game is one game");
}

static void adapt_suite(struct nf_option *row, const void *options)
{
    if (nf_common_problem(options)->suite == NULL)
        row->absent = N_("the chosen --game has no test set");
}

static bool format_word(const void *options, size_t i, struct nf_word *word)
{
    (void)options;
    word->name = nf_pack_layouts[i].name;
    word->help = nf_pack_layouts[i].help;
    return word->name != NULL;
}

static const struct nf_option rows[] = {
    {"index", 'i', NF_NUMBER, "I", NF_INTO(struct gen_options, index),
     N_("index of the instance, from 0; with --count the first one"), .high = NF_MOST_GAMES - 1},
    {"games", 'g', NF_NUMBER, "N", NF_INTO(struct gen_options, games),
     N_("games in the instance, from --index on"), .low = 1, .high = 1000000, .normal = 1,
     .adapt = adapt_games},
    {"answer", 0, NF_STRING, "FILE", NF_INTO(struct gen_options, answer),
     N_("write the transcript to FILE")},
    {"count", 0, NF_NUMBER, "N", NF_INTO(struct gen_options, count),
     N_("write N instances with their transcripts instead: 001.in, 001.out, ..."), .low = 1,
     .high = 1000000000},
    {"out", 'o', NF_STRING, "DIR", NF_INTO(struct gen_options, out),
     N_("the folder for --count, created if missing; without it they are printed, each below its "
        "name")},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option suite_rows[] = {
    {"suite", 0, NF_STRING, "DIR", NF_INTO(struct gen_options, suite),
     N_("write a test set with answers to DIR, a new or empty folder: by subtasks, from small "
        "to largest; it depends only on --seed"),
     .adapt = adapt_suite},
    {"format", 0, NF_STRING, "NAME", NF_INTO(struct gen_options, format),
     N_("layout of the set; without --suite a form (.ctd) of inputs, in the language of "
        "checktestdata (see `ninefold format`), of which cases are made in place of the game's"),
     .normal_text = "plain", .word = format_word},
    {"points", 0, NF_STRING, "LIST", NF_INTO(struct gen_options, wishes.points),
     N_("points of the subtasks, which make 100, such as 20,30,50")},
    {"title", 0, NF_STRING, "TITLE", NF_INTO(struct gen_options, wishes.title),
     N_("what the problem is called")},
    {"time-limit", 0, NF_DURATION, "TIME", NF_INTO(struct gen_options, time_limit),
     N_("time limit of a test, in whole seconds"), .low = UINT64_C(1000000000),
     .high = UINT64_C(600000000000)},
    {"tests", 0, NF_NUMBER, "N", NF_INTO(struct gen_options, wishes.tests),
     N_("how many tests, spread over the subtasks"), .low = 1, .high = NF_MOST_SUITE_TESTS},
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("The instance"), nf_rows_problem_params},
                                                {N_("Selection and output"), rows},
                                                {N_("A judge's test set"), suite_rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_gen = {
    .name = "gen",
    .tests = true,
    .summary = N_("make valid instances in the judge's format"),
    .details = N_("The instance of index I is game I of `ninefold run` with the same options."),
    .page = nf_manual_gen,
    .groups = groups,
    .options_size = sizeof(struct gen_options),
    .run = run_gen,
};
