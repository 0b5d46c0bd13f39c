/* ninefold check: checks a transcript against the rules, for people and for judging systems. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "commands/commands.h"
#include "commands/judge/shared.h"
#include "commands/parts/common.h"
#include "commands/parts/paths.h"
#include "judge/fuzz/verdict.h"
#include "judge/judge.h"
#include "judge/judging/test_set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct check_options {
    struct nf_common common;
    const char *exit_style;
    bool strict;
};

/* The operands, by the exit style. */
struct check_files {
    const char *instance, *output, *answer, *report, *feedback; /* NULL: none */
};

/* A check and its result. */
struct check {
    const struct check_options *options;
    const struct nf_problem *problem;
    struct check_files files;
    struct nf_input instance;
    bool strict; /* white space matters */
    enum nf_judged judged;
    enum nf_status unable; /* the usual exit code of NF_JUDGED_UNABLE */
    struct nf_text words;  /* the explanation; may be empty */
};

static bool style_is(const struct check *check, const char *name)
{
    return nf_exit_style_is(check->options->exit_style, name);
}

/* ---- operands ---- */

static enum nf_status fail_operands(const char *style, const char *expected, size_t found,
                                    struct nf_error *err)
{
    return nf_fail(err, NF_USAGE, "--exit-style %s: expected %s, found %zu operands", style,
                   expected, found);
}

static enum nf_status sort_operands(struct check *check, char **operands, struct nf_error *err)
{
    struct check_files *const files = &check->files;
    size_t count = 0;
    while (operands[count] != NULL)
        count++;
    if (count < 2)
        return nf_fail(err, NF_USAGE, "expected IN OUT [ANS], found only '%.100s'", operands[0]);
    files->instance = operands[0];
    if (style_is(check, "kattis")) {
        if (count < 3)
            return fail_operands("kattis", "IN ANS FEEDBACK_DIR", count, err);
        files->answer = operands[1];
        files->feedback = operands[2];
        /* The transcript is standard input. */
        return nf_exit_style_flags(operands + 3, &check->strict, err);
    }
    files->output = operands[1];
    files->answer = count > 2 ? operands[2] : NULL;
    files->report = count > 3 ? operands[3] : NULL;
    if (count > 4 && style_is(check, "testlib"))
        return fail_operands("testlib", "IN OUT [ANS [REPORT]]", count, err);
    if (count > 3 && !style_is(check, "testlib"))
        return fail_operands("ninefold", "IN OUT [ANS]", count, err);
    return NF_OK;
}

/* Standard input can be only one of the files. */
static enum nf_status check_inputs(const struct check *check, struct nf_error *err)
{
    const struct check_files *const files = &check->files;
    const int count = nf_common_is_stream(files->instance) + nf_common_is_stream(files->answer) +
                      (files->output == NULL || nf_common_is_stream(files->output));
    if (count > 1)
        return nf_fail(err, NF_USAGE, "-: expected standard input for one file only");
    const struct nf_path paths[] = {{files->report, NF_PATH_WRITTEN},
                                    {files->instance, NF_PATH_READ},
                                    {files->answer, NF_PATH_READ},
                                    {files->output, NF_PATH_READ}};
    struct nf_error why;
    if (nf_paths_check(paths, 4, NULL, &why) == NF_USAGE)
        return nf_fail(err, NF_USAGE, "%s", why.text);
    return NF_OK; /* an unwritable report is an error of its own */
}

/* ---- judging ---- */

static enum nf_status cannot(struct check *check, enum nf_status status)
{
    check->judged = NF_JUDGED_UNABLE;
    check->unable = status;
    return status;
}

/* The judge's answer must be correct, except for white space. */
static enum nf_status check_answer(struct check *check, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input answer = {0};
    NF_FREED_BY(nf_difference_free) struct nf_difference difference = {0};
    NF_TRY(nf_input_open(&answer, check->files.answer, err));
    NF_TRY(nf_check_output(check->problem, &check->instance, NULL, &answer, &difference, err));
    if (difference.line == 0 || difference.only_blanks)
        return NF_OK;
    check->words = difference.why;
    difference.why = (struct nf_text){0};
    return nf_fail(err, NF_INVALID,
                   "%.300s:%llu: the judge's answer is wrong, expected the output of ninefold play",
                   answer.name, (unsigned long long)difference.line);
}

/* Whether the contestant is to blame that the output cannot be read: it does not exist, is not a
 * file, is too large or lacks read permission. Any other error is a problem of this machine and
 * must not cost a verdict. */
static bool is_no_output(const char *path)
{
    struct stat found;
    if (path == NULL || nf_common_is_stream(path))
        return false;
    if (stat(path, &found) != 0 || access(path, R_OK) != 0)
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP;
    return !S_ISREG(found.st_mode) || found.st_size > NF_MAX_INPUT;
}

static enum nf_status check_output(struct check *check, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input output = {0};
    struct nf_difference difference = {0};
    const enum nf_status status = nf_input_open(&output, check->files.output, err);
    if (status == NF_IO && style_is(check, "testlib") && is_no_output(check->files.output)) {
        nf_text_format(&check->words, "%s\n", err->text);
        err->text[0] = '\0';
        check->judged = NF_JUDGED_BLANKS;
        return NF_OK;
    }
    NF_TRY(status);
    NF_TRY(nf_check_output(check->problem, &check->instance, NULL, &output, &difference, err));
    check->words = difference.why;
    if (difference.line == 0 || (difference.only_blanks && !check->strict))
        check->judged = NF_JUDGED_RIGHT;
    else
        check->judged = difference.only_blanks ? NF_JUDGED_BLANKS : NF_JUDGED_WRONG;
    return NF_OK;
}

static enum nf_status check_files(struct check *check, struct nf_error *err)
{
    NF_TRY(nf_input_open(&check->instance, check->files.instance, err));
    if (check->files.answer != NULL)
        NF_TRY(check_answer(check, err));
    return check_output(check, err);
}

static void judge(struct check *check, struct nf_error *err)
{
    const enum nf_status status = check_files(check, err);
    if (status != NF_OK)
        cannot(check, nf_common_hint(nf_common_problem(&check->options->common), &check->instance,
                                     status, err));
    nf_input_close(&check->instance);
}

/* ---- reporting ---- */

/* testlib's name of the result. */
static const char *testlib_word(enum nf_judged judged)
{
    static const char *const words[] = {
        [NF_JUDGED_RIGHT] = "ok",
        [NF_JUDGED_WRONG] = "wrong answer",
        [NF_JUDGED_BLANKS] = "wrong output format",
        [NF_JUDGED_UNABLE] = "FAIL",
    };
    return words[judged];
}

/* testlib's checkers report in one line on standard error, or in a report file. */
static enum nf_status report_testlib(const struct check *check, const char *fault,
                                     struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text report = {0};
    const struct nf_text *const words = &check->words;
    nf_text_string(&report, testlib_word(check->judged));
    if (fault[0] != '\0')
        nf_text_format(&report, " %s", fault);
    nf_text_string(&report, words->size > 0 && fault[0] == '\0' ? " " : "\n");
    nf_text_bytes(&report, words->data, words->size);
    if (check->files.report != NULL)
        return nf_text_save(&report, check->files.report, err);
    if (report.failed) {
        fputs("FAIL out of memory for the report\n", stderr);
    } else {
        const char *const line_end = memchr(report.data, '\n', report.size);
        fprintf(stderr, "%.*s\n", (int)(line_end - report.data), report.data);
    }
    return NF_OK;
}

static enum nf_status report_kattis(const struct check *check, struct nf_error *err)
{
    char path[4096];
    if (check->words.size == 0)
        return NF_OK;
    const char *const folder = check->files.feedback;
    const size_t length = strlen(folder);
    const int used = snprintf(path, sizeof path, "%s%sjudgemessage.txt", folder,
                              length > 0 && folder[length - 1] == '/' ? "" : "/");
    if (used < 0 || (size_t)used >= sizeof path)
        return nf_fail(err, NF_IO, "%.100s...: the path is too long", folder);
    return nf_text_save(&check->words, path, err);
}

/* Reports the result where the style wants it. Returns NF_IO if that fails. */
static enum nf_status report_check(const struct check *check, struct nf_error *err)
{
    if (style_is(check, "kattis"))
        return report_kattis(check, err);
    if (style_is(check, "testlib")) {
        const struct nf_error fault = *err;
        err->text[0] = '\0'; /* reported here */
        NF_TRY(report_testlib(check, fault.text, err));
    }
    return nf_text_write(&check->words, STDOUT_FILENO, "standard output", err);
}

/* ---- a whole test set ---- */

struct check_folder {
    const struct nf_problem *problem;
    const char *folder;  /* a test set, judge/judging/test_set.h */
    const char *outputs; /* a folder with an output NAME.out or NAME.ans for each test NAME; NULL:
                            beside the instances */
    bool strict;         /* white space matters */
};

/* What is found out. */
struct checking {
    const struct check_folder *order;
    const struct nf_test_set *set;
    struct nf_spacings spacings; /* by the numbers of the tests */
    struct nf_text table, why;   /* why: of the first wrong output */
    uint64_t verdicts[NF_VERDICTS];
    size_t count, missing;
};

/* Returns the path of a test's output, which the caller frees: NAME.out before NAME.ans. `*path` is
 * NULL if there is none. */
static enum nf_status find_output(const struct check_folder *order, const struct nf_test *test,
                                  char **path, struct nf_error *err)
{
    static const char *const endings[] = {".out", ".ans"};
    const char *const beside = test->out != NULL ? test->out : test->ans;
    *path = NULL;
    if (order->outputs == NULL) {
        *path = beside != NULL ? strdup(beside) : NULL;
        return beside == NULL || *path != NULL ? NF_OK : nf_fail_memory(err);
    }
    for (int i = 0; *path == NULL && i < 2; i++) {
        bool there;
        NF_OWNED char *found = NULL;
        if (asprintf(&found, "%s/%s%s", order->outputs, test->name, endings[i]) < 0) {
            found = NULL;
            return nf_fail_memory(err);
        }
        NF_TRY(nf_test_file(found, &there, err));
        if (there) {
            *path = found;
            found = NULL;
        }
    }
    return NF_OK;
}

/* Appends a line of the table, and keeps the explanation of the first fault. */
static void put_test_line(struct checking *checking, const struct nf_test *test, const char *path,
                          const char *verdict, const struct nf_input *why)
{
    const char *const end = why->size > 0 ? memchr(why->data, '\n', why->size) : NULL;
    const int length = end != NULL ? (int)(end - why->data) : (int)why->size;
    nf_screen_put(&checking->table, strcmp(verdict, "AC") == 0 ? NF_GOOD : NF_BAD, -4, verdict);
    nf_text_string(&checking->table, "  ");
    nf_shown(&checking->table, test->name);
    nf_text_format(&checking->table, "%s%.*s\n", length > 0 ? _(": ") : "", length,
                   length > 0 ? why->data : "");
    if (end == NULL || checking->why.size > 0 || strcmp(verdict, "AC") == 0)
        return;
    nf_text_string(&checking->why, "\n");
    nf_shown(&checking->why, path);
    nf_text_string(&checking->why, ":\n");
    nf_text_bytes(&checking->why, why->data, why->size);
}

static enum nf_status compare(struct checking *checking, const struct nf_test *test,
                              const char *path, const struct nf_input *instance,
                              struct nf_error *err)
{
    const struct check_folder *const order = checking->order;
    NF_OWNED_INPUT struct nf_input output = {0};
    struct nf_judgement judgement = {.verdict = NF_AC};
    NF_FREED_BY(nf_difference_free) struct nf_difference difference = {0};
    NF_TRY(nf_input_open(&output, path, err));
    NF_TRY(nf_check_output(order->problem, instance, NULL, &output, &difference, err));
    nf_judge_difference(&difference, order->strict, &judgement);
    checking->verdicts[judgement.verdict]++;
    nf_spacings_add(&checking->spacings, (uint64_t)(test - checking->set->tests), &judgement);
    const struct nf_input why = nf_text_input(&difference.why, "");
    put_test_line(checking, test, path, nf_verdict_name(judgement.verdict), &why);
    return NF_OK;
}

static enum nf_status check_test(struct checking *checking, const struct nf_test *test,
                                 struct nf_error *err)
{
    const char *const none = _("it has no output");
    NF_OWNED char *path = NULL;
    NF_OWNED_INPUT struct nf_input instance = {0};
    NF_OWNED_TEXT struct nf_text played = {0};
    NF_TRY(nf_input_open(&instance, test->instance, err));
    NF_TRY(find_output(checking->order, test, &path, err));
    if (path != NULL)
        return compare(checking, test, path, &instance, err);
    /* Even so, an instance that is not valid is told. */
    NF_TRY(nf_play(checking->order->problem->rules, &instance, &played, err));
    checking->missing++;
    put_test_line(checking, test, NULL, "none", &(struct nf_input){"", none, strlen(none)});
    return NF_OK;
}

/* Says which accepted outputs other judges may refuse. */
static void put_spacings(const struct checking *checking, struct nf_text *text)
{
    for (int i = 0; i < NF_SPACINGS; i++) {
        struct nf_text words = {0}, name = {0};
        if (checking->spacings.of[i].count == 0)
            continue;
        nf_shown(&name, checking->set->tests[checking->spacings.of[i].first].name);
        nf_spacings_put(&words, &checking->spacings, (enum nf_spacing)i, nf_text_terminated(&name));
        nf_text_wrapped(text, words.data, words.size, 0, 0);
        nf_text_free_part(&name, &words);
        nf_text_free_part(&words, text);
    }
}

static enum nf_status conclude_check(struct checking *checking, struct nf_error *err)
{
    struct nf_text *const text = &checking->table;
    nf_text_bytes(text, checking->why.data, checking->why.size);
    nf_text_format(text, _("\n%zu outputs"), checking->count - checking->missing);
    for (int verdict = 0; verdict < NF_VERDICTS; verdict++)
        if (checking->verdicts[verdict] > 0)
            nf_text_format(text, "%s%llu %s", _(", "),
                           (unsigned long long)checking->verdicts[verdict],
                           nf_verdict_name((enum nf_verdict)verdict));
    if (checking->missing > 0)
        nf_text_format(text, _("; %zu missing"), checking->missing);
    nf_text_string(text, "\n");
    put_spacings(checking, text);
    text->failed |= checking->why.failed;
    NF_TRY(nf_common_print(text, NF_OK, err));
    return checking->verdicts[NF_AC] == checking->count ? NF_OK : NF_DIFFERENT;
}

/* The folder of outputs must be one, or everything would look missing. */
static enum nf_status check_outputs(const char *outputs, struct nf_error *err)
{
    struct stat found;
    if (outputs == NULL)
        return NF_OK;
    if (stat(outputs, &found) != 0)
        return nf_fail(err, NF_IO, "%.400s: %s", outputs, strerror(errno));
    return S_ISDIR(found.st_mode) ? NF_OK : nf_fail(err, NF_IO, "%.400s: not a folder", outputs);
}

static void free_checking(struct checking *checking)
{
    nf_text_free(&checking->table);
    nf_text_free(&checking->why);
}

/* Checks the output of every test and prints, to standard output, a line for each, an explanation
 * of the first one that is wrong, and a summary. Returns NF_DIFFERENT if an output is wrong or
 * missing, NF_INVALID if there is no test or an instance is not valid, NF_IO if a file cannot be
 * read. */
static enum nf_status check_folder(const struct check_folder *order, struct nf_error *err)
{
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    NF_FREED_BY(free_checking) struct checking checking = {.order = order, .set = &set};
    NF_TRY(check_outputs(order->outputs, err));
    NF_TRY(nf_test_set_open(&set, order->folder, err));
    if (set.notes.size > 0)
        fprintf(stderr, "%.*s", (int)set.notes.size, set.notes.data);
    NF_TRY(nf_test_set_need(&set, order->folder, err));
    checking.count = set.count;
    for (size_t i = 0; i < set.count; i++)
        NF_TRY(check_test(&checking, &set.tests[i], err));
    return conclude_check(&checking, err);
}

/* ---- the command ---- */

/* DIR [OUTPUTS]. */
static enum nf_status run_folder(const struct check_options *options, char **operands,
                                 struct nf_error *err)
{
    const struct check_folder order = {.problem = nf_common_problem(&options->common),
                                       .folder = operands[0],
                                       .outputs = operands[1],
                                       .strict = options->strict};
    if (!nf_exit_style_is(options->exit_style, "ninefold"))
        return nf_fail(err, NF_USAGE,
                       "--exit-style %s: expected an instance, found the folder %.100s",
                       options->exit_style, operands[0]);
    if (operands[1] != NULL && operands[2] != NULL)
        return nf_fail(err, NF_USAGE, "'%.100s': expected DIR [OUTPUTS] only", operands[2]);
    return check_folder(&order, err);
}

static enum nf_status run_check(void *given, char **operands, struct nf_error *err)
{
    const struct check_options *const options = given;
    const struct nf_problem *const problem = nf_common_problem(&options->common);
    struct check check = {.options = options, .problem = problem, .strict = options->strict};
    struct stat found;
    const bool there = stat(operands[0], &found) == 0;
    if (there && S_ISDIR(found.st_mode))
        return run_folder(options, operands, err);
    if (!there && operands[1] == NULL &&
        !nf_common_is_stream(operands[0])) /* only a folder stands alone */
        return nf_fail(err, NF_IO, "%.400s: %s", operands[0], strerror(errno));
    NF_TRY(sort_operands(&check, operands, err));
    NF_TRY(check_inputs(&check, err));
    judge(&check, err);
    struct nf_error fault = *err;
    const enum nf_status status = report_check(&check, &fault);
    *err = fault;
    if (status != NF_OK)
        cannot(&check, status);
    nf_text_free(&check.words);
    return nf_exit_style_check(options->exit_style, check.judged, check.unable);
}

static const struct nf_option rows[] = {
    {"strict", 0, NF_FLAG, NULL, NF_INTO(struct check_options, strict),
     N_("white space must be exact; by default it only separates tokens")},
    {"exit-style", 0, NF_CHOICE, "STYLE", NF_INTO(struct check_options, exit_style),
     N_("exit codes of a judging system's checker"), .normal_text = "ninefold",
     .word = nf_exit_style_word},
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {N_("Options"), nf_rows_problem}, {N_("For judges"), rows}, {NULL, NULL}};

const struct nf_command nf_command_check = {
    .name = "check",
    .tests = true,
    .summary = N_("check a transcript and explain its first error"),
    .details = N_(
        "Plays the instance IN and compares the transcript OUT, which may be any bytes. Explains "
        "the first difference on standard output in terms of the game. If ANS, the judge's answer, "
        "is given, it is checked first; an error in it is the judge's fault. Given a folder DIR of "
        "tests NAME.in, checks NAME.out, or NAME.ans where there is none, beside each or in the "
        "folder OUTPUTS: a line for each, and an explanation of the first error. With --exit-style "
        "testlib the result is one line on standard error, or, with a fourth operand REPORT, a "
        "full report in that file. With --exit-style kattis the operands are IN ANS FEEDBACK_DIR, "
        "the transcript is standard input, and the explanation is written to "
        "FEEDBACK_DIR/judgemessage.txt. The flags of Kattis's default checker may follow: "
        "case_sensitive, space_change_sensitive, float_tolerance E, float_relative_tolerance E, "
        "float_absolute_tolerance E. space_change_sensitive means --strict; the others have no "
        "effect, because case always matters and transcripts contain no decimal fractions."),
    .operand = "files",
    .usage = "IN OUT [ANS] | DIR [OUTPUTS]",
    .operands = 4 + NF_KATTIS_FLAGS,
    .needed = 1,
    .groups = groups,
    .options_size = sizeof(struct check_options),
    .run = run_check,
};
