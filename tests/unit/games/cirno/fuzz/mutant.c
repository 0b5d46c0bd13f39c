#include "tests/unit/games/cirno/fuzz/mutant.h"

#include "games/cirno/fuzz/fuzzing.h"

#include <stdlib.h>

char *cirno_mutant_play(int bug, const char *input, size_t size)
{
    char *printed = NULL;
    size_t printed_size;
    const struct nf_input instance = {"case", input, size};
    FILE *const out = open_memstream(&printed, &printed_size);
    if (out == NULL)
        abort();
    cirno_play_as(UINT64_C(1) << bug, &instance, out);
    if (fclose(out) != 0)
        abort();
    return printed;
}
