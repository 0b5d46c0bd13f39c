/* Programs that misbehave get the right verdict and leave nothing behind; each rule holds whether
 * they are executed for every case or forked by the fork server. */
#include "tests/unit/sandbox/hostile.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const uint64_t millisecond = 1000000, megabyte = (uint64_t)1 << 20;

/* A rule that holds however a program is started: a test for each way. */
#define RULE(rule)                                                                                 \
    static void rule(enum nf_hostile_mode mode);                                                   \
    TEST(server_##rule)                                                                            \
    {                                                                                              \
        rule(NF_HOSTILE_SERVER);                                                                   \
    }                                                                                              \
    TEST(sandbox_##rule)                                                                           \
    {                                                                                              \
        rule(NF_HOSTILE_SANDBOX);                                                                  \
    }                                                                                              \
    static void plain_##rule(__attribute__((unused)) void **unused)                                \
    {                                                                                              \
        rule(NF_HOSTILE_PLAIN);                                                                    \
    }                                                                                              \
    __attribute__((constructor)) static void add_plain_##rule(void)                                \
    {                                                                                              \
        if (nf_test_often(0, 0, 1) != 0)                                                           \
            nf_test_add("plain_" #rule, plain_##rule);                                             \
    }                                                                                              \
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

/* A command without input, limits beside those that end nothing here (0: none), and its end. Where
 * that is for a limit of time or memory, the result is above it. */
struct row {
    const char *rule, *command;
    uint64_t cpu_ms, wall_ms, memory_mb, output;
    enum nf_ending ending;
    int code;
};

static struct nf_child_limits limits_of(const struct row *row)
{
    struct nf_child_limits limits = nf_hostile_ample;
    if (row->cpu_ms > 0)
        limits.cpu_ns = row->cpu_ms * millisecond;
    if (row->wall_ms > 0)
        limits.wall_ns = row->wall_ms * millisecond;
    if (row->memory_mb > 0)
        limits.memory = row->memory_mb * megabyte;
    if (row->output > 0)
        limits.output = row->output;
    return limits;
}

static void check_rows(enum nf_hostile_mode mode, const struct row *rows, size_t count)
{
    for (const struct row *row = rows; row < rows + count; row++) {
        const struct nf_child_limits limits = limits_of(row);
        const struct nf_child_result result = verdict(mode, row->command, &limits);
        const bool timed_out = result.ending == NF_OUT_OF_TIME;
        if (result.ending != row->ending || result.code != row->code ||
            (timed_out && result.code == 0 && result.cpu_ns <= limits.cpu_ns) ||
            (timed_out && result.code == 1 && result.wall_ns <= limits.wall_ns) ||
            (result.ending == NF_OUT_OF_MEMORY && result.memory <= limits.memory))
            fail_msg("%s: %s: ending %d, code %d, %.0f ms of processor time, %.0f ms, %.0f MB",
                     row->rule, row->command, (int)result.ending, result.code,
                     1e-6 * (double)result.cpu_ns, 1e-6 * (double)result.wall_ns,
                     (double)result.memory / (double)megabyte);
    }
}

RULE(processor_time_of_all_processes_ends_a_case)
{
    static const struct row rows[] = {
        {"a spinner", "spinner", .cpu_ms = 60, .ending = NF_OUT_OF_TIME},
        {"ignored signals do not help", "spinner deaf", .cpu_ms = 60, .ending = NF_OUT_OF_TIME},
        {"side by side", "spinner 3", .cpu_ms = 60, .ending = NF_OUT_OF_TIME},
        {"finished children", "spinner waves", .cpu_ms = 60, .ending = NF_OUT_OF_TIME},
    };
    check_rows(mode, rows, sizeof rows / sizeof *rows);
}

/* While others run: the program itself sleeps and has waited for none of them. */
RULE(time_of_finished_orphans_counts)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.cpu_ns = 60 * millisecond;
    const struct nf_child_result result = verdict(mode, "spinner orphans", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(result.code, 0);
    /* And soon: what the program itself uses, to start them, takes ten times as long to add up. */
    if (result.cpu_ns > 8 * limits.cpu_ns)
        fail_msg("ended after %.0f ms of processor time", 1e-6 * (double)result.cpu_ns);
}

/* Its end counts for nobody then, but it was seen before. */
RULE(time_of_a_child_that_nobody_waited_for_is_told)
{
    const struct nf_child_result result = verdict(mode, "spinner unheard", &nf_hostile_ample);
    assert_int_equal(result.ending, NF_ENDED);
    assert_true(result.cpu_ns > 50 * millisecond);
}

/* However soon the program ends, and before anybody looks. */
RULE(time_beyond_a_tiny_limit_counts)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.cpu_ns = 1;
    const struct nf_child_result result = verdict(mode, "ender exit 0", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(result.code, 0);
}

RULE(sleepers_run_out_of_wall_time)
{
    static const struct row rows[] = {
        {"a sleeper", "sleeper", .wall_ms = 100, .ending = NF_OUT_OF_TIME, .code = 1},
        {"a deaf one", "sleeper deaf", .wall_ms = 100, .ending = NF_OUT_OF_TIME, .code = 1},
        {"without output", "sleeper closed", .wall_ms = 100, .ending = NF_OUT_OF_TIME, .code = 1},
    };
    check_rows(mode, rows, sizeof rows / sizeof *rows);
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
        limits.wall_ns = cases[i].wall * millisecond;
        struct nf_child *const child = nf_hostile_open(mode, "sleeper", &limits, 1);
        struct nf_child_result result = {0};
        struct nf_error err = {""};
        if (nf_child_run_within(child, 0, "", 0, cases[i].less * millisecond, &result, &err) !=
            NF_OK)
            fail_msg("%s", err.text);
        assert_int_equal(result.ending, NF_OUT_OF_TIME);
        assert_int_equal(result.code, cases[i].code);
        nf_child_result_free(&result);
        nf_child_close(child);
        assert_int_equal(nf_hostile_running(), 0);
    }
}

RULE(memory_that_all_processes_use_ends_a_case)
{
    static const struct row rows[] = {
        {"a hog", "hog", .memory_mb = 100, .ending = NF_OUT_OF_MEMORY},
        {"for a moment", "hog 210", .memory_mb = 200, .ending = NF_OUT_OF_MEMORY},
        {"the sum of some", "hog 30 4", .memory_mb = 100, .ending = NF_OUT_OF_MEMORY},
        {"reserved, not used", "hog reserve 4096", .memory_mb = 100, .ending = NF_ENDED},
        {"/proc cannot be taken away from the supervisor", "attacker unmount", .memory_mb = 64,
         .ending = NF_OUT_OF_MEMORY},
    };
    check_rows(mode, rows, sizeof rows / sizeof *rows);
}

RULE(memory_within_the_limit_is_reported)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.memory = 300 * megabyte;
    const struct nf_child_result result = verdict(mode, "hog 210", &limits);
    assert_int_equal(result.ending, NF_ENDED);
    assert_int_equal(result.code, 0);
    assert_in_range(result.memory, 210 * megabyte, limits.memory);
}

RULE(output_of_exactly_the_limit_is_allowed)
{
    static const struct row rows[] = {
        {"of more than a pipe", "printer out 70000", .output = 70000, .ending = NF_ENDED},
        {"and one byte", "printer out 70001", .output = 70000, .ending = NF_OUT_OF_OUTPUT},
        {"which has ended when it is read", "printer out 9", .output = 9, .ending = NF_ENDED},
        {"and one byte", "printer out 10", .output = 9, .ending = NF_OUT_OF_OUTPUT},
        {"a byte", "printer out 1", .output = 1, .ending = NF_ENDED},
        {"and one byte", "printer out 2", .output = 1, .ending = NF_OUT_OF_OUTPUT},
    };
    check_rows(mode, rows, sizeof rows / sizeof *rows);
}

RULE(endless_output_is_cut_at_the_limit)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.output = 300000;
    struct nf_child_result result = nf_hostile_once(mode, "printer out -1", &limits, "", 0);
    assert_int_equal(result.ending, NF_OUT_OF_OUTPUT);
    assert_int_equal(result.output.size, limits.output);
    nf_child_result_free(&result);
}

/* By its own time: on a busy machine it may not have begun to print after some of the wall's. */
RULE(endless_errors_are_ended_by_time)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.cpu_ns = 50 * millisecond;
    const struct nf_child_result result = verdict(mode, "printer err -1", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(strlen(result.errors), sizeof result.errors - 1);
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
    const struct nf_child_limits limits = {.wall_ns = nf_hostile_ample.wall_ns};
    const struct nf_child_result result = verdict(mode, command, &limits);
    assert_int_equal(result.ending, NF_OUT_OF_MEMORY);
    assert_int_equal(result.code, 1);
}

RULE(fork_bomb_is_stopped)
{
    if (tries_bomb(mode, ANY_BOMB))
        check_bomb(mode, "bomb");
}

/* They wait, and one more would be too many; in the sandbox those of bubblewrap count, too. */
RULE(processes_up_to_their_limit_are_left_alone)
{
    if (!tries_bomb(mode, BOMB_OF_SOME))
        return;
    const int spared = mode == NF_HOSTILE_SANDBOX ? 8 : 0;
    struct nf_child_limits limits = nf_hostile_ample;
    char command[32];
    snprintf(command, sizeof command, "bomb %d", NF_CHILD_TASKS + 1);
    check_bomb(mode, command);
    limits.wall_ns = 500 * millisecond;
    snprintf(command, sizeof command, "bomb %d", NF_CHILD_TASKS - spared);
    const struct nf_child_result result = verdict(mode, command, &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(result.code, 1);
}

RULE(fork_bomb_that_leaves_its_session_is_stopped)
{
    nf_hostile_need_namespace();
    if (tries_bomb(mode, BOMB_THAT_LEAVES))
        check_bomb(mode, "bomb escape");
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
        const struct nf_child_result result = verdict(mode, "crowd", &nf_hostile_ample);
        assert_int_equal(result.ending, NF_ENDED);
    }
    const double took = ended_seconds() - before;
    sched_setaffinity(0, sizeof all, &all);
    if (took > 1)
        fail_msg("%.2f s", took);
}

RULE(what_a_program_leaves_behind_is_killed_and_does_not_delay_the_verdict)
{
    static const char *const leavers[] = {"leaver child", "leaver daemon", "leaver writer",
                                          "leaver walker"};
    for (size_t i = 0; i < sizeof leavers / sizeof *leavers; i++) {
        struct nf_child_result result = nf_hostile_once(mode, leavers[i], &nf_hostile_ample, "", 0);
        if (result.ending != NF_ENDED || result.code != 0 || result.output.size < 5 ||
            memcmp(result.output.data, "left\n", 5) != 0)
            fail_msg("%s: ending %d, code %d", leavers[i], (int)result.ending, result.code);
        nf_child_result_free(&result);
    }
}

/* ---- attacks ---- */

/* The same slot takes the case twice: what watches it and what starts it are as they were. */
RULE(attack_on_those_that_watch_gains_no_time)
{
    static const char *const attacks[] = {"attach", "seize",  "write",  "stop", "kill", "rest",
                                          "traced", "daemon", "starve", "burn", "guard"};
    struct nf_child_limits limits = nf_hostile_ample;
    limits.wall_ns = 50 * millisecond;
    nf_hostile_need_namespace();
    for (size_t i = 0; i < sizeof attacks / sizeof attacks[0]; i++) {
        char command[32];
        snprintf(command, sizeof command, "attacker %s", attacks[i]);
        struct nf_child *const child = nf_hostile_open(mode, command, &limits, 1);
        for (int run = 0; run < 2; run++) {
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
            nf_child_result_free(&result);
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
    limits.cpu_ns = 100 * millisecond;
    struct nf_child *const child = nf_hostile_open(mode, "counter", &limits, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct nf_child_result result = nf_hostile_run(child, mode, cases[i].input, 5);
        assert_int_equal(result.ending, cases[i].ending);
        assert_int_equal(result.code, cases[i].code);
        nf_child_result_free(&result);
    }
    nf_child_close(child);
    assert_int_equal(nf_hostile_running(), 0);
}

/* What is left behind is killed, and a fork server may go with it, which can take a moment: the
 * next case must not be given to the dying one. */
RULE(process_left_behind_by_every_case_disturbs_none)
{
    struct nf_child *const child = nf_hostile_open(mode, "heavy leaver", &nf_hostile_ample, 1);
    for (uint32_t i = 0; i < nf_test_often(2, 2, 5); i++) {
        struct nf_child_result result = nf_hostile_run(child, mode, "", 0);
        assert_int_equal(result.ending, NF_ENDED);
        assert_int_equal(result.code, 0);
        nf_child_result_free(&result);
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
