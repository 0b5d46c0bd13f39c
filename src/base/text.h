/* Text in and text out: whole inputs in memory, growing output buffers, files that appear
 * whole or not at all. */
#ifndef NF_TEXT_H
#define NF_TEXT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A whole input. `data` is not terminated and may hold any bytes. */
struct nf_input {
    const char *name; /* for messages: the path, or "standard input" */
    const char *data;
    size_t size;
};

enum { NF_MAX_INPUT = 1 << 30 }; /* bytes */

/* Reads `path` to its end, or standard input for NULL and "-". NF_IO if it is a directory,
 * unreadable or larger than NF_MAX_INPUT. Release with nf_input_close. */
enum nf_status nf_input_open(struct nf_input *input, const char *path, struct nf_error *err);
void nf_input_close(struct nf_input *input);

/* Fills `err` with `NAME:LINE:COLUMN: message`, where line and column are those of the byte at
 * `offset` of `input` (offset <= size), counted from 1, columns in bytes. Control bytes in
 * the message, and what else cannot be shown, become \xNN. Returns NF_INVALID. */
__attribute__((format(printf, 4, 5))) enum nf_status nf_fail_at(struct nf_error *err,
                                                                const struct nf_input *input,
                                                                size_t offset, const char *format,
                                                                ...);

enum { NF_QUOTED = 160 };

/* Writes the `length` bytes at `bytes` (input of any size) in single quotes for a message, with
 * unprintable bytes as \xNN. A long one is cut and its length added. Returns `quoted`. */
const char *nf_quote(char quoted[NF_QUOTED], const char *bytes, size_t length);

/* A growing output buffer, {0} to start with. When memory runs out `failed` is set, further
 * appends do nothing, and nf_text_write reports it: so callers check once. */
struct nf_text {
    char *data;
    size_t size, capacity;
    bool failed;
};

/* Makes room for `more` bytes past `size` and returns where they go, or NULL (see `failed`). The
 * caller writes at most that many there and adds them to `size`. */
char *nf_text_room(struct nf_text *text, size_t more);
void nf_text_bytes(struct nf_text *text, const char *bytes, size_t count);
void nf_text_string(struct nf_text *text, const char *string);
__attribute__((format(printf, 2, 3))) void nf_text_format(struct nf_text *text, const char *format,
                                                          ...);
void nf_text_free(struct nf_text *text);

/* Appends a word of a command for the shell, in quotes where it has to be: as $'...', which bash
 * and most other shells know, if it holds what cannot be shown (core/shown.h). */
void nf_text_word(struct nf_text *text, const char *word);

/* A row of an explanation: `label` (up to 8 letters), then printf-style words, cut at NF_ROW_BYTES,
 * from column NF_ROW_INDENT on in lines of at most NF_ROW_COLUMNS. */
enum { NF_ROW_COLUMNS = 80, NF_ROW_INDENT = 11, NF_ROW_BYTES = 600 };
__attribute__((format(printf, 3, 4))) void nf_text_row(struct nf_text *text, const char *label,
                                                       const char *format, ...);

/* Writes all of `text` to a descriptor; `name` is for the message. NF_IO if that fails, a
 * closed pipe included (SIGPIPE is ignored by main). */
enum nf_status nf_text_write(const struct nf_text *text, int fd, const char *name,
                             struct nf_error *err);

/* Writes `text` to `path`, which appears whole or not at all: a new side file (see out_file.h),
 * fsync, rename. A symbolic link stays, and the file it leads to is made or replaced; one that is
 * write-protected is not. Devices and pipes are written in place. "-" is standard output. NF_IO. */
enum nf_status nf_text_save(const struct nf_text *text, const char *path, struct nf_error *err);

#endif
