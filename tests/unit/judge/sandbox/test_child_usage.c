/* Processor time of processes that nobody waits for: counted, or estimated. */
#include "judge/sandbox/child_internal.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MS = 1000000 }; /* nanoseconds */

static void burn(void)
{
    struct timespec used = {0};
    while (used.tv_sec == 0 && used.tv_nsec < 20 * MS)
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
}

/* The system reaps them at once, and adds their time to nobody's. */
TEST(children_that_nobody_waits_for_are_counted_and_the_caller_is_not)
{
    struct nf_usage usage = {.counter = nf_usage_open()};
    if (usage.counter < 0)
        skip();
    signal(SIGCHLD, SIG_IGN);
    nf_usage_begin(&usage, 0);
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            burn();
            _exit(0);
        }
    burn();
    while (wait(NULL) > 0) {
    }
    signal(SIGCHLD, SIG_DFL);
    /* On a busy virtual machine the counter was seen a sixth behind the processes' own clocks. */
    assert_in_range(nf_usage_ns(&usage), 45 * MS, 78 * MS);
    nf_usage_begin(&usage, 0);
    assert_in_range(nf_usage_ns(&usage), 0, 5 * MS);
    close(usage.counter);
}

static struct nf_usage looked_at(size_t processes, size_t running, uint64_t seen_ns)
{
    struct nf_usage usage = {.counter = -1};
    const struct nf_tree tree = {.count = processes, .running = running};
    nf_usage_begin(&usage, 100 * MS);
    nf_usage_look(&usage, &tree, 110 * MS, 0, 4);
    nf_usage_look(&usage, &tree, 125 * MS, seen_ns, 4);
    return usage;
}

/* A process alone is seen by whoever waits for it. */
TEST(uncounted_time_is_estimated_where_several_processes_are_there)
{
    static const struct {
        size_t processes, running;
        uint64_t seen_ms, expected_ms;
    } cases[] = {{1, 1, 3, 0},  {2, 0, 3, 3},   {2, 1, 0, 25},
                 {9, 3, 0, 75}, {9, 9, 0, 100}, {2, 1, 40, 50}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct nf_usage usage =
            looked_at(cases[i].processes, cases[i].running, cases[i].seen_ms * MS);
        assert_int_equal(usage.estimated, cases[i].processes > 1);
        assert_int_equal(nf_usage_ns(&usage), cases[i].expected_ms * MS);
    }
}
