/* Processes below the caller, as the keeper of a program sees them. */
#include "sandbox/child_tree.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* A process that waits to be killed. */
static pid_t start(void)
{
    const pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    assert_true(pid > 0);
    return pid;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_only_child_is_the_one_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
