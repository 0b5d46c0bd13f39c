/* ninefold fuzz: tests a program against the reference on many cases. */
#include "base/lang.h"
#include "commands/commands.h"
#include "commands/judge/fuzz_files.h"
#include "commands/judge/problem_files.h"
#include "commands/judge/running.h"
#include "commands/parts/common.h"
#include "commands/parts/paths.h"
#include "judge/fuzz/fuzz_report.h"
#include "sim/instances.h"
#include "sim/runner.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct fuzz_options {
    struct nf_common common;       /* players, rounds, deck: 0 if not given and cases are guided */
    struct nf_comparing comparing; /* of a problem of files */
    uint64_t time;                 /* nanoseconds; 0: no limit */
    uint64_t first, count;
    const char *kernel; /* NULL: compare transcripts */
    bool keep_going, coverage, line_ends;
    uint64_t shrink_trials, shrink_time, diagnose, repair;
    const char *keep, *add_to;
    struct nf_problem_files_typed files; /* all NULL: the game's problem */
};
_Static_assert(offsetof(struct fuzz_options, comparing) == offsetof(struct nf_compared, comparing),
               "nf_rows_comparing");

/* Whether the problem is one of files. */
static bool has_files(const struct fuzz_options *options)
{
    return options->files.folder != NULL || options->files.form != NULL ||
           options->files.reference != NULL;
}

static const uint64_t usual_cases = 1000;
static const uint64_t most_cases = 1000000000000;
static const char guided[] = "guided";

static bool is_guided(const struct fuzz_options *options)
{
    return options->common.params.profile == NULL ||
           strcmp(options->common.params.profile, guided) == 0;
}

/* Appends the limits that were typed, as options. */
static void tell_limits(struct nf_text *text, const struct nf_child_limits *limits)
{
    if (limits->cpu_ns != 0)
        nf_text_format(text, "--tl %" PRIu64 "ms ", limits->cpu_ns / 1000000);
    if (limits->wall_ns != 0)
        nf_text_format(text, "--wall %" PRIu64 "ms ", limits->wall_ns / 1000000);
    if (limits->memory != 0)
        nf_text_format(text, "--ml %" PRIu64 " ", limits->memory);
    if (limits->output != 0)
        nf_text_format(text, "--ol %" PRIu64 " ", limits->output);
}

/* Appends an option with its value, if it was given. */
static void tell_word(struct nf_text *text, const char *option, const char *value)
{
    if (value == NULL)
        return;
    nf_text_format(text, "%s ", option);
    nf_text_word(text, value);
    nf_text_string(text, " ");
}

/* Appends the options that reproduce cases and verdicts. */
static void tell_options(struct nf_text *text, const struct fuzz_options *options)
{
    const struct nf_params *const params = &options->common.params;
    const struct nf_game *const game = nf_common_game(&options->common);
    if (has_files(options)) {
        tell_word(text, "--problem", options->files.folder);
        tell_word(text, "--format", options->files.form);
        tell_word(text, "--reference", options->files.reference);
        tell_word(text, "--reference", options->files.second);
        tell_word(text, "--generator", options->files.generator);
        tell_word(text, "--from", options->files.from);
        tell_word(text, "--checker", options->comparing.checker);
        tell_word(text, "--validator-flags", options->comparing.flags);
    } else if (game != nf_games[0]) {
        nf_text_format(text, "--game %s ", game->name);
    }
    if (!is_guided(options))
        nf_text_format(text, "--profile %s ", params->profile);
    if (params->weights != NULL) {
        nf_text_string(text, "--weights ");
        nf_text_word(text, params->weights);
        nf_text_string(text, " ");
    }
    if (params->players != 0)
        nf_text_format(text, "-n %u ", params->players);
    if (params->rounds != 0)
        nf_text_format(text, "-m %u ", params->rounds);
    if (params->deck != 0)
        nf_text_format(text, "-k %u ", params->deck);
    if (options->common.strict)
        nf_text_string(text, "--strict ");
    if (options->line_ends)
        nf_text_string(text, "--line-ends ");
    if (options->kernel != NULL)
        nf_text_format(text, "--kernel %s ", options->kernel);
    tell_limits(text, &options->common.limits);
    if (strcmp(options->common.forkserver, "no") == 0)
        nf_text_string(text, "--forkserver=no ");
    if (options->common.build != NULL) {
        nf_text_string(text, "--build ");
        nf_text_word(text, options->common.build);
        nf_text_string(text, " ");
    }
    if (options->common.sandbox)
        nf_text_string(text, "--sandbox ");
    nf_text_format(text, "--seed %" PRIu64, params->seed);
    nf_text_bytes(text, "", 1); /* ends the string */
}

/* Writes the kept files, the table unless JSON goes to standard output, and the JSON file. */
static enum nf_status report(const struct fuzz_options *options, struct nf_fuzz_report *content,
                             struct nf_error *err)
{
    const char *const json = options->common.json;
    struct nf_text text = {0};
    enum nf_status status = NF_OK;
    struct nf_out_set kept = {0};
    int lock = -1;
    if (content->keep != NULL && content->result->findings_count > 0)
        status = nf_keep_begin(content->keep, &lock, &content->kept_before, err);
    if (status == NF_OK && content->keep != NULL)
        status = nf_fuzz_keep(content, &kept, err);
    if (status == NF_OK && content->keep != NULL)
        status = nf_keep_pages(content, &kept, err);
    status = nf_out_set_close(&kept, status, err);
    if (lock >= 0)
        close(lock);
    if (status == NF_OK && !nf_common_is_stream(json)) {
        nf_fuzz_table(&text, content);
        status = nf_common_print(&text, NF_OK, err);
    }
    if (status != NF_OK || json == NULL)
        return status;
    return nf_common_save(&text, nf_fuzz_json(&text, content, err), json, err);
}

/* The result of the command, after the report. */
static enum nf_status conclude(const struct fuzz_options *options,
                               const struct nf_fuzz_options *job,
                               const struct nf_fuzz_result *result, struct nf_error *err)
{
    if (result->signal != 0)
        return nf_fail(err, (enum nf_status)(128 + result->signal),
                       "stopped by signal %d (%s); the %" PRIu64 " cases before it are reported",
                       result->signal, strsignal(result->signal), result->cases);
    if (result->findings_count > 0)
        return NF_DIFFERENT;
    if (result->cases > 0 && result->left_out == result->cases)
        return nf_fail(err, NF_BUDGET, "the reference takes too long on every case");
    if (result->cases < job->count && job->count != most_cases)
        return nf_fail(err, NF_BUDGET,
                       "--time: over after %" PRIu64 " of %" PRIu64 " cases, all accepted",
                       result->cases, options->count);
    return NF_OK;
}

/* Looks for the line of the source where the first finding breaks down, and for what the compiler
 * warns of. A known mistake that is certain explains the failure, unless the program did not end as
 * it should or uses memory that was never set. */
static enum nf_status find_fault(const struct fuzz_options *options,
                                 const struct nf_fuzz_result *result, char **command,
                                 const struct nf_built *built, struct nf_fault_line *fault,
                                 struct nf_warnings *warnings, struct nf_error *err)
{
    if (result->findings_count == 0 || result->signal != 0)
        return NF_OK;
    const struct nf_finding *const finding = &result->findings[0];
    /* One that is just too slow may have ended when it is to be stopped. */
    const struct nf_trial_case *const run =
        finding->shrunk && !finding->growth.made ? &finding->smallest : &finding->found;
    const bool explained =
        run->judgement.verdict != NF_RE && !finding->flaky && result->diagnosis.certain;
    const struct nf_build build = nf_running_how(&options->common);
    const enum nf_status status = nf_fault_line_find(command, &build, run, explained, fault, err);
    return status == NF_OK ? nf_warnings_find(command, &build, built, fault->line, warnings, err)
                           : status;
}

/* --repair: looks for a change of the source with which the first finding passes. */
static enum nf_status find_repair(const struct fuzz_options *options,
                                  const struct nf_fuzz_options *job,
                                  const struct nf_fuzz_result *result, char **command,
                                  const struct nf_built *built, struct nf_repair *repair,
                                  struct nf_error *err)
{
    struct nf_progress progress = {.what = N_("changes"),
                                   .limit = (double)options->repair * 1e-9,
                                   .quiet = options->common.quiet};
    struct nf_fuzz_options told = *job;
    if (options->repair == 0 || result->findings_count == 0 || result->signal != 0)
        return NF_OK;
    told.progress_owner = &progress;
    const struct nf_build build = nf_running_how(&options->common);
    const enum nf_status status =
        nf_repair_find(command, &build, built, &told, &result->findings[0],
                       (double)options->repair * 1e-9, repair, err);
    nf_progress_end(&progress);
    return status;
}

static enum nf_status run_job(const struct fuzz_options *options, struct nf_fuzz_options *job,
                              char **command, const struct nf_built *built, struct nf_error *err)
{
    const char *const weights = options->common.params.weights;
    struct nf_fuzz_result result;
    struct nf_text again = {0}, added = {0};
    struct nf_hint hint = {0};
    struct nf_fault_line fault = {0};
    struct nf_warnings warnings = {0};
    struct nf_repair repair = {0};
    enum nf_status played = nf_fuzz(job, &result, err);
    nf_progress_end(job->shrinking_owner);
    nf_progress_end(job->progress_owner);
    nf_running_tell(&options->common, command[0], nf_child_restart_reason(job->trials.child),
                    nf_child_estimate_reason(job->trials.child));
    result.estimated = nf_child_estimate_reason(job->trials.child)[0] != '\0';
    nf_child_close(job->trials.child);
    job->trials.child = NULL;
    const struct nf_build build = nf_running_how(&options->common);
    if (played == NF_OK)
        played = nf_hint_find(command, &build, built, &result, &hint, err);
    if (played == NF_OK && !nf_hint_explains(&hint, &result))
        played = find_fault(options, &result, command, built, &fault, &warnings, err);
    if (played == NF_OK && !nf_hint_explains(&hint, &result))
        played = find_repair(options, job, &result, command, built, &repair, err);
    const struct nf_error why = *err;
    tell_options(&again, options);
    enum nf_status status = again.failed ? nf_fail(err, NF_IO, "out of memory") : NF_OK;
    struct nf_fuzz_report content = {
        .options = job,
        .result = &result,
        .command = command,
        .hint = hint,
        .fault = fault,
        .warnings = warnings,
        .repair = repair,
        .profile = weights != NULL      ? NULL
                   : is_guided(options) ? guided
                                        : options->common.params.profile,
        .weights = weights,
        .again = again.data,
        .keep = options->keep,
        .coverage = options->coverage,
    };
    if (status == NF_OK && played == NF_OK && options->add_to != NULL)
        status = nf_add_tests(options->add_to, &result, &added, err);
    /* What was found before a failure is told, too. */
    if (status == NF_OK && (played == NF_OK || result.cases > 0))
        status = report(options, &content, err);
    if (status == NF_OK)
        status = nf_add_tests_tell(&added, options->common.json, err);
    if (status == NF_OK)
        status = conclude(options, job, &result, err);
    if (played != NF_OK) {
        status = played;
        *err = why;
    }
    nf_text_free(&again);
    nf_text_free(&added);
    nf_hint_free(&hint);
    nf_fault_line_free(&fault);
    nf_warnings_free(&warnings);
    nf_repair_free(&repair);
    nf_fuzz_free(&result);
    return status;
}

/* What the simulator does for a fuzz: it deals cases, and a kernel plays them. */
struct simulator {
    struct nf_setup *setup; /* NULL: cases are guided */
    const struct nf_game *game;
    const struct nf_kernel *kernel; /* NULL: none is tried */
    struct nf_dealer dealer;
    struct nf_second_player player;
};

/* nf_dealer.deal. */
static enum nf_status deal_case(const void *owner, uint64_t index, struct nf_text *instance,
                                struct nf_error *err)
{
    const struct nf_setup *const setup = owner;
    return setup->game->deals->deal(setup, index, instance, NULL, err);
}

/* nf_second_player.compare. */
static enum nf_status compare_kernel(const void *owner, const struct nf_input *instances,
                                     size_t count, struct nf_text *const *differs,
                                     struct nf_error *err)
{
    const struct simulator *const simulator = owner;
    return nf_compare_kernel(simulator->game, simulator->kernel, instances, count, differs, err);
}

static enum nf_status prepare_kernel(const char *name, struct simulator *simulator,
                                     struct nf_error *err)
{
    const enum nf_status status = nf_choose_kernel(simulator->game, name, &simulator->kernel, err);
    if (status == NF_OK)
        simulator->player = (struct nf_second_player){
            simulator->kernel->name, simulator->game->kernels[0]->name, compare_kernel, simulator};
    return status;
}

/* Fills the problem's part of `trials`: guided cases, or a setup that deals them. */
static enum nf_status prepare_cases(const struct fuzz_options *options, struct nf_trials *trials,
                                    struct simulator *simulator, struct nf_error *err)
{
    const struct nf_params *const params = &options->common.params;
    simulator->game = nf_common_game(&options->common);
    trials->problem = nf_common_problem(&options->common);
    if (trials->problem->fuzz == NULL)
        return nf_fail(err, NF_USAGE, "--game %s: expected a game that can be fuzzed",
                       trials->problem->name);
    trials->seed = params->seed;
    trials->limits = (struct nf_case_limits){params->players, params->rounds, params->deck};
    if (options->kernel != NULL) {
        const enum nf_status status = prepare_kernel(options->kernel, simulator, err);
        if (status != NF_OK)
            return status;
        trials->other = &simulator->player;
    }
    if (!is_guided(options) || params->weights != NULL) {
        const enum nf_status status = nf_common_prepare(&options->common, &simulator->setup, err);
        simulator->dealer = (struct nf_dealer){deal_case, simulator->setup};
        trials->dealer = &simulator->dealer;
        return status;
    }
    /* Reports limits that no case fits before anything is started. */
    struct nf_text first = {0};
    const enum nf_status status =
        trials->problem->fuzz->guide(trials->seed, options->first, &trials->limits, &first, err);
    nf_text_free(&first);
    return status;
}

/* Options of games say nothing of other problems, and the other way round. */
static enum nf_status check_files(const struct fuzz_options *options, struct nf_error *err)
{
    const struct nf_params *const params = &options->common.params;
    if (!has_files(options) && (nf_comparing_given(&options->comparing) ||
                                options->files.generator != NULL || options->files.from != NULL))
        return nf_fail(
            err, NF_USAGE,
            "--checker, --validator-flags, --generator, --from: expected --problem or --format "
            "with it");
    if (has_files(options) &&
        (nf_common_game_typed(&options->common) || !is_guided(options) || params->weights != NULL ||
         params->players != 0 || params->rounds != 0 || params->deck != 0 ||
         options->kernel != NULL || options->coverage))
        return nf_fail(err, NF_USAGE,
                       "--problem, --format: expected no --game with it, and none of a game's "
                       "options");
    return NF_OK;
}

/* A problem of files. */
static enum nf_status prepare_files(const struct fuzz_options *options,
                                    struct nf_problem_files *files, struct nf_trials *trials,
                                    struct nf_error *err)
{
    NF_TRY(nf_problem_files_open(&options->files, (const struct nf_compared *)options, files, err));
    trials->problem = nf_file_problem_of(files->problem);
    trials->seed = options->common.params.seed;
    return NF_OK;
}

/* The program and the files among its arguments must not be overwritten. */
static enum nf_status check_paths(const struct fuzz_options *options, char **command,
                                  struct nf_error *err)
{
    const struct nf_path paths[] = {
        {options->common.json, NF_PATH_WRITTEN},   {options->keep, NF_PATH_NUMBERED},
        {options->add_to, NF_PATH_NUMBERED},       {options->files.form, NF_PATH_READ},
        {options->files.reference, NF_PATH_READ},  {options->files.second, NF_PATH_READ},
        {options->files.generator, NF_PATH_READ},  {options->files.from, NF_PATH_READ},
        {options->comparing.checker, NF_PATH_READ}};
    return nf_paths_check(paths, sizeof paths / sizeof *paths, (const char *const *)command, err);
}

static enum nf_status run(void *given, char **command, struct nf_error *err)
{
    const struct fuzz_options *const options = given;
    struct nf_progress progress = {.what = N_("cases"),
                                   .total = options->count,
                                   .limit = (double)options->time * 1e-9,
                                   .quiet = options->common.quiet};
    struct nf_progress shrinking = {.what = N_("smaller cases"),
                                    .total = options->shrink_trials,
                                    .limit = (double)options->shrink_time * 1e-9,
                                    .quiet = options->common.quiet};
    struct nf_fuzz_options job = {
        .trials = {.strict = options->common.strict,
                   .line_ends = options->line_ends,
                   .allowed = options->common.limits},
        .first = options->first,
        .count = options->count,
        .seconds = (double)options->time * 1e-9,
        .jobs = options->common.jobs,
        .keep_going = options->keep_going,
        .shrink_trials = (uint32_t)options->shrink_trials,
        .shrink_seconds = (double)options->shrink_time * 1e-9,
        .diagnosis_seconds = (double)options->diagnose * 1e-9,
        .progress = nf_progress_show,
        .progress_owner = &progress,
        .shrinking = nf_progress_show,
        .shrinking_owner = &shrinking,
    };
    struct nf_built built = {0};
    struct nf_child_options child;
    struct simulator simulator = {0};
    struct nf_problem_files files = {0};
    struct nf_limits limits;
    enum nf_status status = check_files(options, err);
    if (status == NF_OK)
        status = check_paths(options, command, err);
    if (status == NF_OK)
        status = has_files(options) ? prepare_files(options, &files, &job.trials, err)
                                    : prepare_cases(options, &job.trials, &simulator, err);
    if (status == NF_OK)
        status = nf_running_build(&options->common, command, &built, err);
    nf_problem_limits(&job.trials.allowed, &files.package.settings, &limits);
    nf_running_child(&options->common, built.command, &child);
    child.limits = job.trials.allowed;
    /* First, so that no folder is made for a program that cannot be run. */
    if (status == NF_OK)
        status = nf_child_open(&child, options->common.jobs, &job.trials.child, err);
    if (status == NF_OK && options->keep != NULL)
        status = nf_common_make_folder(options->keep, err);
    if (status == NF_OK && options->add_to != NULL)
        status = nf_add_tests_open(options->add_to, err);
    if (status == NF_OK)
        status = run_job(options, &job, command, &built, err);
    nf_child_close(job.trials.child);
    nf_built_remove(&built);
    nf_problem_files_close(&files);
    if (simulator.setup != NULL)
        nf_release(simulator.setup);
    return status;
}

static bool profile_word(const void *options, size_t i, struct nf_word *word)
{
    if (i == 0) {
        *word = (struct nf_word){guided, N_("small cases steered towards rare rules")};
        return true;
    }
    return nf_common_profile_word(options, i - 1, word);
}

/* For guided cases the sizes are limits without a default; else the default is the profile's
 * size. */
static void adapt_size(struct nf_option *row, const struct nf_range *range, uint32_t of_profile,
                       const struct fuzz_options *options)
{
    row->low = range->low;
    row->high = range->high;
    row->normal = is_guided(options) && options->common.params.weights == NULL ? 0
                  : of_profile != 0                                            ? of_profile
                                                                               : range->normal;
}

static void adapt_players(struct nf_option *row, const void *options)
{
    nf_common_words(row, options);
    adapt_size(row, &nf_common_game(options)->players, nf_common_profile(options)->players,
               options);
}

static void adapt_rounds(struct nf_option *row, const void *options)
{
    nf_common_words(row, options);
    adapt_size(row, &nf_common_game(options)->rounds, nf_common_profile(options)->rounds, options);
}

static void adapt_deck(struct nf_option *row, const void *options)
{
    nf_common_words(row, options);
    adapt_size(row, &nf_common_game(options)->deck, nf_common_profile(options)->deck, options);
}

static void adapt_count(struct nf_option *row, const void *given)
{
    const struct fuzz_options *const options = given;
    row->high = most_cases;
    row->normal = options->time != 0 ? most_cases : usual_cases;
}

static void adapt_keep(struct nf_option *row, const void *options)
{
    if (nf_format_pads(nf_common_problem(options)->rules->format))
        row->help =
            N_("write failing cases to DIR, under the next free numbers: 001.in, .ans, .out, the "
               "same as .min.in, .min.ans,"
               " .min.out when shrunk, as .pad.in, .pad.ans, .pad.out when run with more cards"
               " in the deck, as .tell.in, .tell.ans, .tell.out the one that tells its mistake,"
               " 001.json, and 001.html, a page that tells the case turn by turn, with the source"
               " if its line is known");
}

/* Without "auto": the kernel under test must be named. */
static bool kernel_word(const void *options, size_t i, struct nf_word *word)
{
    return nf_common_kernel_word(options, i + 1, word);
}

static const struct nf_option file_rows[] = {
    {"problem", 0, NF_STRING, "FOLDER", NF_INTO(struct fuzz_options, files.folder),
     N_("any problem in place of a game: the form, the reference and the checker of a Kattis or "
        "ICPC package, or those of a folder with FORM.ctd and reference.*")},
    {"format", 0, NF_STRING, "FORM", NF_INTO(struct fuzz_options, files.form),
     N_("cases of any problem in place of a game: FORM says in checktestdata's language what its "
        "inputs look like (see `ninefold format`)")},
    {"reference", 0, NF_STRING, "PROGRAM", NF_INTO(struct fuzz_options, files.reference),
     N_("with --format: a program or source that prints the right outputs; cases on which it takes "
        "over 2 s are left out; given twice: both, which must agree"),
     .again = offsetof(struct fuzz_options, files.second)},
    {"generator", 0, NF_STRING, "PROGRAM", NF_INTO(struct fuzz_options, files.generator),
     N_("cases made by a program or source in place of the form, which accepts them: it gets a "
        "number, --seed plus the case's, as its argument")},
    {"from", 0, NF_STRING, "PATH", NF_INTO(struct fuzz_options, files.from),
     N_("cases that exist, a file or the tests of a folder, and then variations of them; with "
        "--count 1 a file is shrunk")},
    {.name = NULL},
};

static const struct nf_option case_rows[] = {
    {"profile", 0, NF_CHOICE, "NAME", NF_INTO(struct fuzz_options, common.params.profile),
     N_("how cases are made"), .normal_text = guided, .word = profile_word},
    {"weights", 0, NF_STRING, "LIST", NF_INTO(struct fuzz_options, common.params.weights),
     N_("cards in exactly these proportions, such as A1=3,PASS=2,C2=1"), .adapt = nf_common_words},
    {"time", 't', NF_DURATION, "TIME", NF_INTO(struct fuzz_options, time),
     N_("start no case after this time, such as 10s; without --count run until then"), .low = 1},
    {"count", 'c', NF_NUMBER, "N", NF_INTO(struct fuzz_options, count), N_("how many cases"),
     .low = 1, .adapt = adapt_count},
    {"first", 0, NF_NUMBER, "I", NF_INTO(struct fuzz_options, first),
     N_("number of the first case, counted from 0"), .high = UINT64_C(1000000000000000000)},
    {"players", 'n', NF_NUMBER, "N", NF_INTO(struct fuzz_options, common.params.players),
     N_("players at the table; for guided cases the maximum"), .adapt = adapt_players},
    {"rounds", 'm', NF_NUMBER, "M", NF_INTO(struct fuzz_options, common.params.rounds),
     N_("rounds of a game; for guided cases the maximum"), .adapt = adapt_rounds},
    {"deck", 'k', NF_NUMBER, "K", NF_INTO(struct fuzz_options, common.params.deck),
     N_("cards in the deck; for guided cases the maximum"), .adapt = adapt_deck},
    {"seed", 0, NF_SEED, "S", NF_INTO(struct fuzz_options, common.params.seed),
     N_("seed of all random numbers, 0 to 2^63-1"), .normal = 1},
    {"line-ends", 0, NF_FLAG, NULL, NF_INTO(struct fuzz_options, line_ends),
     N_("end the lines of every third case with CR LF, and leave out the last newline of "
        "every third: no valid instance, but some judges have such files")},
    {"kernel", 0, NF_CHOICE, "NAME", NF_INTO(struct fuzz_options, kernel),
     N_("test a kernel with the program: play the cases in its lanes, too, and compare the "
        "outcomes with those of the reference"),
     .word = kernel_word},
    {.name = NULL},
};

static const struct nf_option output_rows[] = {
    {"keep-going", 0, NF_FLAG, NULL, NF_INTO(struct fuzz_options, keep_going),
     N_("continue after a failing case; show one of each kind")},
    {"shrink", 0, NF_NUMBER, "N", NF_INTO(struct fuzz_options, shrink_trials),
     N_("try at most N smaller cases for each failing one: of the same wrong decision, however "
        "the program ends after it, or else of the same verdict; 0: do not shrink"),
     .high = 1000000, .normal = 3000},
    {"shrink-time", 0, NF_DURATION, "TIME", NF_INTO(struct fuzz_options, shrink_time),
     N_("time limit for shrinking each failing case (default 30s)"),
     .normal = UINT64_C(30000000000)},
    {"diagnose", 0, NF_DURATION, "TIME", NF_INTO(struct fuzz_options, diagnose),
     N_("time for cases that tell which mistake it is (default 5s); 0s: do not name it"),
     .normal = UINT64_C(5000000000)},
    {"repair", 0, NF_DURATION, "TIME", NF_INTO(struct fuzz_options, repair),
     N_("of a source in C, C++ or Python: for this time make small changes, one each, until one "
        "passes the failing case and 100 others")},
    {"keep", 'o', NF_STRING, "DIR", NF_INTO(struct fuzz_options, keep),
     N_("write failing cases to DIR, under the next free numbers: 001.in, .ans, .out, the same as "
        ".min.in, .min.ans,"
        " .min.out when shrunk, as .tell.in, .tell.ans, .tell.out the one that tells its"
        " mistake, 001.json, and 001.html, a page that tells the case turn by turn, with the"
        " source if its line is known"),
     .adapt = adapt_keep},
    {"add-to", 0, NF_STRING, "DIR", NF_INTO(struct fuzz_options, add_to),
     N_("add failing cases, shrunk, to the test set DIR under its next names, with answers; "
        "no file is replaced, no test added twice")},
    {"coverage", 0, NF_FLAG, NULL, NF_INTO(struct fuzz_options, coverage),
     N_("list how often each rule event was reached")},
    {"json", 0, NF_STRING, "FILE", NF_INTO(struct fuzz_options, common.json),
     N_("write the results to FILE as JSON; - is standard output, instead of the table")},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {N_("The game"), nf_rows_game},       {N_("Any problem"), file_rows},
    {N_("Comparing"), nf_rows_comparing}, {N_("The cases"), case_rows},
    {N_("Verdicts"), nf_rows_of_package}, {N_("Running the program"), nf_rows_running},
    {N_("Output"), output_rows},          {NULL, NULL}};

const struct nf_command nf_command_fuzz = {
    .name = "fuzz",
    .tests = true,
    .summary = N_("test a program on many cases and shrink those it fails"),
    .details = N_(
        "PROGRAM reads an instance on standard input and writes the transcript. Exit code 0: all "
        "cases were accepted; 1: a case failed, and is shown shrunk; 6: --time was over before "
        "--count."),
    .operand = "PROGRAM",
    .usage = "-- PROGRAM [ARGUMENT]...",
    .operands = 10000,
    .needed = 1,
    .sections = nf_manual_fuzz,
    .groups = groups,
    .options_size = sizeof(struct fuzz_options),
    .run = run,
};
