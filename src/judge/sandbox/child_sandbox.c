#include "judge/sandbox/child_internal.h"

#include "base/owned.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Bytes for each tmpfs. No limit of a case counts the memory in these. */
#define MEMORY_FILES "67108864"

/* A growing list that owns its words. */
struct words {
    char **word;
    size_t count, capacity;
    bool failed;
};

static void add_word(struct words *words, const char *word)
{
    if (words->failed) /* the list is freed up to the first NULL */
        return;
    if (words->count + 1 >= words->capacity) {
        const size_t capacity = words->capacity * 2 + 32;
        char **const grown = realloc(words->word, capacity * sizeof *grown);
        words->failed |= grown == NULL;
        if (grown == NULL)
            return;
        words->word = grown;
        words->capacity = capacity;
    }
    words->word[words->count] = strdup(word);
    words->failed |= words->word[words->count] == NULL;
    words->count += !words->failed;
    words->word[words->count] = NULL;
}

static void add_all(struct words *words, const char *const *list)
{
    for (; *list != NULL; list++)
        add_word(words, *list);
}

static void free_words(struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->word[i]);
    free(words->word);
}

/* ---- what is visible ---- */

/* What the sandbox shows of the file system: the system's programs and libraries, and these. */
struct view {
    struct words folders, files, names; /* `names`: where else the file before it is to be seen */
    const char *writable;               /* shown anyhow; NULL: none */
};

/* The system's folders, and of its settings what programs need to start: no home, no sources,
 * nobody's data. */
static const char *const system_folders[] = {"/usr",       "/bin",   "/sbin",   "/lib",
                                             "/lib32",     "/lib64", "/libx32", "/nix/store",
                                             "/gnu/store", NULL};
static const char *const system_settings[] = {"/etc/alternatives",
                                              "/etc/ld.so.*",
                                              "/etc/localtime",
                                              "/etc/passwd",
                                              "/etc/group",
                                              "/etc/nsswitch.conf",
                                              "/etc/java*",
                                              "/etc/python3*",
                                              "/etc/mono",
                                              "/etc/dotnet",
                                              NULL};

/* Whether `path` is the folder `folder` or lies in it. */
static bool lies_in(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 &&
           (path[length] == '\0' || path[length] == '/' || folder[length - 1] == '/');
}

static bool lies_in_any(const char *path, char *const *folders)
{
    for (; folders != NULL && *folders != NULL; folders++)
        if (lies_in(path, *folders))
            return true;
    return false;
}

/* Whether a file at `path` is seen inside. */
static bool is_shown(const struct view *view, const char *path)
{
    return lies_in_any(path, (char *const *)(uintptr_t)system_folders) ||
           lies_in_any(path, view->folders.word) ||
           (view->writable != NULL && lies_in(path, view->writable));
}

/* Shows a folder, but none that holds what other people's or other programs' files lie in. */
static void show_folder(struct view *view, const char *folder)
{
    const char *const home = getenv("HOME");
    const char *const never[] = {"/tmp", "/var/tmp", "/dev/shm", "/proc", "/sys", home};
    char *const real = realpath(folder, NULL);
    bool wanted = real != NULL;
    for (size_t i = 0; wanted && i < sizeof never / sizeof never[0]; i++)
        wanted = never[i] == NULL || !lies_in(never[i], real);
    if (wanted && !is_shown(view, real))
        add_word(&view->folders, real);
    if (wanted && !is_shown(view, folder) && *folder == '/') { /* through a link */
        add_word(&view->files, real);
        add_word(&view->names, folder);
    }
    free(real);
}

/* Shows the folder above that of a program, where that is the home of an interpreter: a virtual
 * environment of Python, an installation of Python or Java, pyenv; for Rust that of its compilers.
 */
static void show_home_of(struct view *view, const char *bin)
{
    static const char *const marks[] = {"pyvenv.cfg", "lib/python3*/os.py", "lib/pypy3*/os.py",
                                        "lib/modules", "shims"};
    char pattern[PATH_MAX + 32], above[PATH_MAX];
    const char *const slash = strrchr(bin, '/');
    if (slash == NULL || slash == bin)
        return;
    snprintf(above, sizeof above, "%.*s", (int)(slash - bin), bin);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s/%s", above, marks[i]);
        if (glob(pattern, GLOB_NOSORT, NULL, &found) == 0)
            show_folder(view, above);
        globfree(&found);
    }
    snprintf(pattern, sizeof pattern, "%s/../.rustup", above);
    if (strcmp(strrchr(above, '/'), "/.cargo") == 0 && access(pattern, X_OK) == 0)
        show_folder(view, pattern);
}

/* The programs of PATH are those that others execute. */
static void show_path(struct view *view)
{
    const char *at = getenv("PATH");
    while (at != NULL) {
        char folder[PATH_MAX];
        const size_t length = strcspn(at, ":");
        snprintf(folder, sizeof folder, "%.*s", (int)length, at);
        if (folder[0] == '/' && access(folder, X_OK) == 0) {
            show_folder(view, folder);
            show_home_of(view, folder);
        }
        at = at[length] == ':' ? at + length + 1 : NULL;
    }
}

/* Shows a file under its name, and where it really lies. */
static void show_file(struct view *view, const char *path)
{
    char absolute[2 * PATH_MAX], here[PATH_MAX];
    char *const real = realpath(path, NULL);
    const bool relative = path[0] != '/' && getcwd(here, sizeof here) != NULL;
    snprintf(absolute, sizeof absolute, "%s%s%s", relative ? here : "", relative ? "/" : "", path);
    if (real != NULL && !is_shown(view, real)) {
        add_word(&view->files, real);
        add_word(&view->names, real);
    }
    if (real != NULL && strcmp(absolute, real) != 0 && !is_shown(view, absolute)) {
        add_word(&view->files, real);
        add_word(&view->names, absolute);
    }
    free(real);
}

/* Shows a program, the home of the interpreter that it is or that a link leads to, and the one that
 * a script names. */
static void show_program(struct view *view, const char *path, int depth)
{
    enum { LINKS = 20, SCRIPTS = 4 };
    char at[PATH_MAX], link[PATH_MAX], folder[PATH_MAX], line[PATH_MAX];
    snprintf(at, sizeof at, "%s", path);
    for (int i = 0; i < LINKS; i++) {
        const char *const slash = strrchr(at, '/');
        const size_t length = slash != NULL ? (size_t)(slash - at) : 0;
        memcpy(folder, at, length);
        folder[length] = '\0';
        show_home_of(view, folder);
        char *const real = realpath(folder, NULL);
        if (real != NULL && strcmp(real, folder) != 0)
            show_home_of(view, real);
        free(real);
        const ssize_t got = readlink(at, link, sizeof link - 1);
        if (got <= 0)
            break;
        link[got] = '\0';
        if (snprintf(at, sizeof at, "%s%s%s", link[0] == '/' ? "" : folder,
                     link[0] == '/' ? "" : "/", link) >= (int)sizeof at)
            break;
    }
    show_file(view, path);
    FILE *const script = fopen(path, "re");
    if (script != NULL && depth < SCRIPTS && fgets(line, sizeof line, script) != NULL &&
        strncmp(line, "#!", 2) == 0) {
        char *const name = line + 2 + strspn(line + 2, " \t");
        name[strcspn(name, " \t\n")] = '\0';
        show_program(view, name, depth + 1);
    }
    if (script != NULL)
        fclose(script);
}

static void show_one(struct view *view, const char *name)
{
    struct stat status;
    if (stat(name, &status) != 0)
        return;
    if (S_ISDIR(status.st_mode))
        show_folder(view, name);
    else if (S_ISREG(status.st_mode)) /* the sandbox has its own /dev/null */
        show_program(view, name, 0);
}

/* Shows the files and folders that a word names, as a whole or in parts, be it "-cp=a.jar:b" or
 * "./prepare; exec ./program". */
static void show_named(struct view *view, const char *word)
{
    static const char between[] = " \t\n:=;&|()<>'\"`$";
    if (word == NULL)
        return;
    show_one(view, word);
    while (*word != '\0') {
        char part[PATH_MAX];
        const size_t length = strcspn(word, between);
        snprintf(part, sizeof part, "%.*s", (int)length, word);
        if (length > 0)
            show_one(view, part);
        word += length + (word[length] != '\0');
    }
}

static void show_all(struct view *view, const struct nf_command *command)
{
    static const char *const variables[] = {"LD_LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH",
                                            "CLASSPATH"};
    show_path(view);
    show_program(view, command->path, 0);
    for (size_t i = 1; command->argv[i] != NULL; i++)
        show_named(view, command->argv[i]);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        show_named(view, getenv(variables[i]));
}

/* ---- bubblewrap's arguments ---- */

static void bind(struct words *words, const char *path, const char *name)
{
    add_all(words, (const char *const[]){"--ro-bind", path, name, NULL});
}

static void add_system(struct words *words)
{
    char target[PATH_MAX];
    for (const char *const *folder = system_folders; *folder != NULL; folder++) {
        const ssize_t got = readlink(*folder, target, sizeof target - 1);
        target[got > 0 ? got : 0] = '\0';
        if (got > 0)
            add_all(words, (const char *const[]){"--symlink", target, *folder, NULL});
        else if (access(*folder, X_OK) == 0)
            bind(words, *folder, *folder);
    }
    for (const char *const *pattern = system_settings; *pattern != NULL; pattern++) {
        glob_t found;
        if (glob(*pattern, 0, NULL, &found) == 0)
            for (size_t i = 0; i < found.gl_pathc; i++)
                if (access(found.gl_pathv[i], R_OK) == 0)
                    bind(words, found.gl_pathv[i], found.gl_pathv[i]);
        globfree(&found);
    }
}

/* Adds what is shown, but not what lies in the folder `hidden`, NULL: none, unless it was named
 * itself. */
static void add_view(struct words *words, const struct view *view, const char *hidden)
{
    char *const real = hidden != NULL ? realpath(hidden, NULL) : NULL;
    for (size_t i = 0; i < view->folders.count; i++)
        if (real == NULL || !lies_in(view->folders.word[i], real))
            bind(words, view->folders.word[i], view->folders.word[i]);
    if (real != NULL && is_shown(view, real))
        add_all(words, (const char *const[]){"--size", "65536", "--tmpfs", real, NULL});
    for (size_t i = 0; i < view->folders.count; i++)
        if (real != NULL && lies_in(view->folders.word[i], real) &&
            strcmp(view->folders.word[i], real) != 0)
            bind(words, view->folders.word[i], view->folders.word[i]);
    for (size_t i = 0; i < view->names.count && i < view->files.count; i++)
        bind(words, view->files.word[i], view->names.word[i]);
    free(real);
}

/* Adds bubblewrap's arguments, up to the program. */
static void add_walls(struct words *words, const struct nf_command *command,
                      const struct nf_child_options *options)
{
    static const char *const walls[] = {"bwrap", "--unshare-all", "--die-with-parent",
                                        "--new-session", NULL};
    static const char *const own[] = {"--dev",      "/dev",     "--proc", "/proc",  "--size",
                                      MEMORY_FILES, "--tmpfs",  "/tmp",   "--size", MEMORY_FILES,
                                      "--tmpfs",    "/dev/shm", NULL};
    struct view view = {.writable = options->writable};
    char folder[PATH_MAX];
    show_all(&view, command);
    add_all(words, walls);
    add_system(words);
    add_all(words, own);
    add_view(words, &view, options->hidden);
    if (options->writable != NULL)
        add_all(words, (const char *const[]){"--bind", options->writable, options->writable, NULL});
    if (getcwd(folder, sizeof folder) != NULL)
        add_all(words, (const char *const[]){"--dir", folder, "--chdir", folder, NULL});
    add_all(words, (const char *const[]){"--remount-ro", "/", "--", NULL});
    words->failed |= view.folders.failed || view.files.failed || view.names.failed;
    free_words(&view.folders);
    free_words(&view.files);
    free_words(&view.names);
}

/* Runs a command with empty standard input; keeps the start of its standard error. Returns its wait
 * status, or -1 with errno. */
static int run_quietly(const char *path, char **argv, char *errors, size_t size)
{
    int ends[2];
    pid_t pid;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    int error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    if (error == 0)
        error = posix_spawn(&pid, path, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    size_t used = 0;
    ssize_t got;
    char byte;
    while (error == 0 && ((got = read(ends[0], &byte, 1)) > 0 || (got < 0 && errno == EINTR))) {
        if (got == 1 && used + 1 < size)
            errors[used++] = byte;
    }
    errors[used] = '\0';
    errors[strcspn(errors, "\n")] = '\0';
    close(ends[0]);
    int status = -1;
    while (error == 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    errno = error;
    return status;
}

/* Tries whether bubblewrap works here and whether the program is visible inside. */
static enum nf_status try_walls(const char *bwrap, const struct nf_command *command,
                                const struct nf_child_options *options, struct nf_error *err)
{
    NF_FREED_BY(free_words) struct words trial = {0};
    char errors[200];
    add_walls(&trial, command, options);
    add_all(&trial, (const char *const[]){"test", "-x", command->path, NULL});
    NF_TRY_MEMORY(!trial.failed, err);
    const int status = run_quietly(bwrap, trial.word, errors, sizeof errors);
    if (status == -1)
        return nf_fail(err, NF_IO, "'%s' cannot be executed: %s", bwrap, strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return NF_OK;
    char quoted[NF_QUOTED];
    if (errors[0] == '\0')
        return nf_fail(err, NF_IO, "%s is not visible inside the sandbox",
                       nf_quote(quoted, command->path, strlen(command->path)));
    return nf_fail(err, NF_IO, "the sandbox does not work here: %s", errors);
}

enum nf_status nf_sandbox_wrap(struct nf_command *command, const struct nf_child_options *options,
                               struct nf_error *err)
{
    NF_OWNED char *bwrap = nf_find_program("bwrap");
    if (bwrap == NULL && errno == ENOMEM)
        return nf_fail_memory(err);
    if (bwrap == NULL)
        return nf_fail(err, NF_IO, "the sandbox needs bubblewrap, but there is no 'bwrap' in PATH");
    NF_TRY(try_walls(bwrap, command, options, err));
    struct words wrapped = {0};
    add_walls(&wrapped, command, options);
    add_word(&wrapped, command->path);
    for (size_t i = 1; command->argv[i] != NULL; i++)
        add_word(&wrapped, command->argv[i]);
    for (size_t i = 0; command->argv[i] != NULL; i++)
        free(command->argv[i]);
    free(command->argv);
    free(command->path);
    command->path = bwrap;
    bwrap = NULL;
    command->argv = wrapped.word;
    command->sandboxed = true;
    return wrapped.failed ? nf_fail_memory(err) : NF_OK;
}
