/* Forks for ever; `bomb escape` gives every process a session of its own. */
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const int escape = argc > 1 && strcmp(argv[1], "escape") == 0;
    for (;;) {
        if (fork() == 0 && escape)
            setsid();
    }
}
