/* ninefold format: a first form from sample inputs. */
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "judge/forms/form.h"

enum { MOST_SAMPLES = 64 };

static enum nf_status run_format(void *options, char **operands, struct nf_error *err)
{
    struct nf_input inputs[MOST_SAMPLES];
    struct nf_text text = {0};
    enum nf_status status = NF_OK;
    size_t count = 0;
    (void)options;
    for (; operands[count] != NULL && status == NF_OK; count += status == NF_OK)
        status = nf_input_open(&inputs[count], operands[count], err);
    if (status == NF_OK)
        status = nf_form_infer(inputs, count, &text, err);
    for (size_t i = 0; i < count; i++)
        nf_input_close(&inputs[i]);
    return nf_common_print(&text, status, err);
}

static const struct nf_option_group groups[] = {{NULL, NULL}};

const struct nf_command nf_command_format = {
    .name = "format",
    .tests = true,
    .summary = N_("write a first form from sample inputs"),
    .details = N_("Prints what the inputs FILE seem to have in common, in the language of "
                  "checktestdata: lines, counts, limits, alphabets. It accepts all of them, and is "
                  "to be edited: the limits are the statement's, which samples seldom reach. "
                  "`verify`, `gen` and `fuzz` take it as --format."),
    .operand = "FILE",
    .usage = "FILE...",
    .operands = MOST_SAMPLES,
    .needed = 1,
    .page = nf_manual_format,
    .groups = groups,
    .options_size = 1,
    .run = run_format,
};
