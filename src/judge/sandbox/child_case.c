#include "base/lang.h"
#include "judge/sandbox/child_internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const uint64_t second = 1000000000, millisecond = 1000000;

enum {
    /* Most cases end before the first look. Looking this often costs below 1% of the time, and the
     * fastest program takes some 100 MB between two looks. */
    FIRST_LOOK_MS = 4,
    NEXT_LOOK_MS = 10,
};

/* A running case. */
struct run {
    pid_t pid;           /* the program */
    int status;          /* its wait status */
    bool ended, decided; /* it is a zombie; the ending is known */
    enum nf_ending ending;
    int code;
    bool forked;               /* where it read its input */
    char why[NF_CHILD_REASON]; /* why none will be */
    uint64_t start, next_look;
    uint64_t cpu_seen_ns;         /* at a look, with those still running */
    uint64_t cpu_ns;              /* of the processes waited for */
    uint64_t seen, peak, wall_ns; /* memory: largest sum seen, largest of one process waited for */
};

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
}

/* ---- starting ---- */

/* Runs in the program's process, which after vfork() shares the supervisor's memory: system calls
 * only. */
static void become_program(const struct nf_supervisor *supervisor, const int standard[3])
{
    nf_confine_program(standard);
    execve(supervisor->command->path, supervisor->command->argv, environ);
    *supervisor->exec_error = errno;
    _exit(127);
}

/* Starts the program by executing it. */
static pid_t execute(const struct nf_supervisor *supervisor, const int standard[3])
{
    *supervisor->exec_error = 0;
    const pid_t pid = vfork();
    if (pid == 0)
        become_program(supervisor, standard);
    return pid;
}

/* ---- watching ---- */

static void decide(struct run *run, enum nf_ending ending, int code)
{
    if (run->decided)
        return;
    run->decided = true;
    run->ending = ending;
    run->code = code;
}

static uint64_t usage_ns(const struct rusage *usage)
{
    return (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * second +
           (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1000;
}

static void add_usage(struct run *run, const struct rusage *usage)
{
    const uint64_t peak = (uint64_t)usage->ru_maxrss * 1024;
    run->cpu_ns += usage_ns(usage);
    run->peak = peak > run->peak ? peak : run->peak;
}

/* A child of ours has been waited for. */
static void account(struct nf_supervisor *supervisor, struct run *run, pid_t pid, int status,
                    const struct rusage *usage)
{
    if (pid == supervisor->server.pid) {
        nf_server_lost(&supervisor->server);
        return;
    }
    if (pid == run->pid)
        run->status = status;
    add_usage(run, usage);
}

/* A program that asks to be traced would stop at every signal. Detaches it. */
static void let_go(const siginfo_t *stopped)
{
    const int signal = stopped->si_status & 0x7f;
    ptrace(PTRACE_DETACH, stopped->si_pid, NULL, signal == SIGTRAP ? 0L : (long)signal);
}

/* Waits for all children that died, but leaves the program a zombie, so that its group id is not
 * reused before the group is killed. */
static void collect(struct nf_supervisor *supervisor, struct run *run)
{
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0 || info.si_pid == 0)
            return;
        if (info.si_code == CLD_TRAPPED || info.si_code == CLD_STOPPED) {
            let_go(&info);
            continue;
        }
        if (info.si_pid == run->pid) {
            run->ended = true;
            return;
        }
        struct rusage usage;
        int status;
        if (wait4(info.si_pid, &status, WNOHANG | __WALL, &usage) == info.si_pid)
            account(supervisor, run, info.si_pid, status, &usage);
    }
}

void nf_supervisor_measure(struct nf_supervisor *supervisor, pid_t except)
{
    if (supervisor->own_proc)
        nf_tree_list(&supervisor->tree, except, NF_CHILD_TASKS);
    else
        nf_tree_walk(&supervisor->tree, except, NF_CHILD_TASKS, 0);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* What was used before it was forked. */
static uint64_t before_ns(const struct nf_supervisor *supervisor, const struct run *run)
{
    return run->forked ? supervisor->server.cpu_ns : 0;
}

/* The processor time of the case so far, by whatever way of looking shows most. */
static uint64_t used_ns(const struct nf_supervisor *supervisor, const struct run *run)
{
    return larger(larger(run->cpu_ns, run->cpu_seen_ns),
                  before_ns(supervisor, run) + nf_usage_ns(&supervisor->usage));
}

/* Where the time is estimated by looks, a program must not foresee these. */
static uint64_t next_look_ms(const struct nf_supervisor *supervisor, uint64_t now)
{
    const uint64_t dice = now * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    return supervisor->usage.estimated ? NEXT_LOOK_MS / 2 + dice % NEXT_LOOK_MS : NEXT_LOOK_MS;
}

/* Measures what the processes use and sets the time of the next look. */
static void look_at_usage(struct nf_supervisor *supervisor, struct run *run, uint64_t now)
{
    const struct nf_child_limits *const limits = &supervisor->limits;
    const struct nf_tree *const tree = &supervisor->tree;
    nf_supervisor_measure(supervisor, supervisor->server.listed);
    run->seen = tree->memory > run->seen ? tree->memory : run->seen;
    run->cpu_seen_ns = larger(run->cpu_seen_ns, run->cpu_ns + tree->cpu_ns);
    nf_usage_look(&supervisor->usage, tree, now, run->cpu_seen_ns - before_ns(supervisor, run),
                  supervisor->cpus);
    const uint64_t cpu = run->cpu_seen_ns = used_ns(supervisor, run);
    run->next_look = now + next_look_ms(supervisor, now) * millisecond;
    if (limits->memory > 0 && tree->memory > limits->memory)
        decide(run, NF_OUT_OF_MEMORY, 0);
    if (tree->tasks > NF_CHILD_TASKS)
        decide(run, NF_OUT_OF_MEMORY, 1);
    if (limits->cpu_ns == 0)
        return;
    if (cpu > limits->cpu_ns)
        decide(run, NF_OUT_OF_TIME, 0);
    /* The earliest time at which the limit can be reached, using all processors. */
    const uint64_t soonest = now + (limits->cpu_ns - cpu) / supervisor->cpus + millisecond / 2;
    if (cpu <= limits->cpu_ns && soonest < run->next_look)
        run->next_look = soonest;
}

/* An order while a case runs is to stop it; if ninefold is gone, the next one shows that. */
static void listen_meanwhile(const struct nf_supervisor *supervisor, struct run *run)
{
    int standard[3];
    nf_supervisor_listen(supervisor->socket, standard);
    decide(run, NF_KILLED, SIGKILL);
}

/* Waits until the program ends or passes a limit. */
static void watch_case(struct nf_supervisor *supervisor, struct run *run)
{
    const uint64_t wall = supervisor->limits.wall_ns;
    sigset_t none;
    sigemptyset(&none);
    for (;;) {
        collect(supervisor, run);
        if (run->ended || run->decided)
            return;
        const uint64_t now = now_ns();
        if (wall > 0 && now - run->start > wall)
            decide(run, NF_OUT_OF_TIME, 1);
        else if (now >= run->next_look)
            look_at_usage(supervisor, run, now);
        if (run->decided)
            return;
        uint64_t until = run->next_look;
        if (wall > 0 && run->start + wall < until)
            until = run->start + wall + 1;
        const uint64_t pause = until > now ? until - now : 0;
        const struct timespec timeout = {(time_t)(pause / second), (long)(pause % second)};
        /* SIGCHLD is unblocked only in ppoll(), so none is missed. */
        struct pollfd socket = {.fd = supervisor->socket, .events = POLLIN};
        if (ppoll(&socket, 1, &timeout, &none) > 0)
            listen_meanwhile(supervisor, run);
    }
}

/* ---- ending ---- */

/* Whether any descendant is left, except the fork server. */
static bool something_left(struct nf_supervisor *supervisor, struct run *run)
{
    for (;;) {
        struct rusage usage;
        int status;
        const pid_t pid = wait4(-1, &status, WNOHANG | __WALL, &usage);
        if (pid < 0)
            return false;
        if (pid > 0) {
            if (!WIFSTOPPED(status)) /* it asked to be traced */
                account(supervisor, run, pid, status, &usage);
            continue;
        }
        return supervisor->server.pid == 0 ||
               !nf_tree_childless(&supervisor->children, supervisor->server.listed);
    }
}

/* Waits a little for a child to end. */
static void wait_for_child(void)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigtimedwait(&child, NULL, &pause);
}

/* A supervisor whose limits the program has changed may end at any time, finds nothing in /proc
 * where it can open no file, and would hand the limits on to the next program: ninefold does better
 * without. */
static void end_if_limited(const struct nf_supervisor *supervisor)
{
    if (nf_limits_changed(0, supervisor->own))
        _exit(1);
}

/* Kills all remaining descendants. Stops them first, so that no new ones start meanwhile. Stopped
 * processes still count towards the process limit, so even a fork bomb comes to a halt. Returns
 * false if a process does not die. */
static bool sweep(struct nf_supervisor *supervisor, struct run *run)
{
    enum { WAITING_ROUNDS = 3, STOPPING_ROUNDS = 100 };
    const uint64_t grace = now_ns() + NF_SUPERVISOR_GRACE_S * second;
    bool halted = false;
    for (int round = 0; something_left(supervisor, run); round++) {
        end_if_limited(supervisor);
        if (now_ns() > grace)
            return false;
        if (supervisor->server.pid != 0 && round < WAITING_ROUNDS) {
            /* Most likely they are just dying; then the fork server can stay. */
            wait_for_child();
            continue;
        }
        if (supervisor->alone) {
            /* All but ourselves, atomically. This kills the fork server, too, but programs rarely
             * leave processes behind. */
            kill(-1, SIGKILL);
            /* It may die late, and until then its socket would accept the next request. */
            nf_server_end(&supervisor->server);
            wait_for_child();
            continue;
        }
        if (!halted && round < STOPPING_ROUNDS) {
            nf_tree_walk(&supervisor->tree, supervisor->server.listed, SIZE_MAX, SIGSTOP);
            halted = supervisor->tree.halted;
            continue;
        }
        nf_tree_walk(&supervisor->tree, supervisor->server.listed, SIZE_MAX, SIGKILL);
        wait_for_child();
    }
    return true;
}

/* Forks the program where it reads its input. Returns -1 where it is to be started instead, and
 * nothing of it is left. */
static pid_t fork_it(struct nf_supervisor *supervisor, struct run *run, const int standard[3])
{
    const enum nf_forkable forkable = nf_forkable(supervisor, run->why, sizeof run->why);
    const pid_t pid = forkable == NF_FORKABLE ? nf_server_fork(&supervisor->server, standard) : -1;
    if (pid >= 0) {
        nf_usage_begin(&supervisor->usage, now_ns());
        run->forked = true;
        run->cpu_ns = supervisor->server.cpu_ns;
        run->peak = supervisor->server.memory;
        return pid;
    }
    nf_server_end(&supervisor->server);
    sweep(supervisor, run);
    run->cpu_ns = run->peak = 0; /* not of the case */
    supervisor->never = forkable != NF_FORKABLE_NOT_NOW;
    if (forkable == NF_FORKABLE)
        snprintf(run->why, sizeof run->why, "%s", N_("it ended while it waited for its input"));
    return -1;
}

/* Starts or forks the program; -1 with errno. */
static pid_t start_case(struct nf_supervisor *supervisor, struct run *run, const int standard[3],
                        bool may_fork)
{
    struct nf_server *const server = &supervisor->server;
    /* Limits that a fork has set for the server would be those of all further forks. */
    if (server->forks >= NF_CHILD_FORKS ||
        (server->forks > 0 && nf_limits_changed(server->pid, server->limits)))
        nf_server_end(server);
    const pid_t pid = may_fork && !supervisor->never ? fork_it(supervisor, run, standard) : -1;
    if (pid >= 0)
        return pid;
    nf_usage_begin(&supervisor->usage, now_ns());
    return execute(supervisor, standard);
}

/* Returns the largest known memory use. A process inherits the peak of the process that executed
 * it, so a peak no larger than ours says nothing about a program that we executed. */
static uint64_t memory_used(const struct run *run)
{
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    const bool inherited = !run->forked && run->peak <= (uint64_t)own.ru_maxrss * 1024;
    if (run->seen > run->peak || (inherited && run->seen > 0))
        return run->seen;
    return run->peak;
}

/* Derives the ending from the wait status. */
static void decide_by_status(const struct nf_supervisor *supervisor, struct run *run)
{
    const int status = run->status;
    if (WIFSIGNALED(status))
        decide(run, NF_KILLED, WTERMSIG(status));
    else if (supervisor->command->sandboxed && WEXITSTATUS(status) > 128 &&
             WEXITSTATUS(status) < 128 + NSIG)
        decide(run, NF_KILLED, WEXITSTATUS(status) - 128);
    else
        decide(run, NF_ENDED, WEXITSTATUS(status));
}

/* A limit that was passed between two looks takes precedence over the exit status. */
static void decide_by_usage(const struct nf_supervisor *supervisor, struct run *run,
                            uint64_t cpu_ns, uint64_t memory)
{
    const struct nf_child_limits *const limits = &supervisor->limits;
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    if (limits->cpu_ns > 0 && cpu_ns > limits->cpu_ns)
        decide(run, NF_OUT_OF_TIME, 0);
    else if (limits->memory > 0 && memory > limits->memory &&
             (run->forked || memory > (uint64_t)own.ru_maxrss * 1024))
        decide(run, NF_OUT_OF_MEMORY, 0);
}

/* Kills the program and all its processes, and sends the report. */
static void finish(struct nf_supervisor *supervisor, struct run *run)
{
    run->wall_ns = now_ns() - run->start;
    /* The program has not been waited for, so its group id is not reused. A group is killed
     * atomically: no fork escapes. */
    kill(-run->pid, SIGKILL);
    if (!sweep(supervisor, run)) {
        nf_supervisor_complain(supervisor->socket,
                               "a process of the program did not die within %d s of SIGKILL",
                               NF_SUPERVISOR_GRACE_S);
        return;
    }
    end_if_limited(supervisor);
    nf_server_wake(&supervisor->server);
    if (*supervisor->exec_error != 0) {
        nf_supervisor_complain(supervisor->socket, "'%s' cannot be executed: %s",
                               supervisor->command->path, strerror(*supervisor->exec_error));
        return;
    }
    const uint64_t memory = memory_used(run);
    const uint64_t cpu_ns = used_ns(supervisor, run);
    decide_by_usage(supervisor, run, cpu_ns, memory);
    decide_by_status(supervisor, run);
    struct nf_supervisor_report report = {.event = NF_SUPERVISOR_DONE,
                                          .forked = run->forked,
                                          .estimated = supervisor->usage.estimated,
                                          .ending = run->ending,
                                          .code = run->code,
                                          .cpu_ns = cpu_ns,
                                          .wall_ns = run->wall_ns,
                                          .memory = memory};
    snprintf(report.why, sizeof report.why, "%s", run->why);
    nf_supervisor_answer(supervisor->socket, &report);
}

void nf_supervisor_case(struct nf_supervisor *supervisor, const int standard[3], bool may_fork)
{
    struct run run = {0};
    run.pid = start_case(supervisor, &run, standard, may_fork);
    const int error = errno;
    /* Only now: starting the fork server again does not count as the program's time, but what the
     * program did before it read its input does. */
    const uint64_t now = now_ns();
    run.start = now - (run.forked ? supervisor->server.wall_ns : 0);
    run.next_look = now + FIRST_LOOK_MS * millisecond;
    for (int i = 0; i < 3; i++)
        close(standard[i]);
    if (run.pid < 0) {
        nf_supervisor_complain(supervisor->socket, "cannot make a process for it: %s",
                               strerror(error));
        return;
    }
    watch_case(supervisor, &run);
    finish(supervisor, &run);
}
