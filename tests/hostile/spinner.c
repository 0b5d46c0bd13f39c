/* Uses processor time for ever: `spinner deaf` ignores all signals, `spinner COUNT` does it in so
 * many processes that are not waited for, `spinner waves` in short children one after another.
 * `spinner orphans` does it in short children of children that have ended, one after another.
 * `spinner unheard` ends after a child that uses 100 ms and that the system waits for. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void spin(long milliseconds)
{
    const clock_t end = clock() + milliseconds * (CLOCKS_PER_SEC / 1000);
    /* Without something to do, a compiler may take the loop for one that ends. */
    for (volatile unsigned turns = 0; milliseconds == 0 || clock() < end; turns++) {
    }
}

/* A process that is nobody's here uses 15 ms; returns after its end. */
static void spin_in_orphan(void)
{
    int ends[2];
    char byte;
    if (pipe(ends) != 0)
        _exit(1);
    if (fork() == 0) {
        if (fork() == 0)
            spin(15);
        _exit(0);
    }
    close(ends[1]);
    wait(NULL);
    while (read(ends[0], &byte, 1) > 0) {
    }
    close(ends[0]);
}

int main(int argc, char **argv)
{
    const char *const how = argc > 1 ? argv[1] : "";
    for (int number = 1; strcmp(how, "deaf") == 0 && number < NSIG; number++)
        signal(number, SIG_IGN);
    while (strcmp(how, "waves") == 0) {
        if (fork() == 0) {
            spin(15);
            _exit(0);
        }
        wait(NULL);
    }
    if (strcmp(how, "unheard") == 0) {
        signal(SIGCHLD, SIG_IGN);
        if (fork() == 0) {
            spin(100);
            _exit(0);
        }
        wait(NULL);
        return 0;
    }
    while (strcmp(how, "orphans") == 0)
        spin_in_orphan();
    for (int left = atoi(how); left > 0; left--) {
        if (fork() == 0)
            spin(0);
    }
    if (atoi(how) > 0)
        pause();
    spin(0);
}
