/* Where an output, any bytes, parts from the right transcript, and the rows that show it. Nothing
 * here knows a game. All functions are thread-safe and allocate nothing but what `why` grows by.
 *
 * What counts are the tokens (base/format/tokens.h): a blank put into one or left out between two
 * is a mistake. White space that differs where all tokens agree is reported as such. */
#ifndef NF_MISMATCH_H
#define NF_MISMATCH_H

#include "base/format/tokens.h"

/* A line without its end, borrowed. */
struct nf_line {
    const char *text;
    size_t length;
    bool ended; /* by a line end, not by the end of the text */
};

/* Takes the line at `*at` (an offset, which moves behind it); false at the end of the text. */
bool nf_next_line(const struct nf_input *text, size_t *at, struct nf_line *line);

/* Return whether a line has only white space; only that and printable bytes. */
bool nf_line_is_blank(const struct nf_line *line);
bool nf_line_is_text(const struct nf_line *line);

struct nf_mismatch {
    uint64_t line;                /* of the output, from 1; where it ended: of the transcript */
    uint64_t expected_line;       /* of the transcript, from 1 */
    size_t column;                /* of the found line, from 0, where it differs */
    size_t expected_at, found_at; /* the bytes of both texts that differ, or where one is missing */
    bool has_expected, has_found; /* whether there is such a line */
    struct nf_line expected, found;
    uint64_t expected_left, found_left; /* lines with words from here on */
    enum nf_tokens tokens;              /* how the whole texts differ; nothing below is set unless
                                           in their tokens */
    bool cut;             /* the found line ends the output, as the beginning of the expected one */
    bool same_letters;    /* the lines differ in upper and lower case alone */
    bool same_but_blanks; /* the lines differ in white space alone */
    bool blank_here;      /* there is some in front of the byte of the output that differs */
    /* Expected lines that are left out here (below 0: found lines too many), 0: none. Set only
     * where the output from here to its end is the transcript with lines left out (or too many),
     * and at least four lines agree: more than twice as many as do not, or 16 where the lines are
     * in one place. Outputs that are wrong otherwise do not agree to the letter for so long again.
     */
    int64_t shift;
};

/* Finds where `output` parts from `transcript`, which has no white space but single blanks and line
 * ends: in its first token that differs by `rule`, or, where none does, in the first white space.
 * `rule` NULL: tokens are the same to the byte or differ. False if nothing differs. */
bool nf_mismatch_find(struct nf_mismatch *mismatch, const struct nf_input *transcript,
                      const struct nf_input *output, const struct nf_token_rule *rule);

/* Writes the headline of a mismatch where lines are missing, left out or too many, in the language
 * chosen; only where one is so. Returns `what`. */
enum { NF_HEADLINE = 160 };
const char *nf_mismatch_lines(char what[NF_HEADLINE], const struct nf_mismatch *mismatch);

/* Appends the first rows of an explanation: "line 3, column 12: WHAT", then the lines expected and
 * found, each on one line of at most NF_TERMINAL whatever bytes it has. `what` is translated. */
void nf_mismatch_describe(const struct nf_mismatch *mismatch, const char *what,
                          struct nf_text *why);

/* Appends the whole explanation of a mismatch where all tokens agree. */
void nf_mismatch_describe_blanks(const struct nf_mismatch *mismatch, struct nf_text *why);

/* Appends a row that describes a shift; only where there is one. */
void nf_mismatch_describe_shift(const struct nf_mismatch *mismatch, struct nf_text *why);

/* Appends the row `label` with bytes in quotes on one line; where they are too many, those around
 * `at` (an offset into them) are shown, with their number behind them. */
void nf_row_bytes(struct nf_text *why, const char *label, const char *bytes, size_t length,
                  size_t at);

/* Checks that `input` is to the byte what `printed` has, the same thing as the program prints it;
 * they may differ in white space and in the form of words alone. Returns NF_INVALID, with the first
 * place that differs, what is found there and what is expected; NF_IO if `printed` failed. */
enum nf_status nf_check_bytes(const struct nf_input *input, const struct nf_text *printed,
                              struct nf_error *err);

#endif
