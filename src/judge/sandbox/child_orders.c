#include "judge/sandbox/child_orders.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

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
