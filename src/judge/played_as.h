/* What a player who makes mistakes prints, as a text. */
#ifndef NF_PLAYED_AS_H
#define NF_PLAYED_AS_H

#include "base/text.h"

#include <stdio.h>

/* What such a player made of an instance. */
struct nf_played_as {
    char *bytes; /* NULL: no memory; the caller frees it */
    size_t size; /* of what is common to all programs with these mistakes */
    bool whole;  /* which is all that was printed */
};

/* Plays a valid instance by `play_as` (nf_fuzz_ops.play_as). Thread-safe. */
struct nf_played_as nf_played_as(size_t (*play_as)(uint64_t mistakes,
                                                   const struct nf_input *instance, FILE *out),
                                 uint64_t mistakes, const struct nf_text *instance);

#endif
