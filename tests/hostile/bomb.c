/* Forks for ever; `bomb escape` gives every process a session of its own, `bomb N` stops and waits
 * when there are N of it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const int escape = argc > 1 && strcmp(argv[1], "escape") == 0;
    const long most = argc > 1 && !escape ? atol(argv[1]) : 0;
    for (long made = 1; made < most && fork() != 0; made++) {
    }
    while (most > 0)
        pause();
    for (;;) {
        if (fork() == 0 && escape)
            setsid();
    }
}
