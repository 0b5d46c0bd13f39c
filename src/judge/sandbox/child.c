#include "judge/sandbox/child.h"

#include "base/lang.h"
#include "base/signals.h"
#include "judge/sandbox/child_internal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    TREE_CAPACITY = 1 << 12, /* most processes handled at a time after a supervisor is lost */
    STOPPING_ROUNDS = 100,   /* then kill what starts processes faster than we stop them */
    ORPHAN_ROUNDS = 10000,   /* a millisecond and more each */
};

struct slot {
    pid_t supervisor; /* 0: none; changed under the lock */
    int socket;
    uint32_t forks; /* cases that were forks of a program that had run before */
    bool renew;     /* the next case must not be */
};

/* What cases took that were started, or forked, while that was measured. */
struct way {
    uint32_t cases;
    uint64_t least_ns;
};

struct nf_child {
    struct nf_command command;
    struct nf_child_limits limits;
    struct nf_tree tree;  /* spares the children we had before */
    int dumpable, reaper; /* our settings before: PR_GET_DUMPABLE, PR_GET_CHILD_SUBREAPER */
    pthread_mutex_t lock; /* one supervisor is lost or started at a time */
    bool lost;            /* a supervisor was */
    atomic_bool started;  /* from now on every case is started */
    char restart_reason[NF_CHILD_REASON]; /* why; under the lock */
    char uncounted[NF_CHILD_REASON];      /* why processor time cannot be counted; under the lock */
    atomic_bool estimated;                /* so that of a case was estimated */
    bool mixed;
    atomic_bool measuring; /* whether that is faster */
    atomic_uint turns;     /* cases that might be forked, but for renewed ones */
    struct way ways[2];    /* started, forked; under the lock */
    uint32_t slots;
    struct slot slot[];
};

/* ---- signals ---- */

/* An eventfd of all children, made with the first: readable from a signal on. */
static atomic_int interrupt = -1;

/* In a signal handler, which must not change errno. */
static void interrupt_children(void)
{
    const int error = errno;
    const uint64_t one = 1;
    const ssize_t written = write(atomic_load(&interrupt), &one, sizeof one);
    (void)written;
    errno = error;
}

static enum nf_status open_interrupt(struct nf_error *err)
{
    int none = -1;
    if (atomic_load(&interrupt) >= 0)
        return NF_OK;
    const int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (made < 0)
        return nf_fail(err, NF_IO, "cannot make an eventfd: %s", strerror(errno));
    if (!atomic_compare_exchange_strong(&interrupt, &none, made))
        close(made);
    else if (nf_signals_caught() != 0)
        interrupt_children();
    return NF_OK;
}

void nf_child_hold_signals(void)
{
    uint64_t before;
    nf_signals_hold(interrupt_children);
    if (nf_signals_caught() == 0 &&
        read(atomic_load(&interrupt), &before, sizeof before) == sizeof before &&
        nf_signals_caught() != 0)
        interrupt_children();
}

static enum nf_status fail_by_signal(struct nf_error *err)
{
    const int signal = nf_signals_caught();
    return nf_fail(err, (enum nf_status)(128 + signal), "stopped by signal %d (%s)", signal,
                   strsignal(signal));
}

/* ---- supervisors ---- */

static void wait_a_little(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

/* Waits for the end of a supervisor whose socket is closed; kills it if it does not end. */
static void await_end(pid_t supervisor)
{
    enum { GRACE_MS = (NF_SUPERVISOR_GRACE_S + 5) * 1000 };
    const int handle = (int)syscall(SYS_pidfd_open, supervisor, 0);
    struct pollfd end = {.fd = handle, .events = POLLIN};
    kill(supervisor, SIGCONT);
    if (handle >= 0 && poll(&end, 1, GRACE_MS) == 0)
        kill(supervisor, SIGKILL);
    if (handle >= 0)
        close(handle);
    while (waitpid(supervisor, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* Kills the processes of a lost supervisor, which may have become our children, as the supervisor
 * would have done: stops them all first. */
static void end_orphans(struct nf_child *child)
{
    struct nf_tree *const tree = &child->tree;
    for (uint32_t i = 0; i < child->slots; i++)
        tree->spared[tree->spared_count - child->slots + i] = child->slot[i].supervisor;
    bool halted = false;
    for (int round = 0; round < ORPHAN_ROUNDS; round++) {
        nf_tree_walk(tree, 0, SIZE_MAX, halted ? SIGKILL : SIGSTOP);
        if (tree->count == 0)
            return;
        halted |= tree->halted || round == STOPPING_ROUNDS;
        for (size_t i = 0; i < tree->count; i++)
            if (tree->nodes[i].parent == 0)
                waitpid(tree->nodes[i].pid, NULL, WNOHANG | __WALL);
        wait_a_little();
    }
}

/* Ends a supervisor that does not answer or is gone, and all it leaves. */
static void lose_supervisor(struct nf_child *child, struct slot *slot)
{
    pthread_mutex_lock(&child->lock);
    kill(slot->supervisor, SIGKILL); /* not waited for yet, so the id is still its own */
    close(slot->socket);
    await_end(slot->supervisor);
    slot->supervisor = 0;
    slot->socket = -1;
    child->lost = true;
    end_orphans(child);
    pthread_mutex_unlock(&child->lock);
}

static enum nf_status open_slot(struct nf_child *child, uint32_t number, bool bound,
                                struct nf_error *err)
{
    struct slot *const slot = &child->slot[number];
    const pid_t supervisor =
        nf_supervisor_fork(&child->command, &child->limits, bound, &slot->socket);
    if (supervisor < 0)
        return nf_fail(err, NF_IO, "cannot start the supervisor of slot %u: %s", number,
                       strerror(errno));
    slot->supervisor = supervisor;
    return NF_OK;
}

/* A call of our own failed: no fault of the program. */
static enum nf_status fail_to_hear(struct nf_error *err)
{
    return nf_fail(err, NF_IO, "cannot speak with the process that watches the program: %s",
                   strerror(errno));
}

/* Waits until the supervisor of a slot is ready. All are forked first, to get ready in parallel.
 * Sets `*lost` if it ends before. */
static enum nf_status await_slot(struct nf_child *child, const struct slot *slot, bool *lost,
                                 struct nf_error *err)
{
    enum { READY, INTERRUPT, ENDS, ROUNDS = 400, ROUND_MS = 100 };
    struct nf_supervisor_report report;
    struct pollfd wait[ENDS] = {
        [READY] = {.fd = slot->socket, .events = POLLIN},
        [INTERRUPT] = {.fd = atomic_load(&interrupt), .events = POLLIN},
    };
    /* A program in another slot may have stopped it. */
    for (int round = 0; poll(wait, ENDS, ROUND_MS) <= 0 && round < ROUNDS; round++)
        kill(slot->supervisor, SIGCONT);
    *lost = false;
    if (nf_signals_caught() != 0)
        return fail_by_signal(err);
    *lost = wait[READY].revents == 0 || nf_supervisor_receive(slot->socket, &report) != 0;
    if (*lost && wait[READY].revents != 0 && !nf_supervisor_gone(errno))
        return fail_to_hear(err);
    if (*lost)
        return NF_OK;
    if (report.event != NF_SUPERVISOR_READY)
        return nf_fail(err, NF_IO, "%s", report.why);
    pthread_mutex_lock(&child->lock);
    snprintf(child->uncounted, sizeof child->uncounted, "%.*s", NF_CHILD_REASON - 1, report.why);
    pthread_mutex_unlock(&child->lock);
    return NF_OK;
}

/* Gives a slot another supervisor after the loss of one. Sets `*lost` if that one is lost, too. */
static enum nf_status mend_slot(struct nf_child *child, uint32_t number, bool *lost,
                                struct nf_error *err)
{
    struct slot *const slot = &child->slot[number];
    pthread_mutex_lock(&child->lock);
    /* The calling thread may end before the slots do. */
    enum nf_status status = open_slot(child, number, false, err);
    pthread_mutex_unlock(&child->lock);
    if (status != NF_OK)
        return status;
    status = await_slot(child, slot, lost, err);
    if (status != NF_OK || *lost)
        lose_supervisor(child, slot);
    return status;
}

/* Has all cases started from now on. */
static void give_up_forking(struct nf_child *child, const char *why)
{
    pthread_mutex_lock(&child->lock);
    if (!atomic_exchange(&child->started, true))
        snprintf(child->restart_reason, sizeof child->restart_reason, "%.*s", NF_CHILD_REASON - 1,
                 why);
    pthread_mutex_unlock(&child->lock);
}

static enum nf_status open_slots(struct nf_child *child, const struct nf_child_options *options,
                                 struct nf_error *err)
{
    NF_TRY(open_interrupt(err));
    NF_TRY(nf_command_prepare(options, &child->command, err));
    if (child->command.why != NULL)
        give_up_forking(child, child->command.why);
    child->mixed = options->mixed;
    atomic_init(&child->measuring, options->mixed && child->command.preload != NULL);
    NF_TRY_MEMORY(nf_tree_open(&child->tree, TREE_CAPACITY) &&
                      nf_tree_spare(&child->tree, child->slots),
                  err);
    for (uint32_t i = 0; i < child->slots; i++)
        NF_TRY(open_slot(child, i, true, err));
    for (uint32_t i = 0; i < child->slots; i++) {
        bool lost;
        NF_TRY(await_slot(child, &child->slot[i], &lost, err));
        child->lost |= lost;
        if (lost)
            return nf_fail(err, NF_IO, "the supervisor of slot %u is lost: was it killed?", i);
    }
    return NF_OK;
}

enum nf_status nf_child_open(const struct nf_child_options *options, uint32_t slots,
                             struct nf_child **child, struct nf_error *err)
{
    NF_OWNED_CHILD struct nf_child *opened =
        calloc(1, sizeof *opened + slots * sizeof opened->slot[0]);
    *child = NULL;
    if (opened == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u slots", slots);
    opened->limits = options->limits;
    opened->slots = slots;
    pthread_mutex_init(&opened->lock, NULL);
    opened->dumpable = prctl(PR_GET_DUMPABLE);
    /* If a supervisor without a namespace is killed, its processes become our children. */
    prctl(PR_GET_CHILD_SUBREAPER, &opened->reaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    NF_TRY(open_slots(opened, options, err));
    /* No process of our user may trace us or write to us. In namespaces we are hidden anyway. */
    prctl(PR_SET_DUMPABLE, 0);
    *child = opened;
    opened = NULL;
    return NF_OK;
}

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Combines the supervisor's report with the state of the pipes. */
static enum nf_status conclude_case(const struct nf_child *child, const struct nf_pipes *pipes,
                                    const struct nf_supervisor_report *report,
                                    struct nf_child_result *result, struct nf_error *err)
{
    if (report->event != NF_SUPERVISOR_DONE)
        return nf_fail(err, NF_IO, "%s", report->why);
    if (result->output.failed)
        return nf_fail(err, NF_IO, "out of memory for %zu bytes of output", result->output.size);
    if (pipes->interrupted)
        return fail_by_signal(err);
    if (pipes->failed != 0)
        return nf_fail(err, NF_IO, "a pipe to or from the program failed: %s",
                       strerror(pipes->failed));
    result->ending = (enum nf_ending)report->ending;
    result->code = report->code;
    result->cpu_ns = report->cpu_ns;
    result->wall_ns = report->wall_ns;
    result->memory = report->memory;
    if (pipes->cut_short && result->ending == NF_KILLED && result->code == SIGKILL) {
        result->ending = NF_OUT_OF_TIME;
        result->code = 2;
    }
    /* Rare, because the sandbox was tried before the first case. It must not look like a fault of
     * the program. */
    if (child->command.sandboxed && result->ending == NF_ENDED &&
        strncmp(result->errors, "bwrap: ", strlen("bwrap: ")) == 0)
        return nf_fail(err, NF_IO, "the sandbox failed: %.*s", (int)strcspn(result->errors, "\n"),
                       result->errors);
    const bool own_end = result->ending == NF_ENDED || result->ending == NF_KILLED;
    if (own_end && child->limits.output > 0 && pipes->overflow) {
        result->ending = NF_OUT_OF_OUTPUT;
        result->code = 0;
    }
    return NF_OK;
}

enum nf_status nf_child_run(struct nf_child *child, uint32_t slot, const char *input, size_t size,
                            struct nf_child_result *result, struct nf_error *err)
{
    return nf_child_run_within(child, slot, input, size, 0, result, err);
}

/* The case ends with its supervisor. */
static enum nf_status unwatched(struct nf_child_result *result, struct nf_error *err)
{
    if (nf_signals_caught() != 0)
        return fail_by_signal(err);
    result->ending = NF_UNWATCHED;
    result->code = 0;
    result->cpu_ns = result->memory = 0;
    return NF_OK;
}

/* Notes what a case took while that is measured. After enough of both ways they all go the faster
 * one. */
static void measure_fork(struct nf_child *child, bool forked, uint64_t took_ns)
{
    enum { ENOUGH = 5, GAIN = 20 /* forking has to save this part of a start */ };
    struct way *const ways = child->ways, *const way = &ways[forked];
    pthread_mutex_lock(&child->lock);
    way->least_ns = way->cases == 0 || took_ns < way->least_ns ? took_ns : way->least_ns;
    way->cases++;
    if (atomic_load(&child->measuring) && ways[0].cases >= ENOUGH && ways[1].cases >= ENOUGH) {
        atomic_store(&child->measuring, false);
        if (ways[1].least_ns + ways[0].least_ns / GAIN > ways[0].least_ns)
            atomic_store(&child->started, true);
    }
    pthread_mutex_unlock(&child->lock);
}

/* Notes how the supervisor ran a case, and within what time. */
static void note_way(struct nf_child *child, struct slot *slot, uint64_t took_ns,
                     const struct nf_supervisor_report *report, struct nf_child_result *result)
{
    if (report->event != NF_SUPERVISOR_DONE)
        return;
    result->forked = report->forked;
    slot->forks += result->forked;
    if (report->estimated)
        atomic_store(&child->estimated, true);
    if (report->why[0] != '\0')
        give_up_forking(child, report->why);
    const bool prepared = report->forked && slot->forks == 1; /* it started what was forked */
    if (atomic_load(&child->measuring) && !prepared)
        measure_fork(child, report->forked, took_ns);
}

/* Whether a case may be forked. While the ways are measured, they take turns. */
static bool may_fork(struct nf_child *child, struct slot *slot)
{
    const bool start =
        slot->renew || child->command.preload == NULL || atomic_load(&child->started);
    slot->renew = false;
    if (start || !child->mixed)
        return !start;
    const unsigned turn = atomic_fetch_add(&child->turns, 1);
    return atomic_load(&child->measuring)
               ? turn % 2 == 1
               : turn % (turn < NF_CHILD_MANY ? NF_CHILD_EARLY : NF_CHILD_LATE) != 0;
}

static enum nf_status run_case(struct nf_child *child, uint32_t slot,
                               enum nf_supervisor_order order, const char *input, size_t size,
                               uint64_t wall_ns, struct nf_child_result *result,
                               struct nf_error *err)
{
    struct nf_pipes pipes;
    int standard[3];
    bool lost = false;
    if (nf_signals_caught() != 0)
        return fail_by_signal(err);
    result->output.size = 0;
    result->output.failed = false;
    result->errors[0] = '\0';
    result->wall_ns = 0;
    result->forked = false;
    if (child->slot[slot].supervisor == 0) {
        const enum nf_status status = mend_slot(child, slot, &lost, err);
        if (status != NF_OK || lost)
            return status != NF_OK ? status : unwatched(result, err);
    }
    if (nf_pipes_open(&pipes, input, size, child->limits.output, result, standard) != 0)
        return nf_fail(err, NF_IO, "cannot make pipes for the program: %s", strerror(errno));
    const struct nf_pipes_supervisor supervisor = {.socket = child->slot[slot].socket,
                                                   .pid = child->slot[slot].supervisor,
                                                   .wall_ns = child->limits.wall_ns,
                                                   .less_ns = wall_ns};
    const uint64_t start = now_ns();
    /* Input that fits into the pipe is written now, which is all that most cases need. */
    nf_pipes_write(&pipes);
    lost = nf_supervisor_send(supervisor.socket, order, standard) != 0;
    int error = errno;
    for (int i = 0; i < 3; i++)
        close(standard[i]);
    struct nf_supervisor_report report;
    if (!lost) {
        lost = nf_pipes_pump(&pipes, &supervisor, atomic_load(&interrupt), &report) != 0;
        error = errno;
    }
    nf_pipes_close(&pipes);
    if (!lost) {
        note_way(child, &child->slot[slot], now_ns() - start, &report, result);
        return conclude_case(child, &pipes, &report, result, err);
    }
    result->wall_ns = now_ns() - start;
    lose_supervisor(child, &child->slot[slot]);
    if (!nf_supervisor_gone(error)) {
        errno = error;
        return fail_to_hear(err);
    }
    return unwatched(result, err);
}

enum nf_status nf_child_run_within(struct nf_child *child, uint32_t slot, const char *input,
                                   size_t size, uint64_t wall_ns, struct nf_child_result *result,
                                   struct nf_error *err)
{
    const enum nf_supervisor_order order =
        may_fork(child, &child->slot[slot]) ? NF_SUPERVISOR_FORK : NF_SUPERVISOR_START;
    return run_case(child, slot, order, input, size, wall_ns, result, err);
}

void nf_child_distrust(struct nf_child *child)
{
    give_up_forking(child, N_("a case ended otherwise when the program was started for it"));
}

const char *nf_child_restart_reason(const struct nf_child *child)
{
    return child->restart_reason;
}

const char *nf_child_estimate_reason(const struct nf_child *child)
{
    if (!atomic_load(&child->estimated))
        return "";
    return child->uncounted[0] != '\0' ? child->uncounted
                                       : N_("it executed a file that it may not read");
}

void nf_child_renew(struct nf_child *child, uint32_t slot)
{
    child->slot[slot].renew = true;
}

void nf_child_close(struct nf_child *child)
{
    if (child == NULL)
        return;
    for (uint32_t i = 0; i < child->slots; i++) {
        if (child->slot[i].supervisor > 0)
            close(child->slot[i].socket);
    }
    for (uint32_t i = 0; i < child->slots; i++) {
        if (child->slot[i].supervisor > 0)
            await_end(child->slot[i].supervisor);
    }
    for (uint32_t i = 0; i < child->slots; i++)
        child->slot[i].supervisor = 0;
    if (child->lost)
        end_orphans(child);
    nf_tree_close(&child->tree);
    prctl(PR_SET_CHILD_SUBREAPER, child->reaper);
    prctl(PR_SET_DUMPABLE, child->dumpable);
    nf_command_free(&child->command);
    pthread_mutex_destroy(&child->lock);
    free(child);
}

void nf_child_result_free(struct nf_child_result *result)
{
    nf_text_free(&result->output);
    *result = (struct nf_child_result){0};
}
