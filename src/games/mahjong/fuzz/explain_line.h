/* Parsing a line of an output by its form. */
#ifndef NF_MAHJONG_EXPLAIN_LINE_H
#define NF_MAHJONG_EXPLAIN_LINE_H

#include "core/parting.h"
#include "games/mahjong/rules/mahjong.h"

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

struct mahjong_line {
    enum mahjong_form form;
    unsigned seat;
    unsigned kind; /* the tile; for a run the lowest one */
    int skipped;   /* seat that OUT PASS names, or -1 */
};

/* Parses a line. Words may be separated by any white space. Thread-safe. */
struct mahjong_line mahjong_read_line(const struct nf_line *line);

#endif
