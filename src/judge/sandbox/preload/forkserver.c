/* The fork server, preloaded into the program under test, which runs until it waits for its input,
 * an empty pipe. There the supervisor, which sees it wait, sends a signal. The handler serves: it
 * forks for every request from a socket, and in the fork, which has the standard input, output and
 * error that came with the request, it returns. The kernel starts the interrupted read() again,
 * which now reads the input of the case. So a case costs one fork, without exec, loading, linking
 * and the start of an interpreter.
 *
 * Where the program executes another one before it reads, as a shell or `env` does, the library
 * goes along. The program must not notice it: the environment is as without it, no descriptor stays
 * open in a fork, no output is buffered. */
#include "judge/sandbox/preload/forkserver.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

typedef int exec_function(const char *file, char *const arguments[], char *const environment[]);

static int control = -1;
static char *library;     /* the path of this one */
static pid_t server = -1; /* this process, before it is forked */
static long long written; /* count_written() when the program was executed */
static exec_function *next_execvpe;

/* Returns the place of a variable, given with its "=", in the environment; NULL: there is none. Not
 * by getenv(), which a program may have replaced by one of its own, as bash has. */
static char **find_variable(const char *name)
{
    for (char **place = environ; place != NULL && *place != NULL; place++)
        if (strncmp(*place, name, strlen(name)) == 0)
            return place;
    return NULL;
}

static void remove_variable(char **place)
{
    for (; *place != NULL; place++)
        place[0] = place[1];
}

static const char socket_name[] = NF_FORKSERVER_VARIABLE "=", preload_name[] = "LD_PRELOAD=";

/* Removes the socket's number and NF_FORKSERVER_BIND from the environment, and the library from
 * LD_PRELOAD, where the supervisor put it first. */
static void clean_environment(void)
{
    char **const number = find_variable(socket_name);
    if (number == NULL)
        return;
    control = atoi(*number + strlen(socket_name));
    remove_variable(number);
    if (number > environ && strcmp(number[-1], NF_FORKSERVER_BIND) == 0)
        remove_variable(number - 1);
    char **const place = find_variable(preload_name);
    if (place == NULL)
        return;
    char *const paths = *place + strlen(preload_name), *const others = strchr(paths, ':');
    library = strndup(paths, strcspn(paths, ":"));
    if (others != NULL)
        memmove(paths, others + 1, strlen(others));
    else
        remove_variable(place);
}

/* Forks a sibling instead of a child, so that the supervisor itself waits for it and this process
 * need not wake up. fork() of the C library cannot do that. It would also update its cached thread
 * id, which the kernel does here, and handle locks of other threads, of which there are none. */
static pid_t fork_sibling(void)
{
    int *number = NULL;
    unsigned long flags = CLONE_PARENT | SIGCHLD;
    if (prctl(PR_GET_TID_ADDRESS, &number) == 0 && number != NULL)
        flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
    /* Architectures differ in which of the last two arguments is the thread id; the other one is
     * ignored. */
    return (pid_t)syscall(SYS_clone, flags, NULL, NULL, number, number);
}

/* Waits for a request; returns false if the supervisor is gone. */
static bool next_request(int standard[3])
{
    uint32_t word;
    struct iovec part = {&word, sizeof word};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(3 * sizeof(int))];
    } rights;
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &rights,
                             .msg_controllen = sizeof rights.bytes};
    ssize_t got;
    while ((got = recvmsg(control, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
    }
    const struct cmsghdr *const header = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header == NULL || header->cmsg_len != CMSG_LEN(3 * sizeof(int)))
        return false;
    memcpy(standard, CMSG_DATA(header), 3 * sizeof(int));
    return true;
}

static bool answer(int32_t number)
{
    return send(control, &number, sizeof number, MSG_NOSIGNAL) == sizeof number;
}

/* Runs in the fork: what the supervisor does before it executes a program. The fork tells its own
 * id before the program goes on, for that may turn against the server. */
static void settle(const int standard[3])
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    for (int i = 0; i < 3; i++)
        dup2(standard[i], i);
    for (int i = 0; i < 3; i++) {
        if (standard[i] > 2)
            close(standard[i]);
    }
    if (!answer(getpid()))
        _exit(127);
    close(control);
}

static bool is_set(const struct itimerval *timer)
{
    return timer->it_value.tv_sec != 0 || timer->it_value.tv_usec != 0;
}

static bool any_timer(void)
{
    struct itimerval real = {0}, own = {0}, both = {0};
    getitimer(ITIMER_REAL, &real);
    getitimer(ITIMER_VIRTUAL, &own);
    getitimer(ITIMER_PROF, &both);
    return is_set(&real) || is_set(&own) || is_set(&both);
}

/* How many bytes this process, and who executed it, and the processes that these waited for, have
 * written; -1 if it cannot be read. */
static long long count_written(void)
{
    static const char word[] = "wchar: ";
    char text[256];
    const int file = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
    const ssize_t got = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = '\0';
    const char *const at = strstr(text, word);
    return at != NULL ? strtoll(at + strlen(word), NULL, 10) : -1;
}

/* Greets and serves until the supervisor is gone; returns in every fork. */
static void serve(int number)
{
    const int error = errno;
    const bool wrote = written < 0 || count_written() != written;
    const uint32_t hello = wrote ? NF_FORKSERVER_WRITTEN : NF_FORKSERVER_HELLO;
    int standard[3];
    /* Forks would not have a timer that the program has set. */
    if (any_timer() || send(control, &hello, sizeof hello, MSG_NOSIGNAL) != sizeof hello || wrote)
        _exit(127);
    while (next_request(standard)) {
        const pid_t pid = fork_sibling();
        if (pid == 0) {
            settle(standard);
            signal(number, SIG_DFL);
            errno = error;
            return;
        }
        if (pid < 0 && !answer(-errno))
            break;
        for (int i = 0; i < 3; i++)
            close(standard[i]);
    }
    _exit(0);
}

/* Moves the socket out of the program's way and waits for the signal. */
__attribute__((constructor)) static void begin(void)
{
    const struct sigaction action = {.sa_handler = serve, .sa_flags = SA_RESTART};
    clean_environment();
    /* ISO C has no conversion between pointers to data and to functions; POSIX does. */
    void *const symbol = dlsym(RTLD_NEXT, "execvpe");
    memcpy(&next_execvpe, &symbol, sizeof next_execvpe);
    if (control < 0)
        return;
    if (control != NF_FORKSERVER_HIGH && dup2(control, NF_FORKSERVER_HIGH) != NF_FORKSERVER_HIGH)
        _exit(127);
    if (control != NF_FORKSERVER_HIGH)
        close(control);
    control = NF_FORKSERVER_HIGH;
    fcntl(control, F_SETFD, FD_CLOEXEC);
    server = getpid();
    written = count_written();
    sigaction(NF_FORKSERVER_SIGNAL, &action, NULL);
}

/* ---- a program that executes another one before it reads ---- */

/* Returns the environment with the socket's number and this library in it; NULL without memory. It
 * is not freed: most often it is gone with the process's memory. */
static char **carry(char *const environment[])
{
    const char *others = "";
    size_t count = 0, used = 0;
    while (environment[count] != NULL)
        count++;
    char **const carried = malloc((count + 3) * sizeof *carried);
    for (size_t i = 0; carried != NULL && i < count; i++) {
        if (strncmp(environment[i], preload_name, strlen(preload_name)) == 0)
            others = environment[i] + strlen(preload_name);
        else
            carried[used++] = environment[i];
    }
    char *number = NULL, *preload = NULL;
    if (carried == NULL || asprintf(&number, "%s%d", socket_name, control) < 0 ||
        asprintf(&preload, "%s%s%s%s", preload_name, library, *others != '\0' ? ":" : "", others) <
            0)
        return NULL;
    carried[used++] = preload;
    carried[used++] = number;
    carried[used] = NULL;
    return carried;
}

/* Executes `file`; before the program is forked, it takes this library along. */
static int take_along(exec_function *next, const char *file, char *const arguments[],
                      char *const environment[])
{
    char **const carried =
        getpid() == server && library != NULL && environment != NULL ? carry(environment) : NULL;
    if (carried == NULL)
        return next(file, arguments, environment);
    fcntl(control, F_SETFD, 0);
    const int failed = next(file, arguments, carried);
    fcntl(control, F_SETFD, FD_CLOEXEC);
    return failed;
}

static int next_execve(const char *file, char *const arguments[], char *const environment[])
{
    return (int)syscall(SYS_execve, file, arguments, environment);
}

#define SEEN __attribute__((visibility("default")))

SEEN int execve(const char *file, char *const arguments[], char *const environment[])
{
    return take_along(next_execve, file, arguments, environment);
}

SEEN int execv(const char *file, char *const arguments[])
{
    return take_along(next_execve, file, arguments, environ);
}

SEEN int execvpe(const char *file, char *const arguments[], char *const environment[])
{
    return take_along(next_execvpe, file, arguments, environment);
}

SEEN int execvp(const char *file, char *const arguments[])
{
    return take_along(next_execvpe, file, arguments, environ);
}
