/* ninefold verify: the strict validator of instances. */
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/judge/shared.h"
#include "commands/parts/common.h"
#include "judge/forms/form.h"
#include "judge/judge.h"
#include "judge/judging/test_set.h"
#include "table/forms.h"

#include <stdio.h>
#include <sys/stat.h>

struct verify_options {
    struct nf_common common;
    const char *exit_style;
    bool bounds;        /* of the tests in a folder */
    const char *format; /* a form in place of a game */
};

/* FILE, which may be missing, then Kattis's flags, which have no effect: verify is always
 * strict. */
static enum nf_status sort_operands(const struct verify_options *options, char **operands,
                                    const char **file, struct nf_error *err)
{
    const bool kattis = nf_exit_style_is(options->exit_style, "kattis");
    bool spaces = true;
    *file = NULL;
    if (*operands != NULL && !(kattis && nf_exit_style_is_flag(*operands)))
        *file = *operands++;
    if (*operands != NULL && !kattis)
        return nf_fail(err, NF_USAGE, "'%.100s': expected at most 1 FILE", *operands);
    return nf_exit_style_flags(operands, &spaces, err);
}

/* The values of a measure over the set. */
struct extent {
    struct nf_measured range;
    size_t low_in, high_in; /* the first tests that have them */
};

static enum nf_status measure_file(const struct nf_problem *problem, const struct nf_test_set *set,
                                   size_t number, struct extent extents[NF_MAX_MEASURES],
                                   struct nf_error *err)
{
    struct nf_measured ranges[NF_MAX_MEASURES];
    NF_OWNED_INPUT struct nf_input input = {0};
    for (size_t i = 0; i < NF_MAX_MEASURES; i++)
        ranges[i] = (struct nf_measured){UINT64_MAX, 0};
    NF_TRY(nf_input_open(&input, set->tests[number].instance, err));
    NF_TRY(nf_measure(problem, &input, ranges, err));
    for (size_t i = 0; i < NF_MAX_MEASURES; i++) {
        if (number == 0 || ranges[i].low < extents[i].range.low) {
            extents[i].range.low = ranges[i].low;
            extents[i].low_in = number;
        }
        if (number == 0 || ranges[i].high > extents[i].range.high) {
            extents[i].range.high = ranges[i].high;
            extents[i].high_in = number;
        }
    }
    return NF_OK;
}

enum { LONGEST_NAME = 24 }; /* of a test, as it is shown */

static void put_row(struct nf_tables *tables, const struct nf_test_set *set,
                    const struct nf_measure *measure, const struct extent *extent)
{
    const struct nf_measured limits = nf_measure_limits(measure);
    const bool limited = limits.high > 0, any = extent->range.low <= extent->range.high;
    const bool low = any && limited && extent->range.low == limits.low;
    const bool high = any && limited && extent->range.high == limits.high;
    nf_cell_words(tables, measure->name, _(measure->name));
    nf_cell_text(tables,
                 limited ? nf_tables_text(tables, "%llu .. %llu", (unsigned long long)limits.low,
                                          (unsigned long long)limits.high)
                         : "");
    if (any) {
        nf_cell_count(tables, extent->range.low);
        nf_cell_shown(tables, set->tests[extent->low_in].name, LONGEST_NAME);
        nf_cell_count(tables, extent->range.high);
        nf_cell_shown(tables, set->tests[extent->high_in].name, LONGEST_NAME);
    } else {
        for (int i = 0; i < 4; i++)
            nf_cell_unknown(tables);
    }
    const char *const reached = low && high ? N_("both")
                                : low       ? N_("lower")
                                : high      ? N_("upper")
                                : limited   ? N_("none")
                                            : "";
    nf_cell_words(tables, reached, _(reached));
}

/* Prints for each of the game's measures its limits, the smallest and the largest value with the
 * first test that has it, and which limits are reached. */
static enum nf_status print_bounds(const struct nf_problem *problem, const struct nf_test_set *set,
                                   struct nf_error *err)
{
    static const struct nf_about about = {
        .name = "bounds", .title = N_("How far the tests go"), .exact = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("measure", "", NULL, NF_KEY),
        NF_COLUMN("limits", "limits", NULL, NF_TEXT),
        NF_COLUMN("smallest", "smallest", NULL, NF_COUNT),
        NF_COLUMN("smallest_in", "in", NULL, NF_TEXT),
        NF_COLUMN("largest", "largest", NULL, NF_COUNT),
        NF_COLUMN("largest_in", "in", NULL, NF_TEXT),
        NF_COLUMN("reached", "reached", NULL, NF_TEXT),
        {.name = NULL},
    };
    struct extent extents[NF_MAX_MEASURES] = {0};
    NF_FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    struct nf_text text = {0};
    for (size_t i = 0; i < set->count; i++)
        NF_TRY(measure_file(problem, set, i, extents, err));
    nf_tables_begin(&tables, &about, columns);
    for (size_t i = 0; problem->measures[i].name != NULL; i++)
        put_row(&tables, set, &problem->measures[i], &extents[i]);
    NF_TRY_MEMORY(!tables.failed, err);
    nf_tables_terminal(&text, &tables);
    return nf_common_print(&text, NF_OK, err);
}

/* --bounds DIR. */
static enum nf_status report_bounds(const struct verify_options *options, char **operands,
                                    struct nf_error *err)
{
    const struct nf_problem *const problem = nf_common_problem(&options->common);
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    if (problem->measures == NULL)
        return nf_fail(err, NF_USAGE, "--bounds: the chosen --game has no measures");
    if (operands[0] == NULL || operands[1] != NULL)
        return nf_fail(err, NF_USAGE, "--bounds: expected one DIR");
    NF_TRY(nf_test_set_open(&set, operands[0], err));
    NF_TRY(nf_test_set_need(&set, operands[0], err));
    return print_bounds(problem, &set, err);
}

static enum nf_status check_by_form(struct nf_form_machine *machine, const char *file,
                                    struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_TRY(nf_input_open(&input, file, err));
    return nf_form_check(machine, &input, err);
}

/* What is wrong with the files so far. */
struct form_check {
    struct nf_form_machine *machine;
    enum nf_status status; /* of the last file with an error; its message is not yet printed */
    struct nf_error why;
};

/* Takes how a check ended. An error of an earlier one is printed, so that the last one is left for
 * the command to end with. */
static void take_check(struct form_check *check, enum nf_status status, const struct nf_error *why)
{
    if (status == NF_OK)
        return;
    if (check->status != NF_OK)
        fprintf(stderr, "ninefold: %s\n", check->why.text);
    check->status = status;
    check->why = *why;
}

/* Checks a file, or standard input: NULL. */
static void check_file(struct form_check *check, const char *file)
{
    struct nf_error why;
    take_check(check, check_by_form(check->machine, file, &why), &why);
}

/* Checks the inputs of the tests in a folder. */
static void check_folder(struct form_check *check, const char *folder)
{
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    struct nf_error why;
    enum nf_status status = nf_test_set_open(&set, folder, &why);
    if (status == NF_OK)
        status = nf_test_set_need(&set, folder, &why);
    take_check(check, status, &why);
    for (size_t i = 0; status == NF_OK && i < set.count && check->status != NF_IO; i++)
        check_file(check, set.tests[i].instance);
}

/* --format FORM, with any number of files and folders: what is wrong with each. The last message
 * is left in `err`. */
static enum nf_status verify_by_form(const char *path, char **files, struct nf_error *err)
{
    NF_OWNED_FORM struct nf_form_spec *form = NULL;
    NF_TRY(nf_common_form(path, &form, err));
    NF_OWNED_MACHINE struct nf_form_machine *machine = nf_form_machine_new(form);
    NF_TRY_MEMORY(machine != NULL, err);
    struct form_check check = {.machine = machine};
    do {
        struct stat found;
        if (*files != NULL && stat(*files, &found) == 0 && S_ISDIR(found.st_mode))
            check_folder(&check, *files);
        else
            check_file(&check, *files);
    } while (*files != NULL && *++files != NULL && check.status != NF_IO);
    if (check.status != NF_OK)
        *err = check.why;
    return check.status;
}

static enum nf_status run_verify(void *given, char **operands, struct nf_error *err)
{
    const struct verify_options *const options = given;
    const char *file;
    if (options->bounds && options->format != NULL)
        return nf_fail(err, NF_USAGE, "--bounds: expected no --format with it");
    if (options->bounds)
        return report_bounds(options, operands, err);
    if (options->format != NULL && nf_exit_style_is(options->exit_style, "ninefold"))
        return verify_by_form(options->format, operands, err);
    if (sort_operands(options, operands, &file, err) != NF_OK)
        return NF_USAGE;
    if (options->format != NULL) {
        char *files[] = {(char *)(uintptr_t)file, NULL};
        return nf_exit_style_verify(options->exit_style,
                                    verify_by_form(options->format, files, err));
    }
    const enum nf_status status = nf_common_judge(&options->common, ninefold_verify, file, err);
    return nf_exit_style_verify(options->exit_style, status);
}

static bool style_word(const void *options, size_t i, struct nf_word *word)
{
    static const char *const helps[] = {N_("0 valid, 3 invalid, 4 files"),
                                        N_("0 valid, 3 anything else"), N_("42 valid, 43 invalid")};
    if (!nf_exit_style_word(options, i, word))
        return false;
    word->help = helps[i];
    return true;
}

static const struct nf_option rows[] = {
    {"exit-style", 0, NF_CHOICE, "STYLE", NF_INTO(struct verify_options, exit_style),
     N_("exit codes of a judging system's validator"), .normal_text = "ninefold",
     .word = style_word},
    {.name = NULL},
};

static const struct nf_option set_rows[] = {
    {"bounds", 0, NF_FLAG, NULL, NF_INTO(struct verify_options, bounds),
     N_("in place of FILE a folder of tests: which limits they reach, and in which test")},
    {.name = NULL},
};

static const struct nf_option form_rows[] = {
    {"format", 0, NF_STRING, "FORM", NF_INTO(struct verify_options, format),
     N_("what inputs look like, in the language of checktestdata (.ctd; see `ninefold format`), "
        "in place of a game")},
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("Options"), nf_rows_problem},
                                                {N_("Any problem"), form_rows},
                                                {N_("For judges"), rows},
                                                {N_("A test set"), set_rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_verify = {
    .name = "verify",
    .tests = true,
    .summary = N_("validate an instance strictly"),
    .details =
        N_("Reads FILE, or standard input if FILE is - or missing, and plays the game; with "
           "--format any number of files, and folders of tests. The instance must be exactly as "
           "gen writes it: no "
           "leading zeros, tabs, CR LF, double "
           "blanks, trailing blanks or empty lines, and a newline at the end; play accepts any "
           "white space. An error is reported with line and column, exit code 3; warnings and "
           "a summary go to standard output; with --bounds a table of all tests in DIR. With "
           "--exit-style kattis the flags of Kattis's default checker, which judging systems "
           "add, are accepted and have no effect."),
    .operand = "FILE",
    .usage = "[FILE... | DIR]",
    .operands = 1000000,
    .page = nf_manual_verify,
    .groups = groups,
    .options_size = sizeof(struct verify_options),
    .run = run_verify,
};
