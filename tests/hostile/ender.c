/* Ends: `ender exit CODE` or `ender signal NUMBER`. Reads nothing. `ender quiet CODE` closes its
 * standard input, says so after a while, and exits. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const int number = atoi(argv[2]);
    if (strcmp(argv[1], "signal") == 0)
        raise(number);
    if (strcmp(argv[1], "quiet") == 0) {
        const struct timespec pause = {.tv_nsec = 30000000};
        close(STDIN_FILENO);
        nanosleep(&pause, NULL);
        if (write(STDOUT_FILENO, "closed\n", 7) != 7)
            return 1;
    }
    return number;
}
