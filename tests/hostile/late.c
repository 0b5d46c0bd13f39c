/* Is not ready in time: its constructor sleeps, or with LATE_ENDS in the environment complains and
 * ends, before main. */
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void delay(void)
{
    static const char complaint[] = "late: no licence\n";
    if (getenv("LATE_ENDS") != NULL)
        _exit(write(STDERR_FILENO, complaint, sizeof complaint - 1) > 0 ? 4 : 5);
    sleep(60);
}

int main(void)
{
    return 0;
}
