/* ninefold judge: runs programs on a test set. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "commands/commands.h"
#include "commands/judge/shared.h"
#include "commands/parts/common.h"
#include "commands/parts/paths.h"
#include "judge/judging/judging.h"
#include "table/forms.h"
#include "table/html/markup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the submissions of a package ---- */

/* judge DIR alone: the programs that a package has in submissions, each with the verdicts that its
 * folder promises. */

/* Programs to be judged. Starts as {0}; release it with submitted_free(). */
struct submitted {
    char *(*words)[2];                   /* of the commands */
    char *const **programs;              /* commands, as in struct nf_judging_options */
    const struct nf_expected **expected; /* what the folder of each promises */
    size_t count;
    size_t broken; /* how many were taken out, since they do not compile */
};

/* Finds the programs in `package`, which must outlive them, and prints on standard error, unless
 * `quiet`, what is left out, since it is not one source in a known language. NF_USAGE if there is
 * none; the errors of nf_problem_package_find_submissions(). */
static enum nf_status submitted_open(struct nf_problem_package *package, bool quiet,
                                     struct submitted *submitted, struct nf_error *err)
{
    NF_TRY(nf_problem_package_find_submissions(package, err));
    const size_t count = package->submissions_count;
    if (count == 0)
        return nf_fail(
            err, NF_USAGE,
            "%.300s: expected programs in its submissions, DIR -- PROGRAM, --mistakes or "
            "--mutants",
            package->settings.root);
    if (!quiet && package->left_out.size > 0)
        fprintf(stderr,
                _("note: left out, no source in a known language or no folder that promises "
                  "verdicts:\n%.*s"),
                (int)package->left_out.size, package->left_out.data);
    submitted->words = calloc(count, sizeof *submitted->words);
    submitted->programs = calloc(count, sizeof *submitted->programs);
    submitted->expected = calloc(count, sizeof *submitted->expected);
    NF_TRY_MEMORY(submitted->words != NULL && submitted->programs != NULL &&
                      submitted->expected != NULL,
                  err);
    for (size_t i = 0; i < count; i++) {
        submitted->words[i][0] = package->submissions[i].path;
        submitted->programs[i] = submitted->words[i];
        submitted->expected[i] = package->submissions[i].expected;
    }
    submitted->count = count;
    return NF_OK;
}

static void submitted_free(struct submitted *submitted)
{
    free(submitted->words);
    free(submitted->programs);
    free(submitted->expected);
    *submitted = (struct submitted){0};
}

/* Takes out program `i`, which does not compile: prints `why` on standard error and clears it. The
 * later ones move up. */
static void submitted_break(struct submitted *submitted, size_t i, struct nf_error *why)
{
    const size_t behind = --submitted->count - i;
    fprintf(stderr, "ninefold: %s\n", why->text);
    why->text[0] = '\0';
    memmove(&submitted->programs[i], &submitted->programs[i + 1],
            behind * sizeof *submitted->programs);
    memmove(&submitted->expected[i], &submitted->expected[i + 1],
            behind * sizeof *submitted->expected);
    submitted->broken++;
}

/* Whether all have the verdicts that their folders promise, and none was taken out. */
static bool submitted_all_expected(const struct submitted *submitted,
                                   const struct nf_judging_result *result)
{
    for (size_t i = 0; i < submitted->count; i++)
        if (!nf_is_expected(submitted->expected[i], result->programs[i].verdicts))
            return false;
    return submitted->broken == 0;
}

/* ---- the command ---- */

struct judge_options {
    struct nf_common common;
    struct nf_comparing comparing; /* of tests that no game knows */
    uint32_t factor;
    bool mistakes;           /* the catalogue's in place of programs */
    struct nf_limits limits; /* that count */
    const char *html;        /* file for their table */
    struct nf_mutants_typed mutants;
    const char *compared;  /* nf_judge_report.compared */
    struct submitted *own; /* the package's programs, where none is typed; else NULL */
};
_Static_assert(offsetof(struct judge_options, comparing) == offsetof(struct nf_compared, comparing),
               "nf_rows_comparing");

static bool is_separator(const char *word)
{
    return strcmp(word, "--") == 0;
}

/* Splits DIR -- PROGRAM [-- PROGRAM]... into commands: each -- becomes NULL. `*programs` is to be
 * freed. */
static enum nf_status split(char **operands, char *const ***programs, size_t *count,
                            struct nf_error *err)
{
    *programs = NULL;
    *count = 0;
    if (!is_separator(operands[1]))
        return nf_fail(err, NF_USAGE, "'%.100s': expected -- between DIR and the first PROGRAM",
                       operands[1]);
    size_t most = 0;
    for (char **word = operands; *word != NULL; word++)
        most += is_separator(*word);
    *programs = malloc(most * sizeof **programs);
    NF_TRY_MEMORY(*programs != NULL, err);
    for (char **word = operands + 1; *word != NULL;) {
        *word++ = NULL;
        if (*word == NULL || is_separator(*word))
            return nf_fail(err, NF_USAGE, "--: expected a PROGRAM behind it");
        (*programs)[(*count)++] = word;
        while (*word != NULL && !is_separator(*word))
            word++;
    }
    return NF_OK;
}

/* The tests, the programs and the files among their arguments must not be overwritten. */
static enum nf_status check_paths(const struct judge_options *options,
                                  const struct nf_judging_options *job, struct nf_error *err)
{
    const struct nf_path json = {options->common.json, NF_PATH_WRITTEN};
    const struct nf_test_set *const set = job->set;
    NF_TRY(nf_paths_check(&json, 1, NULL, err));
    if (json.path == NULL)
        return NF_OK;
    for (size_t i = 0; i < job->programs_count; i++)
        NF_TRY(nf_paths_check(&json, 1, (const char *const *)job->programs[i], err));
    for (size_t i = 0; i < set->count; i++) {
        const struct nf_test *const test = &set->tests[i];
        const char *const answer = nf_test_answer(test);
        const char *const read[] = {test->instance, answer, NULL};
        NF_TRY(nf_paths_check(&json, 1, read, err));
    }
    return NF_OK;
}

/* Writes the table unless JSON goes to standard output, and the JSON file. */
static enum nf_status write_verdicts(const struct judge_options *options,
                                     const struct nf_judge_report *content, struct nf_error *err)
{
    const char *const json = options->common.json;
    struct nf_text text = {0};
    if (!nf_common_is_stream(json)) {
        nf_judge_table(&text, content);
        NF_TRY(nf_common_print(&text, NF_OK, err));
    }
    if (json == NULL)
        return NF_OK;
    return nf_common_save(&text, nf_judge_json(&text, content, err), json, err);
}

/* The result of the command, after the report. */
static enum nf_status conclude_judge(const struct judge_options *options,
                                     const struct nf_judging_options *job,
                                     const struct nf_judging_result *result, struct nf_error *err)
{
    size_t done = 0, accepted = 0;
    for (size_t i = 0; i < job->programs_count; i++) {
        done += result->programs[i].done;
        accepted += result->programs[i].accepted;
    }
    if (result->signal != 0)
        return nf_fail(err, (enum nf_status)(128 + result->signal),
                       "stopped by signal %d (%s); %zu of %zu runs are reported", result->signal,
                       strsignal(result->signal), done, job->set->count * job->programs_count);
    for (size_t i = 0; i < job->set->count; i++)
        if (result->differs[i] != 0)
            return nf_fail(err, NF_INVALID,
                           "%.300s:%" PRIu64 ": the stored answer is wrong, expected the output of "
                           "ninefold play",
                           nf_test_answer(&job->set->tests[i]), result->differs[i]);
    if (options->own != NULL)
        return submitted_all_expected(options->own, result) ? NF_OK : NF_DIFFERENT;
    return accepted == job->programs_count ? NF_OK : NF_DIFFERENT;
}

static bool any_done(const struct nf_judging_options *job, const struct nf_judging_result *result)
{
    for (size_t i = 0; result->programs != NULL && i < job->programs_count; i++)
        if (result->programs[i].done > 0)
            return true;
    return false;
}

static enum nf_status run_job(const struct judge_options *options, const char *folder,
                              struct nf_judging_options *job, struct nf_error *err)
{
    struct nf_judging_result result;
    struct nf_progress progress = {.what = N_("tests"),
                                   .total = job->set->count * job->programs_count,
                                   .quiet = options->common.quiet};
    job->progress = nf_progress_show;
    job->progress_owner = &progress;
    const enum nf_status played = nf_judge(job, &result, err);
    const struct nf_error why = *err;
    enum nf_status status = NF_OK;
    nf_progress_end(&progress);
    const struct nf_judge_report content = {
        .options = job,
        .result = &result,
        .folder = folder,
        .compared = options->compared,
        .factor = options->factor,
        .cpu_ns = options->limits.cpu_ns,
        .memory = options->limits.memory,
        .output = options->limits.output,
        .expected = options->own != NULL ? options->own->expected : NULL};
    for (size_t i = 0; result.programs != NULL && i < job->programs_count; i++)
        nf_running_report(&options->common, job->programs[i][0], result.programs[i].restart_reason,
                          result.programs[i].estimate_reason);
    /* What was found before a failure is told, too. */
    if (played == NF_OK || any_done(job, &result))
        status = write_verdicts(options, &content, err);
    if (status == NF_OK && played == NF_OK)
        status = conclude_judge(options, job, &result, err);
    if (played != NF_OK) {
        status = played;
        *err = why;
    }
    nf_judging_free(job, &result);
    return status;
}

static enum nf_status open_set(const struct judge_options *options, const char *folder,
                               struct nf_test_set *set, struct nf_error *err)
{
    NF_TRY(nf_test_set_open(set, folder, err));
    if (!options->common.quiet && set->notes.size > 0)
        fprintf(stderr, "%.*s", (int)set->notes.size, set->notes.data);
    return nf_test_set_need(set, folder, err);
}

static enum nf_status save_kills(const struct nf_tables *tables, const struct nf_problem *problem,
                                 const char *path, struct nf_error *err)
{
    struct nf_text text = {0};
    nf_html_page_begin(&text, _(problem->title), NULL);
    nf_html_head_begin(&text, _(problem->title));
    nf_text_string(&text, _("The mistakes of the catalogue on a test set"));
    nf_html_head_end(&text);
    for (size_t i = 0; i < tables->count; i++)
        nf_html_table(&text, tables->list[i].about.name, &tables->list[i]);
    nf_text_string(&text, "</main>\n");
    nf_html_page_end(&text);
    return nf_common_save(&text, NF_OK, path, err);
}

static enum nf_status report_kills(const struct nf_problem *problem, const struct nf_test_set *set,
                                   const uint64_t *killed, const char *html, struct nf_error *err)
{
    NF_FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    struct nf_text text = {0};
    const size_t survive = nf_kills_tables(&tables, problem, set, killed);
    NF_TRY_MEMORY(!tables.failed, err);
    if (html != NULL)
        NF_TRY(save_kills(&tables, problem, html, err));
    nf_tables_terminal(&text, &tables);
    NF_TRY(nf_common_print(&text, NF_OK, err));
    return survive > 0 ? NF_DIFFERENT : NF_OK;
}

/* Plays all mistakes on all tests and prints the tables, also as a page to `html` if that is not
 * NULL. NF_DIFFERENT if a mistake dies on no test. */
static enum nf_status judge_all_mistakes(const struct nf_problem *problem,
                                         const struct nf_test_set *set, uint32_t jobs,
                                         const char *html, struct nf_error *err)
{
    NF_OWNED uint64_t *killed = calloc(set->count, sizeof *killed);
    NF_TRY_MEMORY(killed != NULL, err);
    nf_signals_hold(NULL);
    const enum nf_status status = nf_kills_of_set(problem, set, jobs, killed, err);
    const int signal = nf_signals_caught();
    nf_signals_release();
    NF_TRY(status);
    if (signal != 0)
        return nf_fail(err, (enum nf_status)(128 + signal), "stopped by signal %d (%s)", signal,
                       strsignal(signal));
    return report_kills(problem, set, killed, html, err);
}

/* DIR with --mistakes. */
static enum nf_status judge_mistakes(const struct judge_options *options, char **operands,
                                     struct nf_error *err)
{
    const struct nf_problem *const problem = nf_common_problem(&options->common);
    const struct nf_path html = {options->html, NF_PATH_WRITTEN};
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    if (operands[1] != NULL)
        return nf_fail(err, NF_USAGE, "--mistakes: expected DIR alone, without a PROGRAM");
    if (nf_problem_mistakes(problem) == NULL)
        return nf_fail(err, NF_USAGE, "--mistakes: the chosen --game has no catalogue of them");
    NF_TRY(open_set(options, operands[0], &set, err));
    NF_TRY(nf_paths_check(&html, 1, NULL, err));
    for (size_t i = 0; options->html != NULL && i < set.count; i++) {
        const char *const read[] = {set.tests[i].instance, nf_test_answer(&set.tests[i]), NULL};
        NF_TRY(nf_paths_check(&html, 1, read, err));
    }
    return judge_all_mistakes(problem, &set, options->common.jobs, options->html, err);
}

/* What was made of sources. */
struct programs {
    struct nf_built *built;
    size_t count;
};

static void programs_remove(struct programs *programs)
{
    while (programs->count > 0)
        nf_built_remove(&programs->built[--programs->count]);
    free(programs->built);
}

/* Compiles the programs that are sources, and judges all. */
static enum nf_status build_and_run(const struct judge_options *options, const char *folder,
                                    struct nf_judging_options *job, struct nf_error *err)
{
    NF_FREED_BY(programs_remove)
    struct programs programs = {.built = calloc(job->programs_count, sizeof *programs.built)};
    NF_OWNED char *const **commands = calloc(job->programs_count, sizeof *commands);
    NF_TRY_MEMORY(programs.built != NULL && commands != NULL, err);
    while (programs.count < job->programs_count) {
        const size_t i = programs.count++;
        const enum nf_status status =
            nf_running_build(&options->common, job->programs[i], &programs.built[i], err);
        commands[i] = programs.built[i].command;
        if (options->own == NULL || (status != NF_INVALID && status != NF_IO)) {
            NF_TRY(status);
            continue;
        }
        /* One that does not compile, or has no compiler here, is one finding of many. */
        nf_built_remove(&programs.built[--programs.count]);
        submitted_break(options->own, i, err);
        if (--job->programs_count == 0)
            return NF_DIFFERENT;
    }
    job->commands = commands;
    return run_job(options, folder, job, err);
}

/* Whether any of the first tests is an instance of the game. */
static bool is_of_game(const struct nf_problem *problem, const struct nf_test_set *set)
{
    enum { MOST = 50 };
    bool valid = false;
    for (size_t i = 0; !valid && i < set->count && i < MOST; i++) {
        struct nf_input input;
        struct nf_match match;
        struct nf_error ignored;
        if (nf_input_open(&input, set->tests[i].instance, &ignored) != NF_OK)
            continue;
        valid = nf_match_open(&match, problem->rules, &input, &ignored) == NF_OK;
        if (valid)
            nf_match_close(&match);
        nf_input_close(&input);
    }
    return valid;
}

/* Opens the set and its package. Where no game is asked for and no test is one of the usual game,
 * the stored answers count. */
static enum nf_status open_tests(struct judge_options *options, const char *folder,
                                 struct nf_test_set *set, struct nf_answered_files *files,
                                 struct nf_judging_options *job, struct nf_error *err)
{
    const struct nf_common *const common = &options->common;
    NF_TRY(open_set(options, folder, set, err));
    NF_TRY(nf_problem_package_open(&files->package, folder, err));
    nf_problem_limits(&options->common.limits, &files->package.settings, &options->limits);
    job->trials.allowed = job->child.limits = common->limits;
    if (nf_common_problem_typed(common) && nf_comparing_given(&options->comparing))
        return nf_fail(err, NF_USAGE, "--checker, --validator-flags: expected no --game with it");
    if (nf_common_problem_typed(common) ||
        (!nf_comparing_given(&options->comparing) && is_of_game(job->trials.problem, set)))
        return NF_OK;
    NF_TRY(nf_answered_files_open((const struct nf_compared *)options, folder, set, files, err));
    job->trials.problem = nf_answered_of(files->problem);
    options->compared = files->options.checker.name != NULL ? files->options.checker.name : "";
    return NF_OK;
}

static enum nf_status run_judge(void *given, char **operands, struct nf_error *err)
{
    struct judge_options *const options = given;
    const struct nf_common *const common = &options->common;
    NF_OWNED char *const **programs = NULL;
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    NF_FREED_BY(nf_answered_files_close) struct nf_answered_files files = {0};
    struct nf_judging_options job = {
        .trials = {.problem = nf_common_problem(common), .strict = common->strict},
        .set = &set,
        .jobs = common->jobs,
    };
    nf_running_child(common, NULL, &job.child);
    job.child.hidden = operands[0];
    if (options->mistakes)
        return judge_mistakes(options, operands, err);
    if (options->html != NULL)
        return nf_fail(err, NF_USAGE, "--html: expected --mistakes with it");
    if (options->mutants.asked && operands[1] != NULL)
        return nf_fail(err, NF_USAGE, "--mutants: expected DIR alone, without a PROGRAM");
    if (options->mutants.strengthen && !options->mutants.asked)
        return nf_fail(err, NF_USAGE, "--strengthen: expected --mutants with it");
    NF_FREED_BY(submitted_free) struct submitted own = {0};
    if (operands[1] != NULL)
        NF_TRY(split(operands, &programs, &job.programs_count, err));
    job.programs = programs;
    NF_TRY(open_tests(options, operands[0], &set, &files, &job, err));
    if (programs == NULL && !options->mutants.asked) {
        NF_TRY(submitted_open(&files.package, common->quiet, &own, err));
        job.programs = own.programs;
        job.programs_count = own.count;
        options->own = &own;
    }
    NF_TRY(check_paths(options, &job, err));
    if (!options->mutants.asked)
        return build_and_run(options, operands[0], &job, err);
    return nf_judge_mutants((const struct nf_compared *)options, &options->mutants, operands[0],
                            options->compared == NULL, &files.package, &job, err);
}

static const struct nf_option rows[] = {
    {"factor", 0, NF_NUMBER, "F", NF_INTO(struct judge_options, factor),
     N_("suggest F times the most CPU time of an accepted program as time limit"), .low = 1,
     .high = 100, .normal = 3},
    NF_ROW_JSON,
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option mistake_rows[] = {
    {"mistakes", 0, NF_FLAG, NULL, NF_INTO(struct judge_options, mistakes),
     N_("instead of programs the mistakes of the game's catalogue: which dies on which test, "
        "and which test alone exposes it")},
    {"html", 0, NF_STRING, "FILE", NF_INTO(struct judge_options, html),
     N_("write these tables to FILE as a page")},
    {"mutants", 0, NF_FLAG, NULL, NF_INTO(struct judge_options, mutants.asked),
     N_("instead of programs small changes of the package's accepted ones in C, C++ and Python, by "
        "system: which die on which test; what lives is tried on cases of its form, and shown as a "
        "diff")},
    {"strengthen", 0, NF_FLAG, NULL, NF_INTO(struct judge_options, mutants.strengthen),
     N_("with --mutants: make the cases that show what lives smaller, and add the few that kill "
        "most to the test set, with their answers")},
    {"count", 'c', NF_NUMBER, "N", NF_INTO(struct judge_options, mutants.count),
     N_("with --mutants: cases of the form on which each that lives is tried"), .low = 1,
     .high = 1000000, .normal = 200},
    {"time", 't', NF_DURATION, "TIME", NF_INTO(struct judge_options, mutants.time),
     N_("with --mutants: begin nothing after this time, such as 10m"), .low = 1},
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("The game"), nf_rows_problem},
                                                {N_("Comparing"), nf_rows_comparing},
                                                {N_("Verdicts"), nf_rows_of_package},
                                                {N_("Running the programs"), nf_rows_running},
                                                {N_("Output"), rows},
                                                {N_("Measuring a test set"), mistake_rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_judge = {
    .name = "judge",
    .tests = true,
    .summary = N_("run programs on a test set"),
    .details = N_(
        "Runs each PROGRAM, which may have arguments, on every test of the folder DIR: NAME.in "
        "with the answer NAME.ans or NAME.out. A game's answers may be missing, for the "
        "reference's transcript is what counts. Without --game, a folder in which no test is an "
        "instance of the default game is a test set of any other problem: there the stored "
        "answers count, compared by tokens as problem.yaml says, or by the package's checker. "
        "DIR alone is a package of Kattis or the ICPC: its submissions are run, and each is to get "
        "the verdicts that its folder promises, such as wrong_answer. Exit code 0: all programs "
        "were accepted on all tests, or did as promised; 1: one did not, no test exposes some "
        "mistake (--mistakes), or none notices a change that a case shows (--mutants); 6: "
        "--time was over before that; 3: a test is not valid or its answer is wrong. Verdicts "
        "are those of `ninefold fuzz`. Limits are those of the package, if DIR is one or part of "
        "one: problem.yaml, domjudge-problem.ini, .timelimit, Luogu's config.yml, Hydro's "
        "config.yaml. With one program the table has a row for each test, else for each program."),
    .operand = "words",
    .usage = "DIR [-- PROGRAM]...",
    .operands = 10000,
    .needed = 1,
    .lists = true,
    .page = nf_manual_judge,
    .groups = groups,
    .options_size = sizeof(struct judge_options),
    .run = run_judge,
};
