/* Programs that misbehave get the right verdict and leave nothing behind; each rule holds whether
 * they are executed for every case or forked by the fork server. */
/* first: waits for programs */
#include "tests/unit/judge/sandbox/hostile.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MS = 1000000, MB = 1 << 20 }; /* nanoseconds, bytes */

/* A rule that holds however a program is started: a test for each way. */
#define RULE(rule)                                                                                 \
    static void rule(enum nf_hostile_mode mode);                                                   \
    NF_HOSTILE_BY(server, NF_HOSTILE_SERVER, rule, true)                                           \
    NF_HOSTILE_BY(sandbox, NF_HOSTILE_SANDBOX, rule, true)                                         \
    NF_HOSTILE_BY(plain, NF_HOSTILE_PLAIN, rule, nf_test_often(0, 0, 1) != 0)                      \
    static void rule(enum nf_hostile_mode mode)

/* Runs a case without input and returns the result without its output. */
static struct nf_child_result verdict(enum nf_hostile_mode mode, const char *command,
                                      const struct nf_child_limits *limits)
{
    struct nf_child_result result = nf_hostile_once(mode, command, limits, "", 0);
    nf_text_free(&result.output);
    return result;
}

/* ---- what one case comes to ---- */

RULE(processor_time_of_all_processes_ends_a_case)
{
    static const struct nf_hostile_row rows[] = {
        {"a spinner", "bad spinner", .cpu_ns = 60 * MS, .ending = NF_OUT_OF_TIME},
        {"ignored signals do not help", "bad spinner deaf", .cpu_ns = 60 * MS,
         .ending = NF_OUT_OF_TIME},
        {"side by side", "bad spinner 3", .cpu_ns = 60 * MS, .ending = NF_OUT_OF_TIME},
        {"finished children", "bad spinner waves", .cpu_ns = 60 * MS, .ending = NF_OUT_OF_TIME},
        {"however soon it ends", "bad ender exit 0", .cpu_ns = 1, .ending = NF_OUT_OF_TIME},
        /* The program itself sleeps and has waited for none of them. It ends soon: what it uses to
         * start them takes ten times as long to add up. */
        {"finished orphans", "bad spinner orphans", .cpu_ns = 60 * MS, .ending = NF_OUT_OF_TIME,
         .most_cpu_ns = 480 * MS},
        /* Its end counts for nobody then, but it was seen before. */
        {"a child that nobody waited for", "bad spinner unheard", .least_cpu_ns = 50 * MS},
        /* These neither count for anybody nor are they seen. */
        {"children that nobody waits for, too short to be seen", "bad spinner unseen",
         .cpu_ns = 100 * MS, .ending = NF_OUT_OF_TIME},
        {"so do those of a file that may not be read", "bad spinner unseen private",
         .cpu_ns = 100 * MS, .ending = NF_OUT_OF_TIME},
    };
    nf_hostile_rows(mode, rows, sizeof rows / sizeof *rows);
}

RULE(sleepers_run_out_of_wall_time)
{
    static const struct nf_hostile_row rows[] = {
        {"a sleeper", "bad sleeper", .wall_ns = 100 * MS, .ending = NF_OUT_OF_TIME, .code = 1},
        {"a deaf one", "bad sleeper deaf", .wall_ns = 100 * MS, .ending = NF_OUT_OF_TIME,
         .code = 1},
        {"without output", "bad sleeper closed", .wall_ns = 100 * MS, .ending = NF_OUT_OF_TIME,
         .code = 1},
    };
    nf_hostile_rows(mode, rows, sizeof rows / sizeof *rows);
}

/* A case may have less wall time than the others; the limit that is shorter is the one that ends
 * it, and it is told which. */
RULE(shorter_of_two_wall_times_ends_a_case)
{
    static const struct {
        uint64_t wall, less;
        int code;
    } cases[] = {{0, 50, 2}, {10000, 50, 2}, {50, 10000, 1}, {50, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct nf_child_limits limits = nf_hostile_ample;
        limits.wall_ns = cases[i].wall * MS;
        struct nf_child *const child = nf_hostile_open(mode, "bad sleeper", &limits, 1);
        FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
        assert_ok(nf_child_run_within, child, 0, "", 0, cases[i].less * MS, &result);
        assert_int_equal(result.ending, NF_OUT_OF_TIME);
        assert_int_equal(result.code, cases[i].code);
        nf_child_close(child);
        assert_int_equal(nf_hostile_running(), 0);
    }
}

RULE(memory_that_all_processes_use_ends_a_case)
{
    static const struct nf_hostile_row rows[] = {
        {"a hog", "bad hog", .memory = 100 * MB, .ending = NF_OUT_OF_MEMORY},
        {"for a moment", "bad hog 210", .memory = 200 * MB, .ending = NF_OUT_OF_MEMORY},
        {"the sum of some", "bad hog 30 4", .memory = 100 * MB, .ending = NF_OUT_OF_MEMORY},
        {"reserved, not used", "bad hog reserve 4096", .memory = 100 * MB},
        {"files in memory that are not mapped", "bad stash 8 20", .memory = 100 * MB,
         .ending = NF_OUT_OF_MEMORY},
        {"few of them", "bad stash 8 4", .memory = 100 * MB, .least_memory = 32 * MB},
        {"within the limit", "bad hog 210", .memory = 300 * MB, .least_memory = 210 * MB},
        {"/proc cannot be taken away from the supervisor", "attacker unmount", .memory = 64 * MB,
         .ending = NF_OUT_OF_MEMORY},
    };
    nf_hostile_rows(mode, rows, sizeof rows / sizeof *rows);
}

RULE(output_of_exactly_the_limit_is_allowed_and_more_is_cut)
{
    static const struct nf_hostile_row rows[] = {
        {"of more than a pipe", "bad printer out 70000", .most_bytes = 70000},
        {"and one byte", "bad printer out 70001", .most_bytes = 70000, .ending = NF_OUT_OF_OUTPUT},
        {"which has ended when it is read", "bad printer out 9", .most_bytes = 9},
        {"and one byte", "bad printer out 10", .most_bytes = 9, .ending = NF_OUT_OF_OUTPUT},
        {"a byte", "bad printer out 1", .most_bytes = 1},
        {"and one byte", "bad printer out 2", .most_bytes = 1, .ending = NF_OUT_OF_OUTPUT},
        {"without end", "bad printer out -1", .most_bytes = 300000, .ending = NF_OUT_OF_OUTPUT},
        /* By its own time: on a busy machine it may not have begun to print after some of the
         * wall's. */
        {"errors without end", "bad printer err -1", .cpu_ns = 50 * MS, .ending = NF_OUT_OF_TIME,
         .errors = NF_ERRORS - 1},
    };
    nf_hostile_rows(mode, rows, sizeof rows / sizeof *rows);
}

/* ---- processes ---- */

/* Bombs take long in the sandbox: one of them is enough there for make test. */
enum bomb { ANY_BOMB, BOMB_OF_SOME, BOMB_THAT_LEAVES, BOMBS };

static bool tries_bomb(enum nf_hostile_mode mode, enum bomb bomb)
{
    return mode != NF_HOSTILE_SANDBOX || nf_test_tries(bomb, BOMBS);
}

static void check_bomb(enum nf_hostile_mode mode, const char *command)
{
    /* Where much else runs it takes long to become too many. */
    const struct nf_child_limits limits = {.wall_ns = 10 * nf_hostile_ample.wall_ns};
    const struct nf_child_result result = verdict(mode, command, &limits);
    assert_int_equal(result.ending, NF_OUT_OF_MEMORY);
    assert_int_equal(result.code, 1);
}

RULE(fork_bomb_is_stopped)
{
    if (tries_bomb(mode, ANY_BOMB))
        check_bomb(mode, "bad bomb");
}

/* They wait, and one more would be too many; in the sandbox those of bubblewrap count, too. */
RULE(processes_up_to_their_limit_are_left_alone)
{
    if (!tries_bomb(mode, BOMB_OF_SOME))
        return;
    const int spared = mode == NF_HOSTILE_SANDBOX ? 8 : 0;
    struct nf_child_limits limits = nf_hostile_ample;
    char command[32];
    snprintf(command, sizeof command, "bad bomb %d", NF_CHILD_TASKS + 1);
    check_bomb(mode, command);
    limits.wall_ns = 500 * MS;
    snprintf(command, sizeof command, "bad bomb %d", NF_CHILD_TASKS - spared);
    const struct nf_child_result result = verdict(mode, command, &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(result.code, 1);
}

RULE(fork_bomb_that_leaves_its_session_is_stopped)
{
    nf_hostile_need_namespace();
    if (tries_bomb(mode, BOMB_THAT_LEAVES))
        check_bomb(mode, "bad bomb escape");
}

/* Processor time of all processes that have ended. */
static double ended_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* A supervisor that goes before all others, on the processor of its program, must not wait for the
 * ends of threads. */
RULE(end_of_many_threads_takes_the_supervisor_no_time)
{
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (size_t cpu = 0; CPU_COUNT(&one) == 0; cpu++)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    const double before = ended_seconds();
    for (int i = 0; i < 4; i++) {
        const struct nf_child_result result = verdict(mode, "bad crowd", &nf_hostile_ample);
        assert_int_equal(result.ending, NF_ENDED);
    }
    const double took = ended_seconds() - before;
    sched_setaffinity(0, sizeof all, &all);
    if (took > 1)
        fail_msg("%.2f s", took);
}

RULE(what_a_program_leaves_behind_is_killed_and_does_not_delay_the_verdict)
{
    static const char *const leavers[] = {"bad leaver child", "bad leaver daemon",
                                          "bad leaver writer", "bad leaver walker"};
    for (size_t i = 0; i < sizeof leavers / sizeof *leavers; i++) {
        FREED_BY(nf_child_result_free)
        struct nf_child_result result = nf_hostile_once(mode, leavers[i], &nf_hostile_ample, "", 0);
        if (result.ending != NF_ENDED || result.code != 0 || result.output.size < 5 ||
            memcmp(result.output.data, "left\n", 5) != 0)
            fail_msg("%s: ending %d, code %d", leavers[i], (int)result.ending, result.code);
    }
}

/* ---- attacks ---- */

/* The same slot takes the case twice: what watches it and what starts it are as they were. */
RULE(attack_on_those_that_watch_gains_no_time)
{
    static const char *const attacks[] = {"attach", "seize",  "write",  "stop", "kill", "rest",
                                          "traced", "daemon", "starve", "burn", "guard"};
    struct nf_child_limits limits = nf_hostile_ample;
    limits.wall_ns = 50 * MS;
    nf_hostile_need_namespace();
    for (size_t i = 0; i < sizeof attacks / sizeof attacks[0]; i++) {
        char command[32];
        snprintf(command, sizeof command, "attacker %s", attacks[i]);
        struct nf_child *const child = nf_hostile_open(mode, command, &limits, 1);
        for (int run = 0; run < 2; run++) {
            FREED_BY(nf_child_result_free)
            struct nf_child_result result = nf_hostile_run(child, mode, "", 0);
            const bool timed_out = result.ending == NF_OUT_OF_TIME && result.code == 1;
            /* Bubblewrap's first process dies of some attacks that come at the wrong moment, and
             * all that is in the sandbox with it; or takes the stop of a traced program for its
             * end, with 255. Both are failures of the program. */
            const bool broke =
                mode == NF_HOSTILE_SANDBOX &&
                (result.ending == NF_KILLED || (result.ending == NF_ENDED && result.code != 0)) &&
                (strcmp(attacks[i], "write") == 0 || strcmp(attacks[i], "traced") == 0);
            if (!timed_out && !broke)
                fail_msg("%s, run %d: ending %d, code %d, %s", command, run, (int)result.ending,
                         result.code, result.errors);
        }
        nf_child_close(child);
        assert_int_equal(nf_hostile_running(), 0);
    }
}

/* ---- one slot, many cases ---- */

RULE(slot_stays_usable_after_any_ending)
{
    static const struct {
        const char *input;
        enum nf_ending ending;
        int code;
    } cases[] = {
        {"plain", NF_ENDED, 0},       {"crash", NF_KILLED, 6}, {"plain", NF_ENDED, 0},
        {"spin!", NF_OUT_OF_TIME, 0}, {"leave", NF_ENDED, 0},  {"exit!", NF_ENDED, 3},
        {"leave", NF_ENDED, 0},       {"plain", NF_ENDED, 0},
    };
    struct nf_child_limits limits = nf_hostile_ample;
    limits.cpu_ns = 100 * MS;
    struct nf_child *const child = nf_hostile_open(mode, "counter", &limits, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FREED_BY(nf_child_result_free)
        struct nf_child_result result = nf_hostile_run(child, mode, cases[i].input, 5);
        assert_int_equal(result.ending, cases[i].ending);
        assert_int_equal(result.code, cases[i].code);
    }
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
}

/* What is left behind is killed, and a fork server may go with it, which can take a moment: the
 * next case must not be given to the dying one. */
RULE(process_left_behind_by_every_case_disturbs_none)
{
    struct nf_child *const child = nf_hostile_open(mode, "bad heavy leaver", &nf_hostile_ample, 1);
    for (uint32_t i = 0; i < nf_test_often(2, 2, 5); i++) {
        FREED_BY(nf_child_result_free)
        struct nf_child_result result = nf_hostile_run(child, mode, "", 0);
        assert_int_equal(result.ending, NF_ENDED);
        assert_int_equal(result.code, 0);
    }
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
}

/* A program that gets the better of its supervisor is not waited for. */
static int begin(void **state)
{
    (void)state;
    alarm(300);
    return 0;
}

int main(void)
{
    nf_hostile_set_up();
    return nf_run_tests(begin, NULL);
}
