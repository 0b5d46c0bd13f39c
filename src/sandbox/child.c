#include "sandbox/child.h"

#include "sandbox/child_command.h"
#include "sandbox/child_keeper.h"
#include "sandbox/child_orders.h"
#include "sandbox/child_pipes.h"
#include "sandbox/child_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    TREE_CAPACITY = 1 << 12, /* most processes handled at a time after a keeper is lost */
    STOPPING_ROUNDS = 100,   /* then kill what starts processes faster than we stop them */
    ORPHAN_ROUNDS = 10000,   /* a millisecond and more each */
};

struct slot {
    pid_t keeper; /* 0: none */
    int socket;
};

struct nf_child {
    struct nf_command command;
    struct nf_child_limits limits;
    int interrupt;        /* an eventfd, readable for good once interrupted */
    struct nf_tree tree;  /* spares the children we had before */
    int dumpable, reaper; /* our settings before: PR_GET_DUMPABLE, PR_GET_CHILD_SUBREAPER */
    atomic_bool lost;     /* a keeper was lost, and its processes may have become our children */
    uint32_t slots;
    struct slot slot[];
};

static enum nf_status keeper_lost(struct nf_child *child, uint32_t slot, struct nf_error *err)
{
    child->lost = true;
    kill(child->slot[slot].keeper, SIGKILL); /* not waited for yet, so the id is still its own */
    return nf_fail(err, NF_IO,
                   "the keeper process of slot %u is lost: was it killed, perhaps by the program?",
                   slot);
}

static enum nf_status open_slot(struct nf_child *child, uint32_t number, struct nf_error *err)
{
    struct slot *const slot = &child->slot[number];
    const pid_t keeper = nf_keeper_fork(&child->command, &child->limits, &slot->socket);
    if (keeper < 0)
        return nf_fail(err, NF_IO, "cannot start the keeper process of slot %u: %s", number,
                       strerror(errno));
    slot->keeper = keeper;
    return NF_OK;
}

/* Waits until the keeper of a slot is ready. All are forked first, to get ready in parallel. */
static enum nf_status await_slot(struct nf_child *child, uint32_t number, struct nf_error *err)
{
    struct nf_keeper_report report;
    if (nf_keeper_receive(child->slot[number].socket, &report) != 0)
        return keeper_lost(child, number, err);
    if (report.event != NF_KEEPER_READY)
        return nf_fail(err, NF_IO, "%s", report.why);
    return NF_OK;
}

enum nf_status nf_child_open(const struct nf_child_options *options, uint32_t slots,
                             struct nf_child **child, struct nf_error *err)
{
    struct nf_child *const opened = calloc(1, sizeof *opened + slots * sizeof opened->slot[0]);
    *child = NULL;
    if (opened == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u slots", slots);
    opened->limits = options->limits;
    opened->slots = slots;
    opened->interrupt = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    opened->dumpable = prctl(PR_GET_DUMPABLE);
    /* If a keeper without a namespace is killed, its processes become our children. */
    prctl(PR_GET_CHILD_SUBREAPER, &opened->reaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    enum nf_status status =
        opened->interrupt >= 0 ? nf_command_prepare(options, &opened->command, err)
                               : nf_fail(err, NF_IO, "cannot make an eventfd: %s", strerror(errno));
    if (status == NF_OK &&
        !(nf_tree_open(&opened->tree, TREE_CAPACITY) && nf_tree_spare(&opened->tree)))
        status = nf_fail(err, NF_IO, "out of memory");
    for (uint32_t i = 0; i < slots && status == NF_OK; i++)
        status = open_slot(opened, i, err);
    for (uint32_t i = 0; i < slots && status == NF_OK; i++)
        status = await_slot(opened, i, err);
    if (status != NF_OK) {
        nf_child_close(opened);
        return status;
    }
    /* No process of our user may trace us or write to us. In namespaces we are hidden anyway. */
    prctl(PR_SET_DUMPABLE, 0);
    *child = opened;
    return NF_OK;
}

static bool interrupted(const struct nf_child *child)
{
    struct pollfd wait = {.fd = child->interrupt, .events = POLLIN};
    return poll(&wait, 1, 0) > 0;
}

/* Combines the keeper's report with the state of the pipes. */
static enum nf_status conclude(const struct nf_child *child, const struct nf_pipes *pipes,
                               const struct nf_keeper_report *report,
                               struct nf_child_result *result, struct nf_error *err)
{
    if (report->event != NF_KEEPER_DONE)
        return nf_fail(err, NF_IO, "%s", report->why);
    if (result->output.failed)
        return nf_fail(err, NF_IO, "out of memory for %zu bytes of output", result->output.size);
    if (pipes->interrupted)
        return nf_fail(err, NF_IO, "interrupted");
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

enum nf_status nf_child_run_within(struct nf_child *child, uint32_t slot, const char *input,
                                   size_t size, uint64_t wall_ns, struct nf_child_result *result,
                                   struct nf_error *err)
{
    const struct nf_pipes_keeper keeper = {.socket = child->slot[slot].socket,
                                           .pid = child->slot[slot].keeper,
                                           .wall_ns = child->limits.wall_ns,
                                           .less_ns = wall_ns};
    struct nf_pipes pipes;
    int standard[3];
    if (interrupted(child))
        return nf_fail(err, NF_IO, "interrupted");
    result->output.size = 0;
    result->output.failed = false;
    result->errors[0] = '\0';
    if (nf_pipes_open(&pipes, input, size, child->limits.output, result, standard) != 0)
        return nf_fail(err, NF_IO, "cannot make pipes for the program: %s", strerror(errno));
    /* Input that fits into the pipe is written now, which is all that most cases need. */
    nf_pipes_write(&pipes);
    const int sent = nf_keeper_send(keeper.socket, NF_KEEPER_RUN, standard);
    for (int i = 0; i < 3; i++)
        close(standard[i]);
    struct nf_keeper_report report;
    const bool reported =
        sent == 0 && nf_pipes_pump(&pipes, &keeper, child->interrupt, &report) == 0;
    nf_pipes_close(&pipes);
    return reported ? conclude(child, &pipes, &report, result, err) : keeper_lost(child, slot, err);
}

void nf_child_renew(struct nf_child *child, uint32_t slot)
{
    /* Where the keeper is gone, the next case says so. */
    if (child->command.preload != NULL)
        nf_keeper_send(child->slot[slot].socket, NF_KEEPER_RENEW, NULL);
}

void nf_child_interrupt(struct nf_child *child)
{
    /* A signal handler must not change errno. */
    const int error = errno;
    const uint64_t one = 1;
    const ssize_t written = write(child->interrupt, &one, sizeof one);
    (void)written;
    errno = error;
}

static void wait_a_little(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

/* Waits for the end of a keeper whose socket is closed; kills it if it does not end. */
static void await_end(pid_t keeper)
{
    enum { PATIENCE_MS = (NF_KEEPER_PATIENCE_S + 5) * 1000 };
    const int handle = (int)syscall(SYS_pidfd_open, keeper, 0);
    struct pollfd end = {.fd = handle, .events = POLLIN};
    kill(keeper, SIGCONT);
    if (handle >= 0 && poll(&end, 1, PATIENCE_MS) == 0)
        kill(keeper, SIGKILL);
    if (handle >= 0)
        close(handle);
    while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* Kills the processes of a lost keeper as the keeper would have done: stops them all first. */
static void end_orphans(struct nf_tree *tree)
{
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

void nf_child_close(struct nf_child *child)
{
    if (child == NULL)
        return;
    for (uint32_t i = 0; i < child->slots; i++) {
        if (child->slot[i].keeper > 0)
            close(child->slot[i].socket);
    }
    for (uint32_t i = 0; i < child->slots; i++) {
        if (child->slot[i].keeper > 0)
            await_end(child->slot[i].keeper);
    }
    if (child->lost)
        end_orphans(&child->tree);
    nf_tree_close(&child->tree);
    prctl(PR_SET_CHILD_SUBREAPER, child->reaper);
    prctl(PR_SET_DUMPABLE, child->dumpable);
    if (child->interrupt >= 0)
        close(child->interrupt);
    nf_command_free(&child->command);
    free(child);
}

void nf_child_result_free(struct nf_child_result *result)
{
    nf_text_free(&result->output);
    *result = (struct nf_child_result){0};
}
