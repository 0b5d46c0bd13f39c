/* Cases of a form that show what a test set does not notice. */
#include "judge/judging/mutants.h"

#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/forms/form.h"
#include "judge/fuzz/fuzzer.h"

#include <stdlib.h>
#include <string.h>

struct trying {
    const struct nf_mutants_options *options;
    struct nf_trials trials; /* with the mutant in work */
    uint64_t count;
    bool shrink;
    struct nf_mutants *mutants;
};

/* Seconds that are left, at most `most`. */
static double seconds_left(const struct nf_mutants_options *options, double most)
{
    const double deadline = options->judging.deadline, left = deadline - nf_now();
    return deadline > 0 && left < most ? left : most;
}

static void show_progress(const struct nf_mutants_options *options, uint64_t done, double start)
{
    if (options->judging.progress != NULL)
        options->judging.progress(options->judging.progress_owner, done, nf_now() - start);
}

/* ---- cases ---- */

/* Of fewer cases than the plan of a form has, each is of another part of it: so there are large
 * ones, too. */
static uint64_t index_in_plan(const struct trying *trying, uint64_t index)
{
    return trying->trials.dealer != NULL && trying->count < NF_FORM_PLAN
               ? index * NF_FORM_PLAN / trying->count
               : index;
}

/* nf_dealer.deal, of a problem whose cases are made by a form. */
static enum nf_status deal_of_plan(const void *owner, uint64_t index, struct nf_text *instance,
                                   struct nf_error *err)
{
    const struct trying *const trying = owner;
    const struct nf_problem *const problem = trying->trials.problem;
    return problem->ops->make(problem, trying->trials.seed, index_in_plan(trying, index), instance,
                              err);
}

/* ---- running a mutant ---- */

static enum nf_status open_mutant(struct trying *trying, const struct nf_mutant *mutant,
                                  struct nf_error *err)
{
    struct nf_child_options how = trying->options->judging.child;
    how.command = mutant->command;
    return nf_child_open(&how, trying->options->judging.jobs, &trying->trials.child, err);
}

static void close_mutant(struct trying *trying)
{
    nf_child_close(trying->trials.child);
    trying->trials.child = NULL;
}

/* Runs the mutant on one of the cases that are known. */
static enum nf_status run_on_case(const struct trying *trying, struct nf_mutant *mutant,
                                  size_t number, struct nf_error *err)
{
    const struct nf_mutant_case *const known = &trying->mutants->cases[number];
    NF_FREED_BY(nf_trial_free) struct nf_trial_case run = {.index = known->index};
    nf_text_bytes(&run.instance, known->instance.data, known->instance.size);
    nf_text_bytes(&run.answer, known->answer.data, known->answer.size);
    NF_TRY_MEMORY(!run.instance.failed && !run.answer.failed, err);
    NF_TRY(nf_trial_run(&trying->trials, 0, &run, err));
    mutant->kills[number] = run.judgement.verdict != NF_AC;
    if (mutant->kills[number] && mutant->shown == NF_MUTANT_UNSHOWN) {
        mutant->shown = number;
        mutant->verdict = run.judgement.verdict;
    }
    return NF_OK;
}

/* Runs it on those on which it was not. */
static enum nf_status run_on_cases(const struct trying *trying, struct nf_mutant *mutant,
                                   struct nf_error *err)
{
    const size_t count = trying->mutants->cases_count;
    bool *const kills = realloc(mutant->kills, (count + 1) * sizeof *kills);
    NF_TRY_MEMORY(kills != NULL, err);
    mutant->kills = kills;
    for (; mutant->kills_known < count && !nf_judging_over(&trying->options->judging);
         mutant->kills_known++) {
        kills[mutant->kills_known] = false;
        const enum nf_status status = run_on_case(trying, mutant, mutant->kills_known, err);
        if (status != NF_OK)
            return nf_signals_caught() != 0 ? NF_OK : status;
    }
    return NF_OK;
}

/* ---- looking for cases ---- */

/* Keeps the case of a finding, which the mutant of the last row shows. */
static enum nf_status keep_case(const struct trying *trying, struct nf_finding *finding,
                                struct nf_mutant *mutant, struct nf_error *err)
{
    struct nf_mutants *const mutants = trying->mutants;
    struct nf_trial_case *const run =
        finding->shrunk && !finding->smallest.left_out ? &finding->smallest : &finding->found;
    struct nf_mutant_case *const cases =
        realloc(mutants->cases, (mutants->cases_count + 1) * sizeof *cases);
    NF_TRY_MEMORY(cases != NULL, err);
    mutants->cases = cases;
    cases[mutants->cases_count] =
        (struct nf_mutant_case){.instance = run->instance,
                                .answer = run->answer,
                                .index = index_in_plan(trying, finding->found.index)};
    run->instance = run->answer = (struct nf_text){0};
    mutant->shown = mutants->cases_count;
    mutant->verdict = run->judgement.verdict;
    /* Its row is complete: of the cases before none shows it. */
    mutant->kills[mutants->cases_count++] = true;
    mutant->kills_known = mutants->cases_count;
    return NF_OK;
}

static enum nf_status fuzz_mutant(const struct trying *trying, struct nf_mutant *mutant,
                                  struct nf_error *err)
{
    enum { SHRINK_TRIALS = 1000, SHRINK_SECONDS = 10 };
    static const double long_time = 1e9;
    const struct nf_mutants_options *const options = trying->options;
    const struct nf_fuzz_options fuzz = {.trials = trying->trials,
                                         .count = trying->count,
                                         .seconds = seconds_left(options, long_time),
                                         .jobs = options->judging.jobs,
                                         .shrink_trials = trying->shrink ? SHRINK_TRIALS : 0,
                                         .shrink_seconds = seconds_left(options, SHRINK_SECONDS)};
    NF_FREED_BY(nf_fuzz_free) struct nf_fuzz_result result;
    const enum nf_status status = nf_fuzz(&fuzz, &result, err);
    mutant->cases = result.cases - result.left_out;
    if (status == NF_OK && result.findings_count > 0)
        return keep_case(trying, &result.findings[0], mutant, err);
    return nf_signals_caught() != 0 ? NF_OK : status;
}

static enum nf_status try_mutant(struct trying *trying, struct nf_mutant *mutant,
                                 struct nf_error *err)
{
    NF_TRY(open_mutant(trying, mutant, err));
    enum nf_status status = run_on_cases(trying, mutant, err);
    if (status == NF_OK && mutant->shown == NF_MUTANT_UNSHOWN &&
        !nf_judging_over(&trying->options->judging))
        status = fuzz_mutant(trying, mutant, err);
    close_mutant(trying);
    return status;
}

enum nf_status nf_mutants_try(const struct nf_mutants_options *options,
                              const struct nf_trials *trials, uint64_t count, bool shrink,
                              struct nf_mutants *mutants, struct nf_error *err)
{
    struct trying trying = {options, *trials, count, shrink, mutants};
    const struct nf_dealer dealer = {deal_of_plan, &trying};
    if (trials->problem->ops != NULL)
        trying.trials.dealer = &dealer;
    const double start = nf_now();
    uint64_t done = 0;
    for (size_t i = 0; i < mutants->count && !nf_judging_over(&options->judging); i++) {
        if (mutants->list[i].state != NF_MUTANT_LIVES)
            continue;
        NF_TRY(try_mutant(&trying, &mutants->list[i], err));
        show_progress(options, ++done, start);
    }
    return NF_OK;
}

/* ---- choosing cases ---- */

/* How many mutants that no chosen case shows case `number` does. */
static size_t new_kills(const struct nf_mutants *mutants, const bool *covered, size_t number)
{
    size_t kills = 0;
    for (size_t i = 0; i < mutants->count; i++)
        kills +=
            !covered[i] && number < mutants->list[i].kills_known && mutants->list[i].kills[number];
    return kills;
}

static void choose_cases(struct nf_mutants *mutants, bool *covered)
{
    for (;;) {
        size_t best = 0, most = 0;
        for (size_t number = 0; number < mutants->cases_count; number++) {
            const size_t kills = new_kills(mutants, covered, number);
            if (kills > most) {
                most = kills;
                best = number;
            }
        }
        if (most == 0)
            return;
        mutants->cases[best].chosen = true;
        mutants->cases[best].kills = most;
        for (size_t i = 0; i < mutants->count; i++)
            covered[i] |= best < mutants->list[i].kills_known && mutants->list[i].kills[best];
    }
}

enum nf_status nf_mutants_cover(const struct nf_mutants_options *options,
                                const struct nf_trials *trials, struct nf_mutants *mutants,
                                struct nf_error *err)
{
    struct trying trying = {.options = options, .trials = *trials, .mutants = mutants};
    NF_OWNED bool *covered = calloc(mutants->count + 1, sizeof *covered);
    NF_TRY_MEMORY(covered != NULL, err);
    for (size_t i = 0; i < mutants->count && !nf_judging_over(&options->judging); i++) {
        struct nf_mutant *const mutant = &mutants->list[i];
        if (mutant->state != NF_MUTANT_LIVES || mutant->shown == NF_MUTANT_UNSHOWN ||
            mutant->kills_known == mutants->cases_count)
            continue;
        NF_TRY(open_mutant(&trying, mutant, err));
        const enum nf_status status = run_on_cases(&trying, mutant, err);
        close_mutant(&trying);
        NF_TRY(status);
    }
    choose_cases(mutants, covered);
    return NF_OK;
}
