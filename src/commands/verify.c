/* ninefold verify: the strict validator of instances. */
#include "commands/commands.h"
#include "commands/common.h"

static enum nf_exit run(void *options, char **operands, struct nf_error *err)
{
    return nf_common_judge(nf_common_game(options)->verify, operands[0], err);
}

static const struct nf_option_group groups[] = {{"Options", nf_rows_game}, {NULL, NULL}};

const struct nf_command nf_command_verify = {
    .name = "verify",
    .summary = "strict validator of an instance",
    .details = "Reads FILE, or standard input where FILE is - or absent, and plays the game "
               "through. A fault is named by line and column, exit code 3; warnings and a summary "
               "go to standard output.",
    .operand = "FILE",
    .operands = 1,
    .groups = groups,
    .options_size = sizeof(struct nf_common),
    .run = run,
};
