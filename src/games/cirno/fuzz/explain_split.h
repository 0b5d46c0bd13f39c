/* Where two transcripts part, line by line, whatever bytes one of them has. Nothing here knows the
 * rules of the game; the reading of a line knows its forms. */
#ifndef NF_CIRNO_EXPLAIN_SPLIT_H
#define NF_CIRNO_EXPLAIN_SPLIT_H

#include "base/text.h"
#include "games/cirno/rules/format.h"

#include <stdbool.h>

/* A line without its end. */
struct cirno_line {
    const char *text;
    size_t length;
    bool ended; /* by a line end, not by the end of the text */
};

struct cirno_split {
    uint64_t line;                /* the first that differs, from 1 */
    size_t column;                /* of the found line, from 0, where it differs */
    bool has_expected, has_found; /* whether there is such a line */
    struct cirno_line expected, found;
    uint64_t expected_left, found_left; /* lines from here on; of the found ones those with words */
    bool only_blanks;                   /* the two texts differ in white space alone */
    bool blank_line;   /* these two lines do, or only one of them is there and it is blank */
    bool cut;          /* the found line is the last one, and the beginning of the expected one */
    bool same_letters; /* the lines differ in upper and lower case alone */
    int64_t shift;     /* expected lines left out here (below 0: found lines too many), after which
                          the texts agree again for a while; 0: none */
};

/* Compares `found` with `expected`, which is printable and has no blanks but single spaces within
 * lines. Without `strict` lines are compared word by word, and white space at the end does not
 * matter. False if there is no difference. */
bool cirno_split_find(struct cirno_split *split, const struct nf_input *expected,
                      const struct nf_input *found, bool strict);

/* Whether a line has only white space, or only printable bytes and white space. */
bool cirno_line_is_blank(const struct cirno_line *line);
bool cirno_line_is_text(const struct cirno_line *line);

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
void cirno_line_read(struct cirno_line_said *said, const struct cirno_line *line,
                     const struct cirno_parsed *parsed, const struct cirno_name *name);

#endif
