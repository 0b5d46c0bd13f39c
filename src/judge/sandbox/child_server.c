#include "judge/sandbox/child_server.h"

#include "judge/sandbox/child_confine.h"
#include "judge/sandbox/child_tree.h"
#include "judge/sandbox/preload/forkserver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { GRACE_S = 5 }; /* for an answer */

/* Returns the environment with the library in LD_PRELOAD and the number of the socket. It points to
 * `preload` and `socket`. What the program calls is looked up before it is forked, else every fork
 * would look it up anew. NULL if memory runs out. */
static char **server_environment(char *preload, char *socket)
{
    static char bind_now[] = NF_FORKSERVER_BIND;
    size_t count = 0, used = 0;
    while (environ[count] != NULL)
        count++;
    char **const changed = malloc((count + 4) * sizeof *changed);
    if (changed == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(environ[i], "LD_PRELOAD=", strlen("LD_PRELOAD=")) != 0)
            changed[used++] = environ[i];
    }
    changed[used++] = preload;
    if (getenv("LD_BIND_NOW") == NULL)
        changed[used++] = bind_now;
    changed[used++] = socket; /* behind it, so that the library knows whose it is */
    changed[used] = NULL;
    return changed;
}

/* Runs in the server's process. */
__attribute__((noreturn)) static void become_server(const struct nf_command *command,
                                                    char **environment, int socket,
                                                    const int standard[3])
{
    nf_confine_program(standard);
    fcntl(socket, F_SETFD, 0);
    execve(command->path, command->argv, environment);
    _exit(127);
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
    snprintf(socket, sizeof socket, NF_FORKSERVER_VARIABLE "=%d", ends[1]);
    char **const environment = server_environment(preload, socket);
    const pid_t pid = environment != NULL ? fork() : -1;
    if (pid == 0)
        become_server(command, environment, ends[1], standard);
    free(environment);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    *server = (struct nf_server){.pid = pid, .listed = nf_tree_only_child(), .socket = ends[0]};
    const struct timeval grace = {.tv_sec = GRACE_S};
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &grace, sizeof grace);
    return true;
}

/* Receives a word of the server; false if it does not come in time. */
static bool hear(const struct nf_server *server, void *word)
{
    ssize_t got;
    while ((got = recv(server->socket, word, sizeof(uint32_t), 0)) < 0 && errno == EINTR) {
    }
    return got == sizeof(uint32_t);
}

uint32_t nf_server_ready(const struct nf_server *server)
{
    uint32_t hello = 0;
    kill(server->pid, NF_FORKSERVER_SIGNAL);
    return hear(server, &hello) ? hello : 0;
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

/* Whether the process id that came is that of a fork. It was sent by a process with the program's
 * code, so it cannot be trusted, and the group with that id will be killed. */
static bool is_fork(const struct nf_server *server, pid_t pid)
{
    siginfo_t info;
    return pid > 1 && pid != server->pid &&
           waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0;
}

pid_t nf_server_fork(struct nf_server *server, const int standard[3])
{
    int32_t pid = 0;
    if (server->forks == 0)
        nf_limits_read(server->pid, server->limits);
    if (!ask(server, standard) || !hear(server, &pid) || !is_fork(server, pid))
        return -1;
    server->forks++;
    return pid;
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
    /* All that is left: while a process that traces the server lives, nobody else can wait for it.
     * Without a namespace the program might be such a one; ninefold gives up the slot then. */
    kill(getpid() == 1 ? -1 : server->pid, SIGKILL);
    while (waitpid(server->pid, NULL, __WALL) < 0 && errno == EINTR) {
    }
    nf_server_lost(server);
}
