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

static enum nf_hostile_mode mode_of(void **state)
{
    return *(const enum nf_hostile_mode *)*state;
}

/* Runs a case without input and returns the result without its output. */
static struct nf_child_result verdict(void **state, const char *command,
                                      const struct nf_child_limits *limits)
{
    struct nf_child_result result = nf_hostile_once(mode_of(state), command, limits, "", 0);
    nf_text_free(&result.output);
    return result;
}

/* ---- time ---- */

static void check_cpu_time(void **state, const char *command)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.cpu_ns = 120 * millisecond;
    const struct nf_child_result result = verdict(state, command, &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(result.code, 0);
    assert_true(result.cpu_ns > limits.cpu_ns);
}

static void spinner_runs_out_of_processor_time(void **state)
{
    check_cpu_time(state, "spinner");
}

static void ignored_signals_do_not_help_a_spinner(void **state)
{
    check_cpu_time(state, "spinner deaf");
}

static void time_of_processes_side_by_side_is_summed(void **state)
{
    check_cpu_time(state, "spinner 3");
}

static void time_of_finished_children_counts(void **state)
{
    check_cpu_time(state, "spinner waves");
}

/* While others run: the program itself sleeps and has waited for none of them. */
static void time_of_finished_orphans_counts(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.cpu_ns = 120 * millisecond;
    const struct nf_child_result result = verdict(state, "spinner orphans", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(result.code, 0);
    /* And soon: what the program itself uses, to start them, takes ten times as long to add up. */
    if (result.cpu_ns > 8 * limits.cpu_ns)
        fail_msg("ended after %.0f ms of processor time", 1e-6 * (double)result.cpu_ns);
}

/* Its end counts for nobody then, but it was seen before. */
static void time_of_a_child_that_nobody_waited_for_is_told(void **state)
{
    const struct nf_child_result result = verdict(state, "spinner unheard", &nf_hostile_ample);
    assert_int_equal(result.ending, NF_ENDED);
    assert_true(result.cpu_ns > 50 * millisecond);
}

/* However soon the program ends, and before anybody looks. */
static void time_beyond_a_tiny_limit_counts(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.cpu_ns = 1;
    const struct nf_child_result result = verdict(state, "ender exit 0", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(result.code, 0);
}

static void sleepers_run_out_of_wall_time(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.wall_ns = 100 * millisecond;
    static const char *const commands[] = {"sleeper", "sleeper deaf", "sleeper closed"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const struct nf_child_result result = verdict(state, commands[i], &limits);
        assert_int_equal(result.ending, NF_OUT_OF_TIME);
        assert_int_equal(result.code, 1);
        assert_true(result.wall_ns > limits.wall_ns);
    }
}

/* A case may have less wall time than the others; the limit that is shorter is the one that ends
 * it, and it is told which. */
static void shorter_of_two_wall_times_ends_a_case(void **state)
{
    static const struct {
        uint64_t wall, less;
        int code;
    } cases[] = {{0, 50, 2}, {10000, 50, 2}, {50, 10000, 1}, {50, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct nf_child_limits limits = nf_hostile_ample;
        limits.wall_ns = cases[i].wall * millisecond;
        struct nf_child *const child = nf_hostile_open(mode_of(state), "sleeper", &limits, 1);
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

/* ---- memory ---- */

static void hog_runs_out_of_memory(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.memory = 100 * megabyte;
    const struct nf_child_result result = verdict(state, "hog", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_MEMORY);
    assert_int_equal(result.code, 0);
    assert_true(result.memory > limits.memory);
}

static void memory_used_only_for_a_moment_counts(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.memory = 200 * megabyte;
    const struct nf_child_result result = verdict(state, "hog 210", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_MEMORY);
    assert_true(result.memory > limits.memory);
}

static void memory_within_the_limit_is_reported(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.memory = 300 * megabyte;
    const struct nf_child_result result = verdict(state, "hog 210", &limits);
    assert_int_equal(result.ending, NF_ENDED);
    assert_int_equal(result.code, 0);
    assert_in_range(result.memory, 210 * megabyte, limits.memory);
}

static void memory_of_processes_is_summed(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.memory = 100 * megabyte;
    const struct nf_child_result result = verdict(state, "hog 30 4", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_MEMORY);
    assert_int_equal(result.code, 0);
    assert_true(result.memory > limits.memory);
}

static void memory_reserved_but_not_used_is_free(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.memory = 100 * megabyte;
    const struct nf_child_result result = verdict(state, "hog reserve 4096", &limits);
    assert_int_equal(result.ending, NF_ENDED);
    assert_int_equal(result.code, 0);
}

/* ---- processes ---- */

/* Bombs take long in the sandbox: one of them is enough there for make test. */
enum bomb { ANY_BOMB, BOMB_OF_SOME, BOMB_THAT_LEAVES, BOMBS };

static bool tries_bomb(void **state, enum bomb bomb)
{
    return mode_of(state) != NF_HOSTILE_SANDBOX || nf_test_tries(bomb, BOMBS);
}

static void check_bomb(void **state, const char *command)
{
    const struct nf_child_limits limits = {.wall_ns = nf_hostile_ample.wall_ns};
    const struct nf_child_result result = verdict(state, command, &limits);
    assert_int_equal(result.ending, NF_OUT_OF_MEMORY);
    assert_int_equal(result.code, 1);
}

static void fork_bomb_is_stopped(void **state)
{
    if (tries_bomb(state, ANY_BOMB))
        check_bomb(state, "bomb");
}

/* They wait, and one more would be too many; in the sandbox those of bubblewrap count, too. */
static void processes_up_to_their_limit_are_left_alone(void **state)
{
    if (!tries_bomb(state, BOMB_OF_SOME))
        return;
    const int spared = mode_of(state) == NF_HOSTILE_SANDBOX ? 8 : 0;
    struct nf_child_limits limits = nf_hostile_ample;
    char command[32];
    snprintf(command, sizeof command, "bomb %d", NF_CHILD_TASKS + 1);
    check_bomb(state, command);
    limits.wall_ns = 500 * millisecond;
    snprintf(command, sizeof command, "bomb %d", NF_CHILD_TASKS - spared);
    const struct nf_child_result result = verdict(state, command, &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(result.code, 1);
}

static void fork_bomb_that_leaves_its_session_is_stopped(void **state)
{
    nf_hostile_need_namespace();
    if (tries_bomb(state, BOMB_THAT_LEAVES))
        check_bomb(state, "bomb escape");
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
static void end_of_many_threads_takes_the_supervisor_no_time(void **state)
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
        const struct nf_child_result result = verdict(state, "crowd", &nf_hostile_ample);
        assert_int_equal(result.ending, NF_ENDED);
    }
    const double took = ended_seconds() - before;
    sched_setaffinity(0, sizeof all, &all);
    if (took > 1)
        fail_msg("%.2f s", took);
}

static void check_leaver(void **state, const char *command)
{
    struct nf_child_result result =
        nf_hostile_once(mode_of(state), command, &nf_hostile_ample, "", 0);
    assert_int_equal(result.ending, NF_ENDED);
    assert_int_equal(result.code, 0);
    assert_true(result.output.size >= 5);
    assert_memory_equal(result.output.data, "left\n", 5);
    nf_child_result_free(&result);
}

static void background_child_does_not_delay_the_verdict(void **state)
{
    check_leaver(state, "leaver child");
}

static void deaf_daemon_is_found_and_killed(void **state)
{
    check_leaver(state, "leaver daemon");
}

static void background_writer_is_killed(void **state)
{
    check_leaver(state, "leaver writer");
}

static void process_that_changes_its_number_all_the_time_is_killed(void **state)
{
    check_leaver(state, "leaver walker");
}

/* ---- output ---- */

static void endless_output_is_cut_at_the_limit(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.output = 300000;
    struct nf_child_result result =
        nf_hostile_once(mode_of(state), "printer out -1", &limits, "", 0);
    assert_int_equal(result.ending, NF_OUT_OF_OUTPUT);
    assert_int_equal(result.output.size, limits.output);
    nf_child_result_free(&result);
}

static void output_of_exactly_the_limit_is_allowed(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    static const struct {
        uint64_t limit;
        const char *within, *beyond;
    } cases[] = {
        {70000, "printer out 70000", "printer out 70001"},
        {9, "printer out 9", "printer out 10"}, /* which has ended when it is read */
        {1, "printer out 1", "printer out 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        limits.output = cases[i].limit;
        const struct nf_child_result within = verdict(state, cases[i].within, &limits);
        assert_int_equal(within.ending, NF_ENDED);
        const struct nf_child_result beyond = verdict(state, cases[i].beyond, &limits);
        assert_int_equal(beyond.ending, NF_OUT_OF_OUTPUT);
    }
}

/* By its own time: on a busy machine it may not have begun to print after some of the wall's. */
static void endless_errors_are_ended_by_time(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.cpu_ns = 50 * millisecond;
    const struct nf_child_result result = verdict(state, "printer err -1", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_TIME);
    assert_int_equal(strlen(result.errors), sizeof result.errors - 1);
}

/* ---- attacks ---- */

/* The same slot takes the case twice: what watches it and what starts it are as they were. */
static void attack_on_those_that_watch_gains_no_time(void **state)
{
    static const char *const attacks[] = {"attach", "seize",  "write",  "stop", "kill", "rest",
                                          "traced", "daemon", "starve", "burn", "guard"};
    struct nf_child_limits limits = nf_hostile_ample;
    limits.wall_ns = 50 * millisecond;
    nf_hostile_need_namespace();
    for (size_t i = 0; i < sizeof attacks / sizeof attacks[0]; i++) {
        char command[32];
        snprintf(command, sizeof command, "attacker %s", attacks[i]);
        const enum nf_hostile_mode mode = mode_of(state);
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

static void proc_cannot_be_taken_away_from_the_supervisor(void **state)
{
    struct nf_child_limits limits = nf_hostile_ample;
    limits.memory = 64 * megabyte;
    const struct nf_child_result result = verdict(state, "attacker unmount", &limits);
    assert_int_equal(result.ending, NF_OUT_OF_MEMORY);
    assert_int_equal(result.code, 0);
}

/* ---- one slot, many cases ---- */

static void slot_stays_usable_after_any_ending(void **state)
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
    const enum nf_hostile_mode mode = mode_of(state);
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
static void process_left_behind_by_every_case_disturbs_none(void **state)
{
    const enum nf_hostile_mode mode = mode_of(state);
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

/* Every rule in every way to start a program. */
#define RULES(WAY, STATE)                                                                          \
    RULE(WAY, STATE, spinner_runs_out_of_processor_time),                                          \
        RULE(WAY, STATE, ignored_signals_do_not_help_a_spinner),                                   \
        RULE(WAY, STATE, time_of_processes_side_by_side_is_summed),                                \
        RULE(WAY, STATE, time_of_finished_children_counts),                                        \
        RULE(WAY, STATE, time_of_finished_orphans_counts),                                         \
        RULE(WAY, STATE, time_of_a_child_that_nobody_waited_for_is_told),                          \
        RULE(WAY, STATE, time_beyond_a_tiny_limit_counts),                                         \
        RULE(WAY, STATE, sleepers_run_out_of_wall_time),                                           \
        RULE(WAY, STATE, shorter_of_two_wall_times_ends_a_case),                                   \
        RULE(WAY, STATE, hog_runs_out_of_memory),                                                  \
        RULE(WAY, STATE, memory_used_only_for_a_moment_counts),                                    \
        RULE(WAY, STATE, memory_within_the_limit_is_reported),                                     \
        RULE(WAY, STATE, memory_of_processes_is_summed),                                           \
        RULE(WAY, STATE, memory_reserved_but_not_used_is_free),                                    \
        RULE(WAY, STATE, fork_bomb_is_stopped),                                                    \
        RULE(WAY, STATE, processes_up_to_their_limit_are_left_alone),                              \
        RULE(WAY, STATE, fork_bomb_that_leaves_its_session_is_stopped),                            \
        RULE(WAY, STATE, end_of_many_threads_takes_the_supervisor_no_time),                        \
        RULE(WAY, STATE, background_child_does_not_delay_the_verdict),                             \
        RULE(WAY, STATE, deaf_daemon_is_found_and_killed),                                         \
        RULE(WAY, STATE, background_writer_is_killed),                                             \
        RULE(WAY, STATE, process_that_changes_its_number_all_the_time_is_killed),                  \
        RULE(WAY, STATE, endless_output_is_cut_at_the_limit),                                      \
        RULE(WAY, STATE, output_of_exactly_the_limit_is_allowed),                                  \
        RULE(WAY, STATE, endless_errors_are_ended_by_time),                                        \
        RULE(WAY, STATE, proc_cannot_be_taken_away_from_the_supervisor),                           \
        RULE(WAY, STATE, attack_on_those_that_watch_gains_no_time),                                \
        RULE(WAY, STATE, slot_stays_usable_after_any_ending),                                      \
        RULE(WAY, STATE, process_left_behind_by_every_case_disturbs_none)
#define RULE(WAY, STATE, FUNCTION)                                                                 \
    {                                                                                              \
        WAY "_" #FUNCTION, FUNCTION, begin, NULL, &(STATE)                                         \
    }

int main(void)
{
    static enum nf_hostile_mode plain = NF_HOSTILE_PLAIN, server = NF_HOSTILE_SERVER,
                                sandbox = NF_HOSTILE_SANDBOX;
    const struct CMUnitTest confined[] = {RULES("server", server), RULES("sandbox", sandbox)};
    const struct CMUnitTest unconfined[] = {RULES("plain", plain)};
    nf_hostile_set_up();
    const int failed = cmocka_run_group_tests(confined, NULL, NULL);
    return nf_test_often(0, 0, 1) == 0 ? failed
                                       : failed + cmocka_run_group_tests(unconfined, NULL, NULL);
}
