/* What base knows of the process: its threads, its signals, its processors, its screen. */
#include "base/machine.h"
#include "base/shown.h"
#include "base/signals.h"
#include "base/text.h"
#include "base/threads.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- threads ---- */

enum { MOST = 8, TOO_MANY = 64 };

struct jobs {
    struct nf_pool *pool;
    atomic_uint done[TOO_MANY], watched;
    int failing;      /* the worker that fails, -1: none */
    bool until_stop;  /* the others work until the pool is stopped */
    uint32_t watches; /* they end after so many looks */
    double pause;
};

static void nap(long milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

static enum nf_status do_job(void *owner, uint32_t number, struct nf_error *err)
{
    struct jobs *const jobs = owner;
    pthread_attr_t attributes;
    size_t stack = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0)
        pthread_attr_getstacksize(&attributes, &stack);
    pthread_attr_destroy(&attributes);
    if (stack != NF_STACK_BYTES)
        return nf_fail(err, NF_INTERNAL, "a stack of %zu bytes", stack);
    atomic_fetch_add(&jobs->done[number], 1);
    if ((int)number == jobs->failing)
        return nf_fail(err, NF_INVALID, "worker %u fails", number);
    while (jobs->until_stop && !atomic_load(&jobs->pool->stop))
        nap(1);
    while (atomic_load(&jobs->watched) < jobs->watches)
        nap(1);
    return NF_OK;
}

static double look(void *owner)
{
    struct jobs *const jobs = owner;
    atomic_fetch_add(&jobs->watched, 1);
    return jobs->pause;
}

static enum nf_status let_work(struct jobs *jobs, uint32_t size, struct nf_error *err)
{
    struct nf_pool pool = {.workers = size, .owner = jobs, .work = do_job, .watch = look};
    jobs->pool = &pool;
    err->text[0] = '\0';
    const enum nf_status status = nf_pool_run(&pool, err);
    assert_true(atomic_load(&pool.stop) == (jobs->failing >= 0));
    for (uint32_t i = 0; i < MOST; i++)
        assert_int_equal(atomic_load(&jobs->done[i]), i < size);
    return status;
}

TEST(every_worker_works_once_and_is_watched)
{
    for (uint32_t size = 1; size <= MOST; size++) {
        struct jobs jobs = {.failing = -1, .watches = 5, .pause = size % 2 == 0 ? 0 : 0.002};
        assert_ok(let_work, &jobs, size);
        assert_true(atomic_load(&jobs.watched) >= 5);
    }
}

/* The seconds that a pool takes whose jobs go well. */
static double seconds_of(struct jobs *jobs, uint32_t size)
{
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    assert_ok(let_work, jobs, size);
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}

TEST(a_worker_that_is_done_is_noticed_at_once)
{
    struct jobs jobs = {.failing = -1, .pause = 60};
    assert_true(seconds_of(&jobs, 2) < 40);
}

TEST(a_pool_is_not_watched_more_often_than_it_asks_for)
{
    struct jobs jobs = {.failing = -1, .watches = 4, .pause = 0.1};
    assert_true(seconds_of(&jobs, 1) >= 0.29); /* three pauses */
}

TEST(the_first_failure_stops_the_pool_and_is_reported)
{
    for (int failing = 0; failing < 3; failing++) {
        struct jobs jobs = {.failing = failing, .until_stop = true, .pause = 0.01};
        char expected[32];
        snprintf(expected, sizeof expected, "worker %d fails", failing);
        assert_ends(NF_INVALID, expected, let_work, &jobs, 3);
    }
}

enum { JOBS = 5000 };

/* Jobs taken by several workers, who count how often each was. */
struct taking {
    struct nf_pool pool;
    uint64_t chunk, stop_at;
    atomic_uint taken[JOBS];
    atomic_bool disordered;
};

static enum nf_status take_jobs(void *owner, uint32_t number, struct nf_error *err)
{
    struct taking *const taking = owner;
    uint64_t first, count, least = 0;
    (void)number, (void)err;
    while (nf_pool_take(&taking->pool, taking->chunk, &first, &count)) {
        if (first < least || count == 0 || count > taking->chunk || first + count > JOBS)
            atomic_store(&taking->disordered, true);
        least = first + count;
        for (uint64_t i = 0; i < count && first + i < JOBS; i++)
            atomic_fetch_add(&taking->taken[first + i], 1);
        if (first >= taking->stop_at)
            atomic_store(&taking->pool.stop, true);
    }
    return NF_OK;
}

TEST(every_job_is_taken_once_and_of_a_stopped_pool_the_first_ones)
{
    const uint64_t seed = nf_test_seed();
    for (uint64_t i = 0; i < 40; i++) {
        struct taking *const taking = calloc(1, sizeof *taking);
        const uint64_t first = (seed + i) % 7, end = JOBS - (seed + i) % 11;
        taking->pool = (struct nf_pool){
            .workers = 3, .owner = taking, .work = take_jobs, .next = first, .end = end};
        taking->chunk = 1 + (seed >> i % 8) % 70;
        taking->stop_at = i % 2 == 0 ? UINT64_MAX : (seed >> 5) % JOBS;
        assert_ok(nf_pool_run, &taking->pool);
        assert_false(atomic_load(&taking->disordered));
        uint64_t last = first;
        while (last < end && atomic_load(&taking->taken[last]) == 1)
            last++;
        assert_true(i % 2 == 0 ? last == end : last == end || last > taking->stop_at);
        for (uint64_t job = 0; job < JOBS; job++)
            assert_int_equal(atomic_load(&taking->taken[job]), job >= first && job < last);
        free(taking);
    }
}

/* Runs it in a process of its own; its exit code. */
static int apart(int (*run)(void))
{
    int end;
    const pid_t pid = fork();
    if (pid == 0)
        _exit(run());
    assert_int_equal(waitpid(pid, &end, 0), pid);
    assert_true(WIFEXITED(end));
    return WEXITSTATUS(end);
}

static int start_too_many(void)
{
    struct nf_error err;
    struct jobs jobs = {.failing = -1, .until_stop = true, .pause = 0.01};
    struct nf_pool pool = {.workers = TOO_MANY, .owner = &jobs, .work = do_job, .watch = look};
    jobs.pool = &pool;
    /* No room for the stacks of all of them; those of earlier threads are kept for the next ones.
     */
    FILE *const sizes = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    if (sizes == NULL || fscanf(sizes, "%lu", &pages) != 1)
        return 2;
    fclose(sizes);
    const rlim_t room = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + 4 * NF_STACK_BYTES;
    setrlimit(RLIMIT_AS, &(struct rlimit){room, room});
    if (nf_pool_run(&pool, &err) != NF_IO || !atomic_load(&pool.stop))
        return 3;
    unsigned number = 0, size = 0, worked = 0;
    char why[64] = "";
    for (uint32_t i = 0; i < TOO_MANY; i++)
        worked += atomic_load(&jobs.done[i]);
    if (sscanf(err.text, "cannot start thread %u of %u: %63[^\n]", &number, &size, why) != 3)
        return 4;
    return size == TOO_MANY && number == worked + 1 && number <= size && why[0] != '\0' ? 0 : 5;
}

TEST(a_thread_that_cannot_be_started_is_an_error_that_names_it)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* they take more address space than a limit lets */
#endif
    assert_int_equal(apart(start_too_many), 0);
}

static int fit_by_the_limit(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = NF_STACK_BYTES;
    setrlimit(RLIMIT_STACK, &limit);
    const bool enough = nf_threads_fit();
    limit.rlim_cur = NF_STACK_BYTES - 4096;
    setrlimit(RLIMIT_STACK, &limit);
    return enough && !nf_threads_fit() ? 0 : 1;
}

TEST(a_stack_fits_from_512_kib_on)
{
    assert_int_equal(apart(fit_by_the_limit), 0);
}

/* ---- signals ---- */

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM};
enum { ENDING = sizeof ending / sizeof *ending };

static volatile sig_atomic_t seen_before, seen_also;

static void note_before(int number)
{
    seen_before = number;
}

static void note_also(void)
{
    seen_also++;
}

static int hold_all(void)
{
    for (int i = 0; i < ENDING; i++)
        signal(ending[i], note_before);
    nf_signals_hold(NULL);
    if (nf_signals_caught() != 0)
        return 1;
    for (int i = 0; i < ENDING; i++) {
        raise(ending[i]);
        if (nf_signals_caught() != ending[i] || seen_before != 0)
            return 2;
    }
    nf_signals_hold(NULL); /* the inner one forgets nothing, and its release changes nothing */
    nf_signals_release();
    raise(SIGINT);
    if (nf_signals_caught() != SIGINT || seen_before != 0)
        return 3;
    nf_signals_release();
    for (int i = 0; i < ENDING; i++) {
        raise(ending[i]);
        if (seen_before != ending[i] || nf_signals_caught() != SIGINT)
            return 4;
    }
    nf_signals_hold(NULL);
    const int forgotten = nf_signals_caught();
    nf_signals_release();
    return forgotten == 0 ? 0 : 5;
}

TEST(signals_are_held_until_the_last_release)
{
    assert_int_equal(apart(hold_all), 0);
}

static int hold_ignored(void)
{
    for (int i = 0; i < ENDING; i++)
        signal(ending[i], SIG_IGN);
    nf_signals_hold(NULL);
    for (int i = 2; i < ENDING; i++)
        raise(ending[i]);
    if (nf_signals_caught() != 0)
        return 1;
    raise(SIGINT);
    if (nf_signals_caught() != SIGINT)
        return 2;
    raise(SIGTERM);
    if (nf_signals_caught() != SIGTERM)
        return 3;
    nf_signals_release();
    for (int i = 0; i < ENDING; i++)
        raise(ending[i]); /* or this ends it */
    return 0;
}

TEST(what_was_ignored_stays_so_but_for_int_and_term)
{
    assert_int_equal(apart(hold_ignored), 0);
}

/* Whether a read of an empty pipe goes on after a signal; a timer sends some, then a byte comes. */
static int read_on(void (*also)(void))
{
    int ends[2];
    char byte;
    if (pipe(ends) != 0)
        return -1;
    const pid_t parent = getpid(), child = fork();
    if (child == 0) {
        nap(100);
        kill(parent, SIGUSR1);
        nap(100);
        _exit(write(ends[1], "x", 1) == 1 ? 0 : 1);
    }
    nf_signals_hold(also);
    const ssize_t got = read(ends[0], &byte, 1);
    nf_signals_release();
    waitpid(child, NULL, 0);
    return (int)got;
}

static int restart(void)
{
    if (read_on(NULL) != 1 || seen_also != 0)
        return 1;
    if (read_on(note_also) != -1 || seen_also != 1)
        return 2;
    signal(SIGUSR1, note_before);
    nf_signals_hold(NULL);
    raise(SIGUSR1);
    nf_signals_release();
    return seen_also == 1 ? 0 : 3; /* forgotten with its hold */
}

TEST(a_call_continues_after_a_signal_unless_a_function_is_called_then)
{
    assert_int_equal(apart(restart), 0);
}

/* ---- the machine ---- */

TEST(the_name_of_the_processor_has_no_blank_too_many)
{
    char name[NF_MACHINE_NAME_BYTES], info[256] = "";
    memset(name, '#', sizeof name);
    nf_machine_name(name);
    assert_non_null(memchr(name, '\0', sizeof name));
    assert_true(name[0] > ' ' && name[strlen(name) - 1] > ' ' && strstr(name, "  ") == NULL);
    /* Linux tells the same name, with all its blanks. */
    FILE *const file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(info, sizeof info, file) != NULL)
        if (strncmp(info, "model name", 10) == 0)
            break;
    if (file != NULL)
        fclose(file);
    const char *at = strncmp(info, "model name", 10) == 0 ? strchr(info, ':') : NULL;
    if (at == NULL)
        return;
    size_t i = 0;
    for (at += 1 + strspn(at + 1, " "); *at != '\0' && *at != '\n'; at++)
        if (*at != ' ' || (at[1] != ' ' && at[1] != '\n'))
            assert_int_equal(name[i++], *at);
    assert_int_equal(name[i], '\0');
}

static int count_processors(void)
{
    cpu_set_t all, one;
    if (sched_getaffinity(0, sizeof all, &all) != 0)
        return 1;
    if (nf_machine_cpus() != (uint32_t)CPU_COUNT(&all))
        return 2;
    for (size_t i = 0; i < CPU_SETSIZE; i++) {
        if (!CPU_ISSET(i, &all))
            continue;
        CPU_ZERO(&one);
        CPU_SET(i, &one);
        if (sched_setaffinity(0, sizeof one, &one) != 0 || nf_machine_cpus() != 1)
            return 3;
    }
    return 0;
}

TEST(processors_are_those_that_the_process_may_use)
{
    assert_int_equal(apart(count_processors), 0);
}

TEST(instruction_sets_are_those_that_the_compiler_finds)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    assert_int_equal(nf_machine_has_avx2(),
                     !!__builtin_cpu_supports("avx2") && !!__builtin_cpu_supports("bmi2"));
    assert_int_equal(nf_machine_has_avx512(),
                     !!__builtin_cpu_supports("avx512f") && !!__builtin_cpu_supports("avx512bw") &&
                         !!__builtin_cpu_supports("avx512vl") &&
                         !!__builtin_cpu_supports("avx512dq") && !!__builtin_cpu_supports("bmi2"));
#else
    assert_false(nf_machine_has_avx2() || nf_machine_has_avx512());
#endif
}

/* ---- the screen ---- */

/* What a screen is to be, on a terminal `width` wide (0: a pipe), with these variables. */
struct screen {
    unsigned short width;
    const char *term, *no_colour, *columns;
    size_t wide;
    bool coloured;
};

static const struct screen *looked_at;

enum { NO_TERMINAL = 9 }; /* nor can one be made here */

static void put(const char *name, const char *value)
{
    if (value != NULL)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static int look_at_screen(void)
{
    const struct screen *const screen = looked_at;
    int ends[2];
    put("TERM", screen->term);
    put("NO_COLOR", screen->no_colour);
    put("COLUMNS", screen->columns);
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return NO_TERMINAL;
    const int slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    if (slave < 0 || pipe(ends) != 0)
        return NO_TERMINAL;
    ioctl(slave, TIOCSWINSZ, &(struct winsize){.ws_col = screen->width, .ws_row = 24});
    dup2(screen->width > 0 ? slave : ends[1], STDOUT_FILENO);
    if (nf_screen_width() != NF_TERMINAL || nf_screen_unseen() != 0)
        return 1;
    nf_screen_look();
    if (nf_screen_width() != screen->wide)
        return 2;
    return (nf_screen_unseen() > 0) == screen->coloured ? 0 : 3;
}

TEST(a_screen_is_as_wide_and_as_coloured_as_it_is_let)
{
    static const struct screen screens[] = {
        {0, "xterm", NULL, NULL, NF_TERMINAL, false},
        {0, "xterm", NULL, "150", NF_TERMINAL, false},
        {150, "xterm", NULL, NULL, 150, true},
        {NF_TERMINAL, "xterm", "", NULL, NF_TERMINAL, true},
        {NF_TERMINAL + 1, "xterm", "1", NULL, NF_TERMINAL + 1, false},
        {NF_SCREEN_MOST, "dumb", NULL, NULL, NF_SCREEN_MOST, false},
        {NF_SCREEN_MOST + 1, "", NULL, NULL, NF_SCREEN_MOST, false},
        {NF_SCREEN_MOST + 1, NULL, NULL, NULL, NF_SCREEN_MOST, false},
        {40, "xterm", NULL, NULL, NF_TERMINAL, true},
        {150, "xterm", NULL, "120", 120, true},
        {150, "xterm", NULL, "9999", NF_SCREEN_MOST, true},
        {150, "xterm", NULL, "3", NF_TERMINAL, true},
        {150, "xterm", NULL, "1", NF_TERMINAL, true},
        {150, "xterm", NULL, "0", 150, true},
        {150, "xterm", NULL, "-120", 150, true},
        {150, "xterm", NULL, "120x", 150, true},
        {150, "xterm", NULL, "", 150, true},
    };
    for (size_t i = 0; i < sizeof screens / sizeof *screens; i++) {
        looked_at = &screens[i];
        const int end = apart(look_at_screen);
        if (end == NO_TERMINAL)
            skip();
        if (end != 0)
            fail_msg("screen %zu: %d", i, end);
    }
}
