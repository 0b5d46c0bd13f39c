/* ninefold fuzz: tests a program against the reference on many cases. */
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/judge/shared.h"
#include "commands/parts/common.h"
#include "commands/parts/paths.h"
#include "judge/fuzz/fuzz_report.h"
#include "judge/judging/test_set.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct fuzz_options {
    struct nf_common common;       /* players, rounds, deck: 0 if not given and cases are guided */
    struct nf_comparing comparing; /* of a problem of files */
    uint64_t time;                 /* nanoseconds; 0: no limit */
    uint64_t first, count;
    bool keep_going, coverage, line_ends;
    uint64_t slowest; /* nanoseconds to look for it; 0: it is not looked for */
    uint64_t shrink_trials, shrink_time, diagnose, repair;
    const char *keep, *add_to, *only, *errors;
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
/* Appends the limits that were typed, as options. */
static void format_limits(struct nf_text *text, const struct nf_child_limits *limits)
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
static void format_word_option(struct nf_text *text, const char *option, const char *value)
{
    if (value == NULL)
        return;
    nf_text_format(text, "%s ", option);
    nf_text_word(text, value);
    nf_text_string(text, " ");
}

/* Appends the options that reproduce cases and verdicts. */
static void format_options(struct nf_text *text, const struct fuzz_options *options)
{
    const struct nf_params *const params = &options->common.params;
    if (has_files(options)) {
        format_word_option(text, "--problem", options->files.folder);
        format_word_option(text, "--format", options->files.form);
        format_word_option(text, "--reference", options->files.reference);
        format_word_option(text, "--reference", options->files.second);
        format_word_option(text, "--generator", options->files.generator);
        format_word_option(text, "--from", options->files.from);
        format_word_option(text, "--checker", options->comparing.checker);
        format_word_option(text, "--validator-flags", options->comparing.flags);
    } else if (nf_common_problem_typed(&options->common)) {
        nf_text_format(text, "--game %s ", options->common.game);
    }
    format_word_option(text, "--differ", options->files.differ);
    if (params->weights == NULL && !nf_fuzz_game_guided(&options->common))
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
    format_word_option(text, "--only", options->only);
    if (options->common.kernel != NULL)
        nf_text_format(text, "--kernel %s ", options->common.kernel);
    format_limits(text, &options->common.limits);
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

/* Writes the failing cases and their pages to the folder, under its next free numbers. */
static enum nf_status keep_findings(struct nf_fuzz_report *content, struct nf_error *err)
{
    struct nf_out_set kept = {0};
    int lock = -1;
    if (content->result->findings_count > 0)
        NF_TRY(nf_keep_begin(content->keep, &lock, &content->kept_before, err));
    enum nf_status status = nf_fuzz_keep(content, &kept, err);
    if (status == NF_OK)
        status = nf_keep_pages(content, &kept, err);
    status = nf_out_set_close(&kept, status, err);
    if (lock >= 0)
        close(lock);
    return status;
}

/* Writes the kept files, the table unless JSON goes to standard output, and the JSON file. What
 * cannot be kept is printed all the same. */
static enum nf_status write_report(struct nf_fuzz_report *content, const char *json,
                                   struct nf_error *err)
{
    struct nf_text text = {0};
    const enum nf_status kept = content->keep != NULL ? keep_findings(content, err) : NF_OK;
    content->keep = kept == NF_OK ? content->keep : NULL;
    if (!nf_common_is_stream(json)) {
        nf_fuzz_table(&text, content);
        NF_TRY(nf_common_print(&text, NF_OK, err));
    }
    if (json != NULL)
        NF_TRY(nf_common_save(&text, nf_fuzz_json(&text, content, err), json, err));
    return kept;
}

/* The result of the command, after the report. */
static enum nf_status conclude_fuzz(const struct fuzz_options *options,
                                    const struct nf_fuzz_options *job,
                                    const struct nf_fuzz_result *result, struct nf_error *err)
{
    if (result->signal != 0)
        return nf_fail(err, (enum nf_status)(128 + result->signal),
                       "stopped by signal %d (%s); the %" PRIu64 " cases before it are reported",
                       result->signal, strsignal(result->signal), result->cases);
    if (result->findings_count > 0)
        return result->findings[0].found.judgement.verdict != NF_AC ? NF_DIFFERENT : NF_OK;
    if (result->cases > 0 && result->left_out == result->cases)
        return nf_fail(err, NF_BUDGET, "the reference takes too much time or memory on every case");
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
    if (result->findings_count == 0 || result->signal != 0 ||
        result->findings[0].found.judgement.verdict == NF_AC)
        return NF_OK;
    const struct nf_finding *const finding = &result->findings[0];
    /* One that is just too slow may have ended when it is to be stopped. */
    const struct nf_trial_case *const run =
        finding->shrunk && !finding->growth.made ? &finding->smallest : &finding->found;
    const bool explained =
        run->judgement.verdict != NF_RE && !finding->flaky && result->diagnosis.certain;
    const struct nf_build build = nf_running_how(&options->common);
    NF_TRY(nf_fault_line_find(command, &build, run, explained, fault, err));
    return nf_warnings_find(command, &build, built, fault->line, warnings, err);
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
    struct nf_fuzz_options watched = *job;
    if (options->repair == 0 || result->findings_count == 0 || result->signal != 0)
        return NF_OK;
    watched.progress_owner = &progress;
    const struct nf_build build = nf_running_how(&options->common);
    const enum nf_status status =
        nf_repair_find(command, &build, built, &watched, &result->findings[0],
                       (double)options->repair * 1e-9, repair, err);
    nf_progress_end(&progress);
    return status;
}

/* Looks for reasons of the first finding that only further runs of the program give. */
static enum nf_status find_reasons(const struct fuzz_options *options,
                                   const struct nf_fuzz_options *job,
                                   const struct nf_fuzz_result *result, char **command,
                                   const struct nf_built *built, struct nf_fuzz_report *content,
                                   struct nf_error *err)
{
    const struct nf_build build = nf_running_how(&options->common);
    if (options->files.differ != NULL) /* a reason would blame the second */
        return NF_OK;
    if (!job->slowest)
        NF_TRY(nf_hint_find(command, &build, built, result, &content->hint, err));
    if (nf_hint_explains(&content->hint, result))
        return NF_OK;
    NF_TRY(find_fault(options, result, command, built, &content->fault, &content->warnings, err));
    return find_repair(options, job, result, command, built, &content->repair, err);
}

/* Writes what was found, and returns the result of the command. */
static enum nf_status finish(const struct fuzz_options *options, struct nf_fuzz_report *content,
                             bool complete, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text again = {0}, added = {0};
    format_options(&again, options);
    NF_TRY_MEMORY(!again.failed, err);
    content->again = again.data;
    enum nf_status status = NF_OK;
    if (complete && options->add_to != NULL)
        status = nf_add_tests(options->add_to, content->source, content->result, &added, err);
    if (complete || content->result->cases > 0)
        NF_TRY(write_report(content, options->common.json, err));
    NF_TRY(status);
    NF_TRY(nf_add_tests_report(&added, options->common.json, err));
    return conclude_fuzz(options, content->options, content->result, err);
}

/* The program as a source file; NULL: it is none. */
static const char *source_of(const struct fuzz_options *options, char **command)
{
    const struct nf_build build = nf_running_how(&options->common);
    return nf_build_is_source(command[0], &build) ? command[0] : NULL;
}

static enum nf_status run_job(const struct fuzz_options *options, struct nf_fuzz_options *job,
                              char **command, const struct nf_built *built, struct nf_error *err)
{
    NF_FREED_BY(nf_fuzz_free) struct nf_fuzz_result result;
    const struct nf_params *const params = &options->common.params;
    struct nf_fuzz_report content = {
        .options = job,
        .result = &result,
        .command = command,
        .profile = params->weights != NULL ? NULL : params->profile,
        .weights = params->weights,
        .keep = options->keep,
        .source = source_of(options, command),
        .gcc = options->errors != NULL,
        .coverage = options->coverage,
    };
    enum nf_status played = nf_fuzz(job, &result, err);
    nf_progress_end(job->shrinking_owner);
    nf_progress_end(job->progress_owner);
    nf_running_report(&options->common, command[0], nf_child_restart_reason(job->trials.child),
                      nf_child_estimate_reason(job->trials.child));
    result.estimated = nf_child_estimate_reason(job->trials.child)[0] != '\0';
    nf_child_close(job->trials.child);
    job->trials.child = NULL;
    if (played == NF_OK)
        played = find_reasons(options, job, &result, command, built, &content, err);
    /* What was found before a failure is reported, too. */
    const struct nf_error why = *err;
    const enum nf_status status = finish(options, &content, played == NF_OK, err);
    if (played != NF_OK)
        *err = why;
    nf_hint_free(&content.hint);
    nf_fault_line_free(&content.fault);
    nf_warnings_free(&content.warnings);
    nf_repair_free(&content.repair);
    return played != NF_OK ? played : status;
}

/* Options of games say nothing of other problems, and the other way round. */
static enum nf_status check_files(const struct fuzz_options *options, struct nf_error *err)
{
    if (options->files.differ != NULL &&
        (options->files.reference != NULL || options->comparing.checker != NULL ||
         options->common.kernel != NULL || options->add_to != NULL || options->only != NULL ||
         options->slowest != 0 || options->line_ends || options->coverage || options->repair != 0))
        return nf_fail(err, NF_USAGE,
                       "--differ: expected no --reference, --checker, --kernel, --add-to, --only, "
                       "--slowest, --line-ends, --coverage or --repair with it");
    if (!has_files(options) && (nf_comparing_given(&options->comparing) ||
                                options->files.generator != NULL || options->files.from != NULL))
        return nf_fail(
            err, NF_USAGE,
            "--checker, --validator-flags, --generator, --from: expected --problem or --format "
            "with it");
    if (options->slowest != 0 &&
        (options->time != 0 || options->common.kernel != NULL || options->keep_going ||
         options->line_ends || options->coverage || options->repair != 0 || options->only != NULL))
        return nf_fail(err, NF_USAGE,
                       "--slowest: expected no --time, --kernel, --keep-going, --line-ends, "
                       "--coverage, --repair or --only with it");
    if (has_files(options) && (nf_common_problem_typed(&options->common) ||
                               nf_fuzz_game_given(&options->common) || options->coverage))
        return nf_fail(err, NF_USAGE,
                       "--problem, --format: expected no --game with it, and none of a game's "
                       "options");
    return NF_OK;
}

static enum nf_status open_files(const struct fuzz_options *options, struct nf_problem_files *files,
                                 struct nf_trials *trials, struct nf_error *err)
{
    NF_TRY(nf_problem_files_open(&options->files, (const struct nf_compared *)options, files, err));
    trials->problem = nf_file_problem_of(files->problem);
    return NF_OK;
}

/* Fills the problem's part of `trials`; of two programs for a game `cases` makes its cases. */
static enum nf_status prepare_problem(const struct fuzz_options *options,
                                      struct nf_problem_files *files, struct nf_fuzz_game *game,
                                      struct nf_trials *cases, struct nf_trials *trials,
                                      struct nf_error *err)
{
    trials->seed = options->common.params.seed;
    trials->differ = options->files.differ;
    if (has_files(options))
        return open_files(options, files, trials, err);
    trials->problem = nf_common_problem(&options->common);
    if (trials->problem->fuzz == NULL)
        return nf_fail(err, NF_USAGE, "--game %s: expected a game that can be fuzzed",
                       trials->problem->name);
    NF_TRY(nf_fuzz_game_open(&options->common, options->first, trials, game, err));
    if (options->files.differ == NULL)
        return NF_OK;
    *cases = *trials;
    files->options.game = cases;
    trials->dealer = NULL;
    return open_files(options, files, trials, err);
}

/* The program and the files among its arguments must not be overwritten. */
static enum nf_status check_paths(const struct fuzz_options *options, char **command,
                                  struct nf_error *err)
{
    const bool editor =
        options->add_to != NULL && nf_editor_named(options->add_to) != NF_EDITOR_NONE;
    const char *const add_to = editor ? NULL : options->add_to;
    const struct nf_path paths[] = {{options->common.json, NF_PATH_WRITTEN},
                                    {options->keep, NF_PATH_FOLDER},
                                    {add_to, NF_PATH_FOLDER},
                                    {options->files.form, NF_PATH_READ},
                                    {options->files.reference, NF_PATH_READ},
                                    {options->files.second, NF_PATH_READ},
                                    {options->files.generator, NF_PATH_READ},
                                    {options->files.from, NF_PATH_READ},
                                    {options->files.differ, NF_PATH_READ},
                                    {options->comparing.checker, NF_PATH_READ}};
    return nf_paths_check(paths, sizeof paths / sizeof *paths, (const char *const *)command, err);
}

static bool only_word(const void *options, size_t i, struct nf_word *word)
{
    (void)options;
    *word = (struct nf_word){.name = i + 1 < NF_VERDICTS ? nf_verdict_name((enum nf_verdict)(i + 1))
                                                         : NULL};
    return word->name != NULL;
}

static bool errors_word(const void *options, size_t i, struct nf_word *word)
{
    (void)options;
    *word = (struct nf_word){"gcc", N_("FILE:LINE:COLUMN: error: ..., at the head of the report; "
                                       "line 1 where no line is known")};
    return i == 0;
}

static enum nf_status run_fuzz(void *given, char **command, struct nf_error *err)
{
    const struct fuzz_options *const options = given;
    const double seconds =
        (double)(options->slowest != 0 ? options->slowest : options->time) * 1e-9;
    struct nf_progress progress = {.what = N_("cases"),
                                   .total = options->slowest != 0 ? 0 : options->count,
                                   .limit = seconds,
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
        .seconds = seconds,
        .slowest = options->slowest != 0,
        .jobs = options->common.jobs,
        .only = nf_verdict_named(options->only),
        .keep_going = options->keep_going,
        .shrink_trials = (uint32_t)options->shrink_trials,
        .shrink_seconds = (double)options->shrink_time * 1e-9,
        .diagnosis_seconds = (double)options->diagnose * 1e-9,
        .progress = nf_progress_show,
        .progress_owner = &progress,
        .shrinking = nf_progress_show,
        .shrinking_owner = &shrinking,
    };
    struct nf_trials cases;
    NF_FREED_BY(nf_fuzz_game_close) struct nf_fuzz_game game = {0};
    NF_FREED_BY(nf_problem_files_close) struct nf_problem_files files = {0};
    NF_FREED_BY(nf_built_remove) struct nf_built built = {0};
    struct nf_child_options child;
    struct nf_limits limits;
    NF_TRY(check_files(options, err));
    NF_TRY(check_paths(options, command, err));
    NF_TRY(prepare_problem(options, &files, &game, &cases, &job.trials, err));
    NF_TRY(nf_running_build(&options->common, command, &built, err));
    nf_problem_limits(&job.trials.allowed, &files.package.settings, &limits);
    nf_running_child(&options->common, built.command, &child);
    child.limits = job.trials.allowed;
    /* First, so that no folder is made for a program that cannot be run. */
    NF_TRY(nf_child_open(&child, options->common.jobs, &job.trials.child, err));
    enum nf_status status =
        options->keep != NULL ? nf_common_make_folder(options->keep, err) : NF_OK;
    if (status == NF_OK && options->add_to != NULL)
        status = nf_add_tests_open(options->add_to, source_of(options, command), err);
    if (status == NF_OK)
        status = run_job(options, &job, command, &built, err);
    nf_child_close(job.trials.child);
    return status;
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
               " 001.json, and 001.html, a page that tells the case turn by turn, or of any problem"
               " shows both outputs side by side, with the source if its line is known");
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
        "over 2 s or 1 GiB are left out; given twice: both, which must agree"),
     .again = offsetof(struct fuzz_options, files.second)},
    {"differ", 0, NF_STRING, "PROGRAM", NF_INTO(struct fuzz_options, files.differ),
     N_("in place of a reference, of a game too: a program or source; a case is looked for on "
        "which "
        "PROGRAM and the program under test differ, whichever of them is right")},
    {"generator", 0, NF_STRING, "PROGRAM", NF_INTO(struct fuzz_options, files.generator),
     N_("cases made by a program or source in place of the form, which accepts them: it gets a "
        "number, --seed plus the case's, as its argument")},
    {"from", 0, NF_STRING, "PATH", NF_INTO(struct fuzz_options, files.from),
     N_("cases that exist, a file or the tests of a folder, and then variations of them; with "
        "--count 1 a file is shrunk")},
    {.name = NULL},
};

static const struct nf_option case_rows[] = {
    {"time", 't', NF_DURATION, "TIME", NF_INTO(struct fuzz_options, time),
     N_("start no case after this time, such as 10s; without --count run until then"), .low = 1},
    {"count", 'c', NF_NUMBER, "N", NF_INTO(struct fuzz_options, count), N_("how many cases"),
     .low = 1, .adapt = adapt_count},
    {"first", 0, NF_NUMBER, "I", NF_INTO(struct fuzz_options, first),
     N_("number of the first case, counted from 0"), .high = UINT64_C(1000000000000000000)},
    {"slowest", 0, NF_DURATION, "TIME", NF_INTO(struct fuzz_options, slowest),
     N_("look for the case on which the program takes longest, such as 1m: of the largest cases "
        "the "
        "slowest one is varied, and what takes longer takes its place; tells how the time grows "
        "with "
        "the input; --keep and --add-to keep the case"),
     .low = 1},
    {"seed", 0, NF_SEED, "S", NF_INTO(struct fuzz_options, common.params.seed),
     N_("seed of all random numbers, 0 to 2^63-1"), .normal = 1},
    {"line-ends", 0, NF_FLAG, NULL, NF_INTO(struct fuzz_options, line_ends),
     N_("end the lines of every third case with CR LF, and leave out the last newline of "
        "every third: no valid instance, but some judges have such files")},
    {.name = NULL},
};

static const struct nf_option output_rows[] = {
    {"keep-going", 0, NF_FLAG, NULL, NF_INTO(struct fuzz_options, keep_going),
     N_("continue after a failing case; show one of each kind")},
    {"only", 0, NF_CHOICE, "VERDICT", NF_INTO(struct fuzz_options, only),
     N_("only a case with this verdict is a failing one, also while it is shrunk"),
     .word = only_word},
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
        " mistake, 001.json, and 001.html, a page that tells the case turn by turn, or of any"
        " problem shows both outputs side by side, with the source if its line is known"),
     .adapt = adapt_keep},
    {"add-to", 0, NF_STRING, "DIR", NF_INTO(struct fuzz_options, add_to),
     N_("add failing cases, shrunk, to the test set DIR under its next names, with answers; "
        "no file is replaced, no test added twice; cph, cpeditor: to the tests that Competitive "
        "Programming Helper or CP Editor has of the source (a folder of that name: ./cph)")},
    {"errors", 0, NF_CHOICE, "FORM", NF_INTO(struct fuzz_options, errors),
     N_("of a source, what is wrong in a form that editors parse"), .word = errors_word},
    {"coverage", 0, NF_FLAG, NULL, NF_INTO(struct fuzz_options, coverage),
     N_("list how often each rule event was reached")},
    NF_ROW_JSON,
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("The game"), nf_rows_problem},
                                                {N_("Any problem"), file_rows},
                                                {N_("Comparing"), nf_rows_comparing},
                                                {N_("The cases"), case_rows},
                                                {N_("Cases of a game"), nf_rows_fuzz_game},
                                                {N_("Verdicts"), nf_rows_of_package},
                                                {N_("Running the program"), nf_rows_fuzzing},
                                                {N_("Output"), output_rows},
                                                {NULL, NULL}};

/* The rule events of all games, for the manual page. */
static void append_events_page(struct nf_text *text)
{
    nf_text_format(
        text, "# %s\n%s\n", _("RULE EVENTS"),
        _("What --coverage counts, by game: in how many cases it came about, and how "
          "many times in all. Where a game's `ninefold run --detail` has them, it counts "
          "the same."));
    for (size_t i = 0; nf_problems[i] != NULL; i++) {
        const struct nf_event *event = nf_problem_events(nf_problems[i]);
        for (bool first = true; event->name != NULL; event++, first = false) {
            if (first)
                nf_text_format(text, _("\nOf `--game %s`:\n"), nf_problems[i]->name);
            nf_text_format(text, "\n`%s`: ", event->name);
            nf_text_format(text, _(event->help), event->of[0], event->of[1]);
            nf_text_string(text, "\n");
        }
    }
}

const struct nf_command nf_command_fuzz = {
    .name = "fuzz",
    .tests = true,
    .summary = N_("test a program on many cases and shrink those it fails"),
    .details = N_(
        "PROGRAM reads a case on standard input and prints its output: of a game the transcript. "
        "Exit code 0: all cases were accepted; 1: a case failed, and is shown shrunk; 6: --time "
        "was over before --count. With --slowest 0: no case takes too long; 1: one does."),
    .operand = "PROGRAM",
    .usage = "-- PROGRAM [ARGUMENT]...",
    .operands = 10000,
    .needed = 1,
    .missing = nf_first_call_fuzz,
    .page = nf_manual_fuzz,
    .page_end = append_events_page,
    .groups = groups,
    .options_size = sizeof(struct fuzz_options),
    .run = run_fuzz,
};
