
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "commands/judge/shared.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- comparing ---- */

static bool comparing_style_word(const void *options, size_t i, struct nf_word *word)
{
    static const struct nf_word words[] = {
        {"auto", N_("testlib's for a source that includes testlib.h, else Kattis'")},
        {"kattis", N_("CHECKER INPUT ANSWER FEEDBACK_FOLDER < OUTPUT; exit code 42 or 43")},
        {"testlib", N_("CHECKER INPUT OUTPUT ANSWER; exit code 0, or 1 and 2")}};
    (void)options;
    if (i < sizeof words / sizeof *words)
        *word = words[i];
    return i < sizeof words / sizeof *words;
}

const struct nf_option nf_rows_comparing[] = {
    {"checker", 0, NF_STRING, "PROGRAM", NF_INTO(struct nf_compared, comparing.checker),
     N_("a program or source that decides whether an output is right (default the package's; else "
        "tokens are compared)")},
    {"checker-style", 0, NF_CHOICE, "STYLE", NF_INTO(struct nf_compared, comparing.style),
     N_("how the checker is called, and what its exit codes mean"), .normal_text = "auto",
     .word = comparing_style_word},
    {"validator-flags", 0, NF_STRING, "FLAGS", NF_INTO(struct nf_compared, comparing.flags),
     N_("compare tokens as Kattis' default validator does with FLAGS: case_sensitive, "
        "space_change_sensitive, float_tolerance E, float_absolute_tolerance E, "
        "float_relative_tolerance E; or arguments of the checker (default the package's, else "
        "tokens must be the same to the byte)")},
    {.name = NULL},
};

bool nf_comparing_given(const struct nf_comparing *comparing)
{
    return comparing->checker != NULL || comparing->flags != NULL;
}

/* Makes a program of the checker at `path`. A source may include what lies beside it. */
static enum nf_status comparing_build(const struct nf_compared *compared, const char *path,
                                      struct nf_built *built, struct nf_checker_options *checking,
                                      struct nf_error *err)
{
    const char *const style = compared->comparing.style;
    char *command[] = {(char *)(uintptr_t)path, NULL};
    struct nf_build build = nf_running_how(&compared->common);
    build.by = NULL;
    build.sandbox = false;
    NF_TRY(nf_build(command, &build, built, err));
    *checking = (struct nf_checker_options){
        .name = path,
        .command = built->command,
        .style = style == NULL || strcmp(style, "auto") == 0 ? nf_checker_style_of(path)
                 : strcmp(style, "testlib") == 0             ? NF_CHECKER_TESTLIB
                                                             : NF_CHECKER_KATTIS,
        .jobs = compared->common.jobs,
        .sandbox = compared->common.sandbox,
    };
    return NF_OK;
}

/* ---- limits ---- */

/* The limit that counts: what the option says, else the package, else the default. */
static struct nf_package_limit limit_from(uint64_t given, const char *option,
                                          struct nf_package_limit package, uint64_t usual)
{
    if (given > 0)
        return (struct nf_package_limit){given, option};
    if (package.from != NULL)
        return package;
    return (struct nf_package_limit){usual, N_("default")};
}

void nf_problem_limits(struct nf_child_limits *allowed, const struct nf_package_settings *package,
                       struct nf_limits *limits)
{
    *limits = (struct nf_limits){
        .cpu_ns = limit_from(allowed->cpu_ns, "--tl", package->cpu_ns, NF_USUAL_CPU_NS),
        .memory = limit_from(allowed->memory, "--ml", package->memory, NF_USUAL_MEMORY),
        .output = limit_from(allowed->output, "--ol", package->output, NF_USUAL_OUTPUT)};
    allowed->cpu_ns = limits->cpu_ns.value;
    allowed->memory = limits->memory.value;
    allowed->output = limits->output.value;
    if (allowed->wall_ns == 0)
        allowed->wall_ns = allowed->cpu_ns + NF_USUAL_WALL_NS - NF_USUAL_CPU_NS;
}

/* ---- for fuzz ---- */

/* How much processor time the program takes for some tests of the package; UINT64_MAX if it fails
 * one. */
static enum nf_status reference_time(const struct nf_test_set *set, char *const *command,
                                     uint64_t *time, struct nf_error *err)
{
    enum { MOST = 10 };
    const struct nf_child_options how = {.command = command,
                                         .limits = {.cpu_ns = UINT64_C(10000000000),
                                                    .wall_ns = UINT64_C(20000000000),
                                                    .memory = UINT64_C(1) << 30,
                                                    .output = NF_USUAL_OUTPUT}};
    NF_FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    *time = 0;
    const size_t step = set->count / MOST + 1;
    for (size_t i = 0; *time != UINT64_MAX && i < set->count; i += step) {
        NF_OWNED_INPUT struct nf_input input = {0};
        NF_TRY(nf_input_open(&input, set->tests[i].instance, err));
        NF_TRY(nf_build_run(&how, input.data, input.size, &result, err));
        const bool well = result.ending == NF_ENDED && result.code == 0;
        *time = well ? *time + result.cpu_ns : UINT64_MAX;
    }
    return NF_OK;
}

/* Builds the references of the package and keeps the one that is fastest on its tests. One that
 * does not compile here is passed over, unless no other does. */
static enum nf_status choose_reference(const struct nf_compared *compared,
                                       struct nf_problem_files *files, struct nf_error *err)
{
    const struct nf_problem_package *const package = &files->package;
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    uint64_t best = UINT64_MAX;
    struct nf_error why;
    enum nf_status built = NF_OK;
    NF_TRY(nf_test_set_open(&set, package->settings.root, err));
    for (size_t i = 0; i < package->references_count && (int)built <= 128; i++) {
        char *command[] = {package->references[i], NULL};
        NF_FREED_BY(nf_built_remove) struct nf_built candidate = {0};
        uint64_t time = 0;
        built = nf_running_build(&compared->common, command, &candidate, &why);
        if (built != NF_OK)
            continue;
        if (package->references_count > 1)
            NF_TRY(reference_time(&set, candidate.command, &time, err));
        if (files->reference.command != NULL && time >= best)
            continue;
        nf_built_remove(&files->reference);
        files->reference = candidate;
        candidate = (struct nf_built){0};
        files->reference_path = package->references[i];
        best = time;
    }
    if (files->reference.command != NULL && (int)built <= 128)
        return NF_OK;
    *err = why;
    return built;
}

static enum nf_status open_reference(const struct nf_problem_files_typed *typed,
                                     const struct nf_compared *compared,
                                     struct nf_problem_files *files, struct nf_error *err)
{
    files->reference_path = typed->differ != NULL ? typed->differ : typed->reference;
    char *command[] = {(char *)(uintptr_t)files->reference_path, NULL};
    if (files->reference_path != NULL)
        return nf_running_build(&compared->common, command, &files->reference, err);
    if (typed->folder != NULL)
        NF_TRY(nf_problem_package_find_references(&files->package, err));
    if (files->package.references_count > 0)
        return choose_reference(compared, files, err);
    if (typed->folder == NULL)
        return nf_fail(err, NF_USAGE, "--format: expected --reference PROGRAM with it");
    return nf_fail(err, NF_USAGE,
                   "%.300s: expected a program in submissions/accepted, a file reference.*, or "
                   "--reference PROGRAM",
                   typed->folder);
}

/* How a reference or a generator is run. Brute force is the usual reference: it gets more time than
 * a program. */
static struct nf_file_program file_program(const struct nf_compared *compared, const char *name,
                                           char *const *command)
{
    struct nf_file_program program = {.name = name};
    nf_running_child(&compared->common, command, &program.child);
    program.child.mixed = false; /* what it draws at its start is not looked for */
    program.child.limits = (struct nf_child_limits){.cpu_ns = UINT64_C(2000000000),
                                                    .wall_ns = UINT64_C(10000000000),
                                                    .memory = UINT64_C(1) << 30,
                                                    .output = NF_USUAL_OUTPUT};
    return program;
}

/* How the references and the generator are run; what has to be compiled for that still is. */
static enum nf_status open_others(const struct nf_problem_files_typed *typed,
                                  const struct nf_compared *compared,
                                  struct nf_problem_files *files, struct nf_error *err)
{
    struct nf_file_problem_options *const options = &files->options;
    char *second[] = {(char *)(uintptr_t)typed->second, NULL};
    char *generator[] = {(char *)(uintptr_t)typed->generator, NULL};
    options->references[0] =
        file_program(compared, files->reference_path, files->reference.command);
    options->differ = typed->differ != NULL;
    if (options->differ) { /* both alike */
        struct nf_limits limits;
        options->references[0].child.mixed = true;
        options->references[0].child.limits = compared->common.limits;
        nf_problem_limits(&options->references[0].child.limits, &files->package.settings, &limits);
    }
    if (typed->second != NULL) {
        NF_TRY(nf_running_build(&compared->common, second, &files->second, err));
        options->references[1] = file_program(compared, typed->second, files->second.command);
    }
    if (typed->generator == NULL)
        return NF_OK;
    NF_TRY(nf_running_build(&compared->common, generator, &files->generator, err));
    options->generator = file_program(compared, typed->generator, files->generator.command);
    return NF_OK;
}

static enum nf_status open_form(const struct nf_problem_files_typed *typed,
                                struct nf_problem_files *files, struct nf_error *err)
{
    if (typed->form == NULL && typed->folder != NULL)
        NF_TRY(nf_problem_package_find_form(&files->package, err));
    files->form_path = typed->form != NULL ? typed->form : files->package.form;
    if (files->form_path == NULL && typed->folder == NULL)
        return nf_fail(err, NF_USAGE, "--reference: expected --format FORM with it");
    if (files->form_path == NULL)
        return nf_fail(err, NF_USAGE,
                       "%.300s: expected a form (.ctd) in it or in its input_validators, or "
                       "--format FORM",
                       typed->folder);
    return nf_common_form(files->form_path, &files->form, err);
}

/* Tokens are compared as the folder's problem.yaml or the option says, else to the byte. */
static enum nf_status open_tokens(const struct nf_compared *compared, const char *flags,
                                  struct nf_problem_files *files, struct nf_error *err)
{
    struct nf_error why;
    if (compared->comparing.flags == NULL && !files->package.settings.kattis)
        return NF_OK;
    const enum nf_status status = nf_comparison_parse(flags, &files->options.comparison, &why);
    if (status == NF_OK)
        return NF_OK;
    return compared->comparing.flags != NULL
               ? nf_fail(err, NF_USAGE, "--validator-flags: %s", why.text)
               : nf_fail(err, status, "%.300s: arguments of the output validator: %s",
                         files->package.settings.root, why.text);
}

/* Reads a case that exists, which must be what the form describes. */
static enum nf_status add_existing(struct nf_problem_files *files, struct nf_form_machine *machine,
                                   const char *path, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_TRY(nf_input_open(&input, path, err));
    NF_TRY(nf_form_check(machine, &input, err));
    struct nf_text *const text = &files->existing[files->existing_count++];
    nf_text_bytes(text, input.data, input.size);
    return text->failed ? nf_fail_memory(err) : NF_OK;
}

/* --from: the tests of a folder, or one file. */
static enum nf_status open_existing(const struct nf_problem_files_typed *typed,
                                    struct nf_problem_files *files, struct nf_error *err)
{
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    struct stat found;
    if (typed->from == NULL)
        return NF_OK;
    const bool folder = stat(typed->from, &found) == 0 && S_ISDIR(found.st_mode);
    if (folder) {
        NF_TRY(nf_test_set_open(&set, typed->from, err));
        NF_TRY(nf_test_set_need(&set, typed->from, err));
    }
    const size_t count = folder ? set.count : 1;
    NF_OWNED_MACHINE struct nf_form_machine *machine = nf_form_machine_new(files->form);
    files->existing = calloc(count + 1, sizeof *files->existing);
    NF_TRY_MEMORY(machine != NULL && files->existing != NULL, err);
    for (size_t i = 0; i < count; i++)
        NF_TRY(add_existing(files, machine, folder ? set.tests[i].instance : typed->from, err));
    files->options.existing = files->existing;
    files->options.existing_count = files->existing_count;
    return NF_OK;
}

static enum nf_status open_comparison(const struct nf_problem_files_typed *typed,
                                      const struct nf_compared *compared,
                                      struct nf_problem_files *files, struct nf_error *err)
{
    const char *checker = compared->comparing.checker;
    if (compared->comparing.flags != NULL)
        nf_text_string(&files->flags, compared->comparing.flags);
    else if (typed->folder != NULL)
        NF_TRY(nf_package_settings_flags(&files->package.settings, "data/secret/1.in",
                                         &files->flags, err));
    const char *const flags = nf_text_terminated(&files->flags);
    if (checker == NULL && typed->folder != NULL && typed->differ == NULL) {
        NF_TRY(nf_problem_package_find_checker(&files->package, err));
        checker = files->package.checker;
    }
    if (checker == NULL)
        return open_tokens(compared, flags, files, err);
    NF_TRY(comparing_build(compared, checker, &files->checker, &files->checking, err));
    files->checking.flags = flags;
    return nf_checker_open(&files->checking, &files->options.comparison.checker, err);
}

enum nf_status nf_problem_files_open(const struct nf_problem_files_typed *typed,
                                     const struct nf_compared *compared,
                                     struct nf_problem_files *files, struct nf_error *err)
{
    if (typed->folder != NULL)
        NF_TRY(nf_problem_package_open(&files->package, typed->folder, err));
    struct nf_file_problem_options *const options = &files->options;
    if (options->game == NULL)
        NF_TRY(open_form(typed, files, err));
    NF_TRY(open_reference(typed, compared, files, err));
    NF_TRY(open_comparison(typed, compared, files, err));
    NF_TRY(open_others(typed, compared, files, err));
    NF_TRY(open_existing(typed, files, err));
    options->name = typed->folder != NULL   ? typed->folder
                    : options->game != NULL ? options->game->problem->name
                                            : files->form_path;
    options->form = files->form;
    options->jobs = compared->common.jobs;
    return nf_file_problem_open(options, &files->problem, err);
}

void nf_problem_files_close(struct nf_problem_files *files)
{
    nf_file_problem_close(files->problem);
    nf_checker_close(files->options.comparison.checker);
    nf_built_remove(&files->checker);
    nf_built_remove(&files->generator);
    nf_built_remove(&files->second);
    nf_built_remove(&files->reference);
    nf_form_free(files->form);
    nf_text_free(&files->flags);
    for (size_t i = 0; i < files->existing_count; i++)
        nf_text_free(&files->existing[i]);
    free(files->existing);
    nf_problem_package_close(&files->package);
}

/* ---- for judge ---- */

enum nf_status nf_answered_files_open(const struct nf_compared *compared, const char *folder,
                                      const struct nf_test_set *set,
                                      struct nf_answered_files *files, struct nf_error *err)
{
    const char *checker = compared->comparing.checker;
    if (checker == NULL) {
        NF_TRY(nf_problem_package_find_checker(&files->package, err));
        checker = files->package.checker;
    }
    files->options = (struct nf_answered_options){.name = folder,
                                                  .set = set,
                                                  .package = &files->package.settings,
                                                  .flags = compared->comparing.flags};
    if (checker != NULL)
        NF_TRY(comparing_build(compared, checker, &files->checker, &files->options.checker, err));
    return nf_answered_open(&files->options, &files->problem, err);
}

void nf_answered_files_close(struct nf_answered_files *files)
{
    nf_answered_close(files->problem);
    nf_built_remove(&files->checker);
    nf_problem_package_close(&files->package);
}
