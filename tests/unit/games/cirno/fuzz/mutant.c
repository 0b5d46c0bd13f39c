#include "tests/unit/games/cirno/fuzz/mutant.h"

#include <stdlib.h>

static int chosen;
#define BUG     chosen
#define NO_MAIN 1
#include "tests/mutants/cirno.c"

char *cirno_mutant_play(int bug, const char *input, size_t size)
{
    char *printed = NULL;
    size_t printed_size;
    FILE *const in = fmemopen((void *)(size_t)input, size, "r"); /* which only reads it */
    FILE *const out = open_memstream(&printed, &printed_size);
    if (in == NULL || out == NULL)
        abort();
    chosen = bug;
    solve(in, out);
    fclose(in);
    if (fclose(out) != 0)
        abort();
    return printed;
}
