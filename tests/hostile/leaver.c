/* Prints "left" and ends, but leaves processes behind that hold its output open: `leaver child` one
 * in its group, `leaver daemon` one in a session of its own, forked twice and deaf, `leaver writer`
 * one that writes without end, `leaver walker` one that forks and ends for ever, so that its number
 * changes all the time. */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void leave_daemon(void)
{
    setsid();
    if (fork() != 0)
        _exit(0);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_IGN);
    for (;;)
        pause();
}

static void walk(void)
{
    setsid();
    for (;;) {
        if (fork() != 0)
            _exit(0);
    }
}

static void write_on(void)
{
    static char bytes[4096];
    while (write(STDOUT_FILENO, bytes, sizeof bytes) >= 0) {
    }
}

int main(int argc, char **argv)
{
    const char *const how = argc > 1 ? argv[1] : "";
    const ssize_t put = write(STDOUT_FILENO, "left\n", 5);
    if (fork() != 0)
        return put != 5;
    if (strcmp(how, "daemon") == 0)
        leave_daemon();
    if (strcmp(how, "walker") == 0)
        walk();
    if (strcmp(how, "writer") == 0)
        write_on();
    for (;;)
        pause();
}
