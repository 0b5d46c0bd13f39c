/* Parsing a command's arguments. */
#include "commands/cli/options.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool lang_word(const void *options, size_t i, struct nf_word *word)
{
    (void)options;
    *word = (struct nf_word){.name = NULL};
    return nf_lang_at(i, &word->name, &word->help);
}

const struct nf_option nf_cli_lang_row = {
    .name = "lang",
    .type = NF_CHOICE,
    .argument = "NAME",
    .help = N_("language of help, messages and reports, instead of that of LANG"),
    .word = lang_word,
};

const struct nf_option nf_cli_help_row = {
    .name = "help", .letter = 'h', .type = NF_FLAG, .help = N_("print this page and exit")};

/* The arguments as typed, before they are checked. */
struct typed {
    const struct nf_command *command;
    const char *values[NF_MAX_OPTIONS]; /* by row; NULL: not given */
    const struct nf_option *twice;      /* a row that was given twice, and its second value */
    const char *second;
    char **next; /* the next argument to read */
    bool help;
};

const struct nf_option *nf_cli_row(const struct nf_command *command, size_t i)
{
    for (const struct nf_option_group *group = command->groups; group->title != NULL; group++)
        for (const struct nf_option *row = group->rows; row->name != NULL; row++)
            if (i-- == 0)
                return row;
    return i == 0 ? &nf_cli_lang_row : i == 1 ? &nf_cli_help_row : NULL;
}

const char *nf_cli_typed(const struct nf_command *command, const char *const *typed,
                         const char *name)
{
    const struct nf_option *row;
    for (size_t i = 0; (row = nf_cli_row(command, i)) != NULL; i++)
        if (strcmp(row->name, name) == 0)
            return typed[i];
    return NULL;
}

const struct nf_option *nf_cli_find_row(const struct nf_command *command, const char *name,
                                        size_t length, char letter, size_t *number)
{
    const struct nf_option *row;
    for (*number = 0; (row = nf_cli_row(command, *number)) != NULL; ++*number)
        if (name != NULL ? strlen(row->name) == length && memcmp(row->name, name, length) == 0
                         : row->letter == letter)
            return row;
    return NULL;
}

static enum nf_status fail_unknown(const struct nf_command *command, const char *argument,
                                   size_t length, struct nf_error *err)
{
    char name[64], question[64];
    const struct nf_option *row;
    length = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, argument + 2, length);
    name[length] = '\0';
    struct nf_nearest nearest = {.typed = name};
    for (size_t i = 0; (row = nf_cli_row(command, i)) != NULL; i++)
        nf_nearest_offer(&nearest, row->name);
    nf_nearest_question(&nearest, "--", question);
    if (question[0] == '\0')
        return nf_fail(err, NF_USAGE, "--%s: unknown option, see ninefold %s --help", name,
                       command->name);
    return nf_fail(err, NF_USAGE, "--%s: unknown option%s", name, question);
}

/* Reports what is wrong with `value` (NULL: missing) and what is expected. */
static enum nf_status fail_value(const struct nf_option *row, const char *value,
                                 const void *options, struct nf_error *err)
{
    char question[64];
    struct nf_word word;
    struct nf_nearest nearest = {.typed = value != NULL ? value : ""};
    if (row->type == NF_CHOICE)
        for (size_t i = 0; row->word(options, i, &word); i++)
            nf_nearest_offer(&nearest, word.name);
    if (nf_nearest_question(&nearest, "", question)[0] != '\0')
        return nf_fail(err, NF_USAGE, "--%s %.100s: unknown %s%s", row->name, value, row->name,
                       question);
    NF_OWNED_TEXT struct nf_text expected = {0};
    nf_cli_expected(&expected, row, options);
    const int shown = expected.failed ? 0 : (int)expected.size;
    if (value == NULL)
        return nf_fail(err, NF_USAGE, "--%s: missing value, expected %.*s", row->name, shown,
                       expected.data);
    return nf_fail(err, NF_USAGE, "--%s %.100s: expected %.*s", row->name,
                   value[0] != '\0' ? value : "''", shown, expected.data);
}

struct nf_option nf_cli_adapted(const struct nf_option *row, const void *options)
{
    struct nf_option adapted = *row;
    if (row->adapt != NULL)
        row->adapt(&adapted, options);
    return adapted;
}

/* Records the value of row `number`: the rest of the same argument, or the next argument unless
 * that is a long option. */
static enum nf_status note_value(struct typed *typed, const struct nf_option *row, size_t number,
                                 const char *attached, const void *options, struct nf_error *err)
{
    if (attached == NULL && *typed->next != NULL && strncmp(*typed->next, "--", 2) != 0)
        attached = *typed->next++;
    if (attached == NULL) {
        const struct nf_option adapted = nf_cli_adapted(row, options);
        return fail_value(&adapted, NULL, options, err);
    }
    if (row->again != 0 && typed->values[number] != NULL) {
        typed->twice = row;
        typed->second = attached;
        return NF_OK;
    }
    typed->values[number] = attached;
    /* At once, for the messages about what follows. */
    if (row == &nf_cli_lang_row && !nf_lang_choose(attached))
        return fail_value(row, attached, options, err);
    return NF_OK;
}

static void note_flag(struct typed *typed, const struct nf_option *row, size_t number)
{
    typed->values[number] = "";
    if (row == &nf_cli_help_row)
        typed->help = true;
}

static enum nf_status read_long(struct typed *typed, const char *argument, const void *options,
                                struct nf_error *err)
{
    size_t number;
    const size_t length = strcspn(argument + 2, "=");
    const char *const attached = argument[2 + length] == '=' ? argument + 3 + length : NULL;
    const struct nf_option *row = nf_cli_find_row(typed->command, argument + 2, length, 0, &number);
    if (row == NULL)
        return fail_unknown(typed->command, argument, length, err);
    if (row->type != NF_FLAG)
        return note_value(typed, row, number, attached != NULL ? attached : row->alone, options,
                          err);
    if (attached != NULL)
        return nf_fail(err, NF_USAGE, "--%s=%.100s: expected no value", row->name, attached);
    note_flag(typed, row, number);
    return NF_OK;
}

static enum nf_status fail_letter(const struct nf_command *command, const char *letter,
                                  const char *argument, struct nf_error *err)
{
    if (argument[2] == '\0')
        return nf_fail(err, NF_USAGE, "%s: unknown option, see ninefold %s --help", argument,
                       command->name);
    return nf_fail(err, NF_USAGE, "-%.1s in %.100s: unknown option, see ninefold %s --help", letter,
                   argument, command->name);
}

static enum nf_status read_letters(struct typed *typed, const char *argument, const void *options,
                                   struct nf_error *err)
{
    for (const char *letter = argument + 1; *letter != '\0'; letter++) {
        size_t number;
        const struct nf_option *row = nf_cli_find_row(typed->command, NULL, 0, *letter, &number);
        if (row == NULL)
            return fail_letter(typed->command, letter, argument, err);
        if (row->type != NF_FLAG)
            return note_value(typed, row, number, letter[1] != '\0' ? letter + 1 : NULL, options,
                              err);
        note_flag(typed, row, number);
    }
    return NF_OK;
}

/* Sorts arguments into values of rows and operands; the operands move to the front. */
static enum nf_status read_arguments(struct typed *typed, char **arguments, const void *options,
                                     struct nf_error *err)
{
    size_t operands = 0;
    bool only_operands = false;
    typed->next = arguments;
    while (*typed->next != NULL) {
        char *const argument = *typed->next++;
        if (only_operands || argument[0] != '-' || argument[1] == '\0')
            arguments[operands++] = argument;
        else if (strcmp(argument, "--") == 0) {
            only_operands = true;
            if (typed->command->lists && operands > 0)
                arguments[operands++] = argument;
        } else if (argument[1] == '-')
            NF_TRY(read_long(typed, argument, options, err));
        else
            NF_TRY(read_letters(typed, argument, options, err));
    }
    arguments[operands] = NULL;
    return NF_OK;
}

enum nf_status nf_cli_store_values(const struct nf_command *command, const char *const *values,
                                   void *options, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    const struct nf_option *row;
    for (size_t i = 0; (row = nf_cli_row(command, i)) != &nf_cli_lang_row; i++) {
        const struct nf_option adapted = nf_cli_adapted(row, options);
        nf_cli_store_default(&adapted, options);
        const char *const value = values[i];
        if (value != NULL && adapted.absent != NULL && status == NF_OK)
            status = nf_fail(err, NF_USAGE, "--%s: %s", row->name, _(adapted.absent));
        else if (value != NULL && !nf_cli_store(&adapted, value, options) && status == NF_OK)
            status = fail_value(&adapted, value, options, err);
    }
    return status;
}

/* More than one line, so no error of main's. */
static enum nf_status fail_missing(const struct nf_command *command, struct nf_error *err)
{
    return nf_fail(err, NF_USAGE, "expected %s, found none, for instance:", command->usage);
}

bool nf_cli_shows_calls(const struct nf_command *command, const struct nf_error *err)
{
    struct nf_error same;
    (void)fail_missing(command, &same);
    return command->missing != NULL && strcmp(same.text, err->text) == 0;
}

static enum nf_status check_operands(const struct nf_command *command, char **operands,
                                     struct nf_error *err)
{
    size_t count = 0;
    while (operands[count] != NULL)
        count++;
    if (count > command->operands && command->operands == 0)
        return nf_fail(err, NF_USAGE, "'%.100s': expected options only", operands[0]);
    if (count > command->operands)
        return nf_fail(err, NF_USAGE, "'%.100s': expected at most %zu %s",
                       operands[command->operands], command->operands, command->operand);
    assert(command->needed <= 2);
    if (count < command->needed && count == 0 && command->missing != NULL)
        return fail_missing(command, err);
    if (count < command->needed && count == 0)
        return nf_fail(err, NF_USAGE, "expected %s, found none", command->usage);
    if (count < command->needed)
        return nf_fail(err, NF_USAGE, "expected %s, found only '%.100s'", command->usage,
                       operands[0]);
    return NF_OK;
}

static enum nf_status print_help(const struct nf_command *command, const void *options,
                                 struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    nf_cli_help(&text, command, options);
    return nf_text_write(&text, STDOUT_FILENO, "standard output", err);
}

static enum nf_status parse_and_run(const struct nf_command *command, char **arguments,
                                    void *options, struct nf_error *err)
{
    struct typed typed = {.command = command};
    assert(nf_cli_row(command, NF_MAX_OPTIONS) == NULL);
    /* Defaults first, so that messages about errors below can say what is expected. */
    nf_cli_store_values(command, typed.values, options, err);
    NF_TRY(read_arguments(&typed, arguments, options, err));
    const enum nf_status status = nf_cli_store_values(command, typed.values, options, err);
    if (typed.help)
        return print_help(command, options, err);
    NF_TRY(status);
    NF_TRY(check_operands(command, arguments, err));
    if (typed.twice != NULL)
        memcpy((char *)options + typed.twice->again, &typed.second, sizeof typed.second);
    const char *const *const values = typed.values;
    if (command->typed != 0)
        memcpy((char *)options + command->typed, &values, sizeof values);
    return command->run(options, arguments, err);
}

enum nf_status nf_cli_take_lang(char ***arguments, struct nf_error *err)
{
    static const char option[] = "--lang";
    const size_t length = sizeof option - 1;
    for (char *word; (word = **arguments) != NULL; ++*arguments) {
        if (strncmp(word, option, length) != 0 || (word[length] != '\0' && word[length] != '='))
            break;
        const char *const name = word[length] == '=' ? word + length + 1 : *++*arguments;
        if (name == NULL || !nf_lang_choose(name))
            return fail_value(&nf_cli_lang_row, name, NULL, err);
    }
    return NF_OK;
}

enum nf_status nf_cli_run(const struct nf_command *command, char **arguments, struct nf_error *err)
{
    NF_OWNED void *options = calloc(1, command->options_size);
    NF_TRY_MEMORY(options != NULL, err);
    return parse_and_run(command, arguments, options, err);
}

const struct nf_command *nf_cli_find(const struct nf_command *const *commands, const char *name,
                                     struct nf_error *err)
{
    char question[64];
    struct nf_nearest nearest = {.typed = name};
    for (; *commands != NULL; commands++) {
        if (strcmp((*commands)->name, name) == 0)
            return *commands;
        nf_nearest_offer(&nearest, (*commands)->name);
    }
    if (nf_nearest_question(&nearest, "", question)[0] == '\0')
        nf_fail(err, NF_USAGE, "%.100s: unknown command, see ninefold --help", name);
    else
        nf_fail(err, NF_USAGE, "%.100s: unknown command%s", name, question);
    return NULL;
}

/* ---- values of options: parsing, checking, storing ---- */

struct unit {
    char name[4];
    uint64_t factor;
};

static const struct unit number_units[] = {
    {"", 1}, {"k", 1000}, {"M", 1000000}, {"G", 1000000000}, {"", 0}};
static const struct unit duration_units[] = {{"ms", 1000000},
                                             {"s", 1000000000},
                                             {"m", UINT64_C(60) * 1000000000},
                                             {"h", UINT64_C(3600) * 1000000000},
                                             {"", 0}};

static const struct unit size_units[] = {{"", 1},        {"k", 1 << 10}, {"K", 1 << 10},
                                         {"M", 1 << 20}, {"G", 1 << 30}, {"", 0}};

/* Reads digits of `base` at `text`; `*end` is the first other character. Returns false if there is
 * no digit or the number exceeds 64 bits. */
static bool read_digits(const char *text, unsigned base, uint64_t *value, const char **end)
{
    *value = 0;
    for (*end = text;; ++*end) {
        const char c = (char)(**end | (**end >= 'A' ? 0x20 : 0));
        const unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                               : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                                                      : base;
        if (digit >= base)
            return *end != text;
        if (__builtin_mul_overflow(*value, base, value) ||
            __builtin_add_overflow(*value, digit, value))
            return false;
    }
}

/* Reads a decimal number followed by one of `units`. */
static bool read_with_unit(const char *text, const struct unit *units, uint64_t *value)
{
    const char *end;
    if (!read_digits(text, 10, value, &end))
        return false;
    for (; units->factor != 0; units++)
        if (strcmp(end, units->name) == 0)
            return !__builtin_mul_overflow(*value, units->factor, value);
    return false;
}

/* Below 2^63, because integers in JSON reports are signed. */
static bool read_seed(const char *text, uint64_t *value)
{
    const char *end;
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return read_digits(text + (hexadecimal ? 2 : 0), hexadecimal ? 16 : 10, value, &end) &&
           *end == '\0' && *value <= INT64_MAX;
}

static bool in_bounds(const struct nf_option *row, uint64_t value)
{
    return value >= row->low && (row->high == 0 || value <= row->high);
}

static void put_number(const struct nf_option *row, uint64_t value, void *options)
{
    char *const place = (char *)options + row->offset;
    const uint32_t narrow = (uint32_t)value;
    if (row->size == sizeof narrow) {
        assert(value <= UINT32_MAX);
        memcpy(place, &narrow, sizeof narrow);
    } else {
        assert(row->size == sizeof value);
        memcpy(place, &value, sizeof value);
    }
}

static void put_string(const struct nf_option *row, const char *value, void *options)
{
    assert(row->size == sizeof value);
    memcpy((char *)options + row->offset, &value, sizeof value);
}

static void put_flag(const struct nf_option *row, bool value, void *options)
{
    assert(row->size == sizeof value);
    memcpy((char *)options + row->offset, &value, sizeof value);
}

static bool is_word(const struct nf_option *row, const char *value, const void *options)
{
    struct nf_word word;
    for (size_t i = 0; row->word(options, i, &word); i++)
        if (strcmp(word.name, value) == 0)
            return true;
    return false;
}

bool nf_cli_store(const struct nf_option *row, const char *value, void *options)
{
    uint64_t number = 0;
    switch (row->type) {
    case NF_FLAG: put_flag(row, true, options); return true;
    case NF_STRING:
        if (value[0] == '\0')
            return false;
        put_string(row, value, options);
        return true;
    case NF_CHOICE:
        if (!is_word(row, value, options))
            return false;
        put_string(row, value, options);
        return true;
    case NF_NUMBER:
        if (!read_with_unit(value, number_units, &number) || !in_bounds(row, number))
            return false;
        break;
    case NF_DURATION:
        if (!read_with_unit(value, duration_units, &number) || !in_bounds(row, number))
            return false;
        break;
    case NF_SIZE:
        if (!read_with_unit(value, size_units, &number) || !in_bounds(row, number))
            return false;
        break;
    case NF_SEED:
        if (!read_seed(value, &number))
            return false;
        break;
    }
    put_number(row, number, options);
    return true;
}

void nf_cli_store_default(const struct nf_option *row, void *options)
{
    if (row->type == NF_FLAG)
        put_flag(row, false, options);
    else if (row->type == NF_STRING || row->type == NF_CHOICE)
        put_string(row, row->normal_text, options);
    else
        put_number(row, row->normal, options);
}

/* Appends large round numbers as a user would type them: 10000G, not thirteen zeros. */
static void append_number(struct nf_text *text, uint64_t value)
{
    if (value >= 1000000000 && value % 1000000000 == 0)
        nf_text_format(text, "%" PRIu64 "G", value / 1000000000);
    else
        nf_text_format(text, "%" PRIu64, value);
}

static void append_words(struct nf_text *text, const struct nf_option *row, const void *options)
{
    struct nf_word word;
    nf_text_string(text, _("one of"));
    for (size_t i = 0; row->word(options, i, &word); i++)
        nf_text_format(text, "%s %s", i > 0 ? "," : "", word.name);
}

void nf_cli_expected(struct nf_text *text, const struct nf_option *row, const void *options)
{
    switch (row->type) {
    case NF_FLAG: nf_text_string(text, _("no value")); break;
    case NF_STRING: nf_text_format(text, _("a %s"), row->argument); break;
    case NF_CHOICE: append_words(text, row, options); break;
    case NF_SEED: nf_text_string(text, _("a number from 0 to 2^63-1, in decimal or 0x...")); break;
    case NF_DURATION: nf_text_string(text, _("a duration such as 500ms, 10s, 2m or 1h")); break;
    case NF_SIZE: nf_text_string(text, _("a size in bytes such as 64k, 256M or 1G")); break;
    case NF_NUMBER:
        if (row->high != 0 && row->low == row->high) {
            append_number(text, row->low);
            break;
        }
        nf_text_string(text, _("a number from "));
        append_number(text, row->low);
        if (row->high != 0) {
            nf_text_string(text, _(" to "));
            append_number(text, row->high);
        } else {
            nf_text_string(text, _(" up"));
        }
        if (row->high == 0 || row->high >= 10000)
            nf_text_string(text, _(", such as 500, 10k or 3M"));
        break;
    }
}
