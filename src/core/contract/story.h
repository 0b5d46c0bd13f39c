/* The story of a game: the lines of its transcript, each with what led to it. */
#ifndef NF_STORY_OPS_H
#define NF_STORY_OPS_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* A line of the transcript. All it points to is the teller's, and holds during the call. */
struct nf_step {
    uint64_t line;    /* from 1 */
    const char *part; /* the part of the game it belongs to: "Round 2" */
    /* Rows of nf_text_row(): whose turn it is and why, what she holds, what the line follows from.
     * Empty where the line needs no explanation. */
    const struct nf_text *rows;
};

/* Who the story is told to; `hear` returns false to hear no more. */
struct nf_listener {
    bool (*hear)(void *owner, const struct nf_step *step);
    void *owner;
};

#endif
