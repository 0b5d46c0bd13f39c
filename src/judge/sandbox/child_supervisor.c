#include "judge/sandbox/child_supervisor.h"

#include "base/machine.h"
#include "judge/sandbox/child_case.h"
#include "judge/sandbox/child_confine.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
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

/* ---- the protocol ---- */

int nf_supervisor_send(int socket, enum nf_supervisor_order order, const int standard[3])
{
    uint32_t word = order;
    struct iovec part = {&word, sizeof word};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(3 * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (standard != NULL) {
        memset(&control, 0, sizeof control);
        control.header = (struct cmsghdr){.cmsg_len = CMSG_LEN(3 * sizeof(int)),
                                          .cmsg_level = SOL_SOCKET,
                                          .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&control.header), standard, 3 * sizeof(int));
        message.msg_control = &control;
        message.msg_controllen = sizeof control.bytes;
    }
    ssize_t sent;
    while ((sent = sendmsg(socket, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
    }
    return sent < 0 ? -1 : 0;
}

int nf_supervisor_receive(int socket, struct nf_supervisor_report *report)
{
    ssize_t got;
    while ((got = recv(socket, report, sizeof *report, 0)) < 0 && errno == EINTR) {
    }
    if (got >= 0 && got != (ssize_t)sizeof *report)
        errno = ECONNRESET;
    return got == (ssize_t)sizeof *report ? 0 : -1;
}

bool nf_supervisor_gone(int error)
{
    return error == ECONNRESET || error == EPIPE || error == ENOTCONN || error == ETIMEDOUT;
}

int nf_supervisor_listen(int socket, int standard[3])
{
    uint32_t word;
    struct iovec part = {&word, sizeof word};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(3 * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control.bytes};
    ssize_t got;
    while ((got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
    }
    if (got != (ssize_t)sizeof word)
        return -1;
    const struct cmsghdr *const rights = CMSG_FIRSTHDR(&message);
    const bool three = rights != NULL && rights->cmsg_len == CMSG_LEN(3 * sizeof(int));
    for (int i = 0; i < 3; i++)
        standard[i] = -1;
    if (three)
        memcpy(standard, CMSG_DATA(rights), 3 * sizeof(int));
    return (int)word;
}

int nf_supervisor_answer(int socket, const struct nf_supervisor_report *report)
{
    ssize_t sent;
    while ((sent = send(socket, report, sizeof *report, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
    }
    return sent == (ssize_t)sizeof *report ? 0 : -1;
}

void nf_supervisor_complain(int socket, const char *format, ...)
{
    struct nf_supervisor_report report = {.event = NF_SUPERVISOR_FAILED};
    va_list args;
    va_start(args, format);
    vsnprintf(report.why, sizeof report.why, format, args);
    va_end(args);
    nf_supervisor_answer(socket, &report);
}
