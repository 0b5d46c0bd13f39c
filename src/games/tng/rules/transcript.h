/* The transcript of The Number Game: a line for each game. */
#ifndef NF_TNG_TRANSCRIPT_H
#define NF_TNG_TRANSCRIPT_H

#include "base/format/transcript.h"
#include "games/tng/rules/tng.h"

/* By enum tng_outcome; the slot is the number of the game, from 1. */
extern const struct nf_transcript tng_transcript;

/* Appends the transcript line of game `number`, from 1. */
static inline void tng_print_outcome(struct nf_text *text, uint64_t number,
                                     enum tng_outcome outcome)
{
    const struct nf_transcript_line told = {(int)outcome, {(int64_t)number}, {{NULL, 0, false}}};
    nf_transcript_print_line(&tng_transcript, &told, text);
}

#endif
