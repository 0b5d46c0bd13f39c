/* ninefold play: the judge's program, instance in and transcript out. */
#include "base/lang.h"
#include "commands/commands.h"
#include "commands/parts/common.h"

static enum nf_status run_play(void *options, char **operands, struct nf_error *err)
{
    return nf_common_judge(options, ninefold_play, operands[0], err);
}

static const struct nf_option_group groups[] = {{N_("Options"), nf_rows_problem}, {NULL, NULL}};

const struct nf_command nf_command_play = {
    .name = "play",
    .tests = true,
    .summary = N_("print the transcript of an instance: the judge's program"),
    .details = N_("Reads FILE, or standard input if FILE is - or missing."),
    .operand = "FILE",
    .operands = 1,
    .groups = groups,
    .options_size = sizeof(struct nf_common),
    .run = run_play,
};
