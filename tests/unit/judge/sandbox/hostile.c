#include "tests/unit/judge/sandbox/hostile.h"
#include "tests/unit/test.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

const struct nf_child_limits nf_hostile_ample = {.cpu_ns = UINT64_C(20000000000),
                                                 .wall_ns = UINT64_C(60000000000),
                                                 .memory = (uint64_t)1 << 30,
                                                 .output = (uint64_t)1 << 28};

static char
    build[PATH_MAX]; /* the build folder: BUILD/unit/judge/sandbox/TEST runs, or that of a house */

void nf_hostile_set_up(void)
{
    char library[PATH_MAX + 64];
    const ssize_t length = readlink("/proc/self/exe", build, sizeof build - 1);
    const char *const way = length > 0 ? strstr(build, "/judge/sandbox/") : NULL;
    if (way != NULL) /* BUILD/unit, or BUILD/houses/judge */
        build[way - build] = '\0';
    for (int i = way != NULL ? 0 : 9; i < 2 && access(nf_hostile_path(""), X_OK) != 0; i++)
        *strrchr(build, '/') = '\0';
    if (access(nf_hostile_path("counter-static"), X_OK) != 0) {
        fprintf(stderr, "%s is not built\n", nf_hostile_path("counter-static"));
        exit(EXIT_FAILURE);
    }
    /* Kept until this program ends: another test would count and kill the programs of this one. */
    if (flock(open(nf_hostile_path(""), O_RDONLY | O_DIRECTORY | O_CLOEXEC), LOCK_EX) != 0) {
        perror(nf_hostile_path(""));
        exit(EXIT_FAILURE);
    }
    snprintf(library, sizeof library, "%s/libninefold-forkserver.so", build);
    setenv("NINEFOLD_FORKSERVER", library, 1);
    signal(SIGPIPE, SIG_IGN);
}

const char *nf_hostile_path(const char *name)
{
    static char paths[4][PATH_MAX + 64];
    static unsigned next;
    char *const path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/hostile/%s", build, name);
    return path;
}

/* Sends `signal`, unless it is 0, to all processes that run a program of the folder; returns how
 * many there are. */
static size_t signal_running(int signal)
{
    const char *const folder = nf_hostile_path("");
    size_t count = 0;
    DIR *const processes = opendir("/proc");
    assert_non_null(processes);
    const struct dirent *process;
    while ((process = readdir(processes)) != NULL) {
        char link[300], program[PATH_MAX];
        snprintf(link, sizeof link, "/proc/%s/exe", process->d_name);
        const ssize_t length = readlink(link, program, sizeof program);
        if (length <= (ssize_t)strlen(folder) || memcmp(program, folder, strlen(folder)) != 0)
            continue;
        count++;
        kill(atoi(process->d_name), signal);
    }
    closedir(processes);
    return count;
}

size_t nf_hostile_running(void)
{
    return signal_running(0);
}

void nf_hostile_kill(void)
{
    signal_running(SIGKILL);
}

bool nf_hostile_wait(size_t count)
{
    for (int i = 0; i < 1000; i++) {
        if (nf_hostile_running() == count)
            return true;
        usleep(10000);
    }
    return false;
}

void nf_hostile_need_namespace(void)
{
    int status = -1;
    const pid_t pid = fork();
    if (pid == 0)
        _exit(unshare(CLONE_NEWPID) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0);
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
        print_message("note: no process id namespaces on this machine\n");
        skip();
    }
}

void nf_hostile_need_sandbox(void)
{
    if (system("bwrap --unshare-all --ro-bind / / true 2>/dev/null") != 0) {
        print_message("note: bubblewrap does not work on this machine\n");
        skip();
    }
}

size_t nf_hostile_servers(enum nf_hostile_mode mode)
{
    return mode == NF_HOSTILE_SERVER;
}

struct nf_child *nf_hostile_open(enum nf_hostile_mode mode, const char *command,
                                 const struct nf_child_limits *limits, uint32_t slots)
{
    enum { WORDS = 8 };
    char words[PATH_MAX], *argv[WORDS + 1] = {0}, *rest = NULL;
    struct nf_child *child;
    if (mode == NF_HOSTILE_SANDBOX)
        nf_hostile_need_sandbox();
    snprintf(words, sizeof words, "%s", nf_hostile_path(command));
    char *word = strtok_r(words, " ", &rest);
    for (int i = 0; i < WORDS && word != NULL; i++, word = strtok_r(NULL, " ", &rest))
        argv[i] = word;
    const struct nf_child_options options = {.command = argv,
                                             .limits = *limits,
                                             .sandbox = mode == NF_HOSTILE_SANDBOX,
                                             .forkserver = mode == NF_HOSTILE_SERVER};
    if (mode == NF_HOSTILE_SERVER)
        setenv("NF_HOSTILE_READS", "1", 1);
    else
        unsetenv("NF_HOSTILE_READS");
    assert_ok(nf_child_open, &options, slots, &child);
    return child;
}

void nf_hostile_close(struct nf_child *const *child)
{
    nf_child_close(*child);
}

struct nf_child *nf_hostile_open_words(struct nf_child_options options, char *const words[])
{
    struct nf_child *child;
    options.command = words;
    if (options.limits.wall_ns == 0)
        options.limits = nf_hostile_ample;
    assert_ok(nf_child_open, &options, 1, &child);
    return child;
}

void nf_hostile_refuse(struct nf_child_options options, const char *path, enum nf_status code,
                       const char *reason)
{
    char *words[] = {(char *)(uintptr_t)path, NULL};
    struct nf_child *child = (void *)&options; /* anything but NULL */
    options.command = words;
    options.limits = nf_hostile_ample;
    assert_ends_saying(code, reason, nf_child_open, &options, 2, &child);
    assert_null(child);
    if (!options.sandbox)
        assert_ends_saying(code, path, nf_child_open, &options, 2, &child);
    assert_int_equal(nf_hostile_running(), 0);
}

struct nf_child_result nf_hostile_run(struct nf_child *child, enum nf_hostile_mode mode,
                                      const char *input, size_t size)
{
    struct nf_child_result result = {0};
    FREED_BY(nf_test_free) char *const behind = malloc(size + 1);
    assert_non_null(behind);
    behind[0] = '!';
    if (size > 0)
        memcpy(behind + 1, input, size);
    const size_t first = mode == NF_HOSTILE_SERVER ? 0 : 1;
    assert_ok(nf_child_run, child, 0, behind + first, size + 1 - first, &result);
    /* The fork server itself may wait for the next case. */
    assert_in_range(nf_hostile_running(), 0, nf_hostile_servers(mode));
    return result;
}

struct nf_child_result nf_hostile_once(enum nf_hostile_mode mode, const char *command,
                                       const struct nf_child_limits *limits, const char *input,
                                       size_t size)
{
    struct nf_child *const child = nf_hostile_open(mode, command, limits, 1);
    const struct nf_child_result result = nf_hostile_run(child, mode, input, size);
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
    return result;
}

struct nf_child_result nf_hostile_once_words(struct nf_child_options options, char *const words[],
                                             const char *input)
{
    FREED_BY(nf_hostile_close) struct nf_child *const child = nf_hostile_open_words(options, words);
    return nf_hostile_run(child, NF_HOSTILE_PLAIN, input, strlen(input));
}

static bool ends_so(const struct nf_hostile_row *row, const struct nf_child_limits *limits,
                    const struct nf_child_result *result)
{
    const struct nf_text *const output = &result->output;
    if (result->ending != row->ending || result->code != row->code)
        return false;
    if (row->output != NULL && (output->size != strlen(row->output) ||
                                memcmp(output->data, row->output, output->size) != 0))
        return false;
    if ((row->errors > 0 && strlen(result->errors) != row->errors) ||
        (row->least_memory > 0 && result->memory < row->least_memory) ||
        (row->least_cpu_ns > 0 && result->cpu_ns < row->least_cpu_ns) ||
        (row->most_cpu_ns > 0 && result->cpu_ns > row->most_cpu_ns))
        return false;
    switch (result->ending) {
    case NF_OUT_OF_TIME:
        return result->code == 0 ? result->cpu_ns > limits->cpu_ns
                                 : result->wall_ns > limits->wall_ns;
    case NF_OUT_OF_MEMORY: return result->memory > limits->memory;
    case NF_OUT_OF_OUTPUT: return output->size == limits->output;
    default: return result->memory <= limits->memory;
    }
}

void nf_hostile_rows(enum nf_hostile_mode mode, const struct nf_hostile_row *rows, size_t count)
{
    for (const struct nf_hostile_row *row = rows; row < rows + count; row++) {
        struct nf_child_limits limits = nf_hostile_ample;
        limits.cpu_ns = row->cpu_ns > 0 ? row->cpu_ns : limits.cpu_ns;
        limits.wall_ns = row->wall_ns > 0 ? row->wall_ns : limits.wall_ns;
        limits.memory = row->memory > 0 ? row->memory : limits.memory;
        limits.output = row->most_bytes > 0 ? row->most_bytes : limits.output;
        FREED_BY(nf_test_free) char *const zeros = calloc(row->zeros + 1, 1);
        assert_non_null(zeros);
        FREED_BY(nf_child_result_free)
        struct nf_child_result result =
            nf_hostile_once(mode, row->command, &limits, zeros, row->zeros);
        if (!ends_so(row, &limits, &result))
            fail_msg("%s: %s: ending %d, code %d, %.0f ms of processor time, %.0f ms, %.0f MB, "
                     "%zu bytes, errors: %s",
                     row->rule, row->command, (int)result.ending, result.code,
                     1e-6 * (double)result.cpu_ns, 1e-6 * (double)result.wall_ns,
                     0x1p-20 * (double)result.memory, result.output.size, result.errors);
    }
}
