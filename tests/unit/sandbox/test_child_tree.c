/* Processes below the caller, as the keeper of a program sees them. */
#include "sandbox/child_tree.h"

#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

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

static void an_only_child_is_the_one_there_is(void **state)
{
    (void)state;
    assert_int_equal(nf_tree_only_child(), 0);
    const pid_t first = start();
    assert_int_equal(nf_tree_only_child(), first);
    const pid_t second = start();
    assert_int_equal(nf_tree_only_child(), 0);
    const pid_t third = start();
    assert_int_equal(nf_tree_only_child(), 0);
    end(first);
    end(third);
    assert_int_equal(nf_tree_only_child(), second);
    end(second);
    assert_int_equal(nf_tree_only_child(), 0);
}

static void nobody_but_one_is_left_where_there_is_no_other_child(void **state)
{
    (void)state;
    int children = -1;
    assert_true(nf_tree_lonely(&children, 1));
    const pid_t first = start();
    assert_true(nf_tree_lonely(&children, first));
    assert_false(nf_tree_lonely(&children, first + 1));
    const pid_t second = start();
    assert_false(nf_tree_lonely(&children, first));
    assert_false(nf_tree_lonely(&children, second));
    end(first);
    assert_true(nf_tree_lonely(&children, second));
    end(second);
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

static void children_and_theirs_are_found_each_with_its_parent(void **state)
{
    (void)state;
    const pid_t child = start_with(fork_once, 2), other = start();
    struct nf_tree tree = walk(10, 0, SIZE_MAX, 0);
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
    end(child);
    end(other);
}

static void a_walk_ends_behind_the_most_tasks(void **state)
{
    (void)state;
    const pid_t children[] = {start(), start(), start()};
    struct nf_tree tree = walk(10, 0, 1, 0);
    assert_int_equal(tree.tasks, 2);
    nf_tree_close(&tree);
    for (int i = 0; i < 3; i++)
        end(children[i]);
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

static void threads_count_and_so_do_the_processes_they_start(void **state)
{
    (void)state;
    const pid_t child = start_with(fork_by_a_thread, 2);
    struct nf_tree tree = walk(10, 0, SIZE_MAX, 0);
    assert_int_equal(tree.count, 2);
    assert_int_equal(tree.tasks, 3);
    assert_int_equal(tree.nodes[1].parent, child);
    nf_tree_close(&tree);
    end(child);
}

static void stopped_and_ended_processes_are_at_a_halt(void **state)
{
    (void)state;
    siginfo_t ended;
    const pid_t first = start(), second = start();
    kill(second, SIGKILL);
    assert_int_equal(waitid(P_PID, (id_t)second, &ended, WEXITED | WNOWAIT), 0);
    struct nf_tree tree = walk(10, 0, SIZE_MAX, 0);
    assert_false(tree.halted);
    nf_tree_walk(&tree, 0, SIZE_MAX, SIGSTOP);
    assert_int_equal(waitpid(first, NULL, WUNTRACED), first);
    nf_tree_walk(&tree, 0, SIZE_MAX, 0);
    assert_int_equal(tree.count, 2);
    assert_true(tree.halted);
    nf_tree_close(&tree);
    end(first);
    end(second);
}

static void burn(int ready)
{
    while (clock() < CLOCKS_PER_SEC / 10) {
    }
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

static void time_and_memory_are_sums(void **state)
{
    (void)state;
    const pid_t first = start_with(burn, 1), second = start_with(burn, 1);
    struct nf_tree tree = walk(10, 0, SIZE_MAX, 0);
    assert_in_range(tree.cpu_ns, 180000000, 1000000000);
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
    nf_tree_close(&tree);
}

static void spared_children_are_passed_over(void **state)
{
    (void)state;
    struct nf_tree tree;
    const pid_t first = start(), second = start();
    assert_true(nf_tree_open(&tree, 10));
    assert_true(nf_tree_spare(&tree));
    assert_int_equal(tree.spared_count, 2);
    const pid_t third = start();
    nf_tree_walk(&tree, 0, SIZE_MAX, SIGKILL);
    assert_int_equal(tree.count, 1);
    assert_int_equal(tree.nodes[0].pid, third);
    assert_int_equal(waitpid(third, NULL, 0), third);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), 0);
    nf_tree_close(&tree);
    end(first);
    end(second);
}

/* A keeper looks again and again. */
static void looking_leaves_no_descriptor_open(void **state)
{
    (void)state;
    struct nf_tree tree;
    const pid_t child = start_with(fork_by_a_thread, 2);
    const size_t before = descriptors();
    assert_true(nf_tree_open(&tree, 10));
    nf_tree_walk(&tree, 0, SIZE_MAX, 0);
    assert_true(nf_tree_processes() >= 3);
    nf_tree_only_child();
    nf_tree_close(&tree);
    assert_int_equal(descriptors(), before);
    end(child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_only_child_is_the_one_there_is),
        cmocka_unit_test(nobody_but_one_is_left_where_there_is_no_other_child),
        cmocka_unit_test(children_and_theirs_are_found_each_with_its_parent),
        cmocka_unit_test(a_walk_ends_behind_the_most_tasks),
        cmocka_unit_test(threads_count_and_so_do_the_processes_they_start),
        cmocka_unit_test(stopped_and_ended_processes_are_at_a_halt),
        cmocka_unit_test(time_and_memory_are_sums),
        cmocka_unit_test(spared_children_are_passed_over),
        cmocka_unit_test(looking_leaves_no_descriptor_open),
    };
    alarm(100); /* what a test waits for in vain is not waited for for ever */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
