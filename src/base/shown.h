/* Printing for people: untrusted text, such as file names, strategy names, arguments and output of
 * other programs, which must not control the terminal, forge a line of ninefold's output or reorder
 * the text beside it; what standard output can show; and names that are suggested. All functions
 * are thread-safe, but nf_screen_look(). */
#ifndef NF_SHOWN_H
#define NF_SHOWN_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the length in bytes of the first character of the `count` >= 1 bytes at `bytes`: 1 to 4
 * for valid UTF-8, 1 for an invalid byte. `*clean` is set to whether it can be printed unchanged.
 * Not clean: invalid bytes, control characters (C0 including newline and tab, DEL, C1), line and
 * paragraph separators, bidirectional controls (U+061C, 200E, 200F, 202A..202E, 2066..2069), and
 * U+FEFF. */
size_t nf_shown_length(const char *bytes, size_t count, bool *clean);

/* Decodes the first character of the `count` >= 1 bytes at `bytes` into *character. Returns its
 * length in bytes, 0 if it is no valid UTF-8. */
size_t nf_shown_decode(const char *bytes, size_t count, uint32_t *character);

/* Returns how many bytes from the first on are valid UTF-8: `count` if all are. */
size_t nf_shown_valid(const char *bytes, size_t count);

/* Appends `count` bytes on one line. Each byte of a character that is not clean becomes \xNN. */
void nf_shown_bytes(struct nf_text *text, const char *bytes, size_t count);

/* The same for a string. */
void nf_shown(struct nf_text *text, const char *string);

/* Appends the output of another program: lines are indented by two spaces, tabs become four spaces,
 * and a missing final newline is added. */
void nf_shown_lines(struct nf_text *text, const char *string);

/* Like nf_shown(), into the `size` bytes at `to`: as many whole characters as fit, then a NUL.
 * Returns `to`. */
char *nf_shown_copy(char *to, size_t size, const char *string);

/* Like nf_shown_copy(), in place. `line` has `size` bytes, at most NF_SHOWN_IN_PLACE. */
enum { NF_SHOWN_IN_PLACE = 1024 };
void nf_shown_in_place(char *line, size_t size);

/* Returns how many columns of a terminal a clean string takes: Chinese characters take two. */
size_t nf_shown_columns(const char *string);

/* The same for `size` bytes. */
size_t nf_shown_columns_of(const char *bytes, size_t size);

/* Returns how many of `size` bytes go on a line of `columns`: all of them if they fit, else up to a
 * blank, or beside a wide character where no punctuation forbids it; one word at least. */
size_t nf_shown_fit(const char *words, size_t size, size_t columns);

/* Returns how many of `size` bytes, whole characters, take at most `columns`. */
size_t nf_shown_within(const char *bytes, size_t size, size_t columns);

/* Appends the end of a clean text of `size` bytes in at most `columns`, 4 or more: all of it, or
 * what goes there behind "...". So paths stay apart. */
void nf_shown_end(struct nf_text *text, const char *bytes, size_t size, size_t columns);
/* Whether a blank stood between two lines, of at least a byte each, that were one before it was
 * broken there. */
bool nf_shown_parted(const char *line, size_t size, const char *next, size_t next_size);

/* ---- standard output ----
 *
 * What it is: how wide, and whether it shows colours. Until nf_screen_look() is called
 * it is as a file or a pipe, NF_TERMINAL columns wide and without colours. */

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

/* ---- suggestions ----
 *
 * "did you mean": finds the name nearest to what the user typed. The functions are thread-safe for
 * different searches. */

/* A search for the nearest name. Start with {.typed = word} and offer every name. Then `name` is
 * the nearest one, borrowed from its offer, or NULL if none is near enough. */
struct nf_nearest {
    const char *typed;
    const char *name;
    unsigned distance;
};

/* Offers one name. A name is near if its optimal string alignment distance (insertions, deletions,
 * changes, swaps of neighbours) is at most a third of the letters, at least one and at most three,
 * or if `typed` is a prefix of it. Of equally near names the first one offered wins. */
void nf_nearest_offer(struct nf_nearest *nearest, const char *name);

/* Writes ", did you mean <dashes><name>?" into `to`, or "" if no name is near. `dashes` is "--",
 * "-" or "". Returns `to`. */
const char *nf_nearest_question(const struct nf_nearest *nearest, const char *dashes, char to[64]);

#endif
