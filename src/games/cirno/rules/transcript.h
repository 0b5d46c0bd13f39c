/* The transcript of Cirno's game. Its slots are looked up in a struct nf_match. The judge's
 * program writes its lines from pieces instead (judge/play.c), because it writes up to 300,000. */
#ifndef NF_CIRNO_TRANSCRIPT_H
#define NF_CIRNO_TRANSCRIPT_H

#include "base/format/transcript.h"
#include "games/cirno/rules/format.h"

/* The numbers of its lines. */
enum cirno_line {
    CIRNO_LINE_ROUND, /* the number of the round */
    CIRNO_LINE_USED,  /* the first seat with that name, the card, p; -1: there is none */
    CIRNO_LINE_LOST,  /* the first seat with that name; -1: there is none */
};

extern const struct nf_transcript cirno_transcript;

#endif
