/* Text input and output: whole inputs in memory, growing output buffers, files that are written
 * completely or not at all. */
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

/* Bytes: twice what a program may print of a case by default, and little enough for what never
 * ends, such as /dev/zero, to be refused soon. */
enum { NF_MAX_INPUT = 1 << 27 };

/* Reads the whole file `path`, or standard input if `path` is NULL or "-". Returns NF_IO if it is a
 * directory, unreadable or larger than NF_MAX_INPUT, or without memory; there is nothing to release
 * then. Release the input with nf_input_close(), which does nothing the second time; its name
 * stays. `path` is borrowed. Thread-safe. */
enum nf_status nf_input_open(struct nf_input *input, const char *path, struct nf_error *err);
void nf_input_close(struct nf_input *input);

/* Fills `err` with `NAME:LINE:COLUMN: message` for the byte at `offset` <= size of `input`. Lines
 * and columns count from 1, columns in bytes. Unprintable bytes in the message become \xNN. Returns
 * NF_INVALID. Thread-safe. */
__attribute__((format(printf, 4, 5))) enum nf_status nf_fail_at(struct nf_error *err,
                                                                const struct nf_input *input,
                                                                size_t offset, const char *format,
                                                                ...);

/* Returns how many newlines are among `size` bytes. Thread-safe. */
uint64_t nf_newlines(const char *bytes, size_t size);

enum { NF_QUOTED = 224 };

/* Quotes the `length` bytes at `bytes`, of any size, in single quotes for a message. What is
 * not clean (base/shown.h) becomes \xNN, byte by byte; what is taken for another character, such as
 * full-width digits, is named behind. A long text is cut and its length added. Returns `quoted`.
 * Thread-safe. */
const char *nf_quote(char quoted[NF_QUOTED], const char *bytes, size_t length);

/* A growing output buffer. Start with {0}; release with nf_text_free(). When memory runs out,
 * `failed` is set, further appends do nothing, and nf_text_write() reports it, so callers check
 * once. One thread at a time. */
struct nf_text {
    char *data;
    size_t size, capacity;
    bool failed;
};

/* Makes room for `more` bytes behind `size` and returns a pointer to it, or NULL if memory ran out
 * (see `failed`). The caller writes at most that many bytes and adds their number to `size`. */
char *nf_text_room(struct nf_text *text, size_t more);
/* Append `count` bytes, a string, or printf-style output. */
void nf_text_bytes(struct nf_text *text, const char *bytes, size_t count);
void nf_text_string(struct nf_text *text, const char *string);
__attribute__((format(printf, 2, 3))) void nf_text_format(struct nf_text *text, const char *format,
                                                          ...);
/* Releases the buffer and sets `text` to {0}. */
void nf_text_free(struct nf_text *text);
/* Releases a part that was put into `text`, which fails if memory ran out for the part. */
void nf_text_free_part(struct nf_text *part, struct nf_text *text);

/* Returns the bytes of `text` as a string, which holds until `text` changes; empty if it failed. */
const char *nf_text_terminated(struct nf_text *text);

/* Returns the bytes of `text` as an input called `name`. Both are borrowed. */
struct nf_input nf_text_input(const struct nf_text *text, const char *name);

/* Appends a word of a shell command, quoted if necessary; as $'...', which bash and most other
 * shells understand, if it is unsafe to print (base/shown.h). */
void nf_text_word(struct nf_text *text, const char *word);

/* Appends `string` and blanks up to `columns` of a terminal, in which a Chinese character takes
 * two.
 */
void nf_text_padded(struct nf_text *text, const char *string, size_t columns);

/* Appends `size` bytes of words, in lines of at most NF_TERMINAL columns, and ends the last. The
 * first line is filled up to `column` already, the others begin with `indent` blanks. */
enum { NF_TERMINAL = 80 };
void nf_text_wrapped(struct nf_text *text, const char *words, size_t size, size_t column,
                     size_t indent);

/* Appends a row of an explanation: `label` (up to 8 columns), then a printf-style text of at most
 * NF_ROW_BYTES bytes. The text starts at column NF_ROW_INDENT and is wrapped at NF_TERMINAL.
 * Label and format are translated. */
enum { NF_ROW_INDENT = 11, NF_ROW_BYTES = 600 };
__attribute__((format(printf, 3, 4))) void nf_text_row(struct nf_text *text, const char *label,
                                                       const char *format, ...);

/* Writes all of `text` to the descriptor `fd`; `name` is used in messages, translated if it is a
 * text of the catalogue. Returns NF_IO if that fails, also for a closed pipe (main ignores
 * SIGPIPE), or if the text ran out of memory. Thread-safe. */
enum nf_status nf_text_write(const struct nf_text *text, int fd, const char *name,
                             struct nf_error *err);

/* Writes `text` to `path` completely or not at all: a new side file (see out_file.h), fsync,
 * rename. A symbolic link stays a link; its target is created or replaced. A write-protected file
 * is not replaced. Devices and pipes are written in place. "-" is standard output. Returns NF_IO on
 * failure; what had the name is then as it was. Thread-safe. */
enum nf_status nf_text_save(const struct nf_text *text, const char *path, struct nf_error *err);

#endif
