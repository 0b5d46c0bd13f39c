#include "commands/judge/judge_submissions.h"

#include "base/lang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum nf_status nf_submitted_open(struct nf_problem_package *package, bool quiet,
                                 struct nf_submitted *submitted, struct nf_error *err)
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
        fprintf(stderr, _("note: left out, for they are not one source in a known language:\n%.*s"),
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

void nf_submitted_free(struct nf_submitted *submitted)
{
    free(submitted->words);
    free(submitted->programs);
    free(submitted->expected);
    *submitted = (struct nf_submitted){0};
}

void nf_submitted_break(struct nf_submitted *submitted, size_t i, struct nf_error *why)
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

bool nf_submitted_all_expected(const struct nf_submitted *submitted,
                               const struct nf_judging_result *result)
{
    for (size_t i = 0; i < submitted->count; i++)
        if (!nf_is_expected(submitted->expected[i], result->programs[i].verdicts))
            return false;
    return submitted->broken == 0;
}
