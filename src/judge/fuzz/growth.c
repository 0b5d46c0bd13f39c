#include "judge/fuzz/fuzz_internal.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/format/shrink.h"
#include "judge/forms/form.h"
#include "judge/judge.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A case of fewer bytes than LARGE is made smaller as any other; what has fewer than LEAST is not
 * halved. */
enum { LARGE = 1000, LEAST = 16, MOST_HALVES = 20 };

struct growing {
    const struct nf_fuzz_options *options;
    const struct nf_trial_case *from;
    struct nf_finding *finding;
    double start, deadline;
    bool times_alone; /* none has to be too slow */
    /* The case, its half, the half of that, ...: each with its last run, if there was one. */
    struct nf_trial_case halves[MOST_HALVES + 1];
    bool ran[MOST_HALVES + 1];
    uint32_t count;               /* halves behind the case itself */
    bool hangs;                   /* what is half as large takes hardly any time */
    struct nf_trial_case between; /* three quarters of the smallest one that is too slow */
};

bool nf_growth_fits(const struct nf_trial_case *found)
{
    return found->judgement.verdict == NF_TLE && !nf_judgement_decides(&found->judgement) &&
           found->result.ending == NF_OUT_OF_TIME && found->result.code == 0 &&
           found->instance.size > LARGE;
}

/* ---- sizes ---- */

/* What is looked for among the smaller candidates of a case: one of a size, whatever its answer. */
struct scaling {
    const struct growing *growing;
    size_t low, high;
    uint32_t offers;
    bool found;
};

static enum nf_trial scaling_try(void *owner, const struct nf_text *candidate)
{
    enum { MOST_OFFERS = 300 };
    struct scaling *const scaling = owner;
    if (scaling->found || scaling->offers++ == MOST_OFFERS)
        return NF_TRIAL_STOP;
    scaling->found = candidate->size >= scaling->low && candidate->size <= scaling->high;
    return scaling->found ? NF_TRIAL_FAILS : NF_TRIAL_PASSES;
}

static bool scaling_over(void *owner)
{
    const struct scaling *const scaling = owner;
    return scaling->found || nf_signals_caught() != 0 || nf_now() >= scaling->growing->deadline;
}

/* Makes `to` of about the given share of the size of `from`; `*found` says whether there is such a
 * one. */
static enum nf_status growing_scale(const struct growing *growing, const struct nf_trial_case *from,
                                    double share, struct nf_trial_case *to, bool *found,
                                    struct nf_error *err)
{
    const double margin = 0.06;
    const double size = (double)from->instance.size;
    struct scaling scaling = {.growing = growing,
                              .low = (size_t)((share - margin) * size),
                              .high = (size_t)((share + margin) * size)};
    const struct nf_trier trier = {.try = scaling_try, .owner = &scaling, .over = scaling_over};
    const struct nf_input instance = nf_text_input(&from->instance, "case");
    to->index = from->index;
    to->ends = from->ends;
    NF_TRY(nf_shrink(growing->options->trials.problem, &instance, &trier, &to->instance, err));
    *found = scaling.found;
    return NF_OK;
}

/* ---- runs ---- */

/* Whether a trial may begin; shows progress. */
static bool growing_goes_on(struct growing *growing)
{
    const struct nf_fuzz_options *const options = growing->options;
    const double now = nf_now();
    const bool on = nf_signals_caught() == 0 && now < growing->deadline &&
                    growing->finding->trials < options->shrink_trials;
    growing->finding->stopped |= !on;
    if (on && options->shrinking != NULL)
        options->shrinking(options->shrinking_owner, growing->finding->trials,
                           now - growing->start);
    return on;
}

static bool is_slow(const struct nf_trial_case *run)
{
    return run->judgement.verdict == NF_TLE && !nf_judgement_decides(&run->judgement);
}

/* Runs the program, started anew so that times can be compared. */
static enum nf_status growing_run(struct growing *growing, struct nf_trial_case *run,
                                  struct nf_error *err)
{
    const struct nf_trials *const trials = &growing->options->trials;
    growing->finding->trials++;
    nf_child_renew(trials->child, 0);
    const enum nf_status status = nf_trial_time(trials, 0, run, err);
    return nf_signals_caught() != 0 ? NF_OK : status;
}

/* The same with the right answer; a case that takes the reference too long passes. */
static enum nf_status growing_run_judged(struct growing *growing, struct nf_trial_case *run,
                                         struct nf_error *err)
{
    const struct nf_trials *const trials = &growing->options->trials;
    enum nf_status status = nf_trial_answer_if_any(trials, run, err);
    nf_child_renew(trials->child, 0);
    if (status == NF_OK)
        status = nf_trial_run_once(trials, 0, 0, run, err);
    return nf_signals_caught() != 0 ? NF_OK : status;
}

static enum nf_status growing_run_half(struct growing *growing, uint32_t number,
                                       struct nf_error *err)
{
    if (growing->ran[number] || !growing_goes_on(growing))
        return NF_OK;
    const enum nf_status status = growing_run(growing, &growing->halves[number], err);
    growing->ran[number] = status == NF_OK && nf_signals_caught() == 0;
    return status;
}

/* ---- the smallest ---- */

static enum nf_status growing_halve(struct growing *growing, struct nf_error *err)
{
    struct nf_trial_case *const halves = growing->halves;
    bool found = true;
    nf_text_bytes(&halves[0].instance, growing->from->instance.data, growing->from->instance.size);
    halves[0].index = growing->from->index;
    halves[0].ends = growing->from->ends;
    while (found && growing->count < MOST_HALVES && halves[growing->count].instance.size > LEAST) {
        NF_TRY(growing_scale(growing, &halves[growing->count], 0.5, &halves[growing->count + 1],
                             &found, err));
        growing->count += found;
    }
    return NF_OK;
}

/* Sets `*slow` to the last half that is too slow. The smallest is tried first: a program that hangs
 * whatever the size does so there, too, and for others that takes no time. */
static enum nf_status growing_bisect(struct growing *growing, uint32_t *slow, struct nf_error *err)
{
    uint32_t passes = growing->count + 1, next = growing->count;
    for (*slow = 0; passes - *slow > 1; next = *slow + (passes - *slow) / 2) {
        NF_TRY(growing_run_half(growing, next, err));
        if (!growing->ran[next])
            break;
        if (is_slow(&growing->halves[next]))
            *slow = next;
        else
            passes = next;
    }
    return NF_OK;
}

/* Moves the smallest case to `made` that is too slow twice: three quarters of the half `slow`, that
 * half, which was so once, or one before it. The reference has to answer it. */
static enum nf_status growing_confirm(struct growing *growing, uint32_t slow,
                                      struct nf_trial_case *made, struct nf_error *err)
{
    bool found = false;
    NF_TRY(growing_scale(growing, &growing->halves[slow], 0.75, &growing->between, &found, err));
    while ((found || slow > 0) && growing_goes_on(growing)) {
        struct nf_trial_case *const tried = found ? &growing->between : &growing->halves[slow];
        if (found || !growing->ran[slow])
            NF_TRY(growing_run(growing, tried, err));
        if (is_slow(tried))
            NF_TRY(growing_run_judged(growing, tried, err));
        if (nf_signals_caught() == 0 && is_slow(tried)) {
            *made = *tried;
            *tried = (struct nf_trial_case){0};
            return NF_OK;
        }
        slow -= !found;
        found = false;
    }
    return NF_OK;
}

/* ---- growth ---- */

/* Sets `*seconds` to the processor time of a half, the less of two runs; 0: no time was left. */
static enum nf_status growing_time(struct growing *growing, uint32_t number, double *seconds,
                                   struct nf_error *err)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 2; i++) {
        NF_TRY(growing_run_half(growing, number, err));
        if (!growing->ran[number])
            return NF_OK;
        const uint64_t took = growing->halves[number].result.cpu_ns;
        least = took < least ? took : least;
        growing->ran[number] = false;
    }
    *seconds = (double)least * 1e-9;
    return NF_OK;
}

/* Compares the times of half `first`, which is not too slow, and of the one behind it, less what
 * the program takes in any case. */
static enum nf_status growing_compare(struct growing *growing, uint32_t first, struct nf_error *err)
{
    enum { FEWER = 3 };
    const double least = 0.005, share = 1.0 / 20;
    const double limit = (double)growing->options->trials.allowed.cpu_ns * 1e-9;
    const uint32_t halves[] = {first + 1, first};
    struct nf_growth *const growth = &growing->finding->growth;
    double base = 0;
    if (growing->count < halves[0] + FEWER)
        return NF_OK;
    NF_TRY(growing_time(growing, growing->count, &base, err));
    for (uint32_t i = 0; i < 2; i++) {
        const struct nf_text *const half = &growing->halves[halves[i]].instance;
        const struct nf_input instance = nf_text_input(half, "case");
        NF_TRY(growing_time(growing, halves[i], &growth->seconds[i], err));
        NF_TRY(
            nf_describe_size(growing->options->trials.problem, &instance, &growth->size[i], err));
    }
    growing->hangs = growth->seconds[1] - base < share * limit;
    if ((growing->hangs && !growing->times_alone) || growth->seconds[0] < base + least ||
        growth->seconds[1] < growth->seconds[0])
        return NF_OK;
    const double sizes[] = {(double)growing->halves[halves[0]].instance.size,
                            (double)growing->halves[halves[1]].instance.size};
    growth->twice = exp2(log((growth->seconds[1] - base) / (growth->seconds[0] - base)) /
                         log(sizes[1] / sizes[0]));
    return NF_OK;
}

static void growing_free(struct growing *growing)
{
    for (uint32_t i = 0; i <= MOST_HALVES; i++)
        nf_trial_free(&growing->halves[i]);
    nf_trial_free(&growing->between);
}

enum nf_status nf_growth_shrink(const struct nf_fuzz_options *options,
                                const struct nf_trial_case *from, double start,
                                struct nf_finding *finding, struct nf_trial_case *made,
                                struct nf_error *err)
{
    NF_FREED_BY(growing_free)
    struct growing growing = {.options = options,
                              .from = from,
                              .finding = finding,
                              .start = start,
                              .deadline = start + options->shrink_seconds / 3,
                              .hangs = true};
    uint32_t slow = 0;
    NF_TRY(growing_halve(&growing, err));
    NF_TRY(growing_bisect(&growing, &slow, err));
    NF_TRY(growing_compare(&growing, slow + 1, err));
    NF_TRY(growing_confirm(&growing, slow, made, err));
    /* What hangs is made smaller as any other. */
    finding->growth.made =
        (made->instance.size > 0 ? made->instance.size : from->instance.size) > LARGE &&
        (!growing.hangs || finding->stopped);
    return NF_OK;
}

enum nf_status nf_growth_measure(const struct nf_fuzz_options *options, double deadline,
                                 struct nf_finding *finding, struct nf_error *err)
{
    NF_FREED_BY(growing_free)
    struct growing growing = {.options = options,
                              .from = &finding->found,
                              .finding = finding,
                              .start = nf_now(),
                              .deadline = deadline,
                              .times_alone = true};
    const bool slow = is_slow(&finding->found);
    uint32_t last = 0;
    NF_TRY(growing_halve(&growing, err));
    if (slow)
        NF_TRY(growing_bisect(&growing, &last, err));
    return growing_compare(&growing, last + slow, err);
}

/* ---- what is told ---- */

void nf_growth_put(struct nf_text *text, const struct nf_growth *growth)
{
    if (growth->twice <= 0)
        return;
    struct nf_text words = {0};
    nf_text_format(
        &words,
        _("With twice the input it takes about %.1f times as long: %.2f s for %.*s, and %.2f s "
          "for %.*s."),
        growth->twice, growth->seconds[0], (int)growth->size[0].size, growth->size[0].data,
        growth->seconds[1], (int)growth->size[1].size, growth->size[1].data);
    nf_text_wrapped(text, words.data, words.size, 0, 0);
    nf_text_free_part(&words, text);
}

void nf_growth_free(struct nf_growth *growth)
{
    nf_text_free(&growth->size[0]);
    nf_text_free(&growth->size[1]);
}

/* ---- the slowest case ---- */

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
        NF_TRY_MEMORY(!tried->instance.failed, err);
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
    NF_TRY_MEMORY(finding != NULL, err);
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
        status = nf_trial_answer_if_any(&options->trials, &finding->found, err);
    return nf_signals_caught() != 0 ? NF_OK : status;
}
