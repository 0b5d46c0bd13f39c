#include "judge/sandbox/child_supervisor.h"

#include "base/machine.h"
#include "judge/sandbox/child_case.h"
#include "judge/sandbox/child_confine.h"
#include "judge/sandbox/child_orders.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TREE_CAPACITY = 1 << 16 };

/* Prepares the supervisor. If it cannot work here, sends a report and returns false. */
static bool settle_child(struct nf_supervisor *supervisor)
{
    prctl(PR_SET_NAME, "nf-supervisor");
    nf_confine_limits(supervisor);
    supervisor->cpus = nf_machine_cpus();
    supervisor->exec_error = mmap(NULL, sizeof *supervisor->exec_error, PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (supervisor->exec_error == MAP_FAILED || !nf_tree_open(&supervisor->tree, TREE_CAPACITY))
        nf_supervisor_complain(supervisor->socket, "out of memory");
    else if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0)
        nf_supervisor_complain(supervisor->socket,
                               "this system does not support PR_SET_CHILD_SUBREAPER: %s",
                               strerror(errno));
    else if (!nf_tree_supported())
        nf_supervisor_complain(supervisor->socket, "no /proc/PID/task/TID/children on this system");
    else
        return true;
    return false;
}

__attribute__((noreturn)) static void keep(struct nf_supervisor *supervisor)
{
    bool going = settle_child(supervisor);
    struct nf_supervisor_report ready = {.event = NF_SUPERVISOR_READY};
    supervisor->usage.counter = nf_usage_open();
    if (supervisor->usage.counter < 0)
        snprintf(ready.why, sizeof ready.why, "%s", strerror(errno));
    going = going && nf_supervisor_answer(supervisor->socket, &ready) == 0;
    while (going) {
        int standard[3];
        const int order = nf_supervisor_listen(supervisor->socket, standard);
        if (order == NF_SUPERVISOR_START || order == NF_SUPERVISOR_FORK)
            nf_supervisor_case(supervisor, standard, order == NF_SUPERVISOR_FORK);
        else if (order < 0)
            going = false;
        /* A late STOP: the case was over before it came. */
    }
    nf_server_end(&supervisor->server);
    _exit(0);
}

pid_t nf_supervisor_fork(const struct nf_command *command, const struct nf_child_limits *limits,
                         bool bound, int *socket)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    /* The sandbox creates its own namespaces, which end with it. */
    const pid_t pid = nf_confine_fork(!command->sandboxed, bound);
    if (pid == 0) {
        struct nf_supervisor supervisor = {.socket = nf_confine_begin(ends[1]),
                                           .command = command,
                                           .limits = *limits,
                                           .children = -1,
                                           /* A fork has id 1 only in a new namespace. */
                                           .alone = getpid() == 1,
                                           .bound = bound};
        keep(&supervisor);
    }
    const int error = errno;
    close(ends[1]);
    *socket = ends[0];
    if (pid < 0) {
        close(ends[0]);
        errno = error;
    }
    return pid;
}
