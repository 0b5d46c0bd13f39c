/* The program around a player with mistakes: -DBUG=k makes it one with mistake k of the catalogue,
 * -DAND=j with mistake j as well; without them it is right. With -DDRY=1 it ends with exit code 3
 * where the rules have no word for what it does, as programs do that check; with -DDRY=2 it crashes
 * there, and what it has not written yet is lost. `play_as` is the game's play_as. */
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif
#ifndef AND
#define AND 0
#endif
#ifndef DRY
#define DRY 0
#endif

static int run(size_t (*play_as)(uint64_t, const struct nf_input *, FILE *))
{
    static char input[1 << 24];
    char *output = NULL;
    size_t size = 0;
    const struct nf_input instance = {"", input, fread(input, 1, sizeof input, stdin)};
    FILE *const out = open_memstream(&output, &size);
    if (out == NULL)
        return 1;
    /* Bit 0 is no mistake. */
    const size_t common = play_as(UINT64_C(1) << BUG | UINT64_C(1) << AND, &instance, out);
    if (fclose(out) != 0)
        return 1;
    if (DRY > 0 && common <= size) {
        fputs("no card is left\n", stderr);
        if (DRY > 1)
            abort();
        size = common;
    }
    fwrite(output, 1, size, stdout);
    free(output);
    return DRY > 0 && common != SIZE_MAX ? 3 : 0;
}
