#include "sandbox/child_keeper.h"

#include "base/machine.h"
#include "sandbox/child_case.h"
#include "sandbox/child_confine.h"
#include "sandbox/child_orders.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TREE_CAPACITY = 1 << 16 };

/* Prepares the keeper. If it cannot work here, sends a report and returns false. */
static bool settle(struct nf_keeper *keeper)
{
    prctl(PR_SET_NAME, "ninefold-keeper");
    nf_confine_limits(keeper);
    char why[256];
    keeper->cpus = nf_machine_cpus();
    keeper->exec_error = mmap(NULL, sizeof *keeper->exec_error, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (keeper->exec_error == MAP_FAILED || !nf_tree_open(&keeper->tree, TREE_CAPACITY))
        nf_keeper_complain(keeper->socket, "out of memory");
    else if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0)
        nf_keeper_complain(keeper->socket,
                           "this system does not support PR_SET_CHILD_SUBREAPER: %s",
                           strerror(errno));
    else if (!nf_tree_supported())
        nf_keeper_complain(keeper->socket, "no /proc/PID/task/TID/children on this system");
    else if (!nf_server_ready(&keeper->server, keeper->command, why, sizeof why))
        nf_keeper_complain(keeper->socket, "%s", why);
    else
        return true;
    return false;
}

__attribute__((noreturn)) static void keep(struct nf_keeper *keeper)
{
    bool going = settle(keeper);
    if (going)
        nf_keeper_answer(keeper->socket, &(struct nf_keeper_report){.event = NF_KEEPER_READY});
    while (going) {
        int standard[3];
        const int order = nf_keeper_listen(keeper->socket, standard);
        if (order == NF_KEEPER_RUN)
            nf_keeper_case(keeper, standard);
        else if (order == NF_KEEPER_RENEW)
            nf_server_end(&keeper->server);
        else if (order < 0)
            going = false;
        /* A late STOP: the case was over before it came. */
    }
    nf_server_end(&keeper->server);
    _exit(0);
}

pid_t nf_keeper_fork(const struct nf_command *command, const struct nf_child_limits *limits,
                     int *socket)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    /* The sandbox creates its own namespaces, which end with it. */
    const pid_t pid = nf_confine_fork(!command->sandboxed);
    if (pid == 0) {
        struct nf_keeper keeper = {.socket = nf_confine_begin(ends[1]),
                                   .command = command,
                                   .limits = *limits,
                                   .children = -1,
                                   /* A fork has id 1 only in a new namespace. */
                                   .alone = getpid() == 1};
        keep(&keeper);
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
