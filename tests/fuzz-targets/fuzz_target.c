#include "fuzz_target.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct nf_fuzz_target general[] = {
    {.name = "saved", 1 << 16, nf_fuzz_saved},
    {.name = "saved-edits", 1024, nf_fuzz_saved_edits},
    {.name = "merge-edits", 1024, nf_fuzz_merge_edits},
    {.name = "bench-file", 8192, nf_fuzz_bench_file},
    {.name = "parts", 64, nf_fuzz_parts},
    {.name = "lists", 256, nf_fuzz_lists},
    {.name = "commands", 512, nf_fuzz_commands},
    {.name = "form", 2048, nf_fuzz_form},
    {.name = NULL},
};

enum { MOST_TARGETS = 64 };

static struct nf_fuzz_target targets[MOST_TARGETS];
static size_t count;

static void add(struct nf_fuzz_target target)
{
    nf_fuzz_require(count < MOST_TARGETS, "there are too many targets");
    targets[count++] = target;
}

static void add_all(const struct nf_fuzz_target *target)
{
    for (; target->name != NULL; target++)
        add(*target);
}

/* Those that every game has, with its name before theirs. */
static void add_game(const struct nf_game *game)
{
    static const struct nf_fuzz_target of_any[] = {
        {.name = "instance", .test_game = nf_fuzz_instance},
        {.name = "answer", .test_game = nf_fuzz_answer},
    };
    static char names[MOST_TARGETS][32];
    for (size_t i = 0; i < sizeof of_any / sizeof *of_any; i++) {
        snprintf(names[count], sizeof names[0], "%s-%s", game->name, of_any[i].name);
        add((struct nf_fuzz_target){
            .name = names[count], .largest = 4096, .game = game, .test_game = of_any[i].test_game});
    }
}

const struct nf_fuzz_target *nf_fuzz_target_at(size_t number)
{
    if (count == 0) {
        for (const struct nf_game *const *game = nf_games; *game != NULL; game++)
            add_game(*game);
        for (const struct nf_fuzz_more *const *more = nf_fuzz_more; *more != NULL; more++)
            add_all((*more)->targets);
        add_all(general);
    }
    return number < count ? &targets[number] : NULL;
}

const struct nf_fuzz_target *nf_fuzz_find(const char *name)
{
    const struct nf_fuzz_target *target;
    for (size_t i = 0; (target = nf_fuzz_target_at(i)) != NULL; i++)
        if (strcmp(target->name, name) == 0)
            return target;
    return NULL;
}

void nf_fuzz_try(const struct nf_fuzz_target *target, const char *bytes, size_t size)
{
    if (target->game != NULL)
        target->test_game(target->game, bytes, size);
    else
        target->test(bytes, size);
}

/* ---- failures ---- */

static const char *tested;

void nf_fuzz_name(const char *name)
{
    tested = name;
}

void nf_fuzz_require(bool good, const char *format, ...)
{
    va_list args;
    if (good)
        return;
    fprintf(stderr, "fuzz target%s%s: ", tested != NULL ? ": " : "", tested != NULL ? tested : "");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

/* ---- inputs ---- */

static const char input_name[] = "input";

struct nf_input nf_fuzz_input(const char *bytes, size_t size)
{
    return (struct nf_input){input_name, bytes, size};
}

struct nf_input nf_fuzz_reread(const struct nf_text *text)
{
    nf_fuzz_require(!text->failed, "out of memory");
    return nf_fuzz_input(text->data != NULL ? text->data : "", text->size);
}

char *nf_fuzz_string(const char *bytes, size_t size)
{
    char *const string = strndup(size > 0 ? bytes : "", size);
    nf_fuzz_require(string != NULL, "out of memory");
    return string;
}

bool nf_fuzz_same(const struct nf_text *a, const struct nf_text *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

bool nf_fuzz_digits(const char **at, uint64_t *number)
{
    const size_t digits = strspn(*at, "0123456789");
    errno = 0;
    *number = strtoull(*at, NULL, 10);
    *at += digits;
    return digits > 0 && errno == 0;
}

/* ---- messages ---- */

void nf_fuzz_message(const struct nf_error *err)
{
    const size_t length = strnlen(err->text, sizeof err->text);
    nf_fuzz_require(length > 0, "a message is empty");
    nf_fuzz_require(length + 1 < sizeof err->text, "a message is cut: %.*s",
                    (int)sizeof err->text - 1, err->text);
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)err->text[i];
        nf_fuzz_require(byte >= ' ' && byte != 0x7f, "a message has the control byte %02x: %s",
                        byte, err->text);
    }
}

/* The length of line `line`, from 1, of `input`; SIZE_MAX if it has not so many. */
static size_t line_length(const struct nf_input *input, unsigned long line)
{
    size_t start = 0;
    for (size_t at = 0; at <= input->size; at++)
        if (at == input->size || input->data[at] == '\n') {
            if (--line == 0)
                return at - start;
            start = at + 1;
        }
    return SIZE_MAX;
}

void nf_fuzz_place(const struct nf_input *input, const struct nf_error *err)
{
    char *end;
    nf_fuzz_message(err);
    const size_t name = strlen(input->name);
    nf_fuzz_require(strncmp(err->text, input->name, name) == 0 && err->text[name] == ':',
                    "a message does not name the input: %s", err->text);
    const unsigned long line = strtoul(err->text + name + 1, &end, 10);
    nf_fuzz_require(*end == ':' && line >= 1, "a message has no line: %s", err->text);
    const unsigned long column = strtoul(end + 1, &end, 10);
    nf_fuzz_require(strncmp(end, ": ", 2) == 0 && column >= 1 && end[2] != '\0',
                    "a message has no column: %s", err->text);
    const size_t length = line_length(input, line);
    nf_fuzz_require(length != SIZE_MAX, "a message names a line that is not there: %s", err->text);
    nf_fuzz_require(column <= length + 1, "a message names a column of %zu: %s", length, err->text);
}

void nf_fuzz_lines(const struct nf_text *text, const char *what)
{
    enum { COLUMNS = 80 };
    nf_fuzz_require(!text->failed, "out of memory");
    size_t columns = 0;
    for (size_t i = 0; i < text->size; i++) {
        const char byte = text->data[i];
        nf_fuzz_require(byte == '\n' || (byte >= ' ' && byte <= '~'), "%s: the byte %02x in\n%.*s",
                        what, (unsigned char)byte, (int)text->size, text->data);
        columns = byte == '\n' ? 0 : columns + 1;
        nf_fuzz_require(columns <= COLUMNS, "%s: a line is too long in\n%.*s", what,
                        (int)text->size, text->data);
    }
    nf_fuzz_require(columns == 0, "%s: the last line is not ended in\n%.*s", what, (int)text->size,
                    text->data);
}
