/* Sleeps and reads nothing. `sleeper deaf` ignores all signals it can, `sleeper closed` closes its
 * standard input, output and error first. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "deaf") == 0) {
        for (int number = 1; number < NSIG; number++)
            signal(number, SIG_IGN);
    }
    for (int fd = 0; argc > 1 && strcmp(argv[1], "closed") == 0 && fd < 3; fd++)
        close(fd);
    for (;;)
        pause();
}
