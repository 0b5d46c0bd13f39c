/* Where two transcripts part, line by line, whatever bytes one of them has; and what a line says.
 * Nothing here knows the rules of the game. */
#ifndef NF_MAHJONG_SPLIT_H
#define NF_MAHJONG_SPLIT_H

#include "base/text.h"
#include "games/mahjong/rules/mahjong.h"

#include <stdbool.h>

/* A line without its end. */
struct mahjong_line {
    const char *text;
    size_t length;
    bool ended; /* by a line end, not by the end of the text */
};

/* Takes the line at `*at` of the text and moves `*at` behind it; false at the end of the text. */
bool mahjong_next_line(const struct nf_input *text, size_t *at, struct mahjong_line *line);

struct mahjong_split {
    uint64_t line;                /* the first that differs, from 1 */
    size_t column;                /* of the found line, from 0, where it differs */
    bool has_expected, has_found; /* whether there is such a line */
    struct mahjong_line expected, found;
    uint64_t expected_left, found_left; /* lines from here on; of the found ones those with words */
    bool only_blanks;                   /* the texts differ in white space alone */
    bool blank_line; /* these lines do, or only one of them is there and it is blank */
    bool cut;        /* the found line is the last one, and the beginning of the expected one */
    int shift;       /* expected lines left out here (below 0: found lines too many), after which
                        the texts agree again for a while; 0: none */
};

/* Compares `found` with `expected`, a transcript. Without `strict` lines are compared word by word,
 * and white space at the end does not matter. False if there is no difference. */
bool mahjong_split_find(struct mahjong_split *split, const struct nf_input *expected,
                        const struct nf_input *found, bool strict);

enum mahjong_form {
    MAHJONG_LINE_OTHER,     /* not a line of a transcript */
    MAHJONG_LINE_IN,        /* x IN y */
    MAHJONG_LINE_OUT,       /* x OUT y, x OUT PASS x */
    MAHJONG_LINE_PONG,      /* x PONG y y y */
    MAHJONG_LINE_CHOW,      /* x CHOW y y y: three tiles of a suit in a row */
    MAHJONG_LINE_RON,       /* x RON */
    MAHJONG_LINE_SELFDRAWN, /* x SELFDRAWN */
    MAHJONG_LINE_WIN,       /* x WIN */
    MAHJONG_LINE_DRAW,      /* DRAW */
};

struct mahjong_said {
    enum mahjong_form form;
    unsigned seat;
    unsigned kind; /* the tile; of a run the lowest one */
    int skipped;   /* whom OUT PASS names, or -1 */
};

/* Reads a line. Its words may be separated by any white space. */
struct mahjong_said mahjong_read_line(const struct mahjong_line *line);

#endif
