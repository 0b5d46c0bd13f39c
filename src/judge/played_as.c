#include "judge/played_as.h"

#include <stdlib.h>

struct nf_played_as nf_played_as(size_t (*play_as)(uint64_t mistakes,
                                                   const struct nf_input *instance, FILE *out),
                                 uint64_t mistakes, const struct nf_text *instance)
{
    const struct nf_input input = nf_text_input(instance, "case");
    struct nf_played_as played = {.bytes = NULL};
    FILE *const out = open_memstream(&played.bytes, &played.size);
    if (out == NULL)
        return played;
    const size_t common = play_as(mistakes, &input, out);
    const bool failed = ferror(out);
    /* Where there is no memory for the last copy, fclose() succeeds, and there are no bytes. */
    if (fclose(out) != 0 || failed) {
        free(played.bytes);
        played.bytes = NULL;
    }
    played.whole = common > played.size;
    played.size = played.whole ? played.size : common;
    return played;
}
