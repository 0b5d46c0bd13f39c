/* Whole command lines: an input is a command's name and its arguments, a line each. The command
 * does not run. What it would have got, typed once more in the plainest form, is the same; what is
 * wrong is refused with words. */
#include "commands/commands.h"
#include "fuzz_target.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Arguments of an input; and of what the command got, typed plainly: as many operands, every
 * option, and "--". */
enum { MOST_ARGUMENTS = 128, ROOM = 2 * MOST_ARGUMENTS };

/* ---- what a command gets ---- */

/* Where `record` leaves what it was given: a string for each option that differs from its default,
 * "--", and the operands. */
static struct {
    const struct nf_command *command;
    struct nf_text arguments;
} recorded;

static uint64_t number_of(const struct nf_option *row, const void *place)
{
    return row->size == sizeof(uint32_t) ? *(const uint32_t *)place : *(const uint64_t *)place;
}

/* A value as it is typed; nothing for a default. */
static void write_value(struct nf_text *text, const struct nf_option *row, const void *options)
{
    static const uint64_t millisecond = 1000000;
    const void *const place = (const char *)options + row->offset;
    const char *string;
    uint64_t number;
    switch (row->type) {
    case NF_FLAG:
        if (*(const bool *)place)
            nf_text_format(text, "--%s%c", row->name, '\0');
        break;
    case NF_STRING:
    case NF_CHOICE:
        string = *(const char *const *)place;
        if (string != NULL && string != row->normal_text)
            nf_text_format(text, "--%s=%s%c", row->name, string, '\0');
        break;
    case NF_NUMBER:
    case NF_SEED:
    case NF_SIZE:
    case NF_DURATION:
        number = number_of(row, place);
        if (number == row->normal)
            break;
        nf_fuzz_require(row->type == NF_SEED ||
                            (number >= row->low && (row->high == 0 || number <= row->high)),
                        "--%s is %" PRIu64, row->name, number);
        nf_text_format(text, "--%s=%" PRIu64 "%s%c", row->name,
                       row->type == NF_DURATION ? number / millisecond : number,
                       row->type == NF_DURATION ? "ms" : "", '\0');
        break;
    }
}

static enum nf_status record(void *options, char **operands, struct nf_error *err)
{
    const struct nf_option *row;
    (void)err;
    for (size_t i = 0; (row = nf_cli_row(recorded.command, i)) != NULL; i++) {
        const struct nf_option adapted = nf_cli_adapted(row, options);
        if (adapted.size > 0 && adapted.absent == NULL)
            write_value(&recorded.arguments, &adapted, options);
    }
    nf_text_bytes(&recorded.arguments, "--", sizeof "--");
    for (; *operands != NULL; operands++)
        nf_text_bytes(&recorded.arguments, *operands, strlen(*operands) + 1);
    nf_fuzz_require(!recorded.arguments.failed, "out of memory");
    return NF_OK;
}

/* ---- running ---- */

/* nf_cli_run with nothing on standard output. */
static enum nf_status run_quietly(const struct nf_command *command, char **arguments,
                                  struct nf_error *err)
{
    fflush(stdout);
    const int before = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    nf_fuzz_require(before >= 0 && dup2(nothing, STDOUT_FILENO) >= 0, "no descriptors are left");
    const enum nf_status status = nf_cli_run(command, arguments, err);
    fflush(stdout);
    nf_fuzz_require(dup2(before, STDOUT_FILENO) >= 0, "no descriptors are left");
    close(before);
    close(nothing);
    return status;
}

/* Parses the strings in `text`, each ended by a zero byte; what the command gets is appended to
 * `got`. Returns whether it gets anything, rather than a help page or a refusal. */
static bool parse(const struct nf_command *command, struct nf_text *text, struct nf_text *got)
{
    struct nf_command recording = *command;
    char *arguments[ROOM + 1];
    size_t count = 0;
    struct nf_error err = {""};
    recording.run = record;
    for (size_t at = 0; at < text->size; at += strlen(text->data + at) + 1) {
        nf_fuzz_require(count < ROOM, "there is no room for so many arguments");
        arguments[count++] = text->data + at;
    }
    arguments[count] = NULL;
    recorded.command = command;
    recorded.arguments = (struct nf_text){0};
    const enum nf_status status = run_quietly(&recording, arguments, &err);
    *got = recorded.arguments;
    nf_fuzz_require(status == NF_OK || status == NF_USAGE, "parsing ends with %d: %s", status,
                    err.text);
    nf_fuzz_require(status == NF_OK || err.text[0] != '\0', "refused without words");
    nf_fuzz_require(status == NF_OK || strlen(err.text) + 1 < sizeof err.text,
                    "a message is cut: %s", err.text);
    return status == NF_OK && got->size > 0;
}

void nf_fuzz_commands(const char *bytes, size_t size)
{
    FREED_BY(nf_text_free) struct nf_text text = {0}, got = {0}, again = {0};
    struct nf_error err;
    FREED_BY(nf_test_free) char *const copy = nf_fuzz_string(bytes, size);
    char *lines = copy, *line;
    const char *const name = strsep(&lines, "\n");
    for (size_t i = 0; i < MOST_ARGUMENTS && (line = strsep(&lines, "\n")) != NULL; i++)
        if (*line != '\0' || lines != NULL) /* what the last line end ends is no argument */
            nf_text_bytes(&text, line, strlen(line) + 1);
    const struct nf_command *const command = nf_cli_find(nf_commands, name, &err);
    if (command == NULL) {
        nf_fuzz_require(strlen(err.text) > 0, "refused without words");
    } else if (parse(command, &text, &got)) {
        FREED_BY(nf_text_free) struct nf_text typed = {0};
        nf_text_bytes(&typed, got.data, got.size);
        nf_fuzz_require(parse(command, &typed, &again), "typed plainly it is refused");
        nf_fuzz_require(nf_fuzz_same(&got, &again), "typed plainly it is something else");
    }
}
