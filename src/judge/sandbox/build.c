#include "judge/sandbox/build.h"

#include "base/embed.h"
#include "base/lang.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/signals.h"
#include "judge/sandbox/child.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PREFIX = 1 << 16, SHOWN_LINES = 40, SHOWN_BYTES = 8000 };

NF_EMBED(nf_compile_py, "src/judge/sandbox/compile.py");
NF_EMBED(nf_head_sh, "src/judge/sandbox/head.sh");

/* How a language is compiled. `how` is a shell command; $1 is the folder, $2 the program to make,
 * $3 the source, $4 more flags; $5 is compile.py. */
struct language {
    const char *endings; /* each with a blank behind it */
    enum nf_build_kind kind;
    const char *compiler, *package;
    const char *how;
};

static const struct language languages[] = {
    {".cpp .cc .cxx ", NF_BUILD_C, "g++", "g++", "exec g++ -O2 -std=c++17 $4 -o \"$2\" \"$3\""},
    {".c ", NF_BUILD_C, "gcc", "gcc", "exec gcc -O2 -std=gnu17 $4 -o \"$2\" \"$3\" -lm"},
    {".go ", NF_BUILD_OTHER, "go", "golang-go", "exec go build -o \"$2\" \"$3\""},
    {".java ", NF_BUILD_JAVA, "javac", "default-jdk",
     "exec javac -J-XX:-UsePerfData -encoding UTF-8 -d \"$1\" \"$3\""},
    {".py .py3 ", NF_BUILD_PYTHON, "python3", "python3", "exec python3 -B -c \"$5\" \"$3\" \"$2\""},
    {".rs ", NF_BUILD_OTHER, "rustc", "rustc", "exec rustc -O --edition 2021 -o \"$2\" \"$3\""},
};

/* Returns the language of a file by the ending of its name; NULL: unknown. */
static const struct language *find_language(const char *name)
{
    const char *const ending = strrchr(name, '.');
    char word[8];
    if (ending == NULL || snprintf(word, sizeof word, "%s ", ending) >= (int)sizeof word)
        return NULL;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (strstr(languages[i].endings, word) != NULL)
            return &languages[i];
    return NULL;
}

/* Whether the file may be executed and begins like that. */
static bool is_executable(const char *path, const char *begins)
{
    char start[4] = "";
    const size_t size = strlen(begins);
    const int file = access(path, X_OK) == 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    const ssize_t got = file >= 0 ? read(file, start, sizeof start) : 0;
    if (file >= 0)
        close(file);
    return got >= (ssize_t)size && memcmp(start, begins, size) == 0;
}

static const char interpreted[] = "#!";

/* Whether the kernel would run the file. */
static bool is_program(const char *path)
{
    return is_executable(path, interpreted) || is_executable(path, "\177ELF");
}

bool nf_build_is_source(const char *name, const struct nf_build *build)
{
    struct stat found;
    return (build->by != NULL || find_language(name) != NULL) && stat(name, &found) == 0 &&
           S_ISREG(found.st_mode) && !is_program(name);
}

enum nf_build_kind nf_build_kind(const char *name, const struct nf_build *build)
{
    const struct language *const language = find_language(name);
    return build->by != NULL ? NF_BUILD_C : language != NULL ? language->kind : NF_BUILD_OTHER;
}

void nf_build_how(struct nf_text *how, const char *name, const struct nf_build *build)
{
    const struct language *const language = build->by == NULL ? find_language(name) : NULL;
    if (language != NULL)
        nf_text_string(how, language->how);
    else
        nf_text_format(how, "%s $4 -o \"$2\" \"$3\"", build->by);
}

/* ---- compiling ---- */

enum nf_status nf_build_run(const struct nf_child_options *options, const char *input, size_t size,
                            struct nf_child_result *result, struct nf_error *err)
{
    NF_OWNED_CHILD struct nf_child *child = NULL;
    NF_TRY(nf_child_open(options, 1, &child, err));
    const enum nf_status status = nf_child_run(child, 0, input, size, result, err);
    /* The same signal may have ended the program first. */
    const int signal = nf_signals_caught();
    return signal != 0 ? (enum nf_status)(128 + signal) : status;
}

enum nf_status nf_build_run_wrapped(const char *const *front, char *const *command,
                                    const struct nf_child_options *options,
                                    const struct nf_text *input, struct nf_child_result *result,
                                    struct nf_error *err)
{
    char **const words = nf_words_join(front, command);
    struct nf_child_options wrapped = *options;
    NF_TRY_MEMORY(words != NULL, err);
    wrapped.command = words;
    const enum nf_status status = nf_build_run(&wrapped, input->data, input->size, result, err);
    nf_words_free(words);
    return status;
}

enum nf_status nf_build_head(const char *folder, const char *name, const struct nf_build *build,
                             const char *flags, const struct nf_input *source, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text how = {0};
    NF_FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    nf_build_how(&how, name, build);
    NF_TRY_MEMORY(!how.failed, err);
    char *const command[] = {"sh",
                             "-c",
                             (char *)nf_head_sh,
                             "sh",
                             (char *)folder,
                             strcmp(strrchr(name, '.'), ".c") == 0 ? "c" : "c++",
                             (char *)flags,
                             (char *)nf_text_terminated(&how),
                             NULL};
    struct nf_child_options options = {
        .command = command, .limits = build->limits, .sandbox = build->sandbox, .writable = folder};
    const enum nf_status status = nf_build_run(&options, source->data, source->size, &result, err);
    return (int)status > 128
               ? nf_fail(err, status,
                         "stopped by signal %d (%s) while changes of the source were tried",
                         (int)status - 128, strsignal((int)status - 128))
               : status;
}

/* Prints the start of what the compiler wrote. */
static void show(const struct nf_text *output)
{
    struct nf_text some = {0}, shown = {0};
    size_t size = 0;
    for (int line = 0; size < output->size && size < SHOWN_BYTES && line < SHOWN_LINES; size++)
        line += output->data[size] == '\n';
    nf_text_bytes(&some, output->data, size);
    nf_text_bytes(&some, "", 1);
    if (!some.failed && size > 0)
        nf_shown_lines(&shown, some.data);
    if (size < output->size)
        nf_text_string(&shown, "  ...\n");
    if (!shown.failed && shown.size > 0)
        fwrite(shown.data, 1, shown.size, stderr);
    nf_text_free(&some);
    nf_text_free(&shown);
}

/* Says how the compiler ended, unless well. */
static enum nf_status conclude_build(const char *source, const struct nf_build *build,
                                     const struct nf_child_result *result, struct nf_error *err)
{
    const struct nf_child_limits *const limits = &build->limits;
    if (result->ending == NF_ENDED && result->code == 0)
        return NF_OK;
    if (build->flags == NULL)
        show(&result->output);
    if (result->ending == NF_OUT_OF_TIME && result->code == 0)
        return nf_fail(err, NF_INVALID,
                       "%.300s: the compiler took more than %g s of processor time", source,
                       1e-9 * (double)limits->cpu_ns);
    if (result->ending == NF_OUT_OF_TIME)
        return nf_fail(err, NF_INVALID, "%.300s: the compiler took more than %g s", source,
                       1e-9 * (double)limits->wall_ns);
    if (result->ending == NF_OUT_OF_MEMORY && result->code == 0)
        return nf_fail(err, NF_INVALID, "%.300s: the compiler took more than %llu MiB of memory",
                       source, (unsigned long long)limits->memory >> 20);
    if (result->ending == NF_OUT_OF_MEMORY)
        return nf_fail(err, NF_INVALID, "%.300s: the compiler started more than %d processes",
                       source, NF_CHILD_TASKS);
    if (result->ending == NF_OUT_OF_OUTPUT)
        return nf_fail(err, NF_INVALID, "%.300s: the compiler wrote more than %llu MiB", source,
                       (unsigned long long)limits->output >> 20);
    if (result->ending == NF_ENDED)
        return nf_fail(err, NF_INVALID, "%.300s: it does not compile (exit code %d)", source,
                       result->code);
    return nf_fail(err, NF_INVALID, "%.300s: the compiler was killed by signal %d", source,
                   result->code);
}

/* Runs `how` in the shell. What it prints comes by standard output, of which nothing is cut. */
static enum nf_status compile(const char *how, const struct nf_build *build, const char *folder,
                              const char *program, const char *source, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text script = {0};
    NF_FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    nf_text_format(&script, "exec 2>&1\nexport TMPDIR=\"$1\" GOCACHE=\"$1/go\"\n%s", how);
    nf_text_bytes(&script, "", 1);
    NF_TRY_MEMORY(!script.failed, err);
    char *const command[] = {"sh",
                             "-c",
                             script.data,
                             "sh",
                             (char *)folder,
                             (char *)program,
                             (char *)source,
                             (char *)(build->flags != NULL ? build->flags : ""),
                             (char *)nf_compile_py,
                             NULL};
    const struct nf_child_options options = {
        .command = command, .limits = build->limits, .sandbox = build->sandbox, .writable = folder};
    const enum nf_status status = nf_build_run(&options, "", 0, &result, err);
    if ((int)status > 128)
        return nf_fail(err, status, "stopped by signal %d (%s) while '%.300s' was compiled",
                       (int)status - 128, strsignal((int)status - 128), source);
    NF_TRY(status);
    return conclude_build(source, build, &result, err);
}

/* ---- the folder ---- */

enum nf_status nf_build_folder(struct nf_built *built, struct nf_error *err)
{
    const char *const temporary = getenv("TMPDIR");
    char path[PATH_MAX];
    const int used = snprintf(path, sizeof path, "%s/ninefold-XXXXXX",
                              temporary != NULL && *temporary == '/' ? temporary : "/tmp");
    nf_child_hold_signals();
    built->held = true;
    if (used >= (int)sizeof path || mkdtemp(path) == NULL)
        return nf_fail(err, NF_IO, "%.300s: no temporary folder can be made: %s", path,
                       strerror(errno));
    built->folder = strdup(path);
    if (built->folder != NULL)
        return NF_OK;
    rmdir(path);
    return nf_fail_memory(err);
}

void nf_built_remove(struct nf_built *built)
{
    if (built->folder != NULL)
        nf_out_remove_folder(built->folder);
    nf_words_free(built->command);
    free(built->folder);
    if (built->held)
        nf_signals_release();
    *built = (struct nf_built){0};
}

/* ---- what is run ---- */

/* Sets the command to a copy of `words` with `arguments` behind them. */
static enum nf_status set_command(struct nf_built *built, const char *const *words,
                                  char *const *arguments, struct nf_error *err)
{
    built->command = nf_words_join(words, arguments);
    return built->command != NULL ? NF_OK : nf_fail_memory(err);
}

/* Finds the class that the file has to be named after, in the first bytes of a Java source; "":
 * none. */
static void find_public_class(const char *source, char name[128])
{
    static const char words[] = "public class ";
    char *const text = calloc(PREFIX + 1, 1);
    const int file = open(source, O_RDONLY | O_CLOEXEC);
    const ssize_t got = text != NULL && file >= 0 ? read(file, text, PREFIX) : 0;
    const char *const at = got > 0 ? strstr(text, words) : NULL;
    size_t used = 0;
    if (at != NULL)
        for (const char *from = at + strlen(words);
             used < 127 && (isalnum((unsigned char)*from) || *from == '_'); from++)
            name[used++] = *from;
    name[used] = '\0';
    if (file >= 0)
        close(file);
    free(text);
}

/* Compiles a Java source. Judges call the class Main, and the file what they like. */
static enum nf_status build_java(const struct language *java, char *const *command,
                                 const struct nf_build *build, struct nf_built *built,
                                 struct nf_error *err)
{
    char named[128], own[128], link[PATH_MAX + 160], path[PATH_MAX + 160];
    const char *const slash = strrchr(command[0], '/');
    const char *const base = slash != NULL ? slash + 1 : command[0];
    snprintf(own, sizeof own, "%.*s", (int)(strrchr(base, '.') - base), base);
    find_public_class(command[0], named);
    char *const real = realpath(command[0], NULL);
    snprintf(link, sizeof link, "%s/%s.java", built->folder, named);
    const bool linked = named[0] != '\0' && real != NULL && symlink(real, link) == 0;
    free(real);
    NF_TRY(compile(java->how, build, built->folder, "", linked ? link : command[0], err));
    const char *const classes[] = {named, "Main", own};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s.class", built->folder, classes[i]);
        if (classes[i][0] == '\0' || access(path, R_OK) != 0)
            continue;
        const char *const words[] = {"java",        "-XX:-UsePerfData", "-Xss64m", "-cp",
                                     built->folder, classes[i],         NULL};
        return set_command(built, words, command + 1, err);
    }
    return nf_fail(err, NF_INVALID, "%.300s: it has neither a class Main nor %s, in no package",
                   command[0], own);
}

/* The interpreter itself, which wrote its path to the file `path_file`. */
static void find_interpreter(const char *path_file, const char *otherwise,
                             char interpreter[PATH_MAX])
{
    const int file = open(path_file, O_RDONLY | O_CLOEXEC);
    const ssize_t got = file >= 0 ? read(file, interpreter, PATH_MAX - 1) : 0;
    interpreter[got > 0 ? got : 0] = '\0';
    if (got <= 0)
        snprintf(interpreter, PATH_MAX, "%s", otherwise);
    if (file >= 0)
        close(file);
}

/* Compiles the source command[0]. */
static enum nf_status build_source(char *const *command, const struct nf_build *build,
                                   struct nf_built *built, struct nf_error *err)
{
    const struct language *const language = build->by == NULL ? find_language(command[0]) : NULL;
    char program[PATH_MAX + 16], source[PATH_MAX + 16];
    if (language != NULL) {
        char *const found = nf_find_program(language->compiler);
        if (found == NULL)
            return nf_fail(err, NF_IO,
                           "%.300s: there is no '%s' in PATH to compile it; Debian's package is %s",
                           command[0], language->compiler, language->package);
        free(found);
    }
    NF_TRY(nf_build_folder(built, err));
    if (language != NULL && language->kind == NF_BUILD_JAVA)
        return build_java(language, command, build, built, err);
    /* A name that begins with '-' is no option. */
    snprintf(source, sizeof source, "%s%s", command[0][0] == '-' ? "./" : "", command[0]);
    snprintf(program, sizeof program, "%s/program", built->folder);
    if (language != NULL && language->kind == NF_BUILD_PYTHON) {
        char interpreter[PATH_MAX];
        const char *const words[] = {interpreter, "-B", source, NULL};
        NF_TRY(compile(language->how, build, built->folder, program, source, err));
        find_interpreter(program, language->compiler, interpreter);
        return set_command(built, words, command + 1, err);
    }
    NF_OWNED_TEXT struct nf_text how = {0};
    nf_build_how(&how, command[0], build);
    nf_text_bytes(&how, "", 1);
    NF_TRY_MEMORY(!how.failed, err);
    NF_TRY(compile(how.data, build, built->folder, program, source, err));
    if (access(program, X_OK) != 0)
        return nf_fail(err, NF_INVALID, "%.300s: the compiler made no program of it", command[0]);
    const char *const words[] = {program, NULL};
    return set_command(built, words, command + 1, err);
}

/* Whether a program is called Python: python3, python or such as python3.12, by whatever path. */
static bool is_named_python(const char *name)
{
    static const char python[] = "python";
    const char *const slash = strrchr(name, '/'), *const base = slash != NULL ? slash + 1 : name;
    return strncmp(base, python, strlen(python)) == 0 &&
           base[strlen(python) + strspn(base + strlen(python), "0123456789.")] == '\0';
}

/* Whether `name` is a Python that is a script, which looks for the interpreter. That takes several
 * times as long to start, and most start processes for it, so that they cannot be forked. */
static bool is_python_script(const char *name)
{
    char *const found = is_named_python(name) ? nf_find_program(name) : NULL;
    const bool is = found != NULL && is_executable(found, interpreted);
    free(found);
    return is;
}

/* Puts the interpreter in the place of command[0], which looks for it. */
static enum nf_status replace_script(char *const *command, const struct nf_build *build,
                                     struct nf_built *built, struct nf_error *err)
{
    struct nf_build quiet = *build;
    char path_file[PATH_MAX + 16], interpreter[PATH_MAX];
    const char *const words[] = {interpreter, NULL};
    NF_TRY(nf_build_folder(built, err));
    snprintf(path_file, sizeof path_file, "%s/interpreter", built->folder);
    quiet.flags = "";
    const enum nf_status status = compile("exec \"$3\" -c \"$5\" '' \"$2\"", &quiet, built->folder,
                                          path_file, command[0], err);
    if (status != NF_OK && status != NF_INVALID)
        return status;
    find_interpreter(path_file, command[0], interpreter);
    return set_command(built, words, command + 1, err);
}

/* Whether `name` is that of a source which is not there. In PATH nobody looks for one. */
static bool is_missing_source(const char *name)
{
    char *const found = find_language(name) != NULL ? nf_find_program(name) : NULL;
    free(found);
    return find_language(name) != NULL && found == NULL && access(name, F_OK) != 0 &&
           errno == ENOENT;
}

/* Refuses what lies here, but is neither a program nor a source of a known language. */
static enum nf_status check_known(const char *name, struct nf_error *err)
{
    NF_OWNED char *found = nf_find_program(name);
    NF_OWNED_TEXT struct nf_text endings = {0};
    struct stat here;
    /* Anything else is a fault of this machine, which whoever starts it reports. */
    const bool is_none = found == NULL && (errno == ENOENT || errno == EACCES || errno == EISDIR);
    if (!is_none || find_language(name) != NULL || stat(name, &here) != 0)
        return NF_OK;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        nf_text_string(&endings, languages[i].endings);
    NF_TRY_MEMORY(!endings.failed, err);
    endings.size--; /* the last blank */
    return nf_fail(
        err, NF_USAGE,
        "%.300s: found %s, expected a program, a source that ends in %s, or a command that runs it",
        name, S_ISDIR(here.st_mode) ? _("a folder") : _("a file that is not executable"),
        nf_text_terminated(&endings));
}

enum nf_status nf_build(char *const *command, const struct nf_build *build, struct nf_built *built,
                        struct nf_error *err)
{
    static const char *const nothing[] = {NULL};
    *built = (struct nf_built){0};
    if (command[0] == NULL)
        return set_command(built, nothing, command, err);
    if (is_missing_source(command[0])) {
        char quoted[NF_QUOTED];
        return nf_fail(err, NF_USAGE, "%s cannot be run: %s",
                       nf_quote(quoted, command[0], strlen(command[0])), strerror(ENOENT));
    }
    if (nf_build_is_source(command[0], build))
        return build_source(command, build, built, err);
    NF_TRY(check_known(command[0], err));
    if (is_python_script(command[0]))
        return replace_script(command, build, built, err);
    return set_command(built, nothing, command, err);
}
