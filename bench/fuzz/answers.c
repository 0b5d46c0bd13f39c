/* A right program that takes next to no time, and what it costs to start it without ninefold; for
 * bench/fuzz/run.
 *
 *   answers play DIR PLAYER...   prints the answer to the instance on standard input. DIR has what
 *                                PLAYER, a slow right program, said of it; if not, it is asked.
 *   answers spawn N JOBS DIR     starts `answers play` on the instances of DIR in turn, N times in
 *                                all by posix_spawn, JOBS at a time, and reads what it prints.
 *   answers fork N JOBS DIR      the same by fork: a child answers and ends.
 *
 * The last two print how many there were a second. */
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST = 1 << 24, MOST_FILES = 1 << 16 };

/* ---- the program ---- */

static void copy(int from, int to)
{
    static char bytes[1 << 16];
    for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;)
        if (write(to, bytes, (size_t)got) != got)
            err(4, "write");
}

/* Asks the slow program, and keeps instance and answer. */
static void learn(const char *path, const char *instance, const char *input, size_t size,
                  char **player)
{
    char made[4096];
    snprintf(made, sizeof made, "%s.%d", path, (int)getpid());
    const int in = open(instance, O_RDWR | O_CREAT | O_TRUNC, 0600);
    const int out = open(made, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in < 0 || out < 0 || write(in, input, size) != (ssize_t)size || lseek(in, 0, SEEK_SET) != 0)
        err(4, "%s", made);
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(in, STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        execv(player[0], player);
        err(4, "%s", player[0]);
    }
    int status = 1;
    if (waitpid(pid, &status, 0) != pid || status != 0 || rename(made, path) != 0)
        errx(4, "%s failed", player[0]);
}

static void run_player(const char *folder, char **player)
{
    static char input[MOST];
    size_t size = 0;
    for (ssize_t got; (got = read(STDIN_FILENO, input + size, MOST - size)) > 0;)
        size += (size_t)got;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)input[i]) * UINT64_C(0x100000001b3);
    char path[4096], instance[4096];
    snprintf(path, sizeof path, "%s/%016llx", folder, (unsigned long long)hash);
    snprintf(instance, sizeof instance, "%s.in", path);
    int answer = open(path, O_RDONLY);
    if (answer < 0 && player != NULL) {
        learn(path, instance, input, size, player);
        answer = open(path, O_RDONLY);
    }
    if (answer < 0)
        err(4, "%s", path);
    copy(answer, STDOUT_FILENO);
}

/* ---- without ninefold ---- */

static char *instances[MOST_FILES];
static int count;

static void list(const char *folder)
{
    DIR *const files = opendir(folder);
    if (files == NULL)
        err(4, "%s", folder);
    for (const struct dirent *file; count < MOST_FILES && (file = readdir(files)) != NULL;) {
        char path[4096];
        const size_t length = strlen(file->d_name);
        if (length < 3 || strcmp(file->d_name + length - 3, ".in") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        instances[count++] = strdup(path);
    }
    closedir(files);
    if (count == 0)
        errx(4, "%s: no instances", folder);
}

static pid_t spawn(const char *self, const char *folder, const char *instance, int out)
{
    char *const command[] = {(char *)self, "play", (char *)folder, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, instance, O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    errno = posix_spawn(&pid, self, &actions, NULL, command, environ);
    if (errno != 0)
        err(4, "posix_spawn");
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

static pid_t split(const char *folder, const char *instance, int out)
{
    const pid_t pid = fork();
    if (pid < 0)
        err(4, "fork");
    if (pid > 0)
        return pid;
    const int in = open(instance, O_RDONLY);
    if (in < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
        err(4, "%s", instance);
    run_player(folder, NULL);
    exit(0);
}

static void run_answers(const char *self, const char *how, int times, const char *folder)
{
    static char bytes[1 << 16];
    for (int i = 0; i < times; i++) {
        int ends[2], status = 1;
        if (pipe2(ends, O_CLOEXEC) != 0)
            err(4, "pipe");
        const char *const instance = instances[i % count];
        const pid_t pid = strcmp(how, "spawn") == 0 ? spawn(self, folder, instance, ends[1])
                                                    : split(folder, instance, ends[1]);
        close(ends[1]);
        while (read(ends[0], bytes, sizeof bytes) > 0)
            continue;
        close(ends[0]);
        if (waitpid(pid, &status, 0) != pid || status != 0)
            errx(4, "the program failed");
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc >= 3 && strcmp(argv[1], "play") == 0) {
        run_player(argv[2], argc > 3 ? argv + 3 : NULL);
        return 0;
    }
    if (argc != 5 || (strcmp(argv[1], "spawn") != 0 && strcmp(argv[1], "fork") != 0))
        errx(2, "expected play DIR PLAYER..., spawn N JOBS DIR or fork N JOBS DIR");
    const int times = atoi(argv[2]), jobs = atoi(argv[3]);
    list(argv[4]);
    const double start = now();
    for (int i = 0; i < jobs; i++)
        if (fork() == 0) {
            run_answers(argv[0], argv[1], times / jobs, argv[4]);
            exit(0);
        }
    int status, failed = 0;
    while (wait(&status) > 0)
        failed |= status;
    printf("%.0f\n", times / jobs * jobs / (now() - start));
    return failed != 0 ? 4 : 0;
}
