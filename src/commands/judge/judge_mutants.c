
#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "commands/judge/shared.h"
#include "judge/judging/mutants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The work of one call. */
struct strength {
    const struct nf_compared *compared;
    const struct nf_mutants_typed *typed;
    const char *folder;
    bool game;
    struct nf_mutants_options options;
    struct nf_progress progress;
    struct nf_mutants mutants;
    struct nf_mutant_added *added;
    size_t added_count;
    bool has_cases; /* they can be made */
};

/* Begins to show the progress of a step. */
static void begin_step(struct strength *strength, const char *what, uint64_t total)
{
    nf_progress_end(&strength->progress);
    strength->progress = (struct nf_progress){
        .what = what, .total = total, .quiet = strength->compared->common.quiet};
}

/* ---- cases ---- */

/* Adds the chosen cases to the test set. */
static enum nf_status add_chosen(struct strength *strength, struct nf_error *err)
{
    const struct nf_mutants *const mutants = &strength->mutants;
    strength->added = calloc(mutants->cases_count + 1, sizeof *strength->added);
    NF_TRY_MEMORY(strength->added != NULL, err);
    for (size_t i = 0; i < mutants->cases_count; i++) {
        const struct nf_mutant_case *const chosen = &mutants->cases[i];
        struct nf_mutant_added *const added = &strength->added[strength->added_count];
        if (!chosen->chosen)
            continue;
        NF_TRY(nf_test_set_add(strength->folder, &chosen->instance, &chosen->answer, &added->path,
                               &added->known, err));
        added->kills = chosen->kills;
        strength->added_count++;
    }
    return NF_OK;
}

/* Tries what lives on cases of an open problem. */
static enum nf_status try_cases(struct strength *strength, const struct nf_trials *trials,
                                struct nf_error *err)
{
    struct nf_mutants *const mutants = &strength->mutants;
    const struct nf_mutants_count count = nf_mutants_count(mutants, SIZE_MAX);
    begin_step(strength, N_("survivors"), count.states[NF_MUTANT_LIVES]);
    NF_TRY(nf_mutants_try(&strength->options, trials, strength->typed->count,
                          strength->typed->strengthen, mutants, err));
    if (!strength->typed->strengthen || nf_signals_caught() != 0)
        return NF_OK;
    NF_TRY(nf_mutants_cover(&strength->options, trials, mutants, err));
    return nf_signals_caught() != 0 ? NF_OK : add_chosen(strength, err);
}

/* Cases of the game, or of the package's form. */
static enum nf_status find_cases(struct strength *strength, struct nf_error *err)
{
    NF_FREED_BY(nf_fuzz_game_close) struct nf_fuzz_game game = {0};
    NF_FREED_BY(nf_problem_files_close) struct nf_problem_files files = {0};
    const struct nf_mutants *const mutants = &strength->mutants;
    struct nf_trials trials = strength->options.judging.trials;
    trials.seed = 1;
    if (strength->game) {
        NF_TRY(nf_fuzz_game_open(&strength->compared->common, 0, &trials, &game, err));
        return try_cases(strength, &trials, err);
    }
    const struct nf_problem_files_typed typed = {
        .folder = strength->folder, .reference = mutants->programs[mutants->fastest].name};
    NF_TRY(nf_problem_files_open(&typed, strength->compared, &files, err));
    trials.problem = nf_file_problem_of(files.problem);
    return try_cases(strength, &trials, err);
}

/* ---- steps ---- */

static enum nf_status run_steps(struct strength *strength, char *const *names, size_t count,
                                struct nf_error *err)
{
    struct nf_mutants *const mutants = &strength->mutants;
    begin_step(strength, N_("changes compiled"), 0);
    NF_TRY(nf_mutants_make(&strength->options, names, count, mutants, err));
    size_t made = 0;
    for (size_t i = 0; i < mutants->count; i++)
        made += mutants->list[i].command != NULL;
    begin_step(strength, N_("tests"), made * strength->options.judging.set->count);
    NF_TRY(nf_mutants_judge(&strength->options, mutants, err));
    const struct nf_mutants_count counts = nf_mutants_count(mutants, SIZE_MAX);
    if (!strength->has_cases || counts.states[NF_MUTANT_LIVES] == 0 || nf_signals_caught() != 0)
        return NF_OK;
    return find_cases(strength, err);
}

static enum nf_status write_mutants(const struct strength *strength, double seconds,
                                    struct nf_error *err)
{
    const char *const json = strength->compared->common.json;
    const struct nf_mutants_report report = {.options = &strength->options,
                                             .mutants = &strength->mutants,
                                             .folder = strength->folder,
                                             .cases =
                                                 strength->has_cases ? strength->typed->count : 0,
                                             .added = strength->added,
                                             .added_count = strength->added_count,
                                             .seconds = seconds};
    struct nf_text text = {0};
    if (!nf_common_is_stream(json)) {
        nf_mutants_table(&text, &report);
        NF_TRY(nf_common_print(&text, NF_OK, err));
    }
    return json == NULL ? NF_OK
                        : nf_common_save(&text, nf_mutants_json(&text, &report, err), json, err);
}

/* The result of the command, after the report. */
static enum nf_status conclude_mutants(const struct strength *strength, struct nf_error *err)
{
    const struct nf_mutants_count count = nf_mutants_count(&strength->mutants, SIZE_MAX);
    const int signal = nf_signals_caught();
    size_t killed = 0;
    for (size_t i = 0; i < strength->added_count; i++)
        killed += strength->added[i].kills;
    if (signal != 0)
        return nf_fail(err, (enum nf_status)(128 + signal),
                       "stopped by signal %d (%s); %zu of %zu changes were not tried", signal,
                       strsignal(signal), count.states[NF_MUTANT_UNTRIED], count.all);
    const size_t found = strength->has_cases ? count.shown : count.states[NF_MUTANT_LIVES];
    if (found > killed)
        return NF_DIFFERENT;
    if (count.states[NF_MUTANT_UNTRIED] > 0)
        return nf_fail(err, NF_BUDGET, "--time: over before %zu of %zu changes were tried",
                       count.states[NF_MUTANT_UNTRIED], count.all);
    return NF_OK;
}

static void free_strength(struct strength *strength)
{
    for (size_t i = 0; i < strength->added_count; i++)
        free(strength->added[i].path);
    free(strength->added);
    nf_mutants_free(&strength->mutants);
}

/* Takes the accepted programs that can be changed into `names`; returns how many. */
static size_t choose_programs(const struct strength *strength, struct nf_problem_package *package,
                              char *names[NF_MAX_REFERENCES])
{
    size_t count = 0;
    for (size_t i = 0; i < package->references_count; i++) {
        char *const name = package->references[i];
        const enum nf_build_kind kind = nf_build_kind(name, &strength->options.build);
        if (nf_build_is_source(name, &strength->options.build) &&
            (kind == NF_BUILD_C || kind == NF_BUILD_PYTHON))
            names[count++] = name;
    }
    return count;
}

enum nf_status nf_judge_mutants(const struct nf_compared *compared,
                                const struct nf_mutants_typed *typed, const char *folder, bool game,
                                struct nf_problem_package *package,
                                const struct nf_judging_options *job, struct nf_error *err)
{
    const double start = nf_now();
    NF_FREED_BY(free_strength)
    struct strength strength = {.compared = compared,
                                .typed = typed,
                                .folder = folder,
                                .game = game,
                                .options = {*job, nf_running_how(&compared->common)}};
    struct nf_judging_options *const judging = &strength.options.judging;
    char *names[NF_MAX_REFERENCES];
    judging->progress = nf_progress_show;
    judging->progress_owner = &strength.progress;
    judging->deadline = typed->time > 0 ? start + (double)typed->time * 1e-9 : 0;
    NF_TRY(nf_problem_package_find_references(package, err));
    NF_TRY(nf_problem_package_find_form(package, err));
    strength.has_cases = game || package->form != NULL;
    const size_t count = choose_programs(&strength, package, names);
    if (count == 0)
        return nf_fail(err, NF_USAGE,
                       "--mutants: %.300s: expected a source in C, C++ or Python in "
                       "submissions/accepted, or a file reference.*",
                       folder);
    if (typed->strengthen && !strength.has_cases)
        return nf_fail(err, NF_USAGE,
                       "--strengthen: %.300s: expected a form (.ctd) in it or in its "
                       "input_validators",
                       folder);
    const enum nf_status done = run_steps(&strength, names, count, err);
    nf_progress_end(&strength.progress);
    NF_TRY(done);
    NF_TRY(write_mutants(&strength, nf_now() - start, err));
    return conclude_mutants(&strength, err);
}
