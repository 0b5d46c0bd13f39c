/* What a line of an output says, by its form alone. */
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

/* What a line says. */
struct cirno_line_said {
    enum cirno_line_form form;
    bool same_name; /* its name is the one asked for */
    int seat;       /* of that name, the first if several have it; -1: nobody has it */
    int card;       /* -1: no card; only of CIRNO_LINE_USED */
};

/* Reads a line of the game `parsed`; `name` is the one asked for. */
void cirno_line_read(struct cirno_line_said *said, const struct nf_line *line,
                     const struct cirno_parsed *parsed, const struct cirno_name *name);

#endif
