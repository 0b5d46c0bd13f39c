/* Text from outside - names of files and strategies, what was typed, what a program printed - shown
 * to people. Whatever it is, it must not steer a terminal, forge a line of ours or reorder what
 * stands beside it. Thread-safe throughout. */
#ifndef NF_SHOWN_H
#define NF_SHOWN_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* The length of the character at `bytes`, of which there are `count` >= 1: 1 to 4 bytes of UTF-8 as
 * Unicode allows it, or 1 byte that is no such thing. `*clean`: it may be shown as it is. That are
 * not bytes which are no UTF-8, control characters (C0 with newline and tab, DEL, C1), separators
 * of lines and paragraphs, what changes the direction of writing (U+061C, 200E, 200F, 202A..202E,
 * 2066..2069), and U+FEFF. */
size_t nf_shown_length(const char *bytes, size_t count, bool *clean);

/* Appends `count` bytes on one line: what may not be shown as \xNN, byte by byte. */
void nf_shown_bytes(struct nf_text *text, const char *bytes, size_t count);

/* The same of a string. */
void nf_shown(struct nf_text *text, const char *string);

/* Appends what another program wrote: its lines, each behind two blanks, tabs as four, and the last
 * one ended. */
void nf_shown_lines(struct nf_text *text, const char *string);

/* The same into `to`, which has `size` bytes: as many whole characters as fit, ended by 0. Returns
 * `to`. */
char *nf_shown_copy(char *to, size_t size, const char *string);

/* The same in place; `line` has `size` bytes, at most NF_SHOWN_IN_PLACE. */
enum { NF_SHOWN_IN_PLACE = 1024 };
void nf_shown_in_place(char *line, size_t size);

#endif
