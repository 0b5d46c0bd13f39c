/* What standard output is: how wide, and whether it shows colours. Until nf_screen_look() is called
 * it is as a file or a pipe, NF_TERMINAL columns wide and without colours. */
#ifndef NF_SCREEN_H
#define NF_SCREEN_H

#include "base/text.h"

enum { NF_SCREEN_MOST = 240 };

/* Looks at standard output and at the environment. The width of a terminal is that of the variable
 * COLUMNS, or else its own, from NF_TERMINAL to NF_SCREEN_MOST columns. It shows colours unless
 * NO_COLOR is not empty (https://no-color.org) or TERM is "dumb", empty or not there. Call it once,
 * before threads start. */
void nf_screen_look(void);

/* Returns how many columns a line of standard output may have. Thread-safe. */
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

/* Appends such a word in |width| columns or more: at their right, or at their left if `width` is
 * negative. Thread-safe. */
void nf_screen_put(struct nf_text *text, enum nf_colour colour, int width, const char *word);

/* Appends a line of any length, in a colour if standard output shows any. Thread-safe. */
void nf_screen_line(struct nf_text *text, enum nf_colour colour, const char *line);

/* Returns how many bytes of each such word take no column. Thread-safe. */
size_t nf_screen_unseen(void);

#endif
