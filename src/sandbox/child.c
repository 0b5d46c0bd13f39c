#include "sandbox/child.h"

#include "sandbox/child_command.h"
#include "sandbox/child_keeper.h"
#include "sandbox/child_orders.h"
#include "sandbox/child_pipes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

struct slot {
    pid_t keeper; /* 0: none */
    int socket;
};

struct nf_child {
    struct nf_command command;
    struct nf_child_limits limits;
    int interrupt; /* an eventfd, readable for good once interrupted */
    uint32_t slots;
    struct slot slot[];
};

static enum nf_exit keeper_lost(uint32_t slot, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "the process that keeps slot %u is lost: was it killed?", slot);
}

static enum nf_exit open_slot(struct nf_child *child, uint32_t number, struct nf_error *err)
{
    struct slot *const slot = &child->slot[number];
    const pid_t keeper = nf_keeper_fork(&child->command, &child->limits, &slot->socket);
    if (keeper < 0)
        return nf_fail(err, NF_IO, "no process to keep slot %u: %s", number, strerror(errno));
    slot->keeper = keeper;
    return NF_OK;
}

/* Hears whether the keeper of a slot could settle. All are forked first, to settle side by side. */
static enum nf_exit await_slot(struct nf_child *child, uint32_t number, struct nf_error *err)
{
    struct nf_keeper_report report;
    if (nf_keeper_receive(child->slot[number].socket, &report) != 0)
        return keeper_lost(number, err);
    if (report.event != NF_KEEPER_READY)
        return nf_fail(err, NF_IO, "%s", report.why);
    return NF_OK;
}

enum nf_exit nf_child_open(const struct nf_child_options *options, uint32_t slots,
                           struct nf_child **child, struct nf_error *err)
{
    struct nf_child *const opened = calloc(1, sizeof *opened + slots * sizeof opened->slot[0]);
    *child = NULL;
    if (opened == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u slots", slots);
    opened->limits = options->limits;
    opened->slots = slots;
    opened->interrupt = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    enum nf_exit end = opened->interrupt >= 0
                           ? nf_command_prepare(options, &opened->command, err)
                           : nf_fail(err, NF_IO, "no eventfd: %s", strerror(errno));
    for (uint32_t i = 0; i < slots && end == NF_OK; i++)
        end = open_slot(opened, i, err);
    for (uint32_t i = 0; i < slots && end == NF_OK; i++)
        end = await_slot(opened, i, err);
    if (end != NF_OK) {
        nf_child_close(opened);
        return end;
    }
    *child = opened;
    return NF_OK;
}

static bool interrupted(const struct nf_child *child)
{
    struct pollfd wait = {.fd = child->interrupt, .events = POLLIN};
    return poll(&wait, 1, 0) > 0;
}

/* What the keeper's report and the pipes say together. */
static enum nf_exit conclude(const struct nf_child *child, const struct nf_pipes *pipes,
                             const struct nf_keeper_report *report, struct nf_child_result *result,
                             struct nf_error *err)
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
    /* Bubblewrap has tried its walls before the first case, so this is rare; it must not look as if
     * it were the program's doing. */
    if (child->command.sandboxed && result->ending == NF_ENDED &&
        strncmp(result->errors, "bwrap: ", strlen("bwrap: ")) == 0)
        return nf_fail(err, NF_IO, "the sandbox failed: %s", result->errors);
    const bool own_end = result->ending == NF_ENDED || result->ending == NF_KILLED;
    if (own_end && child->limits.output > 0 && pipes->overflow) {
        result->ending = NF_OUT_OF_OUTPUT;
        result->code = 0;
    }
    return NF_OK;
}

enum nf_exit nf_child_run(struct nf_child *child, uint32_t slot, const char *input, size_t size,
                          struct nf_child_result *result, struct nf_error *err)
{
    const int keeper = child->slot[slot].socket;
    struct nf_pipes pipes;
    int standard[3];
    if (interrupted(child))
        return nf_fail(err, NF_IO, "interrupted");
    result->output.size = 0;
    result->output.failed = false;
    result->errors[0] = '\0';
    if (nf_pipes_open(&pipes, input, size, child->limits.output, result, standard) != 0)
        return nf_fail(err, NF_IO, "no pipes for the program: %s", strerror(errno));
    /* What fits into the pipe is there before the program asks, so most cases need no more. */
    nf_pipes_write(&pipes);
    const int sent = nf_keeper_send(keeper, NF_KEEPER_RUN, standard);
    for (int i = 0; i < 3; i++)
        close(standard[i]);
    struct nf_keeper_report report;
    const bool reported =
        sent == 0 && nf_pipes_pump(&pipes, keeper, child->interrupt, &report) == 0;
    nf_pipes_close(&pipes);
    return reported ? conclude(child, &pipes, &report, result, err) : keeper_lost(slot, err);
}

void nf_child_interrupt(struct nf_child *child)
{
    /* errno belongs to the code that a signal handler interrupts. */
    const int error = errno;
    const uint64_t one = 1;
    const ssize_t written = write(child->interrupt, &one, sizeof one);
    (void)written;
    errno = error;
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
        const pid_t keeper = child->slot[i].keeper;
        while (keeper > 0 && waitpid(keeper, NULL, 0) < 0 && errno == EINTR) {
        }
    }
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
