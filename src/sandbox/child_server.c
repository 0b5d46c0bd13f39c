#include "sandbox/child_server.h"

#include "sandbox/child_confine.h"
#include "sandbox/child_tree.h"
#include "sandbox/preload/forkserver.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { GRACE_MS = 5000 };

/* Returns the environment with the library in LD_PRELOAD and the number of the socket. It points to
 * `preload` and `socket`. NULL if memory runs out. */
static char **server_environment(char *preload, char *socket)
{
    size_t count = 0, used = 0;
    while (environ[count] != NULL)
        count++;
    char **const changed = malloc((count + 3) * sizeof *changed);
    if (changed == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(environ[i], "LD_PRELOAD=", strlen("LD_PRELOAD=")) != 0)
            changed[used++] = environ[i];
    }
    changed[used++] = preload;
    changed[used++] = socket;
    changed[used] = NULL;
    return changed;
}

/* Runs in the server's process. */
__attribute__((noreturn)) static void become_server(const struct nf_command *command,
                                                    char **environment, int socket,
                                                    const int standard[3])
{
    sigset_t none;
    sigemptyset(&none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    for (int i = 0; i < 3; i++)
        dup2(standard[i], i);
    fcntl(socket, F_SETFD, 0);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(command->path, command->argv, environment);
    dprintf(STDERR_FILENO, "%s", strerror(errno));
    _exit(127);
}

/* Waits until `fd` has something to read; false after `GRACE_MS`. */
static bool readable_in_time(int fd)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t end = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + GRACE_MS;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        const int64_t left = end - ((int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        const int ready = left > 0 ? poll(&wait, 1, (int)left) : 0;
        if (ready >= 0 || errno != EINTR)
            return ready > 0;
    }
}

/* Reports why there was no greeting, with the program's standard error. */
static void explain(char *why, size_t size, bool ended, int errors)
{
    char words[128];
    ssize_t got = -1;
    struct pollfd some = {.fd = errors, .events = POLLIN};
    if (poll(&some, 1, 0) > 0)
        got = read(errors, words, sizeof words - 1);
    words[got > 0 ? got : 0] = '\0';
    words[strcspn(words, "\n")] = '\0';
    snprintf(why, size, "the fork server %s%s%s",
             ended ? "ended before main"
                   : "did not answer within 5 s, so its library is not loaded",
             words[0] != '\0' ? ": " : "", words);
}

bool nf_server_is_ready(const struct nf_server *server)
{
    uint32_t word = 0;
    return readable_in_time(server->socket) &&
           recv(server->socket, &word, sizeof word, 0) == sizeof word &&
           word == NF_FORKSERVER_HELLO;
}

bool nf_server_start(struct nf_server *server, const struct nf_command *command,
                     const int standard[3])
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    char preload[4096 + 64], socket[64];
    const char *const others = getenv("LD_PRELOAD");
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s%s%s", command->preload,
             others != NULL ? ":" : "", others != NULL ? others : "");
    snprintf(socket, sizeof socket, NF_FORKSERVER_VARIABLE "=%d%c", ends[1],
             command->deferred ? NF_FORKSERVER_DEFERRED : ' ');
    char **const environment = server_environment(preload, socket);
    const pid_t pid = environment != NULL ? fork() : -1;
    if (pid == 0)
        become_server(command, environment, ends[1], standard);
    const int error = errno;
    free(environment);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        errno = error;
        return false;
    }
    *server = (struct nf_server){.pid = pid, .listed = nf_tree_only_child(), .socket = ends[0]};
    const struct timeval grace = {.tv_sec = GRACE_MS / 1000};
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &grace, sizeof grace);
    return true;
}

bool nf_server_ready(struct nf_server *server, const struct nf_command *command, char *why,
                     size_t size)
{
    if (command->preload == NULL || command->deferred || server->pid != 0)
        return true;
    int errors[2];
    if (pipe2(errors, O_CLOEXEC) != 0) {
        snprintf(why, size, "cannot make a pipe for the fork server: %s", strerror(errno));
        return false;
    }
    /* Standard input and output are /dev/null. */
    const int standard[3] = {STDIN_FILENO, STDOUT_FILENO, errors[1]};
    const bool started = nf_server_start(server, command, standard);
    if (!started)
        snprintf(why, size, "cannot make a process for the fork server: %s", strerror(errno));
    close(errors[1]);
    const bool good = started && nf_server_is_ready(server);
    if (started && !good) {
        struct pollfd gone = {.fd = server->socket, .events = POLLIN};
        const bool ended = poll(&gone, 1, 0) > 0;
        nf_server_end(server);
        explain(why, size, ended, errors[0]);
    }
    close(errors[0]);
    return good;
}

/* Asks for a fork; returns false if the server is gone. */
static bool ask(const struct nf_server *server, const int standard[3])
{
    uint32_t word = 0;
    struct iovec part = {&word, sizeof word};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(3 * sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    control.header = (struct cmsghdr){
        .cmsg_len = CMSG_LEN(3 * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.header), standard, 3 * sizeof(int));
    const struct msghdr message = {.msg_iov = &part,
                                   .msg_iovlen = 1,
                                   .msg_control = &control,
                                   .msg_controllen = sizeof control.bytes};
    return sendmsg(server->socket, &message, MSG_NOSIGNAL) == sizeof word;
}

/* Whether we have a child, running or zombie. */
static bool any_child(void)
{
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

/* Whether the process id that the server sent is that of a fork. The server runs the program's
 * code, so it cannot be trusted, and the group with that id will be killed. */
static bool is_fork(const struct nf_server *server, pid_t pid)
{
    siginfo_t info;
    return pid > 1 && pid != server->pid &&
           waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0;
}

pid_t nf_server_fork(struct nf_server *server, const struct nf_command *command,
                     const int standard[3], char *why, size_t size)
{
    int32_t pid = 0;
    /* The server may have been killed since the last case. Then we start another one, unless the
     * old one has forked. A fork is our child, not the server's, so we cannot miss it. */
    for (int attempt = 0; attempt < 2 && pid == 0; attempt++) {
        if (!nf_server_ready(server, command, why, size))
            return -1;
        if (server->pid == 0)
            break; /* deferred: not here */
        if (server->forks == 0)
            nf_limits_read(server->pid, server->limits);
        if (ask(server, standard)) {
            ssize_t got;
            while ((got = recv(server->socket, &pid, sizeof pid, 0)) < 0 && errno == EINTR) {
            }
            if (got == sizeof pid && pid != 0)
                break;
            pid = 0;
        }
        nf_server_end(server);
        if (any_child()) {
            /* The fork killed the server before it could send the id. */
            pid = nf_tree_only_child();
            break;
        }
    }
    if (is_fork(server, pid)) {
        server->forks++;
        return pid;
    }
    if (pid > 0) {
        nf_server_end(server);
        snprintf(why, size, "the fork server sent the id of a process that it did not start");
    } else if (pid < 0)
        snprintf(why, size, "the fork server could not fork: %s", strerror(-pid));
    else
        snprintf(why, size, "the fork server is lost");
    return -1;
}

void nf_server_wake(const struct nf_server *server)
{
    if (server->pid != 0)
        kill(server->pid, SIGCONT);
}

void nf_server_lost(struct nf_server *server)
{
    if (server->pid != 0)
        close(server->socket);
    *server = (struct nf_server){0};
}

void nf_server_end(struct nf_server *server)
{
    if (server->pid == 0)
        return;
    kill(server->pid, SIGKILL);
    while (waitpid(server->pid, NULL, __WALL) < 0 && errno == EINTR) {
    }
    nf_server_lost(server);
}
