/* The judge's format of the mahjong simulator: the 148 tiles of the wall, one per line, in the
 * order of drawing. Lines end with LF or CRLF; the last one may lack it. */
#ifndef NF_MAHJONG_FORMAT_H
#define NF_MAHJONG_FORMAT_H

#include "base/format/match.h"
#include "base/format/transcript.h"
#include "base/text.h"
#include "games/mahjong/rules/reference.h"

/* nf_rules.format. */
extern const struct nf_format mahjong_format;

/* Appends `wall` in the judge's format: MAHJONG_WALL lines. */
void mahjong_print(struct nf_text *text, const uint8_t wall[MAHJONG_WALL]);

/* Returns the name of a tile, NUL-terminated. */
static inline const char *mahjong_name(unsigned kind)
{
    return mahjong_kinds[kind];
}

/* ---- the transcript ---- */

/* The numbers of its lines. Slots are seats from 0 and kinds of tiles. */
enum mahjong_line {
    MAHJONG_LINE_IN,        /* seat, tile */
    MAHJONG_LINE_OUT,       /* seat, tile */
    MAHJONG_LINE_SKIP,      /* a discard of PASS: seat, the seat that is skipped */
    MAHJONG_LINE_PONG,      /* seat, three equal tiles */
    MAHJONG_LINE_CHOW,      /* seat, three tiles of a suit in a row */
    MAHJONG_LINE_RON,       /* seat */
    MAHJONG_LINE_SELFDRAWN, /* seat */
    MAHJONG_LINE_WIN,       /* seat */
    MAHJONG_LINE_DRAW,
};

extern const struct nf_transcript mahjong_transcript;

/* What each happening is called, by enum mahjong_happening. */
struct mahjong_wording {
    enum mahjong_line line; /* of a discard of PASS it is MAHJONG_LINE_SKIP */
    const char *event;      /* the word of a frame */
    const char *past;       /* format of a seat's letter and a tile's name, to be translated */
};
extern const struct mahjong_wording mahjong_wordings[MAHJONG_NEWS_WALL_OUT + 1];

/* Returns the tile of a line; of CHOW the lowest one. Lines from RON on have none. */
static inline unsigned mahjong_line_tile(const struct nf_transcript_line *line)
{
    return line->line == MAHJONG_LINE_SKIP ? MAHJONG_KIND_PASS : (unsigned)line->values[1];
}

/* Returns the seat of a line; DRAW has none. */
static inline unsigned mahjong_line_seat(const struct nf_transcript_line *line)
{
    return (unsigned)line->values[0];
}

/* ---- the judge's program, and verify ---- */

/* Plays `wall` with the reference, appends the transcript (NULL: none) and fills `outcome`. Returns
 * NF_IO without memory. Thread-safe. */
enum nf_status mahjong_narrate(const uint8_t wall[MAHJONG_WALL], struct nf_text *transcript,
                               struct mahjong_outcome *outcome, struct nf_error *err);

/* nf_problem.summarise, measures and measure: what was read is the wall, the course of a game is
 * its outcome. Thread-safe. */
void mahjong_summarise(const struct nf_match *match, struct nf_text *report);
extern const struct nf_measure mahjong_measures[];
void mahjong_measure(const struct nf_match *match, struct nf_measured ranges[NF_MAX_MEASURES]);

/* What an instance of the game looks like and how it is played. */
extern const struct nf_rules mahjong_rules;

#endif
