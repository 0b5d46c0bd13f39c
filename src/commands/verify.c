/* ninefold verify: the strict validator of instances. */
#include "commands/commands.h"
#include "commands/common.h"
#include "commands/exit_style.h"

struct verify_options {
    struct nf_common common;
    const char *exit_style;
};

static enum nf_exit run(void *given, char **operands, struct nf_error *err)
{
    const struct verify_options *const options = given;
    const enum nf_exit end =
        nf_common_judge(nf_common_game(&options->common)->verify, operands[0], err);
    return nf_exit_style_verify(options->exit_style, end);
}

static bool style_word(const void *options, size_t i, struct nf_word *word)
{
    static const char *const helps[] = {"0 valid, 3 invalid, 4 files", "0 valid, 3 anything else",
                                        "42 valid, 43 invalid"};
    if (!nf_exit_style_word(options, i, word))
        return false;
    word->help = helps[i];
    return true;
}

static const struct nf_option rows[] = {
    {.name = "exit-style",
     .type = NF_CHOICE,
     .argument = "STYLE",
     NF_INTO(struct verify_options, exit_style),
     .help = "exit codes of a judging system's validator",
     .normal_text = "ninefold",
     .word = style_word},
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {"Options", nf_rows_game}, {"For judges", rows}, {NULL, NULL}};

const struct nf_command nf_command_verify = {
    .name = "verify",
    .summary = "strict validator of an instance",
    .details = "Reads FILE, or standard input where FILE is - or absent, and plays the game "
               "through. A fault is named by line and column, exit code 3; warnings and a summary "
               "go to standard output.",
    .operand = "FILE",
    .operands = 1,
    .groups = groups,
    .options_size = sizeof(struct verify_options),
    .run = run,
};
