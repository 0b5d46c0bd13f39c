#include "commands/judge/shared.h"

#include "base/lang.h"
#include "base/machine.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void adapt_jobs(struct nf_option *row, const void *options)
{
    (void)options;
    const uint32_t cpus = nf_machine_cpus();
    row->normal = cpus < NF_MAX_JOBS ? cpus : NF_MAX_JOBS;
}

/* One more than there are processors, for each job waits for its program now and then: a quarter
 * more cases a second (bench/NOTES.md). Times that are measured, as judge does, are worse for it.
 */
static void adapt_fuzzing_jobs(struct nf_option *row, const void *options)
{
    adapt_jobs(row, options);
    row->normal += row->normal < NF_MAX_JOBS;
}

struct nf_build nf_running_how(const struct nf_common *common)
{
    return (struct nf_build){.by = common->build,
                             .sandbox = common->sandbox,
                             .limits = {.cpu_ns = UINT64_C(30000000000),
                                        .wall_ns = UINT64_C(60000000000),
                                        .memory = UINT64_C(1) << 30,
                                        .output = 128 << 20}};
}

enum nf_status nf_running_build(const struct nf_common *common, char *const *command,
                                struct nf_built *built, struct nf_error *err)
{
    const struct nf_build build = nf_running_how(common);
    return nf_build(command, &build, built, err);
}

#define ROW_STRICT                                                                                 \
    {                                                                                              \
        "strict", 0, NF_FLAG, NULL, NF_INTO(struct nf_common, strict),                             \
            N_("white space matters: if only it differs, the verdict is PE")                       \
    }

const struct nf_option nf_rows_verdicts[] = {
    {"tl", 0, NF_DURATION, "TIME", NF_INTO(struct nf_common, limits.cpu_ns),
     N_("processor time of a case (default 1s)"), .low = 1000000, .normal = NF_USUAL_CPU_NS},
    {"wall", 0, NF_DURATION, "TIME", NF_INTO(struct nf_common, limits.wall_ns),
     N_("wall time of a case (default 5s)"), .low = 1000000, .normal = NF_USUAL_WALL_NS},
    {"ml", 0, NF_SIZE, "SIZE", NF_INTO(struct nf_common, limits.memory),
     N_("memory of a case (default 256M)"), .low = 1 << 20, .normal = NF_USUAL_MEMORY},
    {"ol", 0, NF_SIZE, "SIZE", NF_INTO(struct nf_common, limits.output),
     N_("output of a case (default 64M)"), .low = 1, .high = 1 << 30, .normal = NF_USUAL_OUTPUT},
    ROW_STRICT,
    {.name = NULL},
};

const struct nf_option nf_rows_of_package[] = {
    {"tl", 0, NF_DURATION, "TIME", NF_INTO(struct nf_common, limits.cpu_ns),
     N_("processor time of a case (default the package's, else 1s)"), .low = 1000000},
    {"wall", 0, NF_DURATION, "TIME", NF_INTO(struct nf_common, limits.wall_ns),
     N_("wall time of a case (default 4s above --tl)"), .low = 1000000},
    {"ml", 0, NF_SIZE, "SIZE", NF_INTO(struct nf_common, limits.memory),
     N_("memory of a case (default the package's, else 256M)"), .low = 1 << 20},
    {"ol", 0, NF_SIZE, "SIZE", NF_INTO(struct nf_common, limits.output),
     N_("output of a case (default the package's, else 64M)"), .low = 1, .high = 1 << 30},
    ROW_STRICT,
    {.name = NULL},
};

static bool fork_word(const void *options, size_t i, struct nf_word *word)
{
    static const struct nf_word words[] = {
        {"auto", N_("where it first reads its input, if that is faster and it has done nothing "
                    "before that forks would share; what fails is run again, started")},
        {"no", N_("start it for each case")}};
    (void)options;
    if (i < sizeof words / sizeof *words)
        *word = words[i];
    return i < sizeof words / sizeof *words;
}

void nf_running_child(const struct nf_common *common, char *const *command,
                      struct nf_child_options *child)
{
    *child = (struct nf_child_options){.command = command,
                                       .limits = common->limits,
                                       .sandbox = common->sandbox,
                                       .forkserver = strcmp(common->forkserver, "no") != 0,
                                       .mixed = true};
}

void nf_running_report(const struct nf_common *common, const char *program, const char *restarted,
                       const char *estimated)
{
    char quoted[NF_QUOTED];
    nf_quote(quoted, program, strlen(program));
    if (restarted[0] != '\0' && !common->quiet)
        fprintf(stderr, _("note: every case started %s anew: %s\n"), quoted, _(restarted));
    if (estimated[0] != '\0' && !common->quiet)
        fprintf(stderr,
                _("note: the processor time of the processes that %s starts is estimated, not "
                  "counted: %s\n"),
                quoted, _(estimated));
}

#define ROW_SANDBOX                                                                                \
    {                                                                                              \
        "sandbox", 0, NF_FLAG, NULL, NF_INTO(struct nf_common, sandbox),                           \
            N_("run the program under bubblewrap: no network, no files but those it needs to "     \
               "start")                                                                            \
    }

#define ROW_BUILD                                                                                  \
    {                                                                                              \
        "build", 0, NF_STRING, "CMD", NF_INTO(struct nf_common, build),                            \
            N_("compile source files by the shell command `CMD -o PROGRAM SOURCE`")                \
    }

const struct nf_option nf_rows_running_once[] = {ROW_BUILD, ROW_SANDBOX, {.name = NULL}};

#define ROW_JOBS(usual)                                                                            \
    {                                                                                              \
        "jobs", 'j', NF_NUMBER, "J", NF_INTO(struct nf_common, jobs), N_("cases run in parallel"), \
            .low = 1, .high = NF_MAX_JOBS, .adapt = (usual)                                        \
    }

#define ROW_FORKSERVER                                                                             \
    {                                                                                              \
        "forkserver", 0, NF_CHOICE, "WHERE", NF_INTO(struct nf_common, forkserver),                \
            N_("start the program once and fork it for each case: several times faster"),          \
            .normal_text = "auto", .word = fork_word, .alone = "auto"                              \
    }

const struct nf_option nf_rows_running[] = {
    ROW_JOBS(adapt_jobs), ROW_FORKSERVER, ROW_BUILD, ROW_SANDBOX, {.name = NULL}};

const struct nf_option nf_rows_fuzzing[] = {
    ROW_JOBS(adapt_fuzzing_jobs), ROW_FORKSERVER, ROW_BUILD, ROW_SANDBOX, {.name = NULL}};

/* ---- exit codes of a judge's program ---- */

/* Exit codes by enum nf_judged; with `usual` the last one is not used. */
struct style {
    struct nf_word word;
    int codes[NF_JUDGED_UNABLE + 1];
    bool usual; /* unable: the program's usual code */
};

static const struct style styles[] = {
    {{"ninefold", N_("0 right, 1 wrong, 3 the judge's files are wrong, 4 files cannot be read")},
     {0, 1, 1, 0},
     true},
    {{"testlib", N_("0 right, 1 wrong, 2 wrong white space only, 3 the judge's fault")},
     {0, 1, 2, 3},
     false},
    {{"kattis", N_("42 right, 43 wrong, anything else the judge's fault")}, {42, 43, 43, 0}, true},
};
enum { STYLES = sizeof styles / sizeof styles[0] };

bool nf_exit_style_word(const void *options, size_t i, struct nf_word *word)
{
    (void)options;
    if (i >= STYLES)
        return false;
    *word = styles[i].word;
    return true;
}

bool nf_exit_style_is(const char *style, const char *name)
{
    return strcmp(style != NULL ? style : styles[0].word.name, name) == 0;
}

static const struct style *find(const char *style)
{
    for (size_t i = 1; style != NULL && i < STYLES; i++)
        if (strcmp(styles[i].word.name, style) == 0)
            return &styles[i];
    return &styles[0];
}

/* The flags: name, whether a number follows, whether white space matters. */
static const struct flag {
    const char *name;
    bool takes_number, spaces;
} flags_known[] = {
    {"case_sensitive", false, false},          {"space_change_sensitive", false, true},
    {"float_tolerance", true, false},          {"float_relative_tolerance", true, false},
    {"float_absolute_tolerance", true, false},
};

static const struct flag *find_flag(const char *word)
{
    for (size_t i = 0; i < sizeof flags_known / sizeof flags_known[0]; i++)
        if (strcmp(flags_known[i].name, word) == 0)
            return &flags_known[i];
    return NULL;
}

bool nf_exit_style_is_flag(const char *word)
{
    return find_flag(word) != NULL;
}

static bool is_number(const char *word)
{
    char *end;
    const double number = strtod(word, &end);
    return end != word && *end == '\0' && number >= 0; /* false for NaN, too */
}

enum nf_status nf_exit_style_flags(char *const *flags, bool *spaces, struct nf_error *err)
{
    char quoted[NF_QUOTED];
    for (; *flags != NULL; flags++) {
        const struct flag *const flag = find_flag(*flags);
        if (flag == NULL)
            return nf_fail(err, NF_USAGE, "--exit-style kattis: found %s, expected flags: %s",
                           nf_quote(quoted, *flags, strlen(*flags)), NF_KATTIS_FLAGS_HELP);
        *spaces |= flag->spaces;
        if (!flag->takes_number)
            continue;
        const char *const value = *++flags;
        if (value == NULL)
            return nf_fail(err, NF_USAGE, "--exit-style kattis: %s: missing number", flag->name);
        if (!is_number(value))
            return nf_fail(err, NF_USAGE, "--exit-style kattis: %s: found %s, expected a number",
                           flag->name, nf_quote(quoted, value, strlen(value)));
    }
    return NF_OK;
}

enum nf_status nf_exit_style_check(const char *style, enum nf_judged judged, enum nf_status unable)
{
    const struct style *const found = find(style);
    if (judged == NF_JUDGED_UNABLE && found->usual)
        return unable;
    return (enum nf_status)found->codes[judged];
}

enum nf_status nf_exit_style_verify(const char *style, enum nf_status status)
{
    if (nf_exit_style_is(style, "testlib"))
        return status == NF_OK ? NF_OK : NF_INVALID; /* testlib's validators say 3 as well */
    if (nf_exit_style_is(style, "kattis"))
        return status == NF_OK        ? (enum nf_status)42
               : status == NF_INVALID ? (enum nf_status)43
                                      : status;
    return status;
}
