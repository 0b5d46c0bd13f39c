#include "commands/judge/shared.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "commands/parts/common.h"
#include "judge/judge.h"
#include "judge/judging/test_set.h"
#include "judge/story/story.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum nf_status nf_add_tests_open(const char *where, const char *source, struct nf_error *err)
{
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    if (nf_editor_named(where) != NF_EDITOR_NONE)
        return source != NULL ? NF_OK
                              : nf_fail(err, NF_USAGE,
                                        "--add-to %s: expected a source file as PROGRAM", where);
    NF_TRY(nf_common_make_folder(where, err));
    return nf_test_set_open(&set, where, err);
}

enum nf_status nf_add_tests(const char *where, const char *source,
                            const struct nf_fuzz_result *result, struct nf_text *report,
                            struct nf_error *err)
{
    for (uint32_t i = 0; i < result->findings_count; i++) {
        const struct nf_finding *const finding = &result->findings[i];
        const struct nf_trial_case *const test =
            finding->shrunk ? &finding->smallest : &finding->found;
        const enum nf_editor editor = nf_editor_named(where);
        NF_OWNED char *path = NULL;
        bool known;
        if (test->left_out) {
            nf_text_format(report,
                           _("case %llu was not added: the reference gives no answer to it\n"),
                           (unsigned long long)finding->found.index);
            continue;
        }
        if (test->ends != NF_LF) {
            nf_text_format(report, _("case %llu was not added: it fails only with %s\n"),
                           (unsigned long long)finding->found.index,
                           _(nf_line_ends_words[test->ends]));
            continue;
        }
        NF_TRY(editor != NF_EDITOR_NONE
                   ? nf_editor_test_add(editor, source, &test->instance, &test->answer, &path,
                                        &known, err)
                   : nf_test_set_add(where, &test->instance, &test->answer, &path, &known, err));
        struct nf_text shown = {0};
        nf_shown(&shown, path);
        nf_text_format(report,
                       known ? _("case %llu is in the test set already: %.*s\n")
                             : _("case %llu was added to the test set: %.*s, with its answer\n"),
                       (unsigned long long)finding->found.index, (int)shown.size, shown.data);
        nf_text_free_part(&shown, report);
    }
    return NF_OK;
}

enum nf_status nf_add_tests_report(const struct nf_text *report, const char *json,
                                   struct nf_error *err)
{
    const bool taken = json != NULL && strcmp(json, "-") == 0;
    if (report->size == 0 && !report->failed)
        return NF_OK;
    return nf_text_write(report, taken ? STDERR_FILENO : STDOUT_FILENO,
                         taken ? "standard error" : "standard output", err);
}

/* ---- numbers of kept files ---- */

/* The number of a name such as 007.min.in; 0: it has none. */
static uint32_t kept_number(const char *name)
{
    const size_t digits = strspn(name, "0123456789");
    return digits >= 3 && digits < 9 && name[digits] == '.' ? (uint32_t)strtoul(name, NULL, 10) : 0;
}

enum nf_status nf_keep_begin(const char *folder, int *lock, uint32_t *before, struct nf_error *err)
{
    *before = 0;
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *const names = *lock >= 0 ? opendir(folder) : NULL;
    if (names == NULL) {
        nf_fail(err, NF_IO, "%.400s: %s", folder, strerror(errno));
        if (*lock >= 0)
            close(*lock);
        *lock = -1;
        return NF_IO;
    }
    /* Where a file system has no locks, only processes that end together may take one number. */
    flock(*lock, LOCK_EX);
    for (const struct dirent *entry; (entry = readdir(names)) != NULL;) {
        const uint32_t number = kept_number(entry->d_name);
        *before = number > *before ? number : *before;
    }
    closedir(names);
    return NF_OK;
}

/* ---- pages ---- */

/* The source of the program as its page shows it. */
struct shown_source {
    struct nf_input text;
    struct nf_text reasons[2], code;
    struct nf_story_source story;
};

static void blame(struct nf_story_source *story, uint32_t line, struct nf_text *reason,
                  struct nf_text *code)
{
    story->blamed[story->blamed_count++] = (struct nf_blamed){
        line, nf_text_terminated(reason), code != NULL ? nf_text_terminated(code) : NULL};
}

/* Reads the source if lines of it are blamed. One that cannot be read any more is shown as empty.
 */
static void open_source(struct shown_source *source, const struct nf_fuzz_report *report)
{
    enum { MOST_BYTES = 1 << 20 };
    const char *const name = report->command[0];
    struct nf_error ignored;
    if (report->fault.line > 0) {
        nf_fault_line_describe(&source->reasons[0], &report->fault, name);
        blame(&source->story, report->fault.line, &source->reasons[0], NULL);
    }
    if (report->repair.found) {
        nf_repair_describe(&source->reasons[1], &report->repair, name);
        nf_text_bytes(&source->code, report->repair.code.data, report->repair.code.size);
        blame(&source->story, report->repair.line, &source->reasons[1], &source->code);
    }
    if (source->story.blamed_count == 0)
        return;
    nf_input_open(&source->text, name, &ignored);
    if (source->text.size > MOST_BYTES)
        source->text.size = MOST_BYTES;
    source->story.text = &source->text;
}

static void close_source(struct shown_source *source)
{
    nf_input_close(&source->text);
    nf_text_free(&source->reasons[0]);
    nf_text_free(&source->reasons[1]);
    nf_text_free(&source->code);
}

/* The page of a case that has no story. */
static enum nf_status put_case(struct nf_text *text, const struct nf_fuzz_report *report,
                               const struct nf_finding *finding, const struct nf_trial_case *run,
                               const struct nf_story_source *source, struct nf_error *err)
{
    const struct nf_problem *const problem = report->options->trials.problem;
    NF_OWNED_TEXT struct nf_text again = {0}, input = {0}, remarks = {0};
    NF_FREED_BY(nf_difference_free) struct nf_difference difference = {0};
    char verdict[NF_VERDICT_BYTES];
    const struct nf_input instance = nf_text_input(&run->instance, "case"),
                          output = nf_text_input(&run->result.output, "output");
    nf_fuzz_again(&again, report, finding->found.index);
    nf_trial_put_input(run, &input);
    if (finding->growth.made)
        nf_growth_put(&remarks, &finding->growth);
    nf_patterns_describe(&finding->patterns, &remarks);
    NF_TRY(nf_check_output(problem, &instance, &run->answer, &output, &difference, err));
    const struct nf_case_page page = {
        .title = problem->title,
        .size = finding->shrunk ? &finding->smallest_size : &finding->size,
        .instance = nf_text_input(&input, "case"),
        .free_words = finding->free_words,
        .expected = nf_text_input(&run->answer, "answer"),
        .found = output,
        .difference = &difference,
        .programs = {report->options->trials.differ, report->command[0]},
        .broke = nf_judgement_broke(&run->judgement),
        .verdict = nf_verdict_words(verdict, &run->judgement),
        .errors = run->result.errors,
        .remarks = &remarks,
        .again = nf_text_terminated(&again),
        .source = source};
    nf_html_case(text, &page);
    text->failed |= again.failed || input.failed || remarks.failed;
    return NF_OK;
}

/* The page of a case that has one. */
static enum nf_status put_story(struct nf_text *text, const struct nf_fuzz_report *report,
                                const struct nf_trial_case *run, const char *mistake,
                                const struct nf_story_source *source, struct nf_error *err)
{
    enum { MOST_LINES = 1000 };
    const struct nf_trials *const trials = &report->options->trials;
    const struct nf_input instance = nf_text_input(&run->instance, "case"),
                          output = nf_text_input(&run->result.output, "output");
    char verdict[NF_VERDICT_BYTES];
    NF_FREED_BY(nf_story_close)
    struct nf_story story = {.problem = trials->problem,
                             .instance = &instance,
                             .output = &output,
                             .verdict = nf_verdict_words(verdict, &run->judgement),
                             .errors = run->result.errors,
                             .mistake = mistake,
                             .source = source,
                             .strict = trials->strict,
                             .broke = nf_judgement_broke(&run->judgement),
                             .framed = true,
                             .most = MOST_LINES};
    NF_TRY(nf_story_open(&story, err));
    return nf_html_story(text, &story, err);
}

/* Adds the page of finding `number`, from 0. */
static enum nf_status add_page(const struct nf_fuzz_report *report, uint32_t number,
                               const char *mistake, const struct nf_story_source *source,
                               struct nf_out_set *files, struct nf_error *err)
{
    const struct nf_finding *const finding = &report->result->findings[number];
    const struct nf_trial_case *const run = finding->padding > 0 ? &finding->padded
                                            : finding->shrunk    ? &finding->smallest
                                                                 : &finding->found;
    NF_OWNED_TEXT struct nf_text text = {0};
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%03" PRIu32 ".html", report->keep,
                                report->kept_before + number + 1);
    if (length < 0 || (size_t)length >= sizeof path)
        return nf_fail(err, NF_IO, "--keep: the path is too long");
    NF_TRY(nf_problem_has_stories(report->options->trials.problem)
               ? put_story(&text, report, run, mistake, source, err)
               : put_case(&text, report, finding, run, source, err));
    return nf_out_set_add(files, path, &text, err);
}

enum nf_status nf_keep_pages(const struct nf_fuzz_report *report, struct nf_out_set *files,
                             struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text mistake = {0};
    NF_FREED_BY(close_source) struct shown_source source = {0};
    if (report->options->slowest) /* it shows no fault */
        return NF_OK;
    nf_fuzz_mistake(&mistake, report);
    open_source(&source, report);
    for (uint32_t i = 0; i < report->result->findings_count; i++) {
        /* The lines are those of the first finding. */
        const bool sourced = i == 0 && source.story.blamed_count > 0;
        NF_TRY(add_page(report, i, mistake.size > 0 ? nf_text_terminated(&mistake) : NULL,
                        sourced ? &source.story : NULL, files, err));
    }
    NF_TRY_MEMORY(!mistake.failed && !source.reasons[0].failed && !source.reasons[1].failed &&
                      !source.code.failed,
                  err);
    return NF_OK;
}
