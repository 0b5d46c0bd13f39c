/* What standard output is: how wide, and whether it shows colours. Until nf_screen_look() is called
 * it is as a file or a pipe, NF_TERMINAL columns wide and without colours. */
#ifndef NF_SCREEN_H
#define NF_SCREEN_H

#include "base/text.h"

enum { NF_SCREEN_MOST = 240 };

/* Looks at standard output and at the environment. A terminal is as wide as COLUMNS says, or else
 * it itself, from NF_TERMINAL to NF_SCREEN_MOST columns. It shows colours, but where NO_COLOR
 * is not empty (https://no-color.org) or TERM is "dumb", empty or not there. Called once, before
 * threads start. */
void nf_screen_look(void);

/* Columns that a line of standard output may have. Thread-safe. */
size_t nf_screen_width(void);

enum nf_colour {
    NF_GOOD,  /* as AC */
    NF_BAD,   /* as WA */
    NF_NOTED, /* as a difference that is not chance */
};

/* Writes a word of at most NF_COLOURED_WORD bytes for standard output to `to`, in a colour if that
 * shows any. Returns `to`. Thread-safe. */
enum { NF_COLOURED_WORD = 16, NF_COLOURED = NF_COLOURED_WORD + 16 };
const char *nf_screen_word(char to[NF_COLOURED], enum nf_colour colour, const char *word);

/* Appends it in `width` columns or more: set at the left if that is negative. Thread-safe. */
void nf_screen_put(struct nf_text *text, enum nf_colour colour, int width, const char *word);

/* Appends a line of any length, in a colour if standard output shows any. Thread-safe. */
void nf_screen_line(struct nf_text *text, enum nf_colour colour, const char *line);

/* How many bytes of each such word take no column. Thread-safe. */
size_t nf_screen_unseen(void);

#endif
