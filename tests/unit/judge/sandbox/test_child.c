/* Running a program: input and output of any size, how it ended, what it is given, and what happens
 * when it cannot be started, is interrupted, or when one of the processes involved dies. */
/* first: waits for programs */
#include "base/signals.h"
#include "tests/unit/folder.h"
#include "tests/unit/judge/sandbox/hostile.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A rule that holds however a program is started: a test for each way. */
#define RULE(rule)                                                                                 \
    static void rule(enum nf_hostile_mode mode);                                                   \
    NF_HOSTILE_BY(plain, NF_HOSTILE_PLAIN, rule, true)                                             \
    NF_HOSTILE_BY(server, NF_HOSTILE_SERVER, rule, true)                                           \
    static void rule(enum nf_hostile_mode mode)

static const struct nf_child_options plain;

static void check_output(const struct nf_child_result *result, const char *expected)
{
    assert_int_equal(result->output.size, strlen(expected));
    assert_memory_equal(result->output.data, expected, result->output.size);
}

/* ---- input and output ---- */

/* Random bytes go in, their number and sum come out. */
RULE(input_of_any_size_arrives_whole)
{
    static const size_t sizes[] = {0, 1, 4096, 65535, 65536, 65537, 1u << 20, 5000001};
    uint64_t random = nf_test_seed();
    FREED_BY(nf_hostile_close)
    struct nf_child *const child = nf_hostile_open(mode, "counter", &nf_hostile_ample, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        FREED_BY(nf_test_free) unsigned char *const input = malloc(sizes[i] + 1);
        unsigned long sum = 0;
        char expected[80];
        assert_non_null(input);
        for (size_t k = 0; k < sizes[i]; k++)
            sum += input[k] = (unsigned char)nf_test_random(&random);
        FREED_BY(nf_child_result_free)
        struct nf_child_result result = nf_hostile_run(child, mode, (char *)input, sizes[i]);
        /* Had the program kept its memory from case to case, the second number would be larger. */
        snprintf(expected, sizeof expected, "%zu %zu %lu\n", sizes[i], sizes[i], sum);
        assert_int_equal(result.ending, NF_ENDED);
        check_output(&result, expected);
    }
}

RULE(large_output_arrives_whole)
{
    const size_t size = (size_t)16 << 20; /* past where large texts are stored otherwise */
    FREED_BY(nf_child_result_free)
    struct nf_child_result result =
        nf_hostile_once(mode, "bad printer out 16777216", &nf_hostile_ample, "", 0);
    assert_int_equal(result.ending, NF_ENDED);
    assert_int_equal(result.output.size, size);
    assert_int_equal(result.output.data[0], 'x');
    assert_memory_equal(result.output.data, result.output.data + 1, size - 1);
}

RULE(input_that_is_not_read_does_no_harm)
{
    static const struct nf_hostile_row rows[] = {
        {"ends at once", "bad ender exit 0", .zeros = 1 << 20, .output = ""},
        {"closes it first", "bad ender quiet 5", .zeros = 1 << 20, .code = 5, .output = "closed\n"},
        {"sleeps", "bad sleeper", .zeros = 1 << 20, .wall_ns = 100000000, .ending = NF_OUT_OF_TIME,
         .code = 1, .output = ""},
    };
    nf_hostile_rows(mode, rows, sizeof rows / sizeof *rows);
}

RULE(only_so_much_of_the_errors_is_kept)
{
    static const struct nf_hostile_row rows[] = {
        {"few", "bad printer err 5", .output = "", .errors = 5},
        {"many", "bad printer err 3000000", .output = "", .errors = NF_ERRORS - 1},
    };
    nf_hostile_rows(mode, rows, sizeof rows / sizeof *rows);
}

/* Of more the first and the last lines, each whole, with a line of dots between. */
TEST(first_and_last_lines_of_the_errors_are_kept)
{
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 12; i++) {
        char command[64], text[32];
        random = random * 6364136223846793005u + 1442695040888963407u;
        const unsigned lines = 1 + (unsigned)(random >> 33) % (i % 3 == 0 ? 9000 : 300);
        snprintf(command, sizeof command, "seq 1 %u >&2; exit 3", lines);
        FREED_BY(nf_child_result_free)
        struct nf_child_result result =
            nf_hostile_once_words(plain, (char *[]){"sh", "-c", command, NULL}, "");
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
    }
}

/* Each byte is read by itself; the shell is looked for in PATH. */
TEST(what_comes_in_drops_arrives_whole)
{
    char *words[] = {"sh", "-c", "for c in a b c; do printf $c; printf $c >&2; sleep .1; done", 0};
    FREED_BY(nf_child_result_free)
    struct nf_child_result result = nf_hostile_once_words(plain, words, "");
    check_output(&result, "abc");
    assert_string_equal(result.errors, "abc");
}

/* ---- the end ---- */

RULE(exit_codes_are_told)
{
    static const struct nf_hostile_row rows[] = {
        {"0", "bad ender exit 0", .code = 0},       {"1", "bad ender exit 1", .code = 1},
        {"7", "bad ender exit 7", .code = 7},       {"128", "bad ender exit 128", .code = 128},
        {"255", "bad ender exit 255", .code = 255},
    };
    nf_hostile_rows(mode, rows, sizeof rows / sizeof *rows);
}

/* The crashes happen in an empty folder, which must stay empty: no core files. */
RULE(signals_are_told_and_no_core_is_dumped)
{
    static const struct nf_hostile_row rows[] = {
        {"SEGV", "bad ender signal 11", .ending = NF_KILLED, .code = SIGSEGV},
        {"ABRT", "bad ender signal 6", .ending = NF_KILLED, .code = SIGABRT},
        {"FPE", "bad ender signal 8", .ending = NF_KILLED, .code = SIGFPE},
        {"KILL", "bad ender signal 9", .ending = NF_KILLED, .code = SIGKILL},
        {"TERM", "bad ender signal 15", .ending = NF_KILLED, .code = SIGTERM},
        {"QUIT", "bad ender signal 3", .ending = NF_KILLED, .code = SIGQUIT},
    };
    nf_hostile_rows(mode, rows, sizeof rows / sizeof *rows);
    nf_folder_lists("", "");
}

/* A file that stays open in the test, an ignored signal and a blocked one are not passed on. */
RULE(program_gets_a_clean_start)
{
    const int open_file = open("/dev/null", O_RDONLY);
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    FREED_BY(nf_child_result_free)
    struct nf_child_result result =
        nf_hostile_once(mode, "bad inventory", &nf_hostile_ample, "", 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(open_file);
    check_output(&result, "descriptor 0\ndescriptor 1\ndescriptor 2\n"
                          "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

/* ---- slots ---- */

/* A thread that runs cases in a slot. */
struct worker {
    pthread_t thread;
    struct nf_child *child;
    uint32_t slot;
    size_t before; /* bytes of input that the program reads before it counts */
    bool good;     /* all cases went well */
    /* Of one case: the time it has, or 0: as its limits say; how it ended, or was interrupted. */
    uint64_t less_ns;
    enum nf_ending ending;
    int code;
    bool interrupted;
};

static void *count_many(void *argument)
{
    struct worker *const worker = argument;
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    struct nf_error err;
    worker->good = true;
    for (size_t i = 0; i < 40; i++) {
        /* Sizes that differ between the slots, so that exchanged results would show. */
        const size_t size = 2000 * i + 7 * worker->slot;
        FREED_BY(nf_test_free) char *const input = malloc(size + 1 + worker->before);
        char expected[80];
        memset(input, 1, size + worker->before);
        snprintf(expected, sizeof expected, "%zu %zu %zu\n", size, size, size);
        worker->good &= nf_child_run(worker->child, worker->slot, input, size + worker->before,
                                     &result, &err) == NF_OK &&
                        result.output.size == strlen(expected) &&
                        memcmp(result.output.data, expected, result.output.size) == 0;
    }
    return NULL;
}

RULE(slots_run_side_by_side)
{
    enum { SLOTS = 3 };
    struct worker workers[SLOTS];
    struct nf_child *const child = nf_hostile_open(mode, "counter", &nf_hostile_ample, SLOTS);
    for (uint32_t i = 0; i < SLOTS; i++) {
        workers[i] =
            (struct worker){.child = child, .slot = i, .before = mode == NF_HOSTILE_SERVER};
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

TEST(what_is_no_program_is_refused)
{
    nf_hostile_refuse(plain, "no-such-program", NF_USAGE, "PATH");
    nf_hostile_refuse(plain, "./no-such-program", NF_USAGE, "No such file");
    nf_hostile_refuse(plain, "/tmp", NF_USAGE, "Is a directory");
    nf_hostile_refuse(plain, "/etc/passwd", NF_USAGE, "Permission denied");
}

/* A file that may not be executed is named before one that is nowhere, in whatever order. */
TEST(a_program_in_path_that_may_not_be_executed_is_told)
{
    FREED_BY(nf_test_free) char *const path = strdup(getenv("PATH"));
    char list[2000];
    nf_folder_put("plain", "", 0600);
    for (int last = 0; last < 2; last++) {
        snprintf(list, sizeof list, last ? "/nowhere:%s:%s" : "%s:/nowhere:%s",
                 nf_folder_path(last ? "plain" : ""), nf_folder_path(last ? "" : "plain"));
        setenv("PATH", list, 1);
        nf_hostile_refuse(plain, "plain", NF_USAGE, "Permission denied");
        nf_hostile_refuse(plain, "other", NF_USAGE, "PATH");
    }
    setenv("PATH", path, 1);
}

TEST(file_that_cannot_be_executed_is_an_error_of_the_case)
{
    nf_folder_put("text", "neither ELF nor a script\n", 0700);
    FREED_BY(nf_hostile_close)
    struct nf_child *const child = nf_hostile_open_words(plain, (char *[]){"./text", NULL});
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    for (int i = 0; i < 2; i++)
        assert_ends(NF_IO, "'./text' cannot be executed: Exec format error", nf_child_run, child, 0,
                    "", 0, &result);
}

/* Runs a case without input. */
static void *run_one(void *argument)
{
    struct worker *const worker = argument;
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    struct nf_error err = {""};
    const enum nf_status status =
        nf_child_run_within(worker->child, worker->slot, "", 0, worker->less_ns, &result, &err);
    worker->good = status == NF_OK;
    worker->interrupted =
        (int)status == 128 + SIGTERM && strncmp(err.text, "stopped by signal 15 (", 22) == 0;
    worker->ending = result.ending;
    worker->code = result.code;
    return NULL;
}

static bool ran_out_of_time(const struct worker *worker)
{
    return worker->good && worker->ending == NF_OUT_OF_TIME &&
           worker->code == (worker->less_ns > 0 ? 2 : 1);
}

/* Catches signals for a test. */
static void hold_signals(void)
{
    nf_child_hold_signals();
    assert_int_equal(nf_signals_caught(), 0);
}

/* Has later tests forget the signal. */
static void forget_signal(void)
{
    nf_signals_release();
    hold_signals();
    nf_signals_release();
}

RULE(signal_ends_running_and_later_cases_of_all_children)
{
    const struct nf_child_limits none = {0};
    struct nf_child *const child = nf_hostile_open(mode, "bad sleeper deaf", &none, 2);
    struct nf_child *const other = nf_hostile_open(mode, "bad sleeper deaf", &none, 1);
    struct nf_child *const children[] = {child, child, other};
    enum { WORKERS = sizeof children / sizeof *children };
    struct worker workers[WORKERS];
    hold_signals();
    for (uint32_t i = 0; i < WORKERS; i++) {
        workers[i] = (struct worker){.child = children[i], .slot = i % 2};
        pthread_create(&workers[i].thread, NULL, run_one, &workers[i]);
    }
    /* Whether they are asleep already or only about to start, all must end. */
    usleep(50000);
    raise(SIGTERM);
    for (uint32_t i = 0; i < WORKERS; i++) {
        pthread_join(workers[i].thread, NULL);
        assert_true(workers[i].interrupted);
    }
    run_one(&workers[0]);
    assert_true(workers[0].interrupted);
    nf_child_close(child);
    nf_child_close(other);
    assert_int_equal(nf_hostile_running(), 0);
    forget_signal();
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

static void need_supervisors_as_children(void)
{
    if (geteuid() != 0) {
        print_message("note: as a user, supervisors have another process between\n");
        skip();
    }
}

/* Begins a case that sleeps, and sends its supervisor a signal when it does. */
static struct nf_child *disturb(enum nf_hostile_mode mode, const struct nf_child_limits *limits,
                                struct worker *worker, int signal)
{
    need_supervisors_as_children();
    *worker = (struct worker){.child = nf_hostile_open(mode, "bad sleeper deaf", limits, 1)};
    pthread_create(&worker->thread, NULL, run_one, worker);
    assert_true(nf_hostile_wait(1 + nf_hostile_servers(mode)));
    assert_int_equal(signal_supervisors(getpid(), 1, signal), 1);
    return worker->child;
}

/* The next case of the slot, from whatever thread, has another supervisor: it outlives the thread
 * that started it. */
RULE(lost_supervisor_ends_its_case_alone_and_takes_the_program_along)
{
    enum { SLOTS = 3 };
    const struct nf_child_limits none = {0};
    const size_t processes = 1 + nf_hostile_servers(mode);
    struct worker workers[SLOTS];
    need_supervisors_as_children();
    struct nf_child *const child = nf_hostile_open(mode, "bad sleeper deaf", &none, SLOTS);
    for (uint32_t i = 0; i < SLOTS; i++) {
        workers[i] = (struct worker){.child = child, .slot = i};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, run_one, &workers[i]), 0);
    }
    assert_true(nf_hostile_wait(SLOTS * processes));
    assert_int_equal(signal_supervisors(getpid(), 1, SIGKILL), 1);
    uint32_t lost = 0;
    while (pthread_tryjoin_np(workers[lost].thread, NULL) != 0) {
        usleep(1000);
        lost = (lost + 1) % SLOTS;
    }
    assert_true(workers[lost].good && workers[lost].ending == NF_UNWATCHED);
    assert_true(nf_hostile_wait((SLOTS - 1) * processes));
    workers[lost].less_ns = 50000000;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&workers[lost].thread, NULL, run_one, &workers[lost]), 0);
        pthread_join(workers[lost].thread, NULL);
        assert_true(ran_out_of_time(&workers[lost]));
    }
    run_one(&workers[lost]);
    assert_true(ran_out_of_time(&workers[lost]));
    hold_signals();
    raise(SIGTERM);
    for (uint32_t i = 0; i < SLOTS; i++)
        if (i != lost) {
            pthread_join(workers[i].thread, NULL);
            assert_true(workers[i].interrupted);
        }
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nor is one left to be waited for */
    forget_signal();
}

RULE(stopped_supervisor_holds_up_neither_the_case_nor_the_interrupt)
{
    const struct nf_child_limits none = {0}, second = {.wall_ns = 1000000000};
    struct worker worker;
    struct nf_child *child = disturb(mode, &second, &worker, SIGSTOP);
    pthread_join(worker.thread, NULL);
    assert_true(ran_out_of_time(&worker));
    nf_child_close(child);
    child = disturb(mode, &none, &worker, SIGSTOP);
    hold_signals();
    raise(SIGTERM);
    pthread_join(worker.thread, NULL);
    assert_true(worker.interrupted);
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
    forget_signal();
}

/* A process that runs a case is killed without a chance to clean up, and its supervisors may be
 * stopped then. */
RULE(nothing_survives_the_death_of_ninefold_even_behind_stopped_supervisors)
{
    const struct nf_child_limits none = {0};
    for (int stopped = 0; stopped < (geteuid() == 0 ? 2 : 1); stopped++) {
        const pid_t pid = fork();
        if (pid == 0) {
            struct worker worker = {.child = nf_hostile_open(mode, "bad sleeper deaf", &none, 2),
                                    .slot = 1};
            run_one(&worker);
            _exit(0);
        }
        assert_true(nf_hostile_wait(1 + nf_hostile_servers(mode)));
        if (stopped)
            assert_int_equal(signal_supervisors(pid, 2, SIGSTOP), 2);
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
        assert_true(nf_hostile_wait(0));
    }
}

int main(void)
{
    nf_hostile_set_up();
    alarm(300); /* what a test waits for in vain is not waited for for ever */
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
