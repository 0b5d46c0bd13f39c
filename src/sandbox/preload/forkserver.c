/* The fork server, preloaded into the program under test, which runs until it waits for its input,
 * an empty pipe. There the supervisor, which sees it wait, sends a signal. The handler serves: it
 * forks for every request from a socket, and in the fork, which has the standard input, output and
 * error that came with the request, it returns. The kernel starts the interrupted read() again,
 * which now reads the input of the case. So a case costs one fork, without exec, loading, linking
 * and the start of an interpreter.
 *
 * The program must not notice it: the environment is as without it, no descriptor stays open in a
 * fork, no output is buffered. */
#include "sandbox/preload/forkserver.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static int control = -1;

/* Removes the socket's number from the environment, and the library from LD_PRELOAD, where the
 * supervisor put it first. */
static void clean_environment(void)
{
    const char *const number = getenv(NF_FORKSERVER_VARIABLE);
    if (number == NULL)
        return;
    control = atoi(number);
    unsetenv(NF_FORKSERVER_VARIABLE);
    const char *const preload = getenv("LD_PRELOAD");
    const char *const others = preload != NULL ? strchr(preload, ':') : NULL;
    if (others != NULL) {
        /* setenv() must not get a pointer into the value that it replaces. */
        char *const copy = strdup(others + 1);
        if (copy != NULL)
            setenv("LD_PRELOAD", copy, 1);
        free(copy);
    } else {
        unsetenv("LD_PRELOAD");
    }
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

/* Runs in the fork: what the supervisor does before it executes a program. */
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

/* Greets and serves until the supervisor is gone; returns in every fork. */
static void serve(int number)
{
    const uint32_t hello = NF_FORKSERVER_HELLO;
    const int error = errno;
    int standard[3];
    /* Forks would not have a timer that the program has set. */
    if (any_timer() || send(control, &hello, sizeof hello, MSG_NOSIGNAL) != sizeof hello)
        _exit(127);
    while (next_request(standard)) {
        const pid_t pid = fork_sibling();
        if (pid == 0) {
            settle(standard);
            signal(number, SIG_DFL);
            errno = error;
            return;
        }
        const int32_t answer = pid > 0 ? pid : -errno;
        for (int i = 0; i < 3; i++)
            close(standard[i]);
        if (send(control, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer)
            break;
    }
    _exit(0);
}

/* Moves the socket out of the program's way and waits for the signal. */
__attribute__((constructor)) static void begin(void)
{
    const struct sigaction action = {.sa_handler = serve, .sa_flags = SA_RESTART};
    clean_environment();
    if (control < 0)
        return;
    if (fcntl(control, F_DUPFD_CLOEXEC, NF_FORKSERVER_HIGH) != NF_FORKSERVER_HIGH)
        _exit(127);
    close(control);
    control = NF_FORKSERVER_HIGH;
    sigaction(NF_FORKSERVER_SIGNAL, &action, NULL);
}
