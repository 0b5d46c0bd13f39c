/* ninefold format: a first form from sample inputs. */
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "judge/forms/form.h"

enum { MOST_SAMPLES = 64 };

struct samples {
    struct nf_input inputs[MOST_SAMPLES];
    size_t count;
};

static void samples_close(struct samples *samples)
{
    for (size_t i = 0; i < samples->count; i++)
        nf_input_close(&samples->inputs[i]);
}

static enum nf_status run_format(void *options, char **operands, struct nf_error *err)
{
    NF_FREED_BY(samples_close) struct samples samples = {.count = 0};
    NF_OWNED_TEXT struct nf_text form = {0};
    struct nf_text text = {0};
    (void)options;
    for (; operands[samples.count] != NULL; samples.count++)
        NF_TRY(nf_input_open(&samples.inputs[samples.count], operands[samples.count], err));
    NF_TRY(nf_form_infer(samples.inputs, samples.count, &form, err));
    nf_text_format(&text, "# %s\n%s",
                   _("Edit the limits. What connects values (a tree, distinct values, a sum) is "
                     "not inferred."),
                   nf_text_terminated(&form));
    text.failed |= form.failed;
    return nf_common_print(&text, NF_OK, err);
}

static const struct nf_option_group groups[] = {{NULL, NULL}};

const struct nf_command nf_command_format = {
    .name = "format",
    .tests = true,
    .summary = N_("write a first form from sample inputs"),
    .details = N_("Prints what the inputs FILE seem to have in common, in the language of "
                  "checktestdata: lines, counts, limits, alphabets. It accepts all of them, and is "
                  "to be edited: the limits are the statement's, which samples seldom reach; "
                  "what connects values is not inferred, so edges of a tree become any pairs. "
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
