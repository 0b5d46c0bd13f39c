#include "judge/fuzz/fuzz_report.h"

#include "base/lang.h"
#include "base/owned.h"
#include "judge/fuzz/edits.h"

#include <stdlib.h>
#include <string.h>

/* ---- another problem ---- */

/* Whether the program's outputs are right on the first cases of the problem of `trials`. */
static enum nf_status hint_try(const struct nf_trials *trials, bool *right, struct nf_error *err)
{
    enum { CASES = 5, MOST_NS = 1000000000 };
    NF_FREED_BY(nf_trial_free) struct nf_trial_case run = {0};
    *right = true;
    for (uint64_t i = 0; *right && i < CASES; i++) {
        NF_TRY(nf_trial_make(trials, i, &run, err));
        NF_TRY(nf_trial_answer(trials, &run, 1, err));
        NF_TRY(nf_trial_run_once(trials, 0, MOST_NS, &run, err));
        *right = run.judgement.verdict == NF_AC;
    }
    return NF_OK;
}

enum nf_status nf_hint_solves(const struct nf_trials *trials, const struct nf_problem **solves,
                              struct nf_error *err)
{
    *solves = NULL;
    for (const struct nf_problem *const *other = nf_problems; *other != NULL && *solves == NULL;
         other++) {
        const struct nf_trials tried = {.problem = *other,
                                        .seed = trials->seed,
                                        .child = trials->child,
                                        .allowed = trials->allowed};
        bool right;
        if (*other == trials->problem || (*other)->fuzz == NULL)
            continue;
        NF_TRY(hint_try(&tried, &right, err));
        if (right)
            *solves = *other;
    }
    return NF_OK;
}

/* ---- standard input ---- */

/* Runs the program on a case, and counts the bytes of its standard input that it leaves. */
static enum nf_status hint_count_left(const struct nf_built *built, bool sandbox,
                                      const struct nf_trial_case *run, bool *all,
                                      struct nf_error *err)
{
    static const char script[] = "timeout -s KILL 2 \"$@\" >/dev/null 2>&1\n"
                                 "case $? in 126|127) ;; *) exec wc -c ;; esac";
    const char *const shell[] = {"sh", "-c", script, "sh", NULL};
    const struct nf_child_options options = {.limits = {.cpu_ns = UINT64_C(10000000000),
                                                        .wall_ns = UINT64_C(10000000000),
                                                        .memory = UINT64_C(2) << 30,
                                                        .output = 1 << 10},
                                             .sandbox = sandbox};
    NF_OWNED_TEXT struct nf_text input = {0};
    NF_FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    nf_trial_put_input(run, &input);
    const enum nf_status status =
        nf_build_run_wrapped(shell, built->command, &options, &input, &result, err);
    if ((int)status > 128)
        return nf_fail(err, status, "stopped by signal %d (%s) while a hint was looked for",
                       (int)status - 128, strsignal((int)status - 128));
    NF_TRY(status);
    *all = input.size > 0 && result.ending == NF_ENDED && result.code == 0 &&
           strtoull(nf_text_terminated(&result.output), NULL, 10) == input.size;
    return NF_OK;
}

/* Sets the place to the first line that opens a file, in the first word of the command that is a
 * source. */
static void hint_find_line(char *const *command, const struct nf_build *build, struct nf_hint *hint)
{
    NF_OWNED_INPUT struct nf_input source = {0};
    struct nf_error ignored;
    while (*command != NULL && !nf_build_is_source(*command, build))
        command++;
    if (*command == NULL || nf_input_open(&source, *command, &ignored) != NF_OK)
        return;
    hint->source = *command;
    hint->place.line = nf_source_opens(&source, nf_build_kind(*command, build) == NF_BUILD_PYTHON);
    if (hint->place.line > 0)
        hint->place.column = nf_source_line(&hint->place.code, &source, hint->place.line);
}

enum nf_status nf_hint_find(char *const *command, const struct nf_build *build,
                            const struct nf_built *built, const struct nf_fuzz_result *result,
                            struct nf_hint *hint, struct nf_error *err)
{
    if (result->verdicts[NF_AC] > 0 || result->findings_count == 0 || result->flaky > 0 ||
        result->signal != 0)
        return NF_OK;
    const struct nf_trial_case *const run = &result->findings[0].found;
    if (result->solves != NULL) {
        nf_text_format(&hint->place.what,
                       _("Your program solves another problem: it is right on cases of --game %s."),
                       result->solves->name);
        return NF_OK;
    }
    bool all;
    NF_TRY(hint_count_left(built, build->sandbox, run, &all, err));
    if (!all)
        return NF_OK;
    hint_find_line(command, build, hint);
    if (hint->place.line > 0)
        nf_text_string(&hint->place.what,
                       _("it opens a file, and reads nothing from standard input"));
    else if (!nf_judgement_broke(&run->judgement))
        nf_text_string(&hint->place.what,
                       _("Your program reads nothing from standard input, where the case is."));
    return NF_OK;
}

/* ---- what is told ---- */

bool nf_hint_given(const struct nf_hint *hint)
{
    return hint->place.what.size > 0;
}

bool nf_hint_explains(const struct nf_hint *hint, const struct nf_fuzz_result *result)
{
    return hint->place.line > 0 || result->solves != NULL;
}

void nf_hint_put(struct nf_text *text, const struct nf_hint *hint)
{
    const struct nf_text *const what = &hint->place.what;
    if (hint->place.line > 0)
        nf_fault_line_put(text, &hint->place, hint->source);
    else if (what->size > 0)
        nf_text_wrapped(text, what->data, what->size, 0, 0);
}

void nf_hint_free(struct nf_hint *hint)
{
    nf_fault_line_free(&hint->place);
}
