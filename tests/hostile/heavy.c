/* Takes much memory before it reads, so that it takes long to die; `heavy leaver` leaves a process
 * behind that does not. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES = 128 << 20 };

static char *volatile weight;

__attribute__((constructor(101))) static void put_on(void)
{
    weight = malloc(BYTES);
    if (weight != NULL)
        memset(weight, 1, BYTES);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1 && fork() == 0) {
        setsid();
        pause();
    }
    return 0;
}
