#include "judge/judging/mutants.h"

#include "base/embed.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/sandbox/child.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

NF_EMBED(nf_mutants_sh, "src/judge/judging/mutants.sh");
NF_EMBED(nf_bare_code_py, "src/judge/judging/bare_code.py");

/* The mutants of one program being compiled. Job 0 is the program itself, job i mutant i-1. */
struct compiling {
    struct nf_pool pool;
    const struct nf_mutants_options *options;
    const struct nf_mutated *program;
    struct nf_mutant *list; /* of the program */
    XXH128_hash_t *codes;   /* by job, */
    bool *made;             /* if it compiles */
    struct nf_child *child;
    uint64_t before; /* mutants of other programs */
    double start;
};

/* ---- compiling ---- */

static void format_mutant_path(char path[4096], const struct nf_mutated *program, uint64_t job,
                               const char *name, const char *ending)
{
    snprintf(path, 4096, "%s/%" PRIu64 "/%s%s", program->built.folder, job, name, ending);
}

static enum nf_status compile_mutant(struct compiling *compiling, uint32_t slot, uint64_t job,
                                     struct nf_child_result *result, struct nf_error *err)
{
    const struct nf_input *const source = &compiling->program->source;
    NF_OWNED_TEXT struct nf_text text = {0};
    NF_OWNED_INPUT struct nf_input code = {0};
    struct nf_error ignored;
    char path[4096];
    nf_text_format(&text, "%" PRIu64 "\n", job);
    if (job == 0)
        nf_text_bytes(&text, source->data, source->size);
    else
        nf_edit_apply(&text, source, compiling->list[job - 1].edit);
    NF_TRY_MEMORY(!text.failed, err);
    NF_TRY(nf_child_run(compiling->child, slot, text.data, text.size, result, err));
    format_mutant_path(path, compiling->program, job, "program", "");
    if (result->ending != NF_ENDED || result->code != 0 ||
        nf_input_open(&code, path, &ignored) != NF_OK)
        return NF_OK;
    compiling->codes[job] = XXH3_128bits(code.data, code.size);
    compiling->made[job] = true;
    return NF_OK;
}

static enum nf_status compile_mutants(void *owner, uint32_t slot, struct nf_error *err)
{
    struct compiling *const compiling = owner;
    NF_FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    uint64_t job;
    while (!nf_judging_over(&compiling->options->judging) &&
           nf_pool_take_one(&compiling->pool, &job)) {
        const enum nf_status status = compile_mutant(compiling, slot, job, &result, err);
        if (status != NF_OK)
            return nf_signals_caught() != 0 ? NF_OK : status;
    }
    return NF_OK;
}

static double watch_compiling(void *owner)
{
    const struct compiling *const compiling = owner;
    const struct nf_judging_options *const judging = &compiling->options->judging;
    if (judging->progress != NULL)
        judging->progress(judging->progress_owner, compiling->before + compiling->pool.next,
                          nf_now() - compiling->start);
    return 0.2;
}

/* Opens the slots in which mutants are compiled. */
static enum nf_status open_compiler(struct compiling *compiling, struct nf_error *err)
{
    const struct nf_mutated *const program = compiling->program;
    const struct nf_build *const build = &compiling->options->build;
    const char *const ending = strrchr(program->name, '.');
    const char *const flags = program->python || build->by != NULL ? "" : "-include head.h";
    NF_OWNED_TEXT struct nf_text how = {0};
    if (program->python) /* what is executed stands for the program */
        nf_text_string(&how, "exec \"$0\" -B -c \"$code\" \"$3\" \"$2\"");
    else
        nf_build_how(&how, program->name, build);
    char *const command[] = {"sh",
                             "-c",
                             (char *)(uintptr_t)nf_mutants_sh,
                             program->built.command[0],
                             program->built.folder,
                             (char *)(uintptr_t)(ending != NULL ? ending : ""),
                             (char *)(uintptr_t)flags,
                             (char *)(uintptr_t)nf_text_terminated(&how),
                             (char *)(uintptr_t)nf_bare_code_py,
                             NULL};
    const struct nf_child_options options = {.command = command,
                                             .limits = build->limits,
                                             .sandbox = build->sandbox,
                                             .writable = program->built.folder};
    NF_TRY_MEMORY(!how.failed, err);
    return nf_child_open(&options, compiling->options->judging.jobs, &compiling->child, err);
}

/* The command of mutant `job`-1; NULL without memory. */
static char **command_of(const struct nf_mutated *program, uint64_t job)
{
    static char *const nothing[] = {NULL};
    char path[4096];
    const char *const ending = strrchr(program->name, '.');
    format_mutant_path(path, program, job, program->python ? "source" : "program",
                       program->python ? ending : "");
    const char *const python[] = {program->built.command[0], "-B", path, NULL};
    const char *const own[] = {path, NULL};
    return nf_words_join(program->python ? python : own, nothing);
}

/* Sets states and commands by what was compiled. */
static enum nf_status settle_mutants(const struct compiling *compiling, struct nf_error *err)
{
    for (uint64_t job = 1; job < compiling->pool.next; job++) {
        struct nf_mutant *const mutant = &compiling->list[job - 1];
        uint64_t same = 0;
        while (same < job && !(compiling->made[same] &&
                               XXH128_isEqual(compiling->codes[same], compiling->codes[job])))
            same++;
        mutant->state = !compiling->made[job] ? NF_MUTANT_REFUSED
                        : same < job          ? NF_MUTANT_EQUAL
                                              : NF_MUTANT_UNTRIED;
        if (mutant->state != NF_MUTANT_UNTRIED)
            continue;
        mutant->command = command_of(compiling->program, job);
        NF_TRY_MEMORY(mutant->command != NULL, err);
    }
    return NF_OK;
}

static enum nf_status run_compiling(struct compiling *compiling, struct nf_error *err)
{
    compiling->pool.owner = compiling;
    compiling->start = nf_now();
    NF_TRY(open_compiler(compiling, err));
    const enum nf_status status = nf_pool_run(&compiling->pool, err);
    nf_child_close(compiling->child);
    NF_TRY(status);
    /* What was compiled when a signal came may be half of it. */
    return nf_signals_caught() == 0 ? settle_mutants(compiling, err) : NF_OK;
}

static enum nf_status make_of_program(const struct nf_mutants_options *options,
                                      const struct nf_mutated *program, struct nf_mutant *list,
                                      uint64_t before, struct nf_error *err)
{
    const size_t count = program->edits.count;
    NF_OWNED XXH128_hash_t *codes = calloc(count + 1, sizeof *codes);
    NF_OWNED bool *made = calloc(count + 1, sizeof *made);
    struct compiling compiling = {.pool = {.workers = options->judging.jobs,
                                           .work = compile_mutants,
                                           .watch = watch_compiling,
                                           .end = count + 1},
                                  .options = options,
                                  .program = program,
                                  .list = list,
                                  .codes = codes,
                                  .made = made,
                                  .before = before};
    NF_TRY_MEMORY(codes != NULL && made != NULL, err);
    if (!program->python && options->build.by == NULL) {
        const enum nf_status status = nf_build_head(program->built.folder, program->name,
                                                    &options->build, "", &program->source, err);
        if (status != NF_OK)
            return nf_signals_caught() != 0 ? NF_OK : status;
    }
    return run_compiling(&compiling, err);
}

/* ---- the programs ---- */

static enum nf_status open_mutated(const struct nf_mutants_options *options, char *name,
                                   struct nf_mutated *program, struct nf_error *err)
{
    char *const command[] = {name, NULL};
    program->name = name;
    program->python = nf_build_kind(name, &options->build) == NF_BUILD_PYTHON;
    NF_TRY(nf_input_open(&program->source, name, err));
    NF_TRY(nf_build(command, &options->build, &program->built, err));
    nf_edits_make(&program->edits, &program->source, program->python, NF_STRINGS_KEPT);
    return program->edits.failed ? nf_fail_memory(err) : NF_OK;
}

/* The programs must pass; the fastest answers for them. */
static enum nf_status take_programs(const struct nf_judging_options *judging,
                                    const struct nf_judging_result *result,
                                    struct nf_mutants *mutants, struct nf_error *err)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < mutants->programs_count && nf_signals_caught() == 0; i++) {
        const struct nf_program_result *const program = &result->programs[i];
        if (program->first < judging->set->count) {
            char words[NF_VERDICT_BYTES];
            nf_verdict_words(words, &program->tests[program->first].judgement);
            return nf_fail(err, NF_INVALID,
                           "%.300s: expected a program that is accepted, found %s on test %.100s",
                           mutants->programs[i].name, words,
                           judging->set->tests[program->first].name);
        }
        uint64_t time = 0;
        for (size_t test = 0; test < judging->set->count; test++)
            time += program->tests[test].cpu_ns;
        if (time < least) {
            least = time;
            mutants->fastest = i;
        }
    }
    return NF_OK;
}

static enum nf_status judge_programs(const struct nf_mutants_options *options,
                                     struct nf_mutants *mutants, struct nf_error *err)
{
    const size_t count = mutants->programs_count;
    struct nf_judging_options judging = options->judging;
    struct nf_judging_result result;
    NF_OWNED char *const **commands = calloc(count, sizeof *commands);
    NF_TRY_MEMORY(commands != NULL, err);
    for (size_t i = 0; i < count; i++)
        commands[i] = mutants->programs[i].built.command;
    judging.programs = judging.commands = commands;
    judging.programs_count = count;
    judging.progress = NULL;
    judging.first_failure = true;
    enum nf_status status = nf_judge(&judging, &result, err);
    if (status == NF_OK)
        status = take_programs(&judging, &result, mutants, err);
    nf_judging_free(&judging, &result);
    return status;
}

enum nf_status nf_mutants_make(const struct nf_mutants_options *options, char *const *names,
                               size_t count, struct nf_mutants *mutants, struct nf_error *err)
{
    mutants->programs = calloc(count, sizeof *mutants->programs);
    NF_TRY_MEMORY(mutants->programs != NULL, err);
    for (; mutants->programs_count < count; mutants->programs_count++) {
        struct nf_mutated *const program = &mutants->programs[mutants->programs_count];
        const enum nf_status status =
            open_mutated(options, names[mutants->programs_count], program, err);
        mutants->count += program->edits.count;
        if (status != NF_OK) {
            mutants->programs_count++; /* so that it is freed */
            return status;
        }
    }
    mutants->list = calloc(mutants->count + 1, sizeof *mutants->list);
    NF_TRY_MEMORY(mutants->list != NULL, err);
    struct nf_mutant *mutant = mutants->list;
    for (size_t i = 0; i < count; i++)
        for (size_t edit = 0; edit < mutants->programs[i].edits.count; edit++)
            *mutant++ = (struct nf_mutant){.program = i,
                                           .edit = &mutants->programs[i].edits.list[edit],
                                           .shown = NF_MUTANT_UNSHOWN};
    NF_TRY(judge_programs(options, mutants, err));
    uint64_t before = 0;
    for (size_t i = 0; i < count && !nf_judging_over(&options->judging); i++) {
        NF_TRY(
            make_of_program(options, &mutants->programs[i], mutants->list + before, before, err));
        before += mutants->programs[i].edits.count;
    }
    return NF_OK;
}

/* ---- judging ---- */

enum { TOGETHER = 64 }; /* mutants that are judged by one call, each with room for all its tests */

/* The progress of one call as that of all. */
struct relay {
    const struct nf_judging_options *judging;
    uint64_t before; /* tests */
    double start;
};

static void relay_progress(void *owner, uint64_t done, double seconds)
{
    const struct relay *const relay = owner;
    (void)seconds;
    if (relay->judging->progress != NULL)
        relay->judging->progress(relay->judging->progress_owner, relay->before + done,
                                 nf_now() - relay->start);
}

static void take_verdict(const struct nf_program_result *result, size_t tests,
                         struct nf_mutant *mutant)
{
    if (result->first < tests) {
        mutant->state = NF_MUTANT_KILLED;
        mutant->test = result->first;
        mutant->verdict = result->tests[result->first].judgement.verdict;
    } else if (result->accepted) {
        mutant->state = NF_MUTANT_LIVES;
    }
}

static enum nf_status judge_some(const struct nf_judging_options *options,
                                 struct nf_mutant *const *some, size_t count, struct nf_error *err)
{
    char *const *commands[TOGETHER];
    struct nf_judging_options judging = *options;
    struct nf_judging_result result;
    for (size_t i = 0; i < count; i++)
        commands[i] = some[i]->command;
    judging.programs = judging.commands = commands;
    judging.programs_count = count;
    judging.first_failure = true;
    const enum nf_status status = nf_judge(&judging, &result, err);
    /* The test that ran when a signal came is not done. */
    for (size_t i = 0; status == NF_OK && i < count; i++)
        take_verdict(&result.programs[i], judging.set->count, some[i]);
    nf_judging_free(&judging, &result);
    return status;
}

enum nf_status nf_mutants_judge(const struct nf_mutants_options *options,
                                struct nf_mutants *mutants, struct nf_error *err)
{
    struct relay relay = {.judging = &options->judging, .start = nf_now()};
    struct nf_judging_options judging = options->judging;
    struct nf_mutant *some[TOGETHER];
    judging.progress = relay_progress;
    judging.progress_owner = &relay;
    for (size_t i = 0; i < mutants->count && !nf_judging_over(&options->judging);) {
        size_t count = 0;
        for (; i < mutants->count && count < TOGETHER; i++)
            if (mutants->list[i].command != NULL)
                some[count++] = &mutants->list[i];
        if (count > 0)
            NF_TRY(judge_some(&judging, some, count, err));
        relay.before += count * judging.set->count;
    }
    return NF_OK;
}

void nf_mutants_free(struct nf_mutants *mutants)
{
    for (size_t i = 0; mutants->list != NULL && i < mutants->count; i++) {
        nf_words_free(mutants->list[i].command);
        free(mutants->list[i].kills);
    }
    for (size_t i = 0; i < mutants->cases_count; i++) {
        nf_text_free(&mutants->cases[i].instance);
        nf_text_free(&mutants->cases[i].answer);
    }
    for (size_t i = 0; i < mutants->programs_count; i++) {
        nf_edits_free(&mutants->programs[i].edits);
        nf_input_close(&mutants->programs[i].source);
        nf_built_remove(&mutants->programs[i].built);
    }
    free(mutants->list);
    free(mutants->cases);
    free(mutants->programs);
    *mutants = (struct nf_mutants){0};
}
