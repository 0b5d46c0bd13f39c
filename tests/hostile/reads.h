/* Included first in every program here: where the environment says so, it reads a byte before main,
 * so that it is forked there. */
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void read_first(void)
{
    char byte;
    if (getenv("NF_HOSTILE_READS") != NULL && read(STDIN_FILENO, &byte, 1) < 0)
        _exit(1);
}
