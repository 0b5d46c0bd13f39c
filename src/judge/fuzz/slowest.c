#include "judge/fuzz/slowest.h"

#include "base/signals.h"
#include "base/threads.h"
#include "judge/forms/form.h"
#include "judge/judge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct climb {
    const struct nf_fuzz_options *options;
    struct nf_fuzz_result *result;
    struct nf_trial_case *best, tried;
    double start;
};

static bool climb_goes_on(const struct climb *climb)
{
    const struct nf_fuzz_options *const options = climb->options;
    const double took = nf_now() - climb->start;
    if (options->progress != NULL)
        options->progress(options->progress_owner, climb->result->cases, took);
    return nf_signals_caught() == 0 && took < options->seconds * 2 / 3 &&
           climb->best->judgement.verdict != NF_TLE;
}

/* ---- what is tried ---- */

/* In so many turns the best one is varied, but once. */
enum { TURNS = 4 };

/* Of a problem of files: the largest cases of the plan of a form (form.h), then variations of the
 * slowest one, and the larger ones of the plan with other seeds. */
static enum nf_status climb_make_text(struct climb *climb, uint64_t number, struct nf_error *err)
{
    enum { LARGEST_COUNT = 12, LARGER_COUNT = 36 };
    const struct nf_trials *const trials = &climb->options->trials;
    const struct nf_problem *const problem = trials->problem;
    struct nf_text *const made = &climb->tried.instance;
    const bool first = number < LARGEST_COUNT;
    bool there;
    made->size = 0;
    if (!first && number % TURNS != 0 && climb->best->instance.size > 0)
        return problem->ops->vary(problem, &climb->best->instance, UINT32_MAX, number, &there, made,
                                  err);
    return problem->ops->make(problem, trials->seed + (first ? 0 : number),
                              first ? NF_FORM_PLAN - LARGEST_COUNT + number
                                    : NF_FORM_PLAN - LARGER_COUNT + number % LARGER_COUNT,
                              made, err);
}

/* Of a game: cases of its stages in turns, then mostly of that of the slowest one; of dealt games
 * and of given sizes the next one. */
static enum nf_status climb_make_game(struct climb *climb, uint64_t number, struct nf_error *err)
{
    const struct nf_trials *const trials = &climb->options->trials;
    const struct nf_stage *const stages = nf_problem_stages(trials->problem);
    uint64_t count = 0;
    while (stages[count].name != NULL)
        count++;
    if (count == 0 || nf_trial_stage(trials, stages[0].first) == NULL)
        return nf_trial_make(trials, climb->options->first + number, &climb->tried, err);
    const struct nf_stage *const best = nf_trial_stage(trials, climb->best->index);
    const struct nf_stage *const stage =
        number >= count && number % TURNS != 0 && best != NULL ? best : &stages[number % count];
    return nf_trial_make(trials, stage->first + stage->every * (number / count), &climb->tried,
                         err);
}

/* ---- climbing ---- */

/* Whether it ended well or took too much processor time. What waits says nothing. */
static bool climb_counts(const struct nf_trial_case *run)
{
    return run->judgement.verdict == NF_AC ||
           (run->result.ending == NF_OUT_OF_TIME && run->result.code == 0);
}

/* Runs a case again that took longer than the best one: what others did on the machine is no merit
 * of it. The result is that of the faster run. */
static enum nf_status climb_run(struct climb *climb, struct nf_error *err)
{
    const struct nf_trials *const trials = &climb->options->trials;
    struct nf_trial_case *const tried = &climb->tried;
    NF_TRY(nf_trial_time(trials, 0, tried, err));
    const uint64_t first = tried->result.cpu_ns;
    if (climb_counts(tried) &&
        (climb->best->instance.size == 0 || first > climb->best->result.cpu_ns))
        NF_TRY(nf_trial_time(trials, 0, tried, err));
    if (tried->judgement.verdict == NF_AC && first < tried->result.cpu_ns)
        tried->result.cpu_ns = first;
    return NF_OK;
}

static enum nf_status climb_up(struct climb *climb, struct nf_error *err)
{
    enum { MOST_FAILING = 48 }; /* all of the large cases of a plan */
    struct nf_trial_case *const best = climb->best, *const tried = &climb->tried;
    for (uint64_t number = 0; climb_goes_on(climb); number++) {
        if (number == MOST_FAILING && best->instance.size == 0)
            break;
        tried->index = number;
        NF_TRY(climb->options->trials.problem->ops != NULL ? climb_make_text(climb, number, err)
                                                           : climb_make_game(climb, number, err));
        if (tried->instance.failed)
            return nf_fail(err, NF_IO, "out of memory for a case");
        NF_TRY(climb_run(climb, err));
        climb->result->cases++;
        climb->result->verdicts[tried->judgement.verdict]++;
        if (!climb_counts(tried) ||
            (best->instance.size > 0 && tried->result.cpu_ns <= best->result.cpu_ns))
            continue;
        const struct nf_trial_case last = *best;
        *best = *tried;
        *tried = last;
    }
    return NF_OK;
}

enum nf_status nf_slowest_find(const struct nf_fuzz_options *options, struct nf_fuzz_result *result,
                               struct nf_error *err)
{
    struct nf_finding *const finding = result->findings = calloc(1, sizeof *finding);
    if (finding == NULL)
        return nf_fail(err, NF_IO, "out of memory for a case");
    result->findings_count = 1;
    struct climb climb = {
        .options = options, .result = result, .best = &finding->found, .start = nf_now()};
    enum nf_status status = climb_up(&climb, err);
    if (status == NF_OK && nf_signals_caught() == 0 && finding->found.instance.size == 0)
        status =
            nf_fail(err, NF_INVALID,
                    "the program fails on each of the %" PRIu64 " largest cases, the last time "
                    "by %s: try it without --slowest first",
                    result->cases, climb.tried.judgement.why);
    nf_trial_free(&climb.tried);
    result->seconds = nf_now() - climb.start;
    if (finding->found.instance.size == 0) { /* stopped by a signal */
        result->findings_count = 0;
        return nf_signals_caught() != 0 ? NF_OK : status;
    }
    const struct nf_input instance = nf_text_input(&finding->found.instance, "case");
    if (status == NF_OK)
        status = nf_describe_size(options->trials.problem, &instance, &finding->size, err);
    if (status == NF_OK)
        status = nf_growth_measure(options, climb.start + options->seconds, finding, err);
    if (status == NF_OK)
        status = nf_trial_answer(&options->trials, &finding->found, 1, err);
    return nf_signals_caught() != 0 ? NF_OK : status;
}
