/* A transcript, described once: each kind of its lines is a template with slots, such as
 * "{name} used {card},now p={p}." From it lines are printed and parsed. All functions are
 * thread-safe.
 *
 * White space counts as in mismatch.h: it separates tokens, and how much of it there is between two
 * makes no difference. "Xwins" is not "X wins", nor ", now" the same as ",now". */
#ifndef NF_TRANSCRIPT_H
#define NF_TRANSCRIPT_H

#include "base/format/format.h"
#include "base/format/mismatch.h"

enum {
    NF_LINE_SLOTS = 5, /* of a template, at most */
    NF_NO_LINE = -1,   /* not a line of a transcript */
};

/* What may stand in a slot: a decimal number with its own value, if it has neither words nor find.
 */
struct nf_slot {
    const char *name; /* as templates name it, in braces; NULL ends a list */
    const struct nf_vocabulary *words;
    /* The value of a word that depends on the game, or -1 if it has none. Such lines are not
     * printed from templates. */
    int (*find)(const void *game, const char *word, size_t length);
    bool any;  /* a word without a value may stand there, too: its value is -1 */
    bool list; /* all words up to the end of the line, each of which has a value; their number is
                  the slot's. It is the last one of its template, and is not printed from it */
};

/* A line as parsed, or to be printed. */
struct nf_transcript_line {
    int line;                      /* the number of its template, or NF_NO_LINE */
    int64_t values[NF_LINE_SLOTS]; /* in the order of the template; INT64_MIN: a number in another
                                      form than the template would print, or of 19 digits or more */
    struct nf_line words[NF_LINE_SLOTS]; /* what stands in the slots; not needed for printing */
};

struct nf_transcript {
    const char *const *lines; /* templates by a game's own numbers from 0; ended by NULL */
    const struct nf_slot *slots;
    /* Whether the values of a line go together; NULL: any do. */
    bool (*holds)(const struct nf_transcript_line *parsed);
};

/* Parses a line by the first template that fits, and returns it, or one of NF_NO_LINE. Its words
 * are borrowed from `line`. `game` is handed to nf_slot.find. */
struct nf_transcript_line nf_transcript_read_line(const struct nf_transcript *transcript,
                                                  const void *game, const struct nf_line *line);

/* Appends a line by its template and values, with its LF. Its slots have neither `find` nor `list`.
 */
void nf_transcript_print_line(const struct nf_transcript *transcript,
                              const struct nf_transcript_line *line, struct nf_text *text);

#endif
