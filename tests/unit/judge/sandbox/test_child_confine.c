/* What those that watch a program keep apart: they hold nothing of ninefold's, hear no signal that
 * is meant for it, and show the program ids, limits and a user of its own. */
#include "tests/unit/judge/sandbox/hostile.h"
#include "tests/unit/test.h"

#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

enum { USER = 12345, GROUP = 12346, ANSWER = 700 };

/* What a process does and tells of it. */
typedef void telling(char answer[ANSWER]);

/* Does it in a process of its own, of a user if we are root and `as_user` holds; skips the test
 * where users may have no namespaces. */
static void tell_apart(telling *tell, bool as_user, char answer[ANSWER])
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        if (as_user && geteuid() == 0 &&
            (setgroups(0, NULL) != 0 || setresgid(GROUP, GROUP, GROUP) != 0 ||
             setresuid(USER, USER, USER) != 0 || prctl(PR_SET_DUMPABLE, 1) != 0))
            _exit(1);
        const pid_t probe = fork();
        if (probe == 0)
            _exit(unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0);
        if (waitpid(probe, &status, 0) != probe || (as_user && status != 0))
            _exit(1);
        tell(answer);
        _exit(write(ends[1], answer, ANSWER) != ANSWER);
    }
    close(ends[1]);
    const ssize_t got = read(ends[0], answer, ANSWER);
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (status != 0 || got != ANSWER) {
        print_message("note: no process id namespaces for users on this machine\n");
        skip();
    }
}

/* The same is told by root and by a user, or twice by a user. */
static void check_told(telling *tell, const char *expected)
{
    for (int as_user = 0; as_user < 2; as_user++) {
        char answer[ANSWER];
        tell_apart(tell, as_user, answer);
        assert_string_equal(answer, expected);
    }
}

/* What a shell says for one case; between its start and the case something may be done. */
static void tell_of_a_shell(const char *script, void (*meanwhile)(void), char answer[ANSWER])
{
    char *argv[] = {"sh", "-c", (char *)(uintptr_t)script, NULL};
    const struct nf_child_options options = {.command = argv, .limits = nf_hostile_ample};
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    FREED_BY(nf_hostile_close) struct nf_child *child;
    struct nf_error err = {""};
    enum nf_status status = nf_child_open(&options, 1, &child, &err);
    if (status == NF_OK && meanwhile != NULL)
        meanwhile();
    if (status == NF_OK)
        status = nf_child_run(child, 0, "", 0, &result, &err);
    if (status == NF_OK)
        snprintf(answer, ANSWER, "%.*s", (int)result.output.size, result.output.data);
    else
        snprintf(answer, ANSWER, "%s", err.text);
}

/* ---- what a program is told ---- */

/* Its parent's id, its user and group, how many processes its user may have, and how soon the
 * system kills it where memory runs out. */
static void explain_self(char answer[ANSWER])
{
    tell_of_a_shell("echo $PPID $(id -u) $(id -g) "
                    "$(sed -n 's/^Max processes *\\([0-9]*\\) .*/\\1/p' /proc/self/limits) "
                    "$(cat /proc/self/oom_score_adj)",
                    NULL, answer);
}

struct self {
    unsigned parent, user, group, processes, victim;
};

static struct self self_of(const char *answer)
{
    struct self self;
    if (sscanf(answer, "%u %u %u %u %u", &self.parent, &self.user, &self.group, &self.processes,
               &self.victim) != 5)
        fail_msg("%s", answer);
    return self;
}

/* The supervisor has id 1; a few more processes than the limit are allowed.
 */
TEST(program_of_a_user_has_ids_of_its_own_and_keeps_its_user)
{
    char answer[ANSWER];
    struct utsname system;
    unsigned major, minor;
    tell_apart(explain_self, true, answer);
    const struct self self = self_of(answer);
    assert_int_equal(self.parent, 1);
    assert_int_equal(self.user, geteuid() != 0 ? geteuid() : USER);
    assert_int_equal(self.group, geteuid() != 0 ? getegid() : GROUP);
    assert_int_equal(uname(&system), 0);
    assert_int_equal(sscanf(system.release, "%u.%u", &major, &minor), 2);
    if (major > 5 || (major == 5 && minor >= 14))
        assert_in_range(self.processes, NF_CHILD_TASKS + 1, NF_CHILD_TASKS + 100);
}

TEST(program_of_root_has_ids_of_its_own_and_a_limit_above_what_runs)
{
    char answer[ANSWER];
    if (geteuid() != 0)
        skip();
    nf_hostile_need_namespace();
    explain_self(answer);
    const struct self self = self_of(answer);
    assert_int_equal(self.parent, 1);
    assert_int_equal(self.user, 0);
    assert_int_equal(self.group, getegid());
    assert_in_range(self.processes, 4 * NF_CHILD_TASKS + 2, 4 * NF_CHILD_TASKS + 100000);
}

/* The ids of programs in two slots. */
static void print_ids(char answer[ANSWER])
{
    char *argv[] = {"sh", "-c", "echo $$", NULL};
    const struct nf_child_options options = {.command = argv, .limits = nf_hostile_ample};
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    FREED_BY(nf_hostile_close) struct nf_child *child;
    struct nf_error err = {""};
    long id[2] = {0};
    enum nf_status status = nf_child_open(&options, 2, &child, &err);
    for (uint32_t slot = 0; slot < 2 && status == NF_OK; slot++) {
        status = nf_child_run(child, slot, "", 0, &result, &err);
        id[slot] = strtol(nf_text_terminated(&result.output), NULL, 10);
    }
    snprintf(answer, ANSWER, "%s", labs(id[0] - id[1]) > 1000 ? "far apart" : "near");
}

TEST(ids_of_programs_that_run_side_by_side_differ)
{
    check_told(print_ids, "far apart");
}

static void report_nice(char answer[ANSWER])
{
    char told[ANSWER];
    const int own = nice(3);
    tell_of_a_shell("nice", NULL, told);
    if (atoi(told) == own)
        snprintf(answer, ANSWER, "as nice");
    else
        snprintf(answer, ANSWER, "%d, not %d", atoi(told), own);
}

TEST(program_is_as_nice_as_ninefold)
{
    check_told(report_nice, "as nice");
}

TEST(program_is_the_first_to_be_killed_where_memory_runs_out)
{
    char answer[ANSWER];
    explain_self(answer);
    assert_int_equal(self_of(answer).victim, 1000);
}

/* ---- what a program may do to its supervisor ---- */

/* Three cases of a program that sets its supervisor's limits, prints its user and ends. */
static void describe_limits(char answer[ANSWER])
{
    if (access(nf_hostile_path("attacker"), X_OK) != 0)
        _exit(1); /* in a folder that is not for every user */
    FREED_BY(nf_hostile_close)
    struct nf_child *const child =
        nf_hostile_open(NF_HOSTILE_PLAIN, "attacker limit", &nf_hostile_ample, 1);
    FREED_BY(nf_child_result_free) struct nf_child_result result = {0};
    struct nf_error err = {""};
    answer[0] = '\0';
    for (int i = 0; i < 3; i++) {
        const enum nf_status status = nf_child_run(child, 0, "", 0, &result, &err);
        const size_t used = strlen(answer);
        snprintf(answer + used, ANSWER - used, "%s as %.*s %s\n",
                 status != NF_OK                 ? err.text
                 : result.ending == NF_ENDED     ? "ended"
                 : result.ending == NF_UNWATCHED ? "unwatched"
                                                 : "otherwise",
                 (int)result.output.size, result.output.data, result.errors);
    }
}

TEST(program_of_root_cannot_limit_its_supervisor)
{
    char answer[ANSWER];
    if (geteuid() != 0)
        skip();
    describe_limits(answer);
    assert_string_equal(answer, "ended as 0 \nended as 0 \nended as 0 \n");
}

/* Each case has another one then, which maps the user like the first. */
TEST(supervisor_that_a_user_has_limited_ends_its_case_and_no_other)
{
    char answer[ANSWER], expected[ANSWER];
    tell_apart(describe_limits, true, answer);
    const unsigned user = geteuid() != 0 ? geteuid() : USER;
    snprintf(expected, sizeof expected, "unwatched as %u \nunwatched as %u \nunwatched as %u \n",
             user, user, user);
    assert_string_equal(answer, expected);
}

/* ---- what those that watch hold and hear ---- */

static void hang_up(void)
{
    signal(SIGHUP, SIG_IGN);
    kill(0, SIGHUP);
}

/* As when a terminal is closed, or somebody presses Ctrl-C there. */
static void tell_after_a_signal(char answer[ANSWER])
{
    setsid();
    tell_of_a_shell("sleep .2; echo here", hang_up, answer);
}

TEST(signal_to_all_of_a_terminal_ends_no_case)
{
    check_told(tell_after_a_signal, "here\n");
}

/* A pipe that is standard input, output and error while a program is made ready, and something
 * else: its other end hears when the last of them is closed. */
static void tell_what_is_held(char answer[ANSWER])
{
    char *argv[] = {"true", NULL};
    const struct nf_child_options options = {.command = argv, .limits = nf_hostile_ample};
    FREED_BY(nf_hostile_close) struct nf_child *child;
    struct nf_error err = {""};
    int ends[2], before[3];
    if (pipe(ends) != 0)
        _exit(1);
    for (int i = 0; i < 3; i++) {
        before[i] = dup(i);
        dup2(ends[1], i);
    }
    const enum nf_status status = nf_child_open(&options, 1, &child, &err);
    for (int i = 0; i < 3; i++)
        dup2(before[i], i);
    close(ends[1]);
    struct pollfd end = {.fd = ends[0]};
    const bool closed = poll(&end, 1, 10000) == 1;
    snprintf(answer, ANSWER, "%s", status != NF_OK ? err.text : closed ? "nothing" : "a pipe");
}

TEST(nothing_of_ninefold_is_held_open)
{
    check_told(tell_what_is_held, "nothing");
}

int main(void)
{
    alarm(300); /* what a test waits for in vain is not waited for for ever */
    nf_hostile_set_up();
    return nf_run_tests(NULL, NULL);
}
