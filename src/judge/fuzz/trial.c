#include "judge/fuzz/trial.h"

#include "base/format/format.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/fuzz/fuzz_internal.h"
#include "judge/fuzz/fuzzer.h"
#include "judge/judge.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where not the program is wrong, but the kernel. */
#define KERNEL_DIFFERS "kernel-differs"

const char *const nf_line_ends_words[NF_LINE_ENDS] = {N_("LF line ends"), N_("CR LF line ends"),
                                                      N_("no final newline")};

const struct nf_stage *nf_trial_stage(const struct nf_trials *trials, uint64_t index)
{
    const struct nf_case_limits *const limits = &trials->limits;
    if (trials->dealer != NULL || limits->players != 0 || limits->rounds != 0 || limits->deck != 0)
        return NULL;
    for (const struct nf_stage *stage = nf_problem_stages(trials->problem); stage->name != NULL;
         stage++)
        if (index >= stage->first && (index - stage->first) % stage->every == 0)
            return stage;
    return NULL;
}

enum nf_line_ends nf_trial_ends(const struct nf_trials *trials, uint64_t index)
{
    return trials->line_ends ? (enum nf_line_ends)(index % NF_LINE_ENDS) : NF_LF;
}

void nf_trial_put_input(const struct nf_trial_case *run, struct nf_text *input)
{
    const struct nf_text *const instance = &run->instance;
    if (instance->size == 0)
        return;
    if (run->ends != NF_CRLF) {
        nf_text_bytes(input, instance->data, instance->size - (run->ends != NF_LF));
        return;
    }
    const char *const end = instance->data + instance->size;
    for (const char *at = instance->data, *newline; at < end; at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at)); /* every line ends with one */
        assert(newline != NULL);
        nf_text_bytes(input, at, (size_t)(newline - at));
        nf_text_string(input, "\r\n");
    }
}

enum nf_status nf_trial_make(const struct nf_trials *trials, uint64_t index,
                             struct nf_trial_case *made, struct nf_error *err)
{
    made->index = index;
    made->instance.size = 0;
    made->ends = nf_trial_ends(trials, index);
    const struct nf_stage *const stage = nf_trial_stage(trials, index);
    NF_TRY(
        trials->dealer != NULL
            ? trials->dealer->deal(trials->dealer->owner, index, &made->instance, err)
        : trials->problem->ops != NULL
            ? trials->problem->ops->make(trials->problem, trials->seed, index, &made->instance, err)
        : stage != NULL ? stage->write(stage->plan, trials->seed, index, &made->instance, err)
                        : trials->problem->fuzz->guide(trials->seed, index, &trials->limits,
                                                       &made->instance, err));
    if (made->instance.failed)
        return nf_fail(err, NF_IO, "out of memory for case %llu", (unsigned long long)index);
    return NF_OK;
}

/* The instance of a case. */
static struct nf_input case_input(const struct nf_trial_case *run)
{
    return nf_text_input(&run->instance, run->name != NULL ? run->name : "case");
}

static enum nf_status play_reference(const struct nf_trials *trials, struct nf_trial_case *made,
                                     struct nf_error *err)
{
    const struct nf_input instance = nf_text_input(&made->instance, "case");
    if (made->instance.failed) /* the case came from shrinking */
        return nf_fail_memory(err);
    made->answer.size = 0;
    memset(made->reached, 0, sizeof made->reached);
    const enum nf_status status =
        nf_answer(trials->problem, &instance, &made->answer, made->reached, err);
    made->left_out = status == NF_BUDGET;
    if (made->left_out)
        return NF_OK;
    NF_TRY(status);
    NF_TRY_MEMORY(!made->answer.failed, err);
    return NF_OK;
}

/* Has the cases played side by side by the other player. */
static enum nf_status compare_other(const struct nf_trials *trials, struct nf_trial_case *cases,
                                    size_t count, struct nf_error *err)
{
    NF_OWNED struct nf_input *instances = calloc(count, sizeof *instances);
    NF_OWNED struct nf_text **differs = calloc(count, sizeof *differs);
    if (instances == NULL || differs == NULL)
        return nf_fail(err, NF_IO, "out of memory for %zu cases", count);
    for (size_t i = 0; i < count; i++) {
        instances[i] = nf_text_input(&cases[i].instance, "case");
        differs[i] = &cases[i].differs;
        differs[i]->size = 0;
    }
    return trials->other->compare(trials->other->owner, instances, count, differs, err);
}

enum nf_status nf_trial_answer(const struct nf_trials *trials, struct nf_trial_case *cases,
                               size_t count, struct nf_error *err)
{
    for (size_t i = 0; i < count; i++)
        NF_TRY(play_reference(trials, &cases[i], err));
    return trials->other != NULL ? compare_other(trials, cases, count, err) : NF_OK;
}

enum nf_status nf_trial_answer_if_any(const struct nf_trials *trials, struct nf_trial_case *run,
                                      struct nf_error *err)
{
    struct nf_error why = {0};
    const enum nf_status status = nf_trial_answer(trials, run, 1, &why);
    if (status != NF_INVALID)
        return status == NF_OK ? NF_OK : nf_fail(err, status, "%s", why.text);
    run->left_out = true;
    return NF_OK;
}

/* Judges a program that did as it should by the kernel that is tried with it. */
static void judge_kernel(struct nf_trial_case *run)
{
    if (run->judgement.verdict != NF_AC || run->differs.size == 0)
        return;
    run->judgement =
        (struct nf_judgement){.verdict = NF_WA, .kind = KERNEL_DIFFERS, .decision = KERNEL_DIFFERS};
    snprintf(run->judgement.why, sizeof run->judgement.why, "%s",
             _("the kernel's outcome differs from the reference's"));
}

static bool blames_kernel(const struct nf_trial_case *run)
{
    return strcmp(run->judgement.decision, KERNEL_DIFFERS) == 0;
}

static enum nf_status judge_output(const struct nf_trials *trials, struct nf_trial_case *run,
                                   struct nf_error *err)
{
    const struct nf_text *const output = &run->result.output;
    const bool ended_well = run->judgement.verdict == NF_AC;
    if (!ended_well && output->size == 0)
        return NF_OK;
    /* The usual case, made fast. */
    if (output->size == run->answer.size &&
        (output->size == 0 || memcmp(output->data, run->answer.data, output->size) == 0))
        return NF_OK;
    const struct nf_input instance = case_input(run);
    const struct nf_input printed = nf_text_input(output, "output");
    NF_FREED_BY(nf_difference_free) struct nf_difference difference = {0};
    NF_TRY(nf_check_output(trials->problem, &instance, &run->answer, &printed, &difference, err));
    nf_judge_difference(&difference, trials->strict, &run->judgement);
    return NF_OK;
}

/* Runs the program and judges how it ended. */
static enum nf_status run_program(const struct nf_trials *trials, uint32_t slot, uint64_t wall_ns,
                                  struct nf_trial_case *run, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text changed = {0};
    if (run->ends != NF_LF)
        nf_trial_put_input(run, &changed);
    NF_TRY_MEMORY(!changed.failed, err);
    const struct nf_text *const input = run->ends != NF_LF ? &changed : &run->instance;
    NF_TRY(nf_child_run_within(trials->child, slot, input->data, input->size, wall_ns, &run->result,
                               err));
    if (trials->differ != NULL) {
        nf_judge_as_output(&run->result, &trials->allowed);
        run->judgement = (struct nf_judgement){.verdict = NF_AC};
    } else {
        nf_judge_ending(&run->result, &trials->allowed, &run->judgement);
    }
    return NF_OK;
}

enum nf_status nf_trial_time(const struct nf_trials *trials, uint32_t slot,
                             struct nf_trial_case *run, struct nf_error *err)
{
    return run_program(trials, slot, 0, run, err);
}

enum nf_status nf_trial_run_once(const struct nf_trials *trials, uint32_t slot, uint64_t wall_ns,
                                 struct nf_trial_case *run, struct nf_error *err)
{
    if (run->left_out) {
        run->judgement = (struct nf_judgement){.verdict = NF_AC};
        run->result.forked = false;
        return NF_OK;
    }
    NF_TRY(run_program(trials, slot, wall_ns, run, err));
    NF_TRY(judge_output(trials, run, err));
    judge_kernel(run);
    return NF_OK;
}

enum nf_status nf_trial_run(const struct nf_trials *trials, uint32_t slot,
                            struct nf_trial_case *run, struct nf_error *err)
{
    int chances = 0; /* runs that may have failed because the machine was busy */
    bool doubted = false;
    for (bool again = true; again;) {
        NF_TRY(nf_trial_run_once(trials, slot, 0, run, err));
        if (doubted && run->judgement.verdict == NF_AC)
            nf_child_distrust(trials->child);
        const bool chance =
            run->judgement.verdict != NF_AC &&
            (run->result.ending == NF_OUT_OF_TIME || run->result.ending == NF_UNWATCHED);
        chances += chance;
        again = (run->judgement.verdict != NF_AC && run->result.forked) || (chance && chances < 2);
        doubted = run->judgement.verdict != NF_AC && run->result.forked && !chance;
        if (again)
            nf_child_renew(trials->child, slot);
    }
    return NF_OK;
}

/* Appends standard error, safe for a terminal and for JSON. */
static void put_errors(struct nf_text *words, const char *errors)
{
    if (errors[0] != '\0')
        nf_text_string(words, _("it wrote to standard error:\n"));
    nf_shown_lines(words, errors);
}

/* Explains where the output first breaks the rules. What a program printed before it was stopped or
 * broke down may have been lost with its buffer: then nothing is said to be missing. */
static enum nf_status explain_output(const struct nf_trials *trials,
                                     const struct nf_trial_case *run, bool *unclear,
                                     struct nf_text *words, struct nf_error *err)
{
    const struct nf_input instance = case_input(run);
    const struct nf_input output = nf_text_input(&run->result.output, "output");
    const bool broke = nf_judgement_broke(&run->judgement);
    NF_FREED_BY(nf_difference_free) struct nf_difference difference = {0};
    NF_TRY(nf_check_output(trials->problem, &instance, &run->answer, &output, &difference, err));
    if (broke && output.size == 0)
        nf_text_string(words, _("nothing was printed before it ended\n"));
    else if (broke && (difference.line == 0 || difference.only_blanks))
        nf_text_string(words,
                       _("its output is correct up to its end; the fault is how it ended\n"));
    else
        nf_text_bytes(words, difference.why.data, difference.why.size);
    *unclear = difference.unclear;
    return NF_OK;
}

enum nf_status nf_trial_explain(const struct nf_trials *trials, const struct nf_trial_case *run,
                                bool *unclear, struct nf_text *words, struct nf_error *err)
{
    *unclear = false;
    if (trials->differ != NULL) /* both outputs are shown */
        return NF_OK;
    if (blames_kernel(run))
        nf_text_format(words, _("%s and %s differ in %.*s\n"), trials->other->name,
                       trials->other->reference, (int)run->differs.size, run->differs.data);
    else
        NF_TRY(explain_output(trials, run, unclear, words, err));
    put_errors(words, run->result.errors);
    return NF_OK;
}

enum nf_status nf_trial_pad(const struct nf_trials *trials, uint32_t slot,
                            const struct nf_trial_case *run, struct nf_trial_case *padded,
                            uint32_t *cards, struct nf_error *err)
{
    const struct nf_input instance = case_input(run);
    uint32_t added;
    *cards = 0;
    if (trials->problem->rules == NULL)
        return NF_OK;
    padded->index = run->index;
    padded->ends = run->ends;
    padded->instance.size = 0;
    NF_TRY(nf_instance_pad(trials->problem->rules->format, &instance, NF_PADDING, &padded->instance,
                           &added, err));
    if (added == 0)
        return NF_OK;
    NF_TRY(nf_trial_answer(trials, padded, 1, err));
    /* A fault shows soon; do not wait long again for a program that hangs. */
    enum { MOST_NS = 2000000000, LEAST_NS = MOST_NS / 4 };
    const uint64_t some =
        LEAST_NS + (run->judgement.verdict == NF_TLE ? 0 : 4 * run->result.wall_ns);
    nf_child_renew(trials->child, slot);
    NF_TRY(nf_trial_run_once(trials, slot, some < MOST_NS ? some : MOST_NS, padded, err));
    *cards = added;
    return NF_OK;
}

void nf_trial_free(struct nf_trial_case *run)
{
    nf_text_free(&run->instance);
    nf_text_free(&run->answer);
    nf_text_free(&run->differs);
    nf_child_result_free(&run->result);
}

/* ---- running a case again ---- */

/* Runs the program on `run` from its start, with other addresses; the result goes to `again`. */
static enum nf_status run_again(const struct nf_trials *trials, uint32_t slot, uint64_t wall_ns,
                                const struct nf_trial_case *run, struct nf_trial_case *again,
                                struct nf_error *err)
{
    const struct nf_child_result kept = again->result; /* its memory is used again */
    *again = *run;
    again->result = kept;
    nf_child_renew(trials->child, slot);
    return nf_trial_run_once(trials, slot, wall_ns, again, err);
}

/* Whether two failing runs say the same. Where a limit or a crash ended them, they may have printed
 * more or less of it; and how a crash ends, address layout may decide: SIGSEGV or SIGBUS. */
static bool same_answer(const struct nf_trial_case *a, const struct nf_trial_case *b)
{
    const struct nf_text *const one = &a->result.output, *const other = &b->result.output;
    const size_t common = one->size < other->size ? one->size : other->size;
    const enum nf_verdict verdict = a->judgement.verdict;
    if (verdict != b->judgement.verdict)
        return false;
    if (verdict == NF_TLE || verdict == NF_MLE || verdict == NF_OLE)
        return true;
    return strcmp(a->judgement.decision, b->judgement.decision) == 0 &&
           (verdict == NF_RE || one->size == other->size) &&
           (common == 0 || memcmp(one->data, other->data, common) == 0);
}

/* The signals and exit codes of the runs so far. */
struct codes {
    int seen[NF_REPEATS];
    uint32_t count;
    bool full; /* the reason has no room for more */
};

/* Adds how `again` ended to the reason of `judgement` if that is new, or "..." for want of room. */
static void add_code(struct codes *codes, const struct nf_judgement *again,
                     struct nf_judgement *judgement)
{
    const size_t used = strlen(judgement->why), room = sizeof judgement->why - used;
    for (uint32_t i = 0; i < codes->count; i++)
        if (codes->seen[i] == again->code)
            return;
    assert(codes->count < NF_REPEATS);
    codes->seen[codes->count++] = again->code;
    judgement->code = 0;
    if (codes->full)
        return;
    const size_t comma = strlen(_(", "));
    codes->full = comma + strlen(again->why) + comma + sizeof "..." > room;
    snprintf(judgement->why + used, room, "%s%s", _(", "), codes->full ? "..." : again->why);
}

enum nf_status nf_flaky_check(const struct nf_trials *trials, struct nf_finding *finding,
                              struct nf_error *err)
{
    static const double most_seconds = 2;
    struct nf_trial_case *const found = &finding->found;
    struct nf_judgement together = found->judgement; /* of all runs, if they say the same */
    struct codes codes = {.seen = {together.code}, .count = 1};
    const double start = nf_now(), seconds = 1e-9 * (double)found->result.wall_ns;
    struct nf_trial_case again = {0};
    enum nf_status status = NF_OK;
    finding->runs = finding->failed = 1;
    while (finding->runs < NF_REPEATS && nf_now() + seconds < start + most_seconds &&
           nf_signals_caught() == 0) {
        status = run_again(trials, 0, 0, found, &again, err);
        if (status != NF_OK)
            break;
        finding->runs++;
        finding->failed += again.judgement.verdict != NF_AC;
        finding->flaky |= !same_answer(found, &again);
        add_code(&codes, &again.judgement, &together);
    }
    if (!finding->flaky)
        found->judgement = together;
    nf_child_result_free(&again.result);
    return status;
}

enum nf_status nf_flaky_run(const struct nf_trials *trials, uint32_t slot, uint64_t wall_ns,
                            uint32_t needed, struct nf_trial_case *run, uint32_t *failed,
                            struct nf_error *err)
{
    struct nf_trial_case again = {0};
    enum nf_status status = NF_OK;
    *failed = 0;
    for (uint32_t left = NF_REPEATS; left > 0 && *failed + left >= needed; left--) {
        status = run_again(trials, slot, wall_ns, run, &again, err);
        if (status != NF_OK)
            break;
        if (again.judgement.verdict == NF_AC)
            continue;
        ++*failed;
        const struct nf_child_result kept = run->result;
        run->result = again.result;
        run->judgement = again.judgement;
        again.result = kept;
    }
    nf_child_result_free(&again.result);
    return status;
}

uint32_t nf_flaky_needed(uint32_t failed, uint32_t runs)
{
    const uint32_t share = NF_REPEATS * failed * 3 / (runs * 4);
    return share > 0 ? share : 1;
}
