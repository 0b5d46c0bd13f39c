#include "sandbox/child_command.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static void add(struct words *words, const char *word)
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
        add(words, *list);
}

static void free_words(struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->word[i]);
    free(words->word);
}

/* Makes `path` visible inside where an empty tmpfs hides it. */
static void show_hidden(struct words *words, const char *path)
{
    static const char *const hidden[] = {"/tmp/", "/dev/shm/"};
    char *const real = realpath(path, NULL);
    for (size_t i = 0; real != NULL && i < sizeof hidden / sizeof hidden[0]; i++) {
        if (strncmp(real, hidden[i], strlen(hidden[i])) == 0)
            add_all(words, (const char *const[]){"--ro-bind", real, real, NULL});
    }
    free(real);
}

/* Adds bubblewrap's arguments, up to the program. */
static void add_walls(struct words *words, const struct nf_command *command, const char *writable)
{
    static const char *const walls[] = {"bwrap",
                                        "--unshare-all",
                                        "--die-with-parent",
                                        "--new-session",
                                        "--ro-bind",
                                        "/",
                                        "/",
                                        "--dev",
                                        "/dev",
                                        "--proc",
                                        "/proc",
                                        "--size",
                                        MEMORY_FILES,
                                        "--tmpfs",
                                        "/tmp",
                                        "--size",
                                        MEMORY_FILES,
                                        "--tmpfs",
                                        "/dev/shm",
                                        NULL};
    char folder[PATH_MAX];
    add_all(words, walls);
    show_hidden(words, command->path);
    for (size_t i = 1; command->argv[i] != NULL; i++)
        show_hidden(words, command->argv[i]);
    if (getcwd(folder, sizeof folder) != NULL) {
        show_hidden(words, ".");
        add_all(words, (const char *const[]){"--chdir", folder, NULL});
    }
    if (writable != NULL)
        add_all(words, (const char *const[]){"--bind", writable, writable, NULL});
    add(words, "--");
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
                                const char *writable, struct nf_error *err)
{
    struct words trial = {0};
    char errors[200];
    add_walls(&trial, command, writable);
    add_all(&trial, (const char *const[]){"test", "-x", command->path, NULL});
    if (trial.failed) {
        free_words(&trial);
        return nf_fail(err, NF_IO, "out of memory");
    }
    const int status = run_quietly(bwrap, trial.word, errors, sizeof errors);
    free_words(&trial);
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

enum nf_status nf_sandbox_wrap(struct nf_command *command, const char *writable,
                               struct nf_error *err)
{
    char *const bwrap = nf_find_program("bwrap");
    if (bwrap == NULL && errno == ENOMEM)
        return nf_fail(err, NF_IO, "out of memory");
    if (bwrap == NULL)
        return nf_fail(err, NF_IO, "the sandbox needs bubblewrap, but there is no 'bwrap' in PATH");
    const enum nf_status status = try_walls(bwrap, command, writable, err);
    if (status != NF_OK) {
        free(bwrap);
        return status;
    }
    struct words wrapped = {0};
    add_walls(&wrapped, command, writable);
    add(&wrapped, command->path);
    for (size_t i = 1; command->argv[i] != NULL; i++)
        add(&wrapped, command->argv[i]);
    for (size_t i = 0; command->argv[i] != NULL; i++)
        free(command->argv[i]);
    free(command->argv);
    free(command->path);
    command->path = bwrap;
    command->argv = wrapped.word;
    command->sandboxed = true;
    return wrapped.failed ? nf_fail(err, NF_IO, "out of memory") : NF_OK;
}
