/* Is not ready in time: its constructor sleeps, before main; where LATE_SINCE names a file, only
 * when that is there. With LATE_ENDS in the environment it ends there, with that complaint; or
 * where that is "leaver" without a word, but with a process left behind that keeps standard error
 * open.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long starter;

__attribute__((constructor)) static void delay(void)
{
    const char *const ends = getenv("LATE_ENDS"), *const since = getenv("LATE_SINCE");
    if (ends != NULL && strcmp(ends, "leaver") == 0) {
        if (fork() != 0)
            _exit(4);
        close_range(STDERR_FILENO + 1, ~0u, 0);
        pause();
    }
    if (ends != NULL)
        _exit(dprintf(STDERR_FILENO, "late: %s\n", ends) > 0 ? 4 : 5);
    if (since == NULL || access(since, F_OK) == 0)
        sleep(60);
    starter = getpid();
}

int main(void)
{
    printf("%ld\n", starter);
    return 0;
}
