/* ninefold verify: the strict validator of instances. */
#include "base/lang.h"
#include "commands/commands.h"
#include "commands/parts/bounds.h"
#include "commands/parts/common.h"
#include "commands/parts/exit_style.h"
#include "commands/parts/manual.h"

struct verify_options {
    struct nf_common common;
    const char *exit_style;
    bool bounds; /* of the tests in a folder */
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

/* --bounds DIR. */
static enum nf_status tell_bounds(const struct verify_options *options, char **operands,
                                  struct nf_error *err)
{
    struct nf_test_set set = {0};
    if (operands[0] == NULL || operands[1] != NULL)
        return nf_fail(err, NF_USAGE, "--bounds: expected one DIR");
    enum nf_status status = nf_test_set_open(&set, operands[0], err);
    if (status == NF_OK)
        status = nf_test_set_need(&set, operands[0], err);
    if (status == NF_OK)
        status = nf_bounds(nf_common_game(&options->common), &set, err);
    nf_test_set_close(&set);
    return status;
}

static enum nf_status run(void *given, char **operands, struct nf_error *err)
{
    const struct verify_options *const options = given;
    const char *file;
    if (options->bounds)
        return tell_bounds(options, operands, err);
    if (sort_operands(options, operands, &file, err) != NF_OK)
        return NF_USAGE;
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

static const struct nf_option_group groups[] = {{N_("Options"), nf_rows_game},
                                                {N_("For judges"), rows},
                                                {N_("A test set"), set_rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_verify = {
    .name = "verify",
    .summary = N_("validate an instance strictly"),
    .details =
        N_("Reads FILE, or standard input if FILE is - or missing, and plays the game. The "
           "instance must be exactly as gen writes it: no leading zeros, tabs, CR LF, double "
           "blanks, trailing blanks or empty lines, and a newline at the end; play accepts any "
           "white space. An error is reported with line and column, exit code 3; warnings and "
           "a summary go to standard output; with --bounds a table of all tests in DIR. With "
           "--exit-style kattis the flags of Kattis's default checker, which judging systems "
           "add, are accepted and have no effect."),
    .operand = "FILE",
    .usage = "[FILE | DIR]",
    .operands = 1 + NF_KATTIS_FLAGS,
    .sections = nf_manual_verify,
    .groups = groups,
    .options_size = sizeof(struct verify_options),
    .run = run,
};
