#include "judge/fuzz/fuzz_report.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "judge/fuzz/edits.h"
#include "judge/sandbox/child.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines ---- */

static size_t line_length(const char *at)
{
    return strcspn(at, "\n");
}

static const char *next_line(const char *at)
{
    at += line_length(at);
    return *at == '\n' ? at + 1 : at;
}

/* Finds `word` in the line at `at`; NULL: it is not there. */
static const char *find_in_line(const char *at, const char *word)
{
    const char *const found = strstr(at, word);
    return found != NULL && found < at + line_length(at) ? found : NULL;
}

/* The number of the line of `source` that the line at `at` names, as in "mine.cpp:57" or
 * 'File "mine.py", line 57'; 0: none. */
static uint32_t named_line(const char *at, const char *source)
{
    const char *const slash = strrchr(source, '/');
    const char *const name = slash != NULL ? slash + 1 : source;
    for (const char *found = at; (found = find_in_line(found, name)) != NULL; found++) {
        const char *behind = found + strlen(name);
        if (found > at && (isalnum((unsigned char)found[-1]) || strchr("_-.", found[-1]) != NULL))
            continue;
        if (strncmp(behind, "\", line ", 8) == 0)
            behind += 8;
        else if (*behind == ':')
            behind++;
        else
            continue;
        const unsigned long number = strtoul(behind, NULL, 10);
        if (isdigit((unsigned char)*behind) && number <= UINT32_MAX)
            return (uint32_t)number;
    }
    return 0;
}

/* ---- what languages and sanitizers say ---- */

/* AddressSanitizer's names, and what they mean. */
static const struct kind {
    const char *name, *reads, *writes; /* `reads` for whatever it does, if `writes` is NULL */
} kinds[] = {
    {"stack-buffer-overflow", N_("reads outside an array"), N_("writes outside an array")},
    {"stack-buffer-underflow", N_("reads outside an array"), N_("writes outside an array")},
    {"global-buffer-overflow", N_("reads outside an array"), N_("writes outside an array")},
    {"heap-buffer-overflow", N_("reads outside a block of memory"),
     N_("writes outside a block of memory")},
    {"heap-use-after-free", N_("reads memory that was freed"), N_("writes memory that was freed")},
    {"stack-use-after-return", N_("reads a variable that is gone"),
     N_("writes a variable that is gone")},
    {"stack-use-after-scope", N_("reads a variable that is gone"),
     N_("writes a variable that is gone")},
    {"attempting double-free", N_("frees memory twice"), NULL},
    {"stack-overflow", N_("uses more than the stack has: calls without end, or large variables"),
     NULL},
    {"SEGV", N_("uses an address where there is no memory"), NULL},
    {"BUS", N_("uses an address where there is no memory"), NULL},
    {"FPE", N_("divides by 0"), NULL},
    {"ABRT", N_("gives up (abort)"), NULL},
};

/* What an ended program says for itself, in front of AddressSanitizer's report. */
static bool put_exception(struct nf_text *what, const char *errors)
{
    static const char thrown[] = "terminate called after throwing an instance of ";
    const char *const at = strstr(errors, thrown);
    if (at == NULL)
        return false;
    const char *const name = at + strlen(thrown);
    struct nf_text shown = {0};
    nf_shown_bytes(&shown, name, line_length(name));
    nf_text_format(what, _("throws %.*s, which nobody catches"), (int)shown.size, shown.data);
    nf_text_free_part(&shown, what);
    return true;
}

/* What the C++ library says of what it was asked to do, also in front of the report: "Error: ", or
 * "std::vector<...>::operator[](...): Assertion '__n < this->size()' failed.". */
static bool put_library(struct nf_text *what, const char *errors)
{
    static const char error[] = "\nError: ", assertion[] = ": Assertion '",
                      own[] = "std::", hidden[] = "__cxx11::basic_";
    const char *at = strstr(errors, error);
    if (at != NULL) {
        at += strlen(error);
        nf_shown_bytes(what, at, line_length(at));
        return true;
    }
    for (const char *line = errors; *line != '\0'; line = next_line(line)) {
        const char *const failed = find_in_line(line, assertion);
        const char *name = find_in_line(line, own);
        if (failed == NULL || name == NULL)
            continue;
        name += strlen(own);
        name += strncmp(name, hidden, strlen(hidden)) == 0 ? strlen(hidden) : 0;
        if (find_in_line(failed, "size()") == NULL && find_in_line(failed, "empty()") == NULL)
            nf_shown_bytes(what, failed + 2, line_length(failed + 2));
        else
            nf_text_format(what, _("uses an element that a std::%.*s does not have"),
                           (int)strspn(name, "abcdefghijklmnopqrstuvwxyz_"), name);
        return true;
    }
    return false;
}

/* Appends the variable beside which memory was used, if the report names one. */
static void put_variable(struct nf_text *what, const char *report)
{
    const char *at = strstr(report, "global variable '"), *end = NULL;
    if (at != NULL)
        at += strlen("global variable '");
    else
        for (const char *line = report; at == NULL && *line != '\0'; line = next_line(line))
            if (find_in_line(line, "<== Memory access") != NULL && strchr(line, '\'') != NULL)
                at = strchr(line, '\'') + 1;
    end = at != NULL ? strchr(at, '\'') : NULL;
    if (end == NULL || end - at > 64 || *at == '<') /* '<unknown>' */
        return;
    struct nf_text shown = {0};
    nf_shown_bytes(&shown, at, (size_t)(end - at));
    nf_text_format(what, ": '%.*s'", (int)shown.size, shown.data);
    nf_text_free_part(&shown, what);
}

/* Appends what AddressSanitizer reports, at its name of the fault. */
static void put_report(struct nf_text *what, const char *errors, const char *report)
{
    const bool writes = strstr(report, "\nWRITE of size") != NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct kind *const kind = &kinds[i];
        if (strncmp(report, kind->name, strlen(kind->name)) != 0)
            continue;
        if (strcmp(kind->name, "ABRT") == 0 &&
            (put_exception(what, errors) || put_library(what, errors)))
            return;
        nf_text_string(what, _(writes && kind->writes != NULL ? kind->writes : kind->reads));
        if (kind->writes != NULL)
            put_variable(what, report);
        return;
    }
    nf_shown_bytes(what, report, strcspn(report, " \n"));
}

/* What valgrind reports, in the line at `line`; NULL: nothing. */
static const char *valgrind_kind(const char *line)
{
    if (strncmp(line, "==", 2) != 0)
        return NULL;
    return find_in_line(line, " uninitialised ") != NULL     ? N_("uses a value that was never set")
           : find_in_line(line, " Invalid read of ") != NULL ? N_("reads outside a block of memory")
           : find_in_line(line, " Invalid write of ") != NULL
               ? N_("writes outside a block of memory")
               : NULL;
}

/* ---- reading ---- */

/* Sets `fault` to the last line of the source in a traceback, whose own last line is the
 * exception. */
static void read_python(const char *traceback, const char *source, struct nf_fault_line *fault)
{
    const char *last = traceback;
    for (const char *line = traceback; *line != '\0'; line = next_line(line)) {
        const uint32_t number = named_line(line, source);
        fault->line = number > 0 ? number : fault->line;
        if (*line != ' ' && *line != '\n')
            last = line;
    }
    if (fault->line > 0)
        nf_shown_bytes(&fault->what, last, line_length(last));
}

/* Sets `fault` to the first line of the source in or behind the line at `from`, with `count` bytes
 * of `message`. */
static void read_first(const char *from, const char *source, const char *message,
                       struct nf_fault_line *fault)
{
    for (const char *line = from; *line != '\0' && fault->line == 0; line = next_line(line))
        fault->line = named_line(line, source);
    if (fault->line > 0)
        nf_shown_bytes(&fault->what, message, line_length(message));
}

void nf_fault_line_read(const char *errors, const char *source, struct nf_fault_line *fault)
{
    static const char python[] = "Traceback (most recent call last):",
                      sanitizer[] = "ERROR: AddressSanitizer: ", undefined[] = ": runtime error: ";
    static const char *const others[] = {"Exception in thread \"main\" ", "panic: "};
    const char *at = strstr(errors, python);
    if (at != NULL) {
        read_python(at, source, fault);
        return;
    }
    for (const char *line = errors; *line != '\0'; line = next_line(line))
        if ((at = find_in_line(line, undefined)) != NULL && named_line(line, source) > 0) {
            read_first(line, source, at + strlen(undefined), fault);
            return;
        } else if (find_in_line(line, " panicked at ") != NULL && named_line(line, source) > 0) {
            read_first(line, source, next_line(line), fault);
            return;
        } else if (valgrind_kind(line) != NULL) {
            read_first(next_line(line), source, _(valgrind_kind(line)), fault);
            return;
        }
    if ((at = strstr(errors, sanitizer)) != NULL) {
        const char *const report = at + strlen(sanitizer);
        read_first(next_line(report), source, "", fault);
        if (fault->line > 0)
            put_report(&fault->what, errors, report);
        return;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others && fault->line == 0; i++)
        if ((at = strstr(errors, others[i])) != NULL)
            read_first(at, source, at + strlen(others[i]), fault);
    if (fault->line == 0 && (at = strstr(errors, undefined)) != NULL) /* in a library; her stack */
        read_first(next_line(at), source, at + strlen(undefined), fault);
}

/* Reads the line of code that the fault names. */
static void read_code(const char *source, struct nf_fault_line *fault)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    struct nf_error ignored;
    if (nf_input_open(&input, source, &ignored) == NF_OK)
        fault->column = nf_source_line(&fault->code, &input, fault->line);
}

/* ---- sanitizers and valgrind ---- */

#define PLAIN "-O0 -g"
#define CHECKED                                                                                    \
    PLAIN " -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"

/* Where a fault is looked for: how the program is built, if that does not compile how else, the
 * shell's words that run it, and the signal at which it reports where it is. What is reported comes
 * by standard output, of which nothing is cut. */
static const struct watching {
    const char *flags, *otherwise;
    const char *script;
    const char *signal;
} sanitizers =
    {
        /* Other compilers than gcc do not know all of the flags, and few programs are too familiar
         * with the library for its own checks. */
        CHECKED " -fsanitize=bounds-strict -D_GLIBCXX_DEBUG", CHECKED,
        "export ASAN_OPTIONS=detect_leaks=0:handle_abort=1:detect_stack_use_after_return=1\n"
        "export UBSAN_OPTIONS=print_stacktrace=1 GLIBCXX_DEBUG_MESSAGE_LENGTH=0\n"
        "exec \"$@\" 2>&1 >/dev/null",
        "ABRT"},
  valgrind = {PLAIN, NULL,
              "exec valgrind -q --vgdb=no --log-fd=3 --exit-on-first-error=yes --error-exitcode=1 "
              "-- \"$@\" "
              "3>&1 >/dev/null 2>&1",
              NULL},
  python = {NULL, NULL, "export PYTHONFAULTHANDLER=1\nexec \"$@\" 2>&1 >/dev/null", "ABRT"},
  java = {NULL, NULL,
          "export JAVA_TOOL_OPTIONS=-XX:+DisplayVMOutputToStderr\n"
          "exec \"$@\" 2>&1 >/dev/null",
          "QUIT"};

/* Returns the status of nf_build_run(), with a message if a signal was caught. */
static enum nf_status fault_status(enum nf_status status, struct nf_error *err)
{
    const int signal = (int)status - 128;
    return signal > 0
               ? nf_fail(err, status, "stopped by signal %d (%s) while the line was looked for",
                         signal, strsignal(signal))
               : status;
}

/* Runs a program on the case under watch. One that took too long is asked where it is after
 * `patience` times as much time, and killed a second later. */
static enum nf_status run_watched(const struct watching *watching, int patience,
                                  char *const *command, bool sandbox,
                                  const struct nf_trial_case *run, struct nf_child_result *result,
                                  struct nf_error *err)
{
    const bool stops = run->judgement.verdict == NF_TLE && watching->signal != NULL;
    const double took = (double)run->result.wall_ns * 1e-9;
    char seconds[32];
    snprintf(seconds, sizeof seconds, "%.3f", patience * (took < 0.3 ? 0.3 : took > 2 ? 2 : took));
    const char *const shell[] = {"sh",
                                 "-c",
                                 watching->script,
                                 "sh",
                                 stops ? "timeout" : NULL,
                                 "-k",
                                 "1",
                                 "-s",
                                 watching->signal,
                                 seconds,
                                 NULL};
    const struct nf_child_options options = {.limits = {.cpu_ns = UINT64_C(10000000000),
                                                        .wall_ns = UINT64_C(20000000000),
                                                        .memory = UINT64_C(2) << 30,
                                                        .output = 1 << 20},
                                             .sandbox = sandbox};
    NF_OWNED_TEXT struct nf_text input = {0};
    nf_trial_put_input(run, &input);
    return fault_status(nf_build_run_wrapped(shell, command, &options, &input, result, err), err);
}

/* Builds the program to be watched; NF_INVALID: it does not compile like that. */
static enum nf_status build_watched(const struct watching *watching, char *const *command,
                                    const struct nf_build *build, struct nf_built *built,
                                    struct nf_error *err)
{
    struct nf_build checked = *build;
    checked.flags = watching->flags;
    const enum nf_status status = nf_build(command, &checked, built, err);
    if (status != NF_INVALID || watching->otherwise == NULL)
        return status;
    nf_built_remove(built);
    checked.flags = watching->otherwise;
    return nf_build(command, &checked, built, err);
}

/* Sets `fault` to the line of the source in which a program was when it was stopped, if that is
 * what is reported: by faulthandler, Java's list of threads, or AddressSanitizer. */
static void read_stopped(const char *output, const char *source, struct nf_fault_line *fault)
{
    static const char *const reports[] = {"Fatal Python error: Aborted", "\n\"main\" #",
                                          "ERROR: AddressSanitizer: ABRT "};
    const char *at = NULL;
    for (size_t i = 0; i < sizeof reports / sizeof *reports && at == NULL; i++)
        at = strstr(output, reports[i]);
    if (at != NULL)
        read_first(at, source, "", fault);
    if (fault->line > 0)
        nf_text_string(&fault->what, _("it was here when it was stopped for taking too long"));
}

static void read_watched(struct nf_child_result *result, const char *source, bool too_long,
                         struct nf_fault_line *fault)
{
    enum { TIMED_OUT = 124, KILLED = 137 }; /* exit statuses of timeout */
    const char *const output = nf_text_terminated(&result->output);
    const bool ended = result->ending == NF_ENDED;
    const bool stopped =
        ended ? result->code == TIMED_OUT || result->code == KILLED : result->ending == NF_KILLED;
    if (too_long && stopped)
        read_stopped(output, source, fault);
    else
        nf_fault_line_read(output, source, fault);
}

static enum nf_status find_watched(const struct watching *watching, char *const *command,
                                   const struct nf_build *build, const struct nf_trial_case *run,
                                   struct nf_fault_line *fault, struct nf_error *err)
{
    NF_FREED_BY(nf_built_remove) struct nf_built built = {0};
    NF_FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    const bool too_long = run->judgement.verdict == NF_TLE;
    const enum nf_status status = build_watched(watching, command, build, &built, err);
    if (status == NF_INVALID)
        return NF_OK; /* it does compile as it is */
    NF_TRY(status);
    /* On a busy machine it may still be starting when it is asked for the first time. */
    for (int patience = 1;
         fault->line == 0 && patience <= (too_long && watching->signal != NULL ? 4 : 1);
         patience *= 4) {
        nf_child_result_free(&result);
        NF_TRY(run_watched(watching, patience, built.command, build->sandbox, run, &result, err));
        read_watched(&result, command[0], too_long, fault);
    }
    return NF_OK;
}

/* Whether valgrind may find something: it is there, and need not wait for a program that hangs. */
static bool is_for_valgrind(const struct nf_trial_case *run)
{
    char *const found = run->judgement.verdict != NF_TLE ? nf_find_program("valgrind") : NULL;
    free(found);
    return found != NULL;
}

enum nf_status nf_fault_line_find(char *const *command, const struct nf_build *build,
                                  const struct nf_trial_case *run, bool explained,
                                  struct nf_fault_line *fault, struct nf_error *err)
{
    if (!nf_build_is_source(command[0], build))
        return NF_OK;
    const enum nf_build_kind kind = nf_build_kind(command[0], build);
    const bool too_long = run->judgement.verdict == NF_TLE;
    nf_fault_line_read(run->result.errors, command[0], fault);
    if (too_long && fault->line == 0 && (kind == NF_BUILD_PYTHON || kind == NF_BUILD_JAVA))
        NF_TRY(
            find_watched(kind == NF_BUILD_JAVA ? &java : &python, command, build, run, fault, err));
    if (kind == NF_BUILD_C && fault->line == 0 && (too_long || !explained))
        NF_TRY(find_watched(&sanitizers, command, build, run, fault, err));
    if (kind == NF_BUILD_C && fault->line == 0 && is_for_valgrind(run))
        NF_TRY(find_watched(&valgrind, command, build, run, fault, err));
    if (fault->line > 0)
        read_code(command[0], fault);
    return NF_OK;
}

void nf_fault_line_describe(struct nf_text *words, const struct nf_fault_line *fault,
                            const char *source)
{
    nf_shown(words, source);
    nf_text_format(words, ":%u: %.*s", fault->line, (int)fault->what.size, fault->what.data);
    words->failed |= fault->what.failed;
}

void nf_fault_line_put(struct nf_text *text, const struct nf_fault_line *fault, const char *source)
{
    if (fault->line == 0)
        return;
    struct nf_text words = {0};
    nf_fault_line_describe(&words, fault, source);
    nf_text_wrapped(text, words.data, words.size, 0, 0);
    nf_text_free_part(&words, text);
    nf_source_line_put(text, fault->line, &fault->code);
}

void nf_fault_line_put_gcc(struct nf_text *text, const struct nf_fault_line *fault,
                           const char *source, const char *kind)
{
    nf_shown(text, source);
    nf_text_format(text, ":%u:%u: %s: %.*s\n", fault->line, fault->column > 0 ? fault->column : 1,
                   kind, (int)fault->what.size, fault->what.data);
    text->failed |= fault->what.failed;
}

void nf_fault_line_free(struct nf_fault_line *fault)
{
    nf_text_free(&fault->what);
    nf_text_free(&fault->code);
    *fault = (struct nf_fault_line){0};
}

/* ---- warnings ---- */

/* Whether a warning of this kind is about style as often as not: "[-Wunused-variable]". */
static bool is_style(const char *kind)
{
    static const char *const styles[] = {"unused-but",
                                         "unused-const",
                                         "unused-f",
                                         "unused-label",
                                         "unused-local",
                                         "unused-macros",
                                         "unused-p",
                                         "unused-result",
                                         "unused-variable",
                                         "sign-compare",
                                         "missing-field",
                                         "comment",
                                         "unknown-pragma",
                                         "deprecated",
                                         "ignored",
                                         "cpp",
                                         "#",
                                         "pedantic"};
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        if (strncmp(kind, styles[i], strlen(styles[i])) == 0)
            return true;
    return false;
}

static bool warnings_have(const struct nf_warnings *warnings, uint32_t line,
                          const struct nf_text *what)
{
    for (uint32_t i = 0; i < warnings->count; i++) {
        const struct nf_fault_line *const known = &warnings->list[i];
        if (known->line == line && known->what.size == what->size &&
            memcmp(known->what.data, what->data, what->size) == 0)
            return true;
    }
    return false;
}

/* Adds the warning in the line at `at`, if it is one of `source` and new: "mine.cpp:13:9: warning:
 * 'best' may be used uninitialized [-Wmaybe-uninitialized]". Those of line `only` are wanted
 * whatever they are about (0: those of all lines that are not about style). */
static void warnings_add(const char *at, const char *source, uint32_t only,
                         struct nf_warnings *warnings)
{
    static const char word[] = ": warning: ", option[] = " [-W";
    const char *const found = find_in_line(at, word);
    const uint32_t line = found != NULL ? named_line(at, source) : 0;
    if (line == 0 || warnings->count == NF_MOST_WARNINGS || (only > 0 && line != only))
        return;
    const char *const what = found + strlen(word), *const kind = find_in_line(what, option);
    if (only == 0 && (kind == NULL || is_style(kind + strlen(option))))
        return;
    struct nf_text shown = {0};
    nf_shown_bytes(&shown, what, kind != NULL ? (size_t)(kind - what) : line_length(what));
    if (warnings_have(warnings, line, &shown))
        nf_text_free(&shown);
    else
        warnings->list[warnings->count++] = (struct nf_fault_line){.line = line, .what = shown};
}

void nf_warnings_read(const char *output, const char *source, uint32_t line,
                      struct nf_warnings *warnings)
{
    for (const char *at = output; line > 0 && *at != '\0'; at = next_line(at))
        warnings_add(at, source, line, warnings);
    for (const char *at = output; *at != '\0'; at = next_line(at))
        warnings_add(at, source, 0, warnings);
}

enum nf_status nf_warnings_find(char *const *command, const struct nf_build *build,
                                const struct nf_built *built, uint32_t line,
                                struct nf_warnings *warnings, struct nf_error *err)
{
    if (built->folder == NULL || nf_build_kind(command[0], build) != NF_BUILD_C)
        return NF_OK;
    NF_OWNED_TEXT struct nf_text script = {0}, source = {0};
    NF_FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    nf_text_format(&source, "%s%s", command[0][0] == '-' ? "./" : "", command[0]); /* no option */
    nf_text_string(&script, "export LC_ALL=C TMPDIR=\"$1\"\nexec 2>&1\n"
                            "set -- \"$1\" \"$1/warned\" \"$2\" '-O2 -Wall -Wextra'\n");
    nf_build_how(&script, command[0], build);
    const char *const shell[] = {"sh", "-c",          nf_text_terminated(&script),
                                 "sh", built->folder, nf_text_terminated(&source),
                                 NULL};
    char *const nothing[] = {NULL};
    NF_OWNED_WORDS char **words =
        script.failed || source.failed ? NULL : nf_words_join(shell, nothing);
    const struct nf_child_options options = {.command = words,
                                             .limits = build->limits,
                                             .sandbox = build->sandbox,
                                             .writable = built->folder};
    NF_TRY_MEMORY(words != NULL, err);
    NF_TRY(fault_status(nf_build_run(&options, "", 0, &result, err), err));
    if (result.ending == NF_ENDED && result.code == 0)
        nf_warnings_read(nf_text_terminated(&result.output), command[0], line, warnings);
    for (uint32_t i = 0; i < warnings->count; i++)
        read_code(command[0], &warnings->list[i]);
    return NF_OK;
}

void nf_warnings_put(struct nf_text *text, const struct nf_warnings *warnings, uint32_t line,
                     const char *source)
{
    for (uint32_t i = 0; i < warnings->count; i++) {
        const struct nf_fault_line *const warning = &warnings->list[i];
        struct nf_text words = {0};
        nf_shown(&words, source);
        nf_text_format(&words, _(":%u: the compiler warns: %.*s"), warning->line,
                       (int)warning->what.size, warning->what.data);
        nf_text_wrapped(text, words.data, words.size, 0, 0);
        if (warning->line != line)
            nf_source_line_put(text, warning->line, &warning->code);
        line = warning->line;
        text->failed |= warning->what.failed;
        nf_text_free_part(&words, text);
    }
}

void nf_warnings_free(struct nf_warnings *warnings)
{
    for (uint32_t i = 0; i < warnings->count; i++)
        nf_fault_line_free(&warnings->list[i]);
    warnings->count = 0;
}
