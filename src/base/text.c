#include "base/text.h"

#include "base/error.h"
#include "base/lang.h"
#include "base/out_file.h"
#include "base/shown.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t huge_page = (size_t)1 << 21;

/* ---- input ---- */

static enum nf_status too_large(const struct nf_input *input, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "%s: larger than 128 MiB, the largest input read", input->name);
}

/* Reads the rest of `fd`, probably `expected` bytes, into allocated memory. It is not mapped:
 * truncating a mapped file would kill the program. */
static enum nf_status read_stream(struct nf_input *input, int fd, size_t expected,
                                  struct nf_error *err)
{
    enum { LEAST = 1 << 16 };
    char *data = NULL;
    size_t size = 0, capacity = 0;
    for (;;) {
        if (size == capacity) {
            /* One byte more than expected, so that end of file is found without growing. */
            capacity = capacity > 0 ? capacity * 2 : expected < LEAST ? LEAST : expected + 1;
            char *const grown = realloc(data, capacity);
            if (grown == NULL) {
                free(data);
                return nf_fail(err, NF_IO, "%s: out of memory after %zu bytes", input->name, size);
            }
            data = grown;
        }
        const ssize_t got = read(fd, data + size, capacity - size);
        if (got == 0)
            break;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || (size += (size_t)got) > NF_MAX_INPUT) {
            const int error = errno;
            free(data);
            return got < 0 ? nf_fail(err, NF_IO, "%s: %s", input->name, strerror(error))
                           : too_large(input, err);
        }
    }
    input->data = data;
    input->size = size;
    return NF_OK;
}

static enum nf_status open_descriptor(struct nf_input *input, int fd, struct nf_error *err)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return nf_fail(err, NF_IO, "%s: %s", input->name, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return nf_fail(err, NF_IO, "%s: is a directory, expected a file", input->name);
    const bool known = S_ISREG(status.st_mode) && status.st_size > 0;
    if (known && status.st_size > NF_MAX_INPUT)
        return too_large(input, err);
    return read_stream(input, fd, known ? (size_t)status.st_size : 0, err);
}

enum nf_status nf_input_open(struct nf_input *input, const char *path, struct nf_error *err)
{
    *input = (struct nf_input){.name = path};
    if (path == NULL || strcmp(path, "-") == 0) {
        input->name = _("standard input");
        return open_descriptor(input, STDIN_FILENO, err);
    }
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return nf_fail(err, NF_IO, "%s: %s", path, strerror(errno));
    const enum nf_status status = open_descriptor(input, fd, err);
    close(fd);
    return status;
}

void nf_input_close(struct nf_input *input)
{
    free((void *)(uintptr_t)input->data);
    *input = (struct nf_input){.name = input->name};
}

/* ---- messages ---- */

enum nf_status nf_fail(struct nf_error *err, enum nf_status code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, _(format), args);
    va_end(args);
    nf_shown_in_place(err->text, sizeof err->text);
    return code;
}

enum nf_status nf_fail_memory(struct nf_error *err)
{
    return nf_fail(err, NF_IO, "out of memory");
}

uint64_t nf_newlines(const char *bytes, size_t size)
{
    uint64_t count = 0;
    const char *newline;
    for (size_t at = 0; at < size && (newline = memchr(bytes + at, '\n', size - at)) != NULL;
         count++)
        at = (size_t)(newline - bytes) + 1;
    return count;
}

enum nf_status nf_fail_at(struct nf_error *err, const struct nf_input *input, size_t offset,
                          const char *format, ...)
{
    enum { NAME_TAIL = 200 }; /* a long path keeps its end, and the message must fit */
    size_t line = 1, line_start = 0;
    const char *newline;
    while (line_start < offset &&
           (newline = memchr(input->data + line_start, '\n', offset - line_start)) != NULL) {
        line++;
        line_start = (size_t)(newline - input->data) + 1;
    }
    const size_t name_length = strlen(input->name);
    const bool cut = name_length > NAME_TAIL;
    const int used =
        snprintf(err->text, sizeof err->text, "%s%s:%zu:%zu: ", cut ? "..." : "",
                 input->name + (cut ? name_length - NAME_TAIL : 0), line, offset - line_start + 1);
    va_list args;
    va_start(args, format);
    vsnprintf(err->text + used, sizeof err->text - (size_t)used, _(format), args);
    va_end(args);
    nf_shown_in_place(err->text, sizeof err->text);
    return NF_INVALID;
}

/* What is not seen of a character, or is taken for another; NULL: nothing. */
static const char *quote_note(const char *bytes, size_t length)
{
    static const struct {
        uint32_t first, last;
        const char *note;
    } notes[] = {
        {0xfeff, 0xfeff, N_(" (with a byte order mark, BOM)")},
        {0xff10, 0xff19, N_(" (with full-width digits)")},
        {0xff01, 0xff5e, N_(" (with full-width characters)")},
        {0x3000, 0x3000, N_(" (with a full-width blank)")},
        {0xa0, 0xa0, N_(" (with a no-break blank)")},
        {0x370, 0x52f, N_(" (with Greek or Cyrillic letters)")},
    };
    uint32_t character;
    if (nf_shown_decode(bytes, length, &character) > 0)
        for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
            if (character >= notes[i].first && character <= notes[i].last)
                return _(notes[i].note);
    return NULL;
}

const char *nf_quote(char quoted[NF_QUOTED], const char *bytes, size_t length)
{
    enum { SHOWN = 24, NOTE = 80 };
    _Static_assert(SHOWN * 4 + NOTE + sizeof "''... (18446744073709551615 bytes)" <= NF_QUOTED,
                   "fits");
    char *to = quoted;
    const char *note = NULL;
    size_t at = 0, size;
    bool clean;
    *to++ = '\'';
    for (; at < length; at += size) {
        size = nf_shown_length(bytes + at, length - at, &clean);
        if (at + size > SHOWN)
            break;
        if (note == NULL)
            note = quote_note(bytes + at, size);
        for (size_t i = 0; i < size; i++)
            to += sprintf(to, clean ? "%c" : "\\x%02x", (unsigned char)bytes[at + i]);
    }
    *to++ = '\'';
    *to = '\0';
    if (at < length)
        to += sprintf(to, "... (%zu bytes)", length);
    nf_shown_copy(to, NOTE, note != NULL ? note : "");
    return quoted;
}

/* ---- growing text ---- */

/* Moves `text` to a block of `capacity` bytes; false without memory. */
static bool grow_text(struct nf_text *text, size_t capacity)
{
    if (capacity < 2 * huge_page) {
        char *const data = realloc(text->data, capacity);
        if (data == NULL)
            return false;
        text->data = data;
        text->capacity = capacity;
        return true;
    }
    /* Large texts use huge pages: filling ten megabytes takes five page faults, not 2,500. */
    capacity = (capacity + huge_page - 1) / huge_page * huge_page;
    char *const data = aligned_alloc(huge_page, capacity);
    if (data == NULL)
        return false;
    (void)madvise(data, capacity, MADV_HUGEPAGE); /* only a hint */
    if (text->size > 0)
        memcpy(data, text->data, text->size);
    free(text->data);
    text->data = data;
    text->capacity = capacity;
    return true;
}

char *nf_text_room(struct nf_text *text, size_t more)
{
    enum { LEAST = 4096 };
    if (text->failed)
        return NULL;
    if (more > text->capacity - text->size) {
        const size_t doubled = text->capacity < LEAST ? LEAST : text->capacity * 2;
        const size_t needed = text->size + more;
        if (needed < more || needed > (size_t)PTRDIFF_MAX / 2 ||
            !grow_text(text, needed > doubled ? needed : doubled)) {
            text->failed = true;
            return NULL;
        }
    }
    return text->data + text->size;
}

void nf_text_bytes(struct nf_text *text, const char *bytes, size_t count)
{
    if (count == 0)
        return;
    char *const to = nf_text_room(text, count);
    if (to == NULL)
        return;
    memcpy(to, bytes, count);
    text->size += count;
}

void nf_text_string(struct nf_text *text, const char *string)
{
    nf_text_bytes(text, string, strlen(string));
}

void nf_text_format(struct nf_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *const to = length < 0 ? NULL : nf_text_room(text, (size_t)length + 1);
    if (to == NULL) {
        text->failed = true;
        return;
    }
    va_start(args, format);
    vsnprintf(to, (size_t)length + 1, format, args);
    va_end(args);
    text->size += (size_t)length;
}

void nf_text_word(struct nf_text *text, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-+=./,:@%";
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        nf_text_string(text, word);
        return;
    }
    const size_t length = strlen(word);
    bool clean = true;
    for (size_t i = 0; i < length && clean;)
        i += nf_shown_length(word + i, length - i, &clean);
    nf_text_string(text, clean ? "'" : "$'");
    while (*word != '\0') {
        const size_t plain_length = strcspn(word, clean ? "'" : "'\\");
        nf_shown_bytes(text, word, plain_length);
        word += plain_length;
        if (*word != '\0')
            nf_text_format(text, clean ? "'\\%c'" : "\\%c", *word++);
    }
    nf_text_string(text, "'");
}

struct nf_input nf_text_input(const struct nf_text *text, const char *name)
{
    return (struct nf_input){name, text->data != NULL ? text->data : "", text->size};
}

void nf_text_free(struct nf_text *text)
{
    free(text->data);
    *text = (struct nf_text){0};
}

void nf_text_free_part(struct nf_text *part, struct nf_text *text)
{
    text->failed |= part->failed;
    nf_text_free(part);
}

const char *nf_text_terminated(struct nf_text *text)
{
    char *const end = nf_text_room(text, 1);
    if (end == NULL)
        return "";
    *end = '\0';
    return text->data;
}

void nf_text_padded(struct nf_text *text, const char *string, size_t columns)
{
    const size_t used = nf_shown_columns(string);
    nf_text_format(text, "%s%*s", string, used < columns ? (int)(columns - used) : 0, "");
}

void nf_text_wrapped(struct nf_text *text, const char *words, size_t size, size_t column,
                     size_t indent)
{
    for (size_t at = 0; at < size;) {
        const size_t room = column < NF_TERMINAL ? NF_TERMINAL - column : 0;
        const size_t length = nf_shown_fit(words + at, size - at, room);
        nf_text_bytes(text, words + at, length);
        for (at += length; at < size && words[at] == ' ';)
            at++;
        column = indent;
        if (at < size)
            nf_text_format(text, "\n%*s", (int)indent, "");
    }
    nf_text_string(text, "\n");
}

void nf_text_row(struct nf_text *text, const char *label, const char *format, ...)
{
    char row[NF_ROW_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(row, sizeof row, _(format), args);
    va_end(args);
    nf_text_string(text, "  ");
    nf_text_padded(text, _(label), NF_ROW_INDENT - 2);
    nf_text_wrapped(text, row, strlen(row), NF_ROW_INDENT, NF_ROW_INDENT);
}

/* ---- output ---- */

/* Whether to repeat a failed write. Waits for a descriptor that another process made
 * non-blocking. */
static bool may_write_again(int fd)
{
    if (errno == EAGAIN) {
        struct pollfd wait = {.fd = fd, .events = POLLOUT};
        return poll(&wait, 1, -1) > 0 || errno == EINTR;
    }
    return errno == EINTR;
}

enum nf_status nf_text_write(const struct nf_text *text, int fd, const char *name,
                             struct nf_error *err)
{
    NF_TRY_MEMORY(!text->failed, err);
    for (size_t done = 0; done < text->size;) {
        const ssize_t wrote = write(fd, text->data + done, text->size - done);
        if (wrote >= 0)
            done += (size_t)wrote;
        else if (!may_write_again(fd))
            return nf_fail(err, NF_IO, "%s: %s", _(name), strerror(errno));
    }
    return NF_OK;
}

enum nf_status nf_text_save(const struct nf_text *text, const char *path, struct nf_error *err)
{
    struct nf_out_stream out;
    struct stat there;
    sigset_t signals;
    NF_TRY_MEMORY(!text->failed, err);
    /* What is written in place may block for long, and leaves nothing behind. */
    const bool in_place =
        strcmp(path, "-") == 0 || (stat(path, &there) == 0 && !S_ISREG(there.st_mode));
    if (!in_place)
        nf_out_shield(&signals);
    enum nf_status status = nf_out_stream_open(&out, path, err);
    if (status == NF_OK)
        status = nf_out_stream_close(&out, nf_out_stream_write(&out, text, err), err);
    if (!in_place)
        nf_out_unshield(&signals);
    return status;
}
