/* The program around a player with mistakes: -DMISTAKES names her file and -DPLAY_AS her function,
 * nf_fuzz_ops.play_as. -DBUG=k makes it one with mistake k of the catalogue,
 * -DAND=j with mistake j as well; without them it is right. With -DDRY=1 it ends with exit code 3
 * where the rules have no word for what it does, as programs do that check; with -DDRY=2 it crashes
 * there, and what it has not written yet is lost. With -DEND=1 it crashes, with -DEND=2 it hangs,
 * behind the first line that is not by the rules; with -DEND=3 and 4 the same before it has written
 * anything. -DSLOW=MS makes it sleep first. Those that are not given are 0 (./build). */
#include MISTAKES
#include "judge/points.c"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The end of the first line that is not by the rules; SIZE_MAX if all are. */
static size_t wrong_line(const struct nf_input *instance, const char *output, size_t size)
{
    char *right = NULL;
    size_t right_size = 0, at = 0;
    FILE *const out = open_memstream(&right, &right_size);
    if (out == NULL)
        exit(1);
    PLAY_AS(1, instance, out);
    fclose(out);
    while (at < size && at < right_size && output[at] == right[at])
        at++;
    free(right);
    if (at == size && at == right_size)
        return SIZE_MAX;
    const char *const end = at < size ? memchr(output + at, '\n', size - at) : NULL;
    return end != NULL ? (size_t)(end - output) + 1 : size;
}

/* Writes up to the end of the first wrong line, and ends. */
static void end_badly(const char *output, size_t size)
{
    if (END < 3)
        fwrite(output, 1, size, stdout);
    fflush(stdout);
    if (END % 2 == 1)
        abort();
    for (volatile int running = 1; running;)
        ;
}

int main(void)
{
    usleep(SLOW * 1000);
    static char input[1 << 24];
    char *output = NULL;
    size_t size = 0;
    const struct nf_input instance = {"", input, fread(input, 1, sizeof input, stdin)};
    FILE *const out = open_memstream(&output, &size);
    if (out == NULL)
        return 1;
    /* Bit 0 is no mistake. */
    const size_t common = PLAY_AS(UINT64_C(1) << BUG | UINT64_C(1) << AND, &instance, out);
    if (fclose(out) != 0)
        return 1;
    if (DRY > 0 && common <= size) {
        fputs("no card is left\n", stderr);
        if (DRY > 1)
            abort();
        size = common;
    }
    const size_t wrong = END > 0 ? wrong_line(&instance, output, size) : SIZE_MAX;
    if (wrong <= size)
        end_badly(output, wrong);
    fwrite(output, 1, size, stdout);
    free(output);
    return DRY > 0 && common != SIZE_MAX ? 3 : 0;
}
