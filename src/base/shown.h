/* Printing untrusted text: file names, strategy names, arguments, output of other programs. It must
 * not control the terminal, forge a line of ninefold's output or reorder the text beside it. All
 * functions are thread-safe. */
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

/* Whether a blank stood between two lines, of at least a byte each, that were one before it was
 * broken there. */
bool nf_shown_parted(const char *line, size_t size, const char *next, size_t next_size);

#endif
