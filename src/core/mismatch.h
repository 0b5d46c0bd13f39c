/* Where an output, any bytes, parts from the right transcript, and the rows that show it. Nothing
 * here knows a game. All functions are thread-safe and allocate nothing but what `why` grows by.
 *
 * White space makes no difference by itself: there may be more of it, or none between a word and a
 * sign; lines may be broken by it. But it parts words: two letters or digits with some between them
 * are not the same as without. Only where it is asked for does all of it count, and then only where
 * nothing else differs. */
#ifndef NF_MISMATCH_H
#define NF_MISMATCH_H

#include "base/text.h"

/* A line without its end, borrowed. */
struct nf_line {
    const char *text;
    size_t length;
    bool ended; /* by a line end, not by the end of the text */
};

/* Takes the line at `*at` (an offset, which moves behind it); false at the end of the text. */
bool nf_next_line(const struct nf_input *text, size_t *at, struct nf_line *line);

/* Whether a byte is white space: a blank, or '\t' to '\r'. */
static inline bool nf_is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Whether white space between two bytes makes two words of what is one without it: 12 is not 1 2.
 */
bool nf_parts_words(char before, char after);

/* Whether a line has only white space; only that and printable bytes. */
bool nf_line_is_blank(const struct nf_line *line);
bool nf_line_is_text(const struct nf_line *line);

struct nf_mismatch {
    uint64_t line;                /* of the output, from 1; where it ended: of the transcript */
    uint64_t expected_line;       /* of the transcript, from 1 */
    size_t column;                /* of the found line, from 0, where it differs */
    bool has_expected, has_found; /* whether there is such a line */
    struct nf_line expected, found;
    uint64_t expected_left, found_left; /* lines with words from here on */
    bool only_blanks;                   /* the whole texts differ in white space alone */
    bool cut;          /* the found line ends the output, as the beginning of the expected one */
    bool same_letters; /* the lines differ in upper and lower case alone */
    /* Expected lines that are left out here (below 0: found lines too many), 0: none. Told only
     * where the output from here to its end is the transcript with lines left out (or too many),
     * and at least four lines agree: more than twice as many as do not, or 16 where the lines are
     * in one place. Outputs that are wrong otherwise do not come back to the letter for so long. */
    int64_t shift;
};

/* Finds where `output` parts from `transcript`, which has no white space but single blanks and line
 * ends. False if they are the same: to the byte with `strict`, or else white space aside. */
bool nf_mismatch_find(struct nf_mismatch *mismatch, const struct nf_input *transcript,
                      const struct nf_input *output, bool strict);

/* Writes the headline of a mismatch where lines are missing, left out or too many, in the language
 * chosen; only where one is so. Returns `what`. */
enum { NF_HEADLINE = 160 };
const char *nf_mismatch_lines(char what[NF_HEADLINE], const struct nf_mismatch *mismatch);

/* Appends the first rows of an explanation: "line 3, column 12: WHAT", then the lines expected and
 * found, each on one line of at most NF_TERMINAL whatever bytes it has. `what` is translated. */
void nf_mismatch_tell(const struct nf_mismatch *mismatch, const char *what, struct nf_text *why);

/* All there is to say of a mismatch in white space alone. */
void nf_mismatch_tell_blanks(const struct nf_mismatch *mismatch, struct nf_text *why);

/* Appends a row that tells of a shift; only where there is one. */
void nf_mismatch_tell_shift(const struct nf_mismatch *mismatch, struct nf_text *why);

/* Appends the row `label` with bytes in quotes on one line; where they are too many, those around
 * `at` (an offset into them) are shown, with their number behind them. */
void nf_row_bytes(struct nf_text *why, const char *label, const char *bytes, size_t length,
                  size_t at);

/* Whether `input` is to the byte what `printed` has, the same thing as the program prints it. They
 * differ in white space and in the form of words alone. NF_INVALID names the first place that is
 * not so, what is found and what is expected there; NF_IO if `printed` failed. */
enum nf_status nf_check_bytes(const struct nf_input *input, const struct nf_text *printed,
                              struct nf_error *err);

#endif
