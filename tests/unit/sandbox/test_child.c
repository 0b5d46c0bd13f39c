/* Running a program: input and output of any size, how it ended, what it is given, and what happens
 * when it cannot be started, is interrupted, or when one of the processes involved dies. */
#include "tests/unit/sandbox/hostile.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static enum nf_hostile_mode mode_of(void **state)
{
    return *(const enum nf_hostile_mode *)*state;
}

static void check_output(const struct nf_child_result *result, const char *expected)
{
    assert_int_equal(result->output.size, strlen(expected));
    assert_memory_equal(result->output.data, expected, result->output.size);
}

/* ---- input and output ---- */

/* Random bytes go in, their number and sum come out. */
static void input_of_any_size_arrives_whole(void **state)
{
    static const size_t sizes[] = {0, 1, 4096, 65535, 65536, 65537, 1u << 20, 5000001};
    const enum nf_hostile_mode mode = mode_of(state);
    uint64_t random = nf_test_seed();
    struct nf_child *const child = nf_hostile_open(mode, "counter", &nf_hostile_ample, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned char *const input = malloc(sizes[i] + 1);
        unsigned long sum = 0;
        char expected[80];
        assert_non_null(input);
        for (size_t k = 0; k < sizes[i]; k++)
            sum += input[k] = (unsigned char)nf_test_random(&random);
        struct nf_child_result result = nf_hostile_run(child, mode, (char *)input, sizes[i]);
        /* Had the program kept its memory from case to case, the second number would be larger. */
        snprintf(expected, sizeof expected, "%zu %zu %lu\n", sizes[i], sizes[i], sum);
        assert_int_equal(result.ending, NF_ENDED);
        check_output(&result, expected);
        nf_child_result_free(&result);
        free(input);
    }
    nf_child_close(child);
}

static void large_output_arrives_whole(void **state)
{
    const size_t size = (size_t)64 << 20;
    struct nf_child_result result =
        nf_hostile_once(mode_of(state), "printer out 67108864", &nf_hostile_ample, "", 0);
    assert_int_equal(result.ending, NF_ENDED);
    assert_int_equal(result.output.size, size);
    assert_int_equal(result.output.data[0], 'x');
    assert_memory_equal(result.output.data, result.output.data + 1, size - 1);
    nf_child_result_free(&result);
}

static void input_that_is_not_read_does_no_harm(void **state)
{
    const size_t size = 1 << 20;
    char *const input = calloc(size, 1);
    assert_non_null(input);
    struct nf_child_result ended =
        nf_hostile_once(mode_of(state), "ender exit 0", &nf_hostile_ample, input, size);
    assert_int_equal(ended.ending, NF_ENDED);
    assert_int_equal(ended.code, 0);
    struct nf_child_result closed =
        nf_hostile_once(mode_of(state), "ender quiet 5", &nf_hostile_ample, input, size);
    assert_int_equal(closed.ending, NF_ENDED);
    assert_int_equal(closed.code, 5);
    check_output(&closed, "closed\n");
    struct nf_child_limits limits = nf_hostile_ample;
    limits.wall_ns = 100000000;
    struct nf_child_result asleep =
        nf_hostile_once(mode_of(state), "sleeper", &limits, input, size);
    assert_int_equal(asleep.ending, NF_OUT_OF_TIME);
    nf_child_result_free(&ended);
    nf_child_result_free(&closed);
    nf_child_result_free(&asleep);
    free(input);
}

static void only_so_much_of_the_errors_is_kept(void **state)
{
    struct nf_child *const child =
        nf_hostile_open(mode_of(state), "printer err 5", &nf_hostile_ample, 1);
    struct nf_child_result result = nf_hostile_run(child, mode_of(state), "", 0);
    assert_string_equal(result.errors, "xxxxx");
    assert_int_equal(result.output.size, 0);
    nf_child_result_free(&result);
    nf_child_close(child);
    result = nf_hostile_once(mode_of(state), "printer err 3000000", &nf_hostile_ample, "", 0);
    assert_int_equal(result.ending, NF_ENDED);
    assert_int_equal(result.code, 0);
    assert_int_equal(strlen(result.errors), sizeof result.errors - 1);
    nf_child_result_free(&result);
}

/* Of more the first and the last lines, each whole, with a line of dots between. */
static void first_and_last_lines_of_the_errors_are_kept(void **state)
{
    uint64_t random = nf_test_seed();
    (void)state;
    for (int i = 0; i < 12; i++) {
        char command[64], text[32];
        random = random * 6364136223846793005u + 1442695040888963407u;
        const unsigned lines = 1 + (unsigned)(random >> 33) % (i % 3 == 0 ? 9000 : 300);
        snprintf(command, sizeof command, "seq 1 %u >&2; exit 3", lines);
        char *argv[] = {"sh", "-c", command, 0};
        const struct nf_child_options options = {.command = argv, .limits = nf_hostile_ample};
        struct nf_child *child;
        struct nf_error err = {""};
        assert_int_equal(nf_child_open(&options, 1, &child, &err), NF_OK);
        struct nf_child_result result = nf_hostile_run(child, NF_HOSTILE_PLAIN, "", 0);
        unsigned told = 0, dots = 0;
        for (const char *line = result.errors; *line != '\0'; line += strcspn(line, "\n") + 1) {
            if (strncmp(line, "...\n", 4) == 0) {
                assert_true(told > 10 && told + 10 < lines && dots++ == 0);
                told = (unsigned)strtoul(line + 4, NULL, 10) - 1;
                continue;
            }
            snprintf(text, sizeof text, "%u\n", ++told);
            assert_int_equal(strncmp(line, text, strlen(text)), 0);
        }
        assert_int_equal(told, lines);
        assert_true(dots == 1 || lines < 300);
        nf_child_result_free(&result);
        nf_child_close(child);
    }
}

/* Each byte is read by itself; the shell is looked for in PATH. */
static void what_comes_in_drops_arrives_whole(void **state)
{
    (void)state;
    char *argv[] = {"sh", "-c", "for c in a b c; do printf $c; printf $c >&2; sleep .1; done", 0};
    const struct nf_child_options options = {.command = argv, .limits = nf_hostile_ample};
    struct nf_child *child;
    struct nf_error err = {""};
    assert_int_equal(nf_child_open(&options, 1, &child, &err), NF_OK);
    struct nf_child_result result = nf_hostile_run(child, NF_HOSTILE_PLAIN, "", 0);
    check_output(&result, "abc");
    assert_string_equal(result.errors, "abc");
    nf_child_result_free(&result);
    nf_child_close(child);
}

/* ---- the end ---- */

static void exit_codes_are_told(void **state)
{
    static const int codes[] = {0, 1, 7, 128, 255};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        char command[32];
        snprintf(command, sizeof command, "ender exit %d", codes[i]);
        struct nf_child_result result =
            nf_hostile_once(mode_of(state), command, &nf_hostile_ample, "", 0);
        assert_int_equal(result.ending, NF_ENDED);
        assert_int_equal(result.code, codes[i]);
        nf_child_result_free(&result);
    }
}

/* The crashes happen in an empty folder, which must stay empty: no core files. */
static void signals_are_told_and_no_core_is_dumped(void **state)
{
    static const int signals[] = {SIGSEGV, SIGABRT, SIGFPE, SIGKILL, SIGTERM, SIGQUIT};
    char folder[] = "/tmp/ninefold-child-XXXXXX", *const before = getcwd(NULL, 0);
    assert_non_null(before);
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        char command[32];
        snprintf(command, sizeof command, "ender signal %d", signals[i]);
        struct nf_child_result result =
            nf_hostile_once(mode_of(state), command, &nf_hostile_ample, "", 0);
        assert_int_equal(result.ending, NF_KILLED);
        assert_int_equal(result.code, signals[i]);
        nf_child_result_free(&result);
    }
    assert_int_equal(chdir(before), 0);
    assert_int_equal(rmdir(folder), 0);
    free(before);
}

/* A file that stays open in the test, an ignored signal and a blocked one are not passed on. */
static void program_gets_a_clean_start(void **state)
{
    const int open_file = open("/dev/null", O_RDONLY);
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    struct nf_child_result result =
        nf_hostile_once(mode_of(state), "inventory", &nf_hostile_ample, "", 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(open_file);
    check_output(&result, "descriptor 0\ndescriptor 1\ndescriptor 2\n"
                          "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
    nf_child_result_free(&result);
}

/* ---- slots ---- */

struct worker {
    pthread_t thread;
    struct nf_child *child;
    uint32_t slot;
    size_t before; /* bytes of input that it reads before it counts */
    bool good;
};

static void *count_many(void *argument)
{
    struct worker *const worker = argument;
    struct nf_child_result result = {0};
    struct nf_error err;
    worker->good = true;
    for (size_t i = 0; i < 40; i++) {
        /* Sizes that differ between the slots, so that exchanged results would show. */
        const size_t size = 2000 * i + 7 * worker->slot;
        char *const input = malloc(size + 1 + worker->before);
        char expected[80];
        memset(input, 1, size + worker->before);
        snprintf(expected, sizeof expected, "%zu %zu %zu\n", size, size, size);
        worker->good &= nf_child_run(worker->child, worker->slot, input, size + worker->before,
                                     &result, &err) == NF_OK &&
                        result.output.size == strlen(expected) &&
                        memcmp(result.output.data, expected, result.output.size) == 0;
        free(input);
    }
    nf_child_result_free(&result);
    return NULL;
}

static void slots_run_side_by_side(void **state)
{
    enum { SLOTS = 3 };
    struct worker workers[SLOTS];
    struct nf_child *const child =
        nf_hostile_open(mode_of(state), "counter", &nf_hostile_ample, SLOTS);
    for (uint32_t i = 0; i < SLOTS; i++) {
        workers[i] = (struct worker){
            .child = child, .slot = i, .before = mode_of(state) == NF_HOSTILE_SERVER};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, count_many, &workers[i]), 0);
    }
    for (uint32_t i = 0; i < SLOTS; i++) {
        pthread_join(workers[i].thread, NULL);
        assert_true(workers[i].good);
    }
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
}

/* ---- faults ---- */

static void check_refused(const char *path, enum nf_status code, const char *reason)
{
    char *argv[] = {(char *)(uintptr_t)path, NULL};
    const struct nf_child_options options = {.command = argv, .limits = nf_hostile_ample};
    struct nf_error err = {""};
    struct nf_child *child = (void *)&err; /* anything but NULL */
    assert_int_equal(nf_child_open(&options, 1, &child, &err), code);
    assert_null(child);
    assert_non_null(strstr(err.text, path));
    assert_non_null(strstr(err.text, reason));
}

static void what_is_no_program_is_refused(void **state)
{
    (void)state;
    check_refused("no-such-program", NF_USAGE, "PATH");
    check_refused("./no-such-program", NF_USAGE, "No such file");
    check_refused("/tmp", NF_USAGE, "Is a directory");
    check_refused("/etc/passwd", NF_USAGE, "Permission denied");
}

/* A file that may not be executed is named before one that is nowhere, in whatever order. */
static void a_program_in_path_that_may_not_be_executed_is_told(void **state)
{
    (void)state;
    char folder[] = "/tmp/ninefold-child-XXXXXX", file[64], list[256];
    char *const path = strdup(getenv("PATH"));
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/plain", folder);
    fclose(fopen(file, "w"));
    for (int last = 0; last < 2; last++) {
        snprintf(list, sizeof list, last ? "/nowhere:%s/plain:%s" : "%s:/nowhere:%s/plain", folder,
                 folder);
        setenv("PATH", list, 1);
        check_refused("plain", NF_USAGE, "Permission denied");
        check_refused("other", NF_USAGE, "PATH");
    }
    setenv("PATH", path, 1);
    free(path);
    unlink(file);
    rmdir(folder);
}

static void file_that_cannot_be_executed_is_an_error_of_the_case(void **state)
{
    (void)state;
    char path[] = "/tmp/ninefold-child-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, "neither ELF nor a script\n", 25), 25);
    assert_int_equal(fchmod(file, 0700), 0);
    close(file);
    char *argv[] = {path, NULL};
    const struct nf_child_options options = {.command = argv, .limits = nf_hostile_ample};
    struct nf_child *child;
    struct nf_child_result result = {0};
    struct nf_error err = {""};
    assert_int_equal(nf_child_open(&options, 1, &child, &err), NF_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(nf_child_run(child, 0, "", 0, &result, &err), NF_IO);
        assert_non_null(strstr(err.text, path));
        assert_non_null(strstr(err.text, "Exec format error"));
    }
    nf_child_result_free(&result);
    nf_child_close(child);
    unlink(path);
}

static void *run_until_interrupted(void *argument)
{
    struct worker *const worker = argument;
    struct nf_child_result result = {0};
    struct nf_error err = {""};
    worker->good = nf_child_run(worker->child, worker->slot, "", 0, &result, &err) == NF_IO &&
                   strcmp(err.text, "interrupted") == 0;
    nf_child_result_free(&result);
    return NULL;
}

static void interrupt_ends_running_and_later_cases(void **state)
{
    const struct nf_child_limits none = {0};
    struct nf_child *const child = nf_hostile_open(mode_of(state), "sleeper deaf", &none, 2);
    struct worker workers[2];
    for (uint32_t i = 0; i < 2; i++) {
        workers[i] = (struct worker){.child = child, .slot = i};
        pthread_create(&workers[i].thread, NULL, run_until_interrupted, &workers[i]);
    }
    /* Whether they are asleep already or only about to start, both must end. */
    usleep(50000);
    nf_child_interrupt(child);
    for (uint32_t i = 0; i < 2; i++) {
        pthread_join(workers[i].thread, NULL);
        assert_true(workers[i].good);
    }
    run_until_interrupted(&workers[0]);
    assert_true(workers[0].good);
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
}

/* Sends `signal` to at most `most` supervisors of a process, its children of that name; returns how
 * many. */
static size_t signal_supervisors(pid_t of, size_t most, int signal)
{
    size_t signalled = 0;
    DIR *const processes = opendir("/proc");
    const struct dirent *process;
    while (processes != NULL && signalled < most && (process = readdir(processes)) != NULL) {
        char path[300], name[32] = "";
        snprintf(path, sizeof path, "/proc/%s/stat", process->d_name);
        FILE *const file = fopen(path, "r");
        int parent = 0;
        if (file != NULL && fscanf(file, "%*d (%31[^)]) %*c %d", name, &parent) == 2 &&
            strcmp(name, "nf-supervisor") == 0 && parent == of)
            signalled += kill(atoi(process->d_name), signal) == 0;
        if (file != NULL)
            fclose(file);
    }
    closedir(processes);
    return signalled;
}

static void *run_until_supervisor_is_lost(void *argument)
{
    struct worker *const worker = argument;
    struct nf_child_result result = {0};
    struct nf_error err = {""};
    worker->good = nf_child_run(worker->child, 0, "", 0, &result, &err) == NF_OK &&
                   result.ending == NF_UNWATCHED;
    nf_child_result_free(&result);
    return NULL;
}

static void need_supervisors_as_children(void)
{
    if (geteuid() != 0) {
        print_message("note: as a user, supervisors have another process between\n");
        skip();
    }
}

/* Begins a case that sleeps, and sends its supervisor a signal when it does. */
static struct nf_child *disturb(enum nf_hostile_mode mode, const struct nf_child_limits *limits,
                                void *(*run)(void *), struct worker *worker, int signal)
{
    need_supervisors_as_children();
    *worker = (struct worker){.child = nf_hostile_open(mode, "sleeper deaf", limits, 1)};
    pthread_create(&worker->thread, NULL, run, worker);
    assert_true(nf_hostile_wait(1 + nf_hostile_servers(mode)));
    assert_int_equal(signal_supervisors(getpid(), 1, signal), 1);
    return worker->child;
}

static void *run_a_sleeper(void *argument)
{
    struct worker *const worker = argument;
    struct nf_child_result result = {0};
    struct nf_error err = {""};
    worker->good = nf_child_run(worker->child, worker->slot, "", 0, &result, &err) == NF_OK &&
                   result.ending == NF_OUT_OF_TIME && result.code == 1;
    nf_child_result_free(&result);
    return NULL;
}

/* The next case of the slot, from whatever thread, has another supervisor: it outlives the thread
 * that started it. */
static void lost_supervisor_ends_its_case_alone_and_takes_the_program_along(void **state)
{
    const struct nf_child_limits second = {.wall_ns = 1000000000};
    struct worker worker;
    struct nf_child *const child =
        disturb(mode_of(state), &second, run_until_supervisor_is_lost, &worker, SIGKILL);
    pthread_join(worker.thread, NULL);
    assert_true(worker.good);
    assert_int_equal(nf_hostile_running(), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&worker.thread, NULL, run_a_sleeper, &worker), 0);
        pthread_join(worker.thread, NULL);
        assert_true(worker.good);
    }
    run_a_sleeper(&worker);
    assert_true(worker.good);
    nf_child_close(child);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nor is one left to be waited for */
}

static void *run_any_sleeper(void *argument)
{
    struct worker *const worker = argument;
    struct nf_child_result result = {0};
    struct nf_error err = {""};
    if (nf_child_run(worker->child, worker->slot, "", 0, &result, &err) == NF_OK)
        worker->good = result.ending == NF_OUT_OF_TIME;
    nf_child_result_free(&result);
    return NULL;
}

static void lost_supervisor_disturbs_no_other_slot(void **state)
{
    enum { SLOTS = 3 };
    const struct nf_child_limits limits = {.wall_ns = 1000000000};
    const enum nf_hostile_mode mode = mode_of(state);
    struct worker workers[SLOTS];
    need_supervisors_as_children();
    struct nf_child *const child = nf_hostile_open(mode, "sleeper deaf", &limits, SLOTS);
    for (uint32_t i = 0; i < SLOTS; i++) {
        workers[i] = (struct worker){.child = child, .slot = i};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, run_any_sleeper, &workers[i]), 0);
    }
    assert_true(nf_hostile_wait(SLOTS * (1 + nf_hostile_servers(mode))));
    assert_int_equal(signal_supervisors(getpid(), 1, SIGKILL), 1);
    size_t good = 0;
    for (uint32_t i = 0; i < SLOTS; i++) {
        pthread_join(workers[i].thread, NULL);
        good += workers[i].good;
    }
    assert_int_equal(good, SLOTS - 1);
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
}

static void stopped_supervisor_holds_up_neither_the_case_nor_the_interrupt(void **state)
{
    const struct nf_child_limits none = {0}, second = {.wall_ns = 1000000000};
    struct worker worker;
    struct nf_child *child = disturb(mode_of(state), &second, run_a_sleeper, &worker, SIGSTOP);
    pthread_join(worker.thread, NULL);
    assert_true(worker.good);
    nf_child_close(child);
    child = disturb(mode_of(state), &none, run_until_interrupted, &worker, SIGSTOP);
    nf_child_interrupt(child);
    pthread_join(worker.thread, NULL);
    assert_true(worker.good);
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
}

/* A process that runs a case is killed without a chance to clean up, and its supervisors may be
 * stopped then. */
static void check_death_of_ninefold(enum nf_hostile_mode mode, bool stopped)
{
    const struct nf_child_limits none = {0};
    const pid_t pid = fork();
    if (pid == 0) {
        struct nf_child_result result = {0};
        struct nf_error err;
        struct nf_child *const child = nf_hostile_open(mode, "sleeper deaf", &none, 2);
        nf_child_run(child, 1, "", 0, &result, &err);
        _exit(0);
    }
    assert_true(nf_hostile_wait(1 + nf_hostile_servers(mode)));
    if (stopped)
        assert_int_equal(signal_supervisors(pid, 2, SIGSTOP), 2);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_true(nf_hostile_wait(0));
}

static void nothing_survives_the_death_of_ninefold(void **state)
{
    check_death_of_ninefold(mode_of(state), false);
}

static void nothing_survives_the_death_of_ninefold_behind_stopped_supervisors(void **state)
{
    need_supervisors_as_children();
    check_death_of_ninefold(mode_of(state), true);
}

#define RULE(WAY, STATE, FUNCTION)                                                                 \
    {                                                                                              \
        WAY "_" #FUNCTION, FUNCTION, NULL, NULL, &(STATE)                                          \
    }
#define RULES(WAY, STATE)                                                                          \
    RULE(WAY, STATE, input_of_any_size_arrives_whole),                                             \
        RULE(WAY, STATE, large_output_arrives_whole),                                              \
        RULE(WAY, STATE, input_that_is_not_read_does_no_harm),                                     \
        RULE(WAY, STATE, only_so_much_of_the_errors_is_kept),                                      \
        RULE(WAY, STATE, exit_codes_are_told),                                                     \
        RULE(WAY, STATE, signals_are_told_and_no_core_is_dumped),                                  \
        RULE(WAY, STATE, program_gets_a_clean_start), RULE(WAY, STATE, slots_run_side_by_side),    \
        RULE(WAY, STATE, interrupt_ends_running_and_later_cases),                                  \
        RULE(WAY, STATE, lost_supervisor_ends_its_case_alone_and_takes_the_program_along),         \
        RULE(WAY, STATE, lost_supervisor_disturbs_no_other_slot),                                  \
        RULE(WAY, STATE, stopped_supervisor_holds_up_neither_the_case_nor_the_interrupt),          \
        RULE(WAY, STATE, nothing_survives_the_death_of_ninefold),                                  \
        RULE(WAY, STATE, nothing_survives_the_death_of_ninefold_behind_stopped_supervisors)

int main(void)
{
    static enum nf_hostile_mode plain = NF_HOSTILE_PLAIN, server = NF_HOSTILE_SERVER;
    const struct CMUnitTest tests[] = {
        RULES("plain", plain),
        RULES("server", server),
        cmocka_unit_test(what_comes_in_drops_arrives_whole),
        cmocka_unit_test(first_and_last_lines_of_the_errors_are_kept),
        cmocka_unit_test(what_is_no_program_is_refused),
        cmocka_unit_test(a_program_in_path_that_may_not_be_executed_is_told),
        cmocka_unit_test(file_that_cannot_be_executed_is_an_error_of_the_case),
    };
    nf_hostile_set_up();
    alarm(300); /* what a test waits for in vain is not waited for for ever */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
