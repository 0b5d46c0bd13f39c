/* The command line: tables of options, one parser for all commands, and the help and
 * manual pages made of the same tables.
 *
 * A command keeps its options in a struct of its own. Each row of its tables says where a value
 * goes in there, what form it must have, and its default. Values are checked and stored in the
 * order of the rows, whatever order they were typed in, so a row may adapt itself to the values
 * of the rows before it (the range of --players depends on --game). */
#ifndef NF_CLI_H
#define NF_CLI_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum nf_option_type {
    NF_FLAG,     /* no value; sets a bool */
    NF_NUMBER,   /* low .. high, in decimal, with k, M or G for 10^3, 10^6, 10^9 */
    NF_SEED,     /* any number below 2^63, decimal or 0x hexadecimal */
    NF_DURATION, /* 500ms, 10s, 2m, 1h; stored in nanoseconds */
    NF_SIZE,     /* 64k, 256M, 1G in powers of 1024; stored in bytes */
    NF_STRING,   /* anything but the empty string */
    NF_CHOICE,   /* one of the words `word` gives */
};

/* One word of a choice. */
struct nf_word {
    const char *name;
    const char *help; /* or NULL */
};

struct nf_option {
    const char *name; /* without the dashes; NULL ends a table */
    char letter;      /* or 0 */
    enum nf_option_type type;
    const char *argument; /* what help calls the value; NULL for a flag */
    size_t offset, size;  /* of its place in the command's options, see NF_INTO: a bool, a uint32_t
                             or uint64_t, or a const char * (borrowed from argv or the row) */
    const char *help;

    uint64_t low, high;      /* bounds of a number, duration or size; high 0: none */
    uint64_t normal;         /* default of a number, seed or duration; help shows it if in bounds */
    const char *normal_text; /* default of a string or choice, or NULL */

    /* Sets `*word` to the choice's word `i`; false if there are not that many. */
    bool (*word)(const void *options, size_t i, struct nf_word *word);
    /* Set by `adapt`: why there is no such option with the values of the rows before it. Help
     * leaves the row out, and giving it is refused with these words. NULL: there is. */
    const char *absent;
    /* Changes a copy of the row according to the values of the rows before it. May be NULL. */
    void (*adapt)(struct nf_option *row, const void *options);
};

/* Where a row's value goes. */
#define NF_INTO(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

struct nf_option_group {
    const char *title;            /* of its part of the help page; NULL ends a list of groups */
    const struct nf_option *rows; /* ended by a NULL name */
};

/* A section of a manual page. Paragraphs are parted by empty lines; lines that begin with four
 * blanks are shown as they are. */
struct nf_section {
    const char *title, *words;
};

struct nf_command {
    const char *name;
    const char *summary;               /* for the overview and its help page: no full stop */
    const char *details;               /* a paragraph more for its help page, or NULL */
    const struct nf_section *sections; /* more for its manual page alone, ended by a NULL title; or
                                          NULL */
    const char *operand;               /* what help calls an operand, or NULL */
    const char *usage; /* how operands stand on the command line; NULL: one after the other */
    size_t operands;   /* how many may be given */
    size_t needed;     /* how many must be given */
    const struct nf_option_group *groups;
    size_t options_size;
    size_t typed; /* offset in the options of a `const char *const *`, which is set to what was
                     typed, for nf_cli_typed; 0: the command does not ask */
    /* Does the work. `options` is the struct the rows point into; `operands` is ended by NULL. */
    enum nf_status (*run)(void *options, char **operands, struct nf_error *err);
};

enum { NF_MAX_OPTIONS = 32, NF_HELP_WIDTH = 80 };

/* Parses the arguments behind a command's name (`arguments` is ended by NULL and is reordered) and
 * runs the command, or prints its help page to standard output. NF_USAGE with `err` naming the
 * option, what was given and what is expected; or what the command returned. */
enum nf_status nf_cli_run(const struct nf_command *command, char **arguments, struct nf_error *err);

/* The command of that name in a list ended by NULL. If there is none: NULL, and `err` suggests. */
const struct nf_command *nf_cli_find(const struct nf_command *const *commands, const char *name,
                                     struct nf_error *err);

/* Appends a command's help page; rows adapt to the values already in `options`. */
void nf_cli_help(struct nf_text *text, const struct nf_command *command, const void *options);

/* Appends what stands behind the options on the command's line: " FILE [FILE]", or nothing. */
void nf_cli_operands(struct nf_text *text, const struct nf_command *command);

/* Whether a group has any option with the values already in `options`. */
bool nf_cli_shows(const struct nf_option_group *group, const void *options);

/* Appends range and default of an adapted row: " (1 to 30, default 30)", or nothing. */
void nf_cli_limits(struct nf_text *text, const struct nf_option *row);

/* What the program is for, a sentence. */
extern const char nf_cli_purpose[];

/* Appends the program's help page: usage and every command with its summary. */
void nf_cli_overview(struct nf_text *text, const struct nf_command *const *commands);

/* Row `i` of all groups of a command taken together, --help last; NULL behind the last one. */
const struct nf_option *nf_cli_row(const struct nf_command *command, size_t i);

/* The row --help that every command has, behind its groups. */
extern const struct nf_option nf_cli_help_row;

/* The row as it is with the values already in `options`. */
struct nf_option nf_cli_adapted(const struct nf_option *row, const void *options);

/* The value of option `name` as it was typed; NULL if it was left to its default. `typed` is what
 * the command's `typed` leads to. */
const char *nf_cli_typed(const struct nf_command *command, const char *const *typed,
                         const char *name);

/* Checks `value` against `row` (adapted) and stores it in `options`; false if it does not fit. */
bool nf_cli_store(const struct nf_option *row, const char *value, void *options);

/* Stores the row's default. */
void nf_cli_store_default(const struct nf_option *row, void *options);

/* Appends what form the row's value has, e.g. "a number from 1 to 30". */
void nf_cli_expected(struct nf_text *text, const struct nf_option *row, const void *options);

#endif
