#include "judge/fuzz/fuzz_report.h"

#include "base/embed.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/fuzz/edits.h"
#include "judge/sandbox/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 16 };                     /* changes that are compiled together */
enum { CASES = 100, LONGEST = 1 << 16 }; /* more cases than those of the finding; bytes of each */

NF_EMBED(nf_repair_sh, "src/judge/fuzz/repair.sh");

struct repairing {
    struct nf_pool pool;
    struct nf_edits edits;
    struct nf_input source;
    struct nf_child *child;
    const struct nf_fuzz_options *options;
    double start, seconds;
    atomic_uint_fast64_t batch; /* so many changes are compiled together */
    atomic_uint_fast64_t best;  /* the first change that passes; edits.count: none */
    atomic_uint_fast64_t tried; /* changes */
};

/* ---- the cases ---- */

static enum nf_status save_source(const char *folder, unsigned number, const char *ending,
                                  const struct nf_text *text, struct nf_error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%03u%s", folder, number, ending);
    return nf_text_save(text, path, err);
}

static enum nf_status save_case(const char *folder, const struct nf_trial_case *run,
                                struct nf_repair *repair, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text input = {0};
    if (run->instance.size > LONGEST)
        return NF_OK;
    nf_trial_put_input(run, &input);
    NF_TRY(save_source(folder, repair->cases, ".in", &input, err));
    return save_source(folder, repair->cases++, ".out", &run->answer, err);
}

/* The failing ones first, for they tell soonest. */
static enum nf_status save_cases(const char *folder, const struct nf_fuzz_options *options,
                                 const struct nf_finding *finding, struct nf_repair *repair,
                                 struct nf_error *err)
{
    if (finding->shrunk)
        NF_TRY(save_case(folder, &finding->smallest, repair, err));
    NF_TRY(save_case(folder, &finding->found, repair, err));
    for (uint64_t i = 0; i < CASES; i++) {
        NF_FREED_BY(nf_trial_free) struct nf_trial_case made = {0};
        NF_TRY(nf_trial_make(&options->trials, options->first + i, &made, err));
        NF_TRY(nf_trial_answer_if_any(&options->trials, &made, err));
        if (!made.left_out)
            NF_TRY(save_case(folder, &made, repair, err));
    }
    return NF_OK;
}

/* ---- trying ---- */

static bool has_time(const struct repairing *repairing)
{
    return nf_now() < repairing->start + repairing->seconds;
}

/* Runs the script on a source; `result` has what it prints. */
static enum nf_status run_script(struct repairing *repairing, uint32_t slot,
                                 const struct nf_text *source, struct nf_child_result *result,
                                 struct nf_error *err)
{
    const double more = 4, left = repairing->start + repairing->seconds + more - nf_now();
    return source->failed
               ? nf_fail_memory(err)
               : nf_child_run_within(repairing->child, slot, source->data, source->size,
                                     left > 1 ? (uint64_t)(left * 1e9) : 1000000000, result, err);
}

/* Tries one change: it is found if all cases pass. */
static enum nf_status try_edit(struct repairing *repairing, uint32_t slot, uint64_t number,
                               struct nf_child_result *result, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text changed = {0};
    nf_edit_apply(&changed, &repairing->source, &repairing->edits.list[number]);
    NF_TRY(run_script(repairing, slot, &changed, result, err));
    if (result->ending == NF_ENDED && result->output.size == 4 &&
        memcmp(result->output.data, "yes\n", 4) == 0) {
        uint_fast64_t best = repairing->best;
        while (number < best && !atomic_compare_exchange_weak(&repairing->best, &best, number))
            continue;
        repairing->pool.stop = true;
    }
    return NF_OK;
}

/* Appends one source in C++ with several changes, a namespace each, whose number is the program's
 * first argument. Whether main() returns 0 is not looked at, for outside of the global namespace it
 * may not. The words are such that a macro for "int" does no harm. */
static void put_batch(struct nf_text *text, const struct repairing *repairing, uint64_t first,
                      uint64_t count)
{
    nf_text_string(text, "#define NF_OUT\n");
    for (uint64_t i = first; i < first + count; i++) {
        const unsigned number = (unsigned)i;
        nf_text_format(text, "#ifndef NF_NO_%u\nnamespace nf_%u {\n#line 1 \"nf_m%u\"\n", number,
                       number, number);
        nf_edit_apply(text, &repairing->source, &repairing->edits.list[i]);
        nf_text_string(text, "\n}\n#endif\n");
    }
    nf_text_string(text, "#line 1 \"nf_main\"\n"
                         "static void nf_call(signed (*f)(), signed, char **) { f(); }\n"
                         "static void nf_call(signed (*f)(signed, char **), signed c, char **v)"
                         " { f(c, v); }\n"
                         "signed main(signed c, char **v) {\n"
                         "  signed n = 0;\n"
                         "  for (char *d = v[1]; *d; d++) n = 10 * n + (*d - '0');\n"
                         "  v[1] = v[0];\n");
    for (uint64_t i = first; i < first + count; i++) {
        const unsigned number = (unsigned)i;
        nf_text_format(text,
                       "#ifndef NF_NO_%u\n  if (n == %u) nf_call(nf_%u::main, c - 1, v + 1);\n"
                       "#endif\n",
                       number, number, number);
    }
    nf_text_string(text, "}\n");
}

/* Tries several changes: compiled together, and those that pass alone; all alone where they cannot
 * be compiled together. */
static enum nf_status try_batch(struct repairing *repairing, uint32_t slot, uint64_t first,
                                uint64_t count, struct nf_child_result *result,
                                struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text source = {0}, passing = {0};
    put_batch(&source, repairing, first, count);
    NF_TRY(run_script(repairing, slot, &source, result, err));
    if (result->ending != NF_ENDED)
        return NF_OK;
    nf_text_bytes(&passing, result->output.data, result->output.size);
    const char *at = nf_text_terminated(&passing);
    const bool apart = strcmp(at, "apart\n") == 0;
    if (apart) /* so will others be */
        repairing->batch = 1;
    for (uint64_t i = first; i < first + count && i < repairing->best; i++) {
        char *end;
        if (!apart && strtoull(at, &end, 10) != i)
            continue;
        if (apart && !has_time(repairing))
            break;
        at = apart ? at : end;
        NF_TRY(try_edit(repairing, slot, i, result, err));
        repairing->tried += apart;
    }
    repairing->tried += apart ? 0 : count;
    return NF_OK;
}

static enum nf_status try_edits(void *owner, uint32_t slot, struct nf_error *err)
{
    struct repairing *const repairing = owner;
    NF_FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    uint64_t first, count;
    while (has_time(repairing) &&
           nf_pool_take(&repairing->pool, repairing->batch, &first, &count)) {
        if (count > 1) {
            NF_TRY(try_batch(repairing, slot, first, count, &result, err));
            continue;
        }
        NF_TRY(try_edit(repairing, slot, first, &result, err));
        repairing->tried++;
    }
    return NF_OK;
}

static double watch_repair(void *owner)
{
    const struct repairing *const repairing = owner;
    const struct nf_fuzz_options *const options = repairing->options;
    if (options->progress != NULL)
        options->progress(options->progress_owner, repairing->tried, nf_now() - repairing->start);
    return 0.2;
}

static enum nf_status run_pool(struct repairing *repairing, struct nf_error *err)
{
    nf_child_hold_signals();
    repairing->start = nf_now();
    enum nf_status status = nf_pool_run(&repairing->pool, err);
    const int signal = nf_signals_caught();
    nf_signals_release();
    if (signal != 0)
        status = nf_fail(err, (enum nf_status)(128 + signal),
                         "stopped by signal %d (%s) while changes of the source were tried", signal,
                         strsignal(signal));
    return status;
}

static void conclude_repair(const struct repairing *repairing, struct nf_repair *repair)
{
    repair->changes = (uint32_t)repairing->edits.count;
    repair->tried = (uint32_t)repairing->tried;
    if (repairing->best == repairing->edits.count)
        return;
    const struct nf_edit *const edit = &repairing->edits.list[repairing->best];
    NF_OWNED_TEXT struct nf_text changed = {0};
    repair->found = true;
    repair->line = edit->line;
    repair->kind = edit->kind;
    if (edit->kind == NF_EDIT_LINE) {
        nf_shown_bytes(&repair->was, repairing->source.data + edit->from, edit->size);
        nf_shown(&repair->now, edit->with);
    }
    nf_edit_apply(&changed, &repairing->source, edit);
    const struct nf_input input = nf_text_input(&changed, "");
    nf_source_line(&repair->code, edit->kind == NF_EDIT_LINE ? &input : &repairing->source,
                   edit->line);
}

/* Opens the slots in which changes are compiled, by the command `how` ("": they are Python), and
 * run. */
static enum nf_status open_child(char *const *command, const struct nf_build *build,
                                 const char *how, const struct nf_built *built,
                                 const struct nf_fuzz_options *job, struct nf_child **child,
                                 struct nf_error *err)
{
    const char *const ending = strrchr(command[0], '.');
    char seconds[24];
    snprintf(seconds, sizeof seconds, "%u",
             (unsigned)(job->trials.allowed.cpu_ns / 1000000000 + 1));
    const char *const shell[] = {"sh",
                                 "-c",
                                 nf_repair_sh,
                                 built->command[0],
                                 built->folder,
                                 ending != NULL ? ending : "",
                                 build->by == NULL ? "-O0 -include head.h" : "",
                                 seconds,
                                 how,
                                 NULL};
    NF_OWNED_WORDS char **words = nf_words_join(shell, command + 1);
    NF_TRY_MEMORY(words != NULL, err);
    struct nf_child_options options = {.command = words,
                                       .limits = build->limits,
                                       .sandbox = build->sandbox,
                                       .writable = built->folder};
    options.limits.cpu_ns = options.limits.wall_ns = UINT64_C(60000000000);
    return nf_child_open(&options, job->jobs, child, err);
}

/* Whether what the program printed is no answer at all, so that its strings are to blame rather
 * than its decisions. */
static bool is_about_strings(const struct nf_finding *finding)
{
    const struct nf_trial_case *const run = finding->shrunk ? &finding->smallest : &finding->found;
    return run->result.output.size > 0 && !nf_judgement_decides(&run->judgement);
}

static void free_repairing(struct repairing *repairing)
{
    nf_child_close(repairing->child);
    nf_edits_free(&repairing->edits);
    nf_input_close(&repairing->source);
}

enum nf_status nf_repair_find(char *const *command, const struct nf_build *build,
                              const struct nf_built *built, const struct nf_fuzz_options *options,
                              const struct nf_finding *finding, double seconds,
                              struct nf_repair *repair, struct nf_error *err)
{
    const enum nf_build_kind kind = nf_build_kind(command[0], build);
    const bool python = kind == NF_BUILD_PYTHON;
    const bool quick = !python && build->by == NULL;
    NF_FREED_BY(free_repairing)
    struct repairing repairing = {.options = options, .seconds = seconds};
    NF_OWNED_TEXT struct nf_text how = {0};
    if (built->folder == NULL || (!python && kind != NF_BUILD_C))
        return NF_OK; /* it is no source, or one of another language */
    if (!python)
        nf_build_how(&how, command[0], build);
    NF_TRY(nf_input_open(&repairing.source, command[0], err));
    NF_TRY(save_cases(built->folder, options, finding, repair, err));
    if (quick)
        NF_TRY(nf_build_head(built->folder, command[0], build, "-O0", &repairing.source, err));
    NF_TRY(open_child(command, build, nf_text_terminated(&how), built, options, &repairing.child,
                      err));
    nf_edits_make(&repairing.edits, &repairing.source, python,
                  is_about_strings(finding) ? NF_STRINGS_BEFORE : NF_STRINGS_BEHIND);
    NF_TRY_MEMORY(!repairing.edits.failed, err);
    repairing.best = repairing.edits.count;
    repairing.batch = quick && strcmp(strrchr(command[0], '.'), ".c") != 0 ? BATCH : 1;
    repairing.pool = (struct nf_pool){.workers = options->jobs,
                                      .owner = &repairing,
                                      .work = try_edits,
                                      .watch = watch_repair,
                                      .end = repairing.edits.count};
    NF_TRY(run_pool(&repairing, err));
    conclude_repair(&repairing, repair);
    return NF_OK;
}

/* ---- what is told ---- */

void nf_repair_describe(struct nf_text *words, const struct nf_repair *repair, const char *source)
{
    const int was = (int)repair->was.size, now = (int)repair->now.size;
    struct nf_text shown = {0};
    nf_shown(&shown, source);
    const char *const name = nf_text_terminated(&shown);
    if (repair->kind == NF_EDIT_LEFT)
        nf_text_format(words, _("Without line %u of %s all %u cases pass:"), repair->line, name,
                       repair->cases);
    else if (repair->kind == NF_EDIT_RAISED)
        nf_text_format(words, _("With line %u of %s before the one above it all %u cases pass:"),
                       repair->line, name, repair->cases);
    else if (now == 0)
        nf_text_format(words, _("Without %.*s in line %u of %s all %u cases pass:"), was,
                       repair->was.data, repair->line, name, repair->cases);
    else
        nf_text_format(words, _("With %.*s for %.*s in line %u of %s all %u cases pass:"), now,
                       repair->now.data, was, repair->was.data, repair->line, name, repair->cases);
    words->failed |= repair->was.failed || repair->now.failed;
    nf_text_free_part(&shown, words);
}

/* Appends that no change was found. */
static void put_none(struct nf_text *words, const struct nf_repair *repair, const char *source)
{
    struct nf_text shown = {0};
    nf_shown(&shown, source);
    const char *const name = nf_text_terminated(&shown);
    if (repair->tried < repair->changes)
        nf_text_format(words,
                       _("With none of the %u small changes of %s that were tried all %u cases "
                         "pass; there was no time for %u more (--repair)."),
                       repair->tried, name, repair->cases, repair->changes - repair->tried);
    else
        nf_text_format(words, _("With none of %u small changes of %s all %u cases pass."),
                       repair->changes, name, repair->cases);
    nf_text_free_part(&shown, words);
}

void nf_repair_put(struct nf_text *text, const struct nf_repair *repair, const char *source)
{
    struct nf_text words = {0};
    if (repair->changes == 0)
        return;
    if (repair->found)
        nf_repair_describe(&words, repair, source);
    else
        put_none(&words, repair, source);
    nf_text_wrapped(text, words.data, words.size, 0, 0);
    nf_text_free_part(&words, text);
    if (repair->found)
        nf_source_line_put(text, repair->line, &repair->code);
}

void nf_repair_free(struct nf_repair *repair)
{
    nf_text_free(&repair->was);
    nf_text_free(&repair->now);
    nf_text_free(&repair->code);
    *repair = (struct nf_repair){0};
}
