/* The command line: option tables, one parser for all commands, and help and manual pages generated
 * from the same tables.
 *
 * Each command has a struct for its options. A row of its tables says where in the struct a value
 * goes, what form it has, and its default. Values are checked and stored in the order of the rows,
 * not in the order typed, so a row can adapt to the values of earlier rows (the range of --players
 * depends on --game). Nothing here is shared between threads. */
#ifndef NF_CLI_OPTIONS_H
#define NF_CLI_OPTIONS_H

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
    NF_CHOICE,   /* one of the words that `word` lists */
};

/* One word of a choice. */
struct nf_word {
    const char *name;
    const char *help; /* or NULL */
};

/* A row says the first members by their place, as in
 *     {"games", 'g', NF_NUMBER, "N", NF_INTO(struct options, games), N_("games"), .low = 1}, */
struct nf_option {
    const char *name; /* without the dashes; NULL ends a table */
    char letter;      /* or 0 */
    enum nf_option_type type;
    const char *argument; /* name of the value in help; NULL for a flag */
    size_t offset, size;  /* where the value goes in the command's options, see NF_INTO: a bool,
                             uint32_t, uint64_t or const char * (borrowed from argv or the row) */
    const char *help;

    uint64_t low, high; /* bounds of a number, duration or size; high 0: none */
    uint64_t normal;    /* default of a number, seed or duration; help shows it if it is within the
                           bounds */
    const char *normal_text; /* default of a string or choice, or NULL */
    size_t again; /* of a string that may be given twice: where the second one goes; 0: the last one
                     counts */
    const char *alone; /* the word of a choice that may be typed without its value, which then
                          has to follow a `=`; or NULL */

    /* Sets `*word` to word `i` of a choice; returns false if `i` is past the last. Of another type:
     * to what the help lists, such as the columns of a file; NULL: nothing. */
    bool (*word)(const void *options, size_t i, struct nf_word *word);
    /* Set by `adapt`: why the option does not exist for the values of earlier rows. Help leaves the
     * row out, and using the option fails with this message. NULL: it exists. */
    const char *absent;
    /* Adapts a copy of the row to the values of earlier rows. May be NULL. */
    void (*adapt)(struct nf_option *row, const void *options);
};

/* Where a row's value goes. */
#define NF_INTO(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

struct nf_option_group {
    const char *title;            /* its heading in help; NULL ends a list of groups */
    const struct nf_option *rows; /* ended by a NULL name */
};

struct nf_command {
    const char *name;
    bool tests;          /* it tests programs, else it simulates: the group that lists show it in */
    const char *summary; /* one line for the overview and its help page, without a full stop */
    const char *details; /* another paragraph for its help page, or NULL */
    /* Further sections of its manual page in English and in Chinese, see nf_roff_text(); or NULL.
     */
    const char *const *page;
    /* Appends sections behind them that are made of tables, in the chosen language; or NULL. */
    void (*page_end)(struct nf_text *text);
    const char *operand; /* name of an operand in help, or NULL */
    const char *usage;   /* how help shows the operands; NULL: one after the other */
    size_t operands;     /* the most operands */
    size_t needed;       /* the fewest operands */
    /* Appends lines below the message that an operand is missing, nf_cli_shows_calls(): calls that
     * work; or NULL. */
    void (*missing)(struct nf_text *text);
    bool lists; /* a -- behind an operand is an operand, too: it begins a list of them */
    const struct nf_option_group *groups;
    size_t options_size;
    size_t typed; /* offset in the options of a `const char *const *` that is set for
                     nf_cli_typed(); 0: not needed */
    /* Runs the command. `options` is the struct that the rows fill; `operands` is ended by NULL. */
    enum nf_status (*run)(void *options, char **operands, struct nf_error *err);
};

enum { NF_MAX_OPTIONS = 48 };

/* Parses the arguments after the command's name and runs the command, or prints its help page to
 * standard output. `arguments` is ended by NULL and is reordered. Returns NF_USAGE, with `err`
 * naming the option, the value found and the value expected, or the result of the command. */
enum nf_status nf_cli_run(const struct nf_command *command, char **arguments, struct nf_error *err);

/* Whether `err` is that of a command without its operand, below which command->missing stands. */
bool nf_cli_shows_calls(const struct nf_command *command, const struct nf_error *err);

/* Finds a command by name in a list ended by NULL. If there is none, returns NULL, and `err`
 * suggests the nearest name. */
const struct nf_command *nf_cli_find(const struct nf_command *const *commands, const char *name,
                                     struct nf_error *err);

/* Appends the help page of a command. Rows adapt to the values in `options`. */
void nf_cli_help(struct nf_text *text, const struct nf_command *command, const void *options);

/* Appends the operands for a usage line: " FILE [FILE]", or nothing. */
void nf_cli_operands(struct nf_text *text, const struct nf_command *command);

/* Whether any option of the group exists for the values in `options`. */
bool nf_cli_shows(const struct nf_option_group *group, const void *options);

/* Appends the range and default of an adapted row: " (1 to 30, default 30)", or nothing. */
void nf_cli_limits(struct nf_text *text, const struct nf_option *row);

/* The purpose of the program, one sentence. */
extern const char nf_cli_purpose[];

/* How the two groups of commands are headed; [1] those with `tests`. */
extern const char *const nf_cli_houses[2];

/* Appends the program's help page: usage and every command with its summary. */
void nf_cli_overview(struct nf_text *text, const struct nf_command *const *commands);

/* Returns row `i` of a command, counted through all its groups, then --lang and --help; NULL past
 * the end. */
const struct nf_option *nf_cli_row(const struct nf_command *command, size_t i);

/* Finds the row of a long name of `length` letters, or where `name` is NULL of a letter, and stores
 * its number in `*number`; NULL if there is none. */
const struct nf_option *nf_cli_find_row(const struct nf_command *command, const char *name,
                                        size_t length, char letter, size_t *number);

/* The rows of --lang and --help, which every command has after its groups. */
extern const struct nf_option nf_cli_lang_row, nf_cli_help_row;

/* Takes --lang NAME or --lang=NAME from the head of `*arguments`, as often as it stands there, and
 * chooses the language. Returns NF_USAGE if there is no such language. */
enum nf_status nf_cli_take_lang(char ***arguments, struct nf_error *err);

/* Returns the row adapted to the values in `options`. */
struct nf_option nf_cli_adapted(const struct nf_option *row, const void *options);

/* Returns the value of option `name` as typed; NULL if it was not typed. `typed` is the pointer
 * stored at the command's `typed` offset. */
const char *nf_cli_typed(const struct nf_command *command, const char *const *typed,
                         const char *name);

/* Checks `value` against the adapted `row` and stores it in `options`. Returns false if it is
 * invalid. */
bool nf_cli_store(const struct nf_option *row, const char *value, void *options);

/* Stores the row's default. */
void nf_cli_store_default(const struct nf_option *row, void *options);

/* Checks and stores all values in the order of the rows, defaults where none was given (NULL) or
 * one is not valid. Returns NF_USAGE, with `err` on the first value that is wrong. */
enum nf_status nf_cli_store_values(const struct nf_command *command, const char *const *values,
                                   void *options, struct nf_error *err);

/* Appends a description of valid values of the row, such as "a number from 1 to 30". */
void nf_cli_expected(struct nf_text *text, const struct nf_option *row, const void *options);

/* Completions for shells, from the option tables like the help pages. The scripts in
 * scripts/completions ask for them as `ninefold help --complete WORD...`. */

/* Appends what the last of `words` can become, a line each: the word, a tab, what it means.
 * `words` are those typed behind the program's name, ended by NULL; the last is the one to
 * complete, perhaps empty. Options that the chosen game does not have are left out, and words of
 * choices are those of the chosen game. Appends nothing where a file, a number or a program is
 * expected, or what was typed before makes no sense. Returns NF_IO if memory runs out. */
enum nf_status nf_cli_complete(struct nf_text *text, const struct nf_command *const *commands,
                               const char *const *words, struct nf_error *err);

#endif
