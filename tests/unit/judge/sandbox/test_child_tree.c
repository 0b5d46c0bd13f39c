/* Processes below the caller, as the supervisor of a program sees them. */
/* first: waits for programs */
#include "judge/sandbox/child_internal.h"
#include "tests/unit/test.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a process does before it waits to be killed; `ready` is written to then. */
typedef void preparing(int ready);

static void tell(int ready)
{
    if (write(ready, "r", 1) != 1)
        _exit(1);
}

/* A process that waits to be killed, after it has written so many times. */
static pid_t start_with(preparing *prepare, int writers)
{
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(ends[0]);
        prepare(ends[1]);
        for (;;)
            pause();
    }
    assert_true(pid > 0);
    close(ends[1]);
    while (writers-- > 0)
        assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    return pid;
}

static pid_t start(void)
{
    return start_with(tell, 1);
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static struct nf_tree walk(size_t capacity, pid_t except, size_t most, int signal)
{
    struct nf_tree tree;
    assert_true(nf_tree_open(&tree, capacity));
    nf_tree_walk(&tree, except, most, signal);
    return tree;
}

/* How many this process has open, counted before and after each test: a supervisor looks again and
 * again. */
static size_t descriptors(void)
{
    size_t count = 0;
    DIR *const folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static size_t open_before;

static int count_descriptors(void **state)
{
    (void)state;
    open_before = descriptors();
    return 0;
}

static int leaves_none_open(void **state)
{
    (void)state;
    return descriptors() == open_before ? 0 : -1;
}

TEST(an_only_child_is_found_and_told_from_one_of_some)
{
    int children = -1;
    assert_int_equal(nf_tree_only_child(), 0);
    assert_true(nf_tree_childless(&children, 1));
    const pid_t first = start();
    assert_int_equal(nf_tree_only_child(), first);
    assert_true(nf_tree_childless(&children, first));
    assert_false(nf_tree_childless(&children, first + 1));
    const pid_t second = start(), third = start();
    assert_int_equal(nf_tree_only_child(), 0);
    end(third);
    assert_int_equal(nf_tree_only_child(), 0);
    assert_false(nf_tree_childless(&children, first));
    assert_false(nf_tree_childless(&children, second));
    end(first);
    assert_int_equal(nf_tree_only_child(), second);
    assert_true(nf_tree_childless(&children, second));
    end(second);
    assert_int_equal(nf_tree_only_child(), 0);
    close(children);
}

/* ---- walks ---- */

static void fork_once(int ready)
{
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        tell(ready);
        for (;;)
            pause();
    }
    tell(ready);
}

TEST(children_and_theirs_are_found_each_with_its_parent)
{
    const pid_t child = start_with(fork_once, 2), other = start();
    FREED_BY(nf_tree_close) struct nf_tree tree = walk(10, 0, SIZE_MAX, 0);
    assert_int_equal(tree.count, 3);
    assert_int_equal(tree.tasks, 3);
    assert_int_equal(tree.nodes[0].pid, child);
    assert_int_equal(tree.nodes[0].parent, 0);
    assert_int_equal(tree.nodes[1].pid, other);
    assert_int_equal(tree.nodes[2].parent, child);
    assert_false(tree.halted);
    nf_tree_close(&tree);
    /* All but the first, and what is below it. */
    tree = walk(10, child, SIZE_MAX, 0);
    assert_int_equal(tree.count, 1);
    assert_int_equal(tree.nodes[0].pid, other);
    nf_tree_close(&tree);
    tree = walk(2, 0, SIZE_MAX, 0);
    assert_int_equal(tree.count, 2);
    nf_tree_close(&tree);
    /* It ends behind the most tasks. */
    tree = walk(10, 0, 1, 0);
    assert_int_equal(tree.tasks, 2);
    end(child);
    end(other);
}

static void *fork_in_thread(void *ready)
{
    fork_once(*(int *)ready);
    for (;;)
        pause();
    return NULL;
}

static void fork_by_a_thread(int ready)
{
    pthread_t thread;
    static int told;
    told = ready;
    if (pthread_create(&thread, NULL, fork_in_thread, &told) != 0)
        _exit(1);
}

TEST(threads_count_and_so_do_the_processes_they_start)
{
    const pid_t child = start_with(fork_by_a_thread, 2);
    FREED_BY(nf_tree_close) struct nf_tree tree = walk(10, 0, SIZE_MAX, 0);
    assert_int_equal(tree.count, 2);
    assert_int_equal(tree.tasks, 3);
    assert_int_equal(tree.nodes[1].parent, child);
    end(child);
}

TEST(stopped_and_ended_processes_are_at_a_halt)
{
    siginfo_t ended;
    const pid_t first = start(), second = start();
    kill(second, SIGKILL);
    assert_int_equal(waitid(P_PID, (id_t)second, &ended, WEXITED | WNOWAIT), 0);
    FREED_BY(nf_tree_close) struct nf_tree tree = walk(10, 0, SIZE_MAX, 0);
    assert_false(tree.halted);
    nf_tree_walk(&tree, 0, SIZE_MAX, SIGSTOP);
    assert_int_equal(waitpid(first, NULL, WUNTRACED), first);
    nf_tree_walk(&tree, 0, SIZE_MAX, 0);
    assert_int_equal(tree.count, 2);
    assert_true(tree.halted);
    end(first);
    end(second);
}

static void burn(int ready)
{
    while (clock() < CLOCKS_PER_SEC / 20) {
    }
    tell(ready);
}

/* The same in the system, which fills pages with noise. */
static void burn_in_the_system(int ready)
{
    static char noise[1 << 20];
    const int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    while (clock() < CLOCKS_PER_SEC / 20 && read(source, noise, sizeof noise) > 0) {
    }
    tell(ready);
}

/* What a child does that is waited for. */
static preparing *childs;

static void wait_for_child(int ready)
{
    const pid_t pid = fork();
    if (pid == 0) {
        childs(open("/dev/null", O_WRONLY | O_CLOEXEC));
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    tell(ready);
}

static void fill(int ready)
{
    enum { BYTES = 20 << 20 };
    static char *volatile taken;
    taken = malloc(BYTES);
    if (taken != NULL)
        memset(taken, 1, BYTES);
    tell(ready);
}

static void a_strange_name(int ready)
{
    prctl(PR_SET_NAME, ") R 1 (a) (");
    fill(ready);
}

TEST(time_counts_wherever_it_was_used_and_by_ended_children)
{
    preparing *const ways[] = {burn, burn_in_the_system};
    for (size_t i = 0; i < 4; i++) {
        childs = ways[i % 2];
        const pid_t child = start_with(i < 2 ? childs : wait_for_child, 1);
        FREED_BY(nf_tree_close) struct nf_tree tree = walk(10, 0, SIZE_MAX, 0);
        /* Whole hundredths of a second, of its own and of the system each. */
        assert_in_range(tree.cpu_ns, 30000000, 1000000000);
        end(child);
    }
}

TEST(time_and_memory_are_sums)
{
    const pid_t first = start_with(burn, 1), second = start_with(burn, 1);
    FREED_BY(nf_tree_close) struct nf_tree tree = walk(10, 0, SIZE_MAX, 0);
    assert_in_range(tree.cpu_ns, 60000000, 1000000000);
    end(first);
    end(second);
    const pid_t third = start_with(fill, 1), fourth = start_with(a_strange_name, 1);
    nf_tree_walk(&tree, 0, SIZE_MAX, 0);
    assert_in_range(tree.memory, 40 << 20, 100 << 20);
    end(third);
    end(fourth);
    nf_tree_walk(&tree, 0, SIZE_MAX, 0);
    assert_int_equal(tree.count, 0);
    assert_int_equal(tree.memory, 0);
    assert_true(tree.halted);
}

TEST(spared_children_are_passed_over)
{
    FREED_BY(nf_tree_close) struct nf_tree tree;
    const pid_t first = start(), second = start();
    assert_true(nf_tree_open(&tree, 10));
    assert_true(nf_tree_spare(&tree, 1));
    assert_int_equal(tree.spared_count, 3);
    const pid_t third = start(), fourth = start();
    tree.spared[2] = fourth;
    nf_tree_walk(&tree, 0, SIZE_MAX, SIGKILL);
    assert_int_equal(tree.count, 1);
    assert_int_equal(tree.nodes[0].pid, third);
    assert_int_equal(waitpid(third, NULL, 0), third);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), 0);
    end(first);
    end(second);
    end(fourth);
}

static void *walk_by_a_thread(void *tree)
{
    nf_tree_walk(tree, 0, SIZE_MAX, 0);
    return NULL;
}

TEST(children_of_any_thread_of_the_caller_are_found)
{
    FREED_BY(nf_tree_close) struct nf_tree tree;
    pthread_t thread;
    const pid_t child = start();
    assert_true(nf_tree_open(&tree, 10));
    assert_int_equal(pthread_create(&thread, NULL, walk_by_a_thread, &tree), 0);
    pthread_join(thread, NULL);
    assert_int_equal(tree.count, 1);
    assert_int_equal(tree.nodes[0].pid, child);
    end(child);
}

/* Whether a list without `except` has the process. */
static bool lists(struct nf_tree *tree, pid_t except, pid_t process)
{
    bool found = false;
    nf_tree_list(tree, except, SIZE_MAX);
    for (size_t i = 0; i < tree->count; i++)
        found |= tree->nodes[i].pid == process;
    return found;
}

TEST(a_list_has_all_processes_but_the_caller_and_one)
{
    FREED_BY(nf_tree_close) struct nf_tree tree;
    const pid_t child = start_with(fork_by_a_thread, 2);
    assert_true(nf_tree_open(&tree, 1 << 16));
    assert_true(lists(&tree, 0, child));
    assert_true(tree.tasks > tree.count); /* child has a thread */
    assert_true(tree.memory > 0);
    assert_false(lists(&tree, child, child));
    assert_false(lists(&tree, 0, getpid()));
    /* Of too many only the number is found. */
    nf_tree_list(&tree, 0, 1);
    assert_true(tree.tasks > 1 && tree.memory == 0);
    end(child);
}

int main(void)
{
    alarm(100); /* what a test waits for in vain is not waited for for ever */
    return nf_run_tests(count_descriptors, leaves_none_open);
}
