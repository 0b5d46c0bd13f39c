
#include "base/lang.h"
#include "judge/sandbox/child_internal.h"
#include "judge/sandbox/preload/forkserver.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
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

/* ---- whether it can be forked ---- */

static const uint64_t second = 1000000000, millisecond = 1000000;

enum {
    MOST_S = 5,
    IDLE_MS = 2000,     /* for so long it may wait for anything else at a stretch, */
    IDLE_MANY_MS = 500, /* and for processes of its own that use no processor time, such as those of
                           a pipe, which wait for its input */
    LOOK_EVERY = 10,    /* steps of a millisecond */
};

/* The other ends of the server's standard descriptors: an empty pipe to read from, another for all
 * that it writes. */
struct ends {
    int input, output;
};

static uint64_t now_ns(clockid_t clock)
{
    struct timespec time = {0};
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
}

/* What it and the processes that it started have used. */
static uint64_t processor_ns(const struct nf_supervisor *supervisor)
{
    clockid_t clock;
    const uint64_t own =
        clock_getcpuclockid(supervisor->server.pid, &clock) == 0 ? now_ns(clock) : 0;
    const uint64_t all = nf_usage_ns(&supervisor->usage), seen = supervisor->tree.cpu_ns;
    const uint64_t more = all > seen ? all : seen;
    return own > more ? own : more;
}

/* Opens a file of the server in /proc; NULL on failure. */
static FILE *open_own(const struct nf_supervisor *supervisor, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", supervisor->server.listed, name);
    return fopen(path, "re");
}

/* What the server waits for: in read() or readv() for standard input, in another call, not at all.
 * Before it executes the program, a user may not know: that counts as another call. */
enum waits { FOR_INPUT, FOR_OTHER, FOR_NOTHING };

static enum waits waits_for(const struct nf_supervisor *supervisor)
{
    FILE *const file = open_own(supervisor, "syscall");
    char line[256];
    long number = -1;
    unsigned long descriptor = 1;
    const bool known = file != NULL && fgets(line, sizeof line, file) != NULL;
    if (file != NULL)
        fclose(file);
    if (known && (sscanf(line, "%ld %lx", &number, &descriptor) != 2 || number < 0))
        return FOR_NOTHING;
    return (number == SYS_read || number == SYS_readv) && descriptor == STDIN_FILENO ? FOR_INPUT
                                                                                     : FOR_OTHER;
}

/* The most memory that the server had resident at a time. */
static uint64_t peak_memory(const struct nf_supervisor *supervisor)
{
    FILE *const file = open_own(supervisor, "status");
    char line[128];
    unsigned long long kib = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        sscanf(line, "VmHWM: %llu", &kib);
    if (file != NULL)
        fclose(file);
    return (uint64_t)kib * 1024;
}

/* ---- what a fork would share or lack ---- */

/* Whether the link /proc/PID/fd/NAME leads to the pipe of which we have the end `other`. */
static bool is_pipe(int folder, const char *name, int other)
{
    char link[64], expected[64];
    struct stat found;
    const ssize_t length = readlinkat(folder, name, link, sizeof link - 1);
    if (length < 0 || fstat(other, &found) != 0)
        return false;
    link[length] = '\0';
    snprintf(expected, sizeof expected, "pipe:[%llu]", (unsigned long long)found.st_ino);
    return strcmp(link, expected) == 0;
}

/* Whether it has the socket, which is closed where it executes another program. */
static bool has_socket(const struct nf_supervisor *supervisor)
{
    char path[64], link[8];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", supervisor->server.listed, NF_FORKSERVER_HIGH);
    return readlink(path, link, sizeof link) > 0;
}

/* Whether it has its standard descriptors, as they were, and at most our socket: any other shares
 * its place in a file with all forks. */
static bool only_standard(const struct nf_supervisor *supervisor, const struct ends *ends)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd", supervisor->server.listed);
    DIR *const folder = opendir(path);
    const struct dirent *entry;
    int standard = 0, others = 0;
    if (folder == NULL)
        return false;
    while ((entry = readdir(folder)) != NULL) {
        const int number = atoi(entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        if (number <= STDERR_FILENO)
            standard += is_pipe(dirfd(folder), entry->d_name,
                                number == STDIN_FILENO ? ends->input : ends->output);
        else
            others += number != NF_FORKSERVER_HIGH;
    }
    closedir(folder);
    return standard == 3 && others == 0;
}

/* Whether it has memory that forks would share and could write to. */
static bool shares_memory(const struct nf_supervisor *supervisor)
{
    FILE *const file = open_own(supervisor, "maps");
    char line[4352], rights[5];
    bool shared = file == NULL;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        shared |= sscanf(line, "%*x-%*x %4s", rights) == 1 && rights[1] == 'w' && rights[3] == 's';
    if (file != NULL)
        fclose(file);
    return shared;
}

/* Whether it, or who executed it, has written to standard output or error. What else it may have
 * written it says itself (preload/forkserver.c). */
static bool has_written(const struct ends *ends)
{
    int waiting = 0;
    return ioctl(ends->output, FIONREAD, &waiting) != 0 || waiting != 0;
}

/* Whether it has a timer of timer_create(); the server itself asks for the others. */
static bool has_timer(const struct nf_supervisor *supervisor)
{
    FILE *const file = open_own(supervisor, "timers");
    const bool timer = file != NULL && fgetc(file) != EOF;
    if (file != NULL)
        fclose(file);
    return timer;
}

/* Whether what its processes use passes a limit. */
static bool passes_limit(struct nf_supervisor *supervisor)
{
    const struct nf_child_limits *const limits = &supervisor->limits;
    const struct nf_tree *const tree = &supervisor->tree;
    nf_supervisor_measure(supervisor, 0);
    return tree->tasks > NF_CHILD_TASKS ||
           (limits->memory > 0 && peak_memory(supervisor) > limits->memory) ||
           (limits->cpu_ns > 0 && processor_ns(supervisor) > limits->cpu_ns);
}

/* Why it must not be forked where it is; NULL: it may be. */
static const char *find_reason(struct nf_supervisor *supervisor, const struct ends *ends)
{
    return passes_limit(supervisor)           ? N_("it passes a limit before it reads its input")
           : supervisor->tree.count > 1       ? N_("it starts processes before it reads its input")
           : supervisor->tree.tasks > 1       ? N_("it starts threads before it reads its input")
           : !has_socket(supervisor)          ? N_("it executes another program")
           : has_written(ends)                ? N_("it writes before it reads its input")
           : !only_standard(supervisor, ends) ? N_("it has files open while it reads its input")
           : shares_memory(supervisor)        ? N_("it has memory that processes share")
           : has_timer(supervisor)            ? N_("it sets a timer before it reads its input")
                                              : NULL;
}

/* ---- waiting ---- */

static bool has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

/* Waits until the server reads its input. */
static enum nf_forkable await_read(struct nf_supervisor *supervisor, const char **why)
{
    const uint64_t start = now_ns(CLOCK_MONOTONIC), wall = supervisor->limits.wall_ns;
    const uint64_t most = wall > 0 && wall < MOST_S * second ? wall : MOST_S * second;
    const struct timespec step = {.tv_nsec = (long)millisecond};
    uint64_t now = start, busy = start, used = 0, idle_ms = IDLE_MS;
    enum waits waits;
    sigset_t none;
    sigemptyset(&none);
    for (int steps = 0; (waits = waits_for(supervisor)) != FOR_INPUT; steps++) {
        struct pollfd order = {.fd = supervisor->socket, .events = POLLIN};
        now = now_ns(CLOCK_MONOTONIC);
        busy = waits == FOR_OTHER ? busy : now;
        *why = N_("it does not wait for its input");
        if (has_ended(supervisor->server.pid) || now - start > most ||
            supervisor->idle_ns + (now - busy) > idle_ms * millisecond)
            return NF_FORKABLE_NEVER;
        *why = N_("it passes a limit before it reads its input");
        if (steps % LOOK_EVERY == LOOK_EVERY - 1) {
            if (passes_limit(supervisor))
                return NF_FORKABLE_NEVER;
            idle_ms = supervisor->tree.count > 1 ? IDLE_MANY_MS : IDLE_MS;
            busy = supervisor->tree.cpu_ns > used ? now : busy;
            used = supervisor->tree.cpu_ns;
        }
        if (ppoll(&order, 1, &step, NULL) > 0) {
            supervisor->idle_ns += now - busy;
            return NF_FORKABLE_NOT_NOW;
        }
    }
    supervisor->idle_ns = 0;
    supervisor->server.wall_ns = now_ns(CLOCK_MONOTONIC) - start;
    nf_supervisor_measure(supervisor, 0);
    supervisor->server.cpu_ns = processor_ns(supervisor);
    supervisor->server.memory = peak_memory(supervisor);
    return NF_FORKABLE;
}

/* Waits until it reads and has it serve there. */
static enum nf_forkable serve(struct nf_supervisor *supervisor, const struct ends *ends,
                              const char **why)
{
    const enum nf_forkable result = await_read(supervisor, why);
    if (result != NF_FORKABLE)
        return result;
    *why = find_reason(supervisor, ends);
    if (*why != NULL)
        return NF_FORKABLE_NEVER;
    const uint32_t hello = nf_server_ready(&supervisor->server);
    *why = hello == NF_FORKSERVER_WRITTEN
               ? N_("it writes before it reads its input")
               : N_("it does not let itself be forked while it reads its input");
    return hello == NF_FORKSERVER_HELLO ? NF_FORKABLE : NF_FORKABLE_NEVER;
}

enum nf_forkable nf_forkable(struct nf_supervisor *supervisor, char *why, size_t size)
{
    struct nf_server *const server = &supervisor->server;
    int input[2], output[2];
    const char *reason = N_("no pipes can be made for it");
    enum nf_forkable result = NF_FORKABLE_NEVER;
    if (server->pid != 0)
        return NF_FORKABLE;
    if (pipe2(input, O_CLOEXEC) == 0) {
        if (pipe2(output, O_CLOEXEC) == 0) {
            const int standard[3] = {input[0], output[1], output[1]};
            const struct ends ends = {input[1], output[0]};
            nf_usage_begin(&supervisor->usage, now_ns(CLOCK_MONOTONIC));
            supervisor->tree.cpu_ns = 0; /* of the case before */
            if (nf_server_start(server, supervisor->command, standard))
                result = serve(supervisor, &ends, &reason);
            close(output[0]);
            close(output[1]);
        }
        close(input[0]);
        close(input[1]);
    }
    if (result != NF_FORKABLE)
        nf_server_end(server);
    snprintf(why, size, "%s", result == NF_FORKABLE_NEVER ? reason : "");
    return result;
}
