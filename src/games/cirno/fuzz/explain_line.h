/* Parsing a line of an output by its form. */
#ifndef NF_CIRNO_EXPLAIN_LINE_H
#define NF_CIRNO_EXPLAIN_LINE_H

#include "core/parting.h"
#include "games/cirno/rules/format.h"

enum cirno_line_form {
    CIRNO_LINE_OTHER,
    CIRNO_LINE_ROUND, /* Round NUMBER: */
    CIRNO_LINE_USED,  /* NAME used CARD,now p=NUMBER. */
    CIRNO_LINE_LOST,  /* NAME lost the game. */
};

/* The content of a line. */
struct cirno_line {
    enum cirno_line_form form;
    bool same_name; /* its name is the expected one */
    int seat;       /* the first seat with that name; -1: none */
    int card;       /* for CIRNO_LINE_USED; -1: not a card */
};

/* Parses `line` of an output for the game `parsed`; `name` is the expected name. Thread-safe. */
void cirno_line_read(struct cirno_line *content, const struct nf_line *line,
                     const struct cirno_parsed *parsed, const struct cirno_name *name);

#endif
