/* Help pages, generated from the option tables. */
#include "commands/cli/options.h"

#include "base/lang.h"
#include "base/owned.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_COLUMN = 26, WORD_COLUMN = 13 /* behind HELP_COLUMN */ };

const char nf_cli_purpose[] =
    N_("ninefold plays turn-based games with fixed player strategies by the hundred million, and "
       "tests other people's programs on thousands of cases a second.");

const char *const nf_cli_houses[2] = {N_("Simulate games:"), N_("Test programs:")};

/* Appends `words` from column `indent` on, wrapped at NF_TERMINAL, and ends the last line. The
 * first line is already filled up to `column`; if that is past `indent`, the words start on the
 * next line. */
static void append_wrapped(struct nf_text *text, const char *words, size_t indent, size_t column)
{
    if (column > indent) {
        if (!text->failed && text->data[text->size - 1] == ' ')
            text->size--;
        nf_text_string(text, "\n");
        column = 0;
    }
    nf_text_format(text, "%*s", (int)(indent - column), "");
    nf_text_wrapped(text, words, strlen(words), indent, indent);
}

/* The same for a buffer `words`, which is freed. */
static void append_wrapped_text(struct nf_text *text, struct nf_text *words, size_t indent,
                                size_t column)
{
    append_wrapped(text, nf_text_terminated(words), indent, column);
    nf_text_free_part(words, text);
}

static bool shows_default(const struct nf_option *row)
{
    if (row->type == NF_CHOICE || row->type == NF_STRING)
        return row->normal_text != NULL;
    if (row->type == NF_SEED)
        return true;
    return row->type == NF_NUMBER && row->normal >= row->low &&
           (row->high == 0 || row->normal <= row->high);
}

bool nf_cli_shows(const struct nf_option_group *group, const void *options)
{
    for (const struct nf_option *row = group->rows; row->name != NULL; row++)
        if (nf_cli_adapted(row, options).absent == NULL)
            return true;
    return false;
}

void nf_cli_limits(struct nf_text *text, const struct nf_option *row)
{
    const bool limits = row->type == NF_NUMBER && row->high != 0 && row->high < 1000000000;
    if (limits && row->low == row->high) {
        nf_text_format(text, _(" (always %" PRIu64 ")"), row->low);
        return;
    }
    if (limits)
        nf_text_format(text, _(" (%" PRIu64 " to %" PRIu64), row->low, row->high);
    if (shows_default(row)) {
        nf_text_string(text, limits ? _(", default ") : _(" (default "));
        if (row->type == NF_CHOICE || row->type == NF_STRING)
            nf_text_string(text, row->normal_text);
        else
            nf_text_format(text, "%" PRIu64, row->normal);
    }
    if (limits || shows_default(row))
        nf_text_string(text, _(")"));
}

/* One line for each word of a choice that has a help text; all others on one line. */
static void append_choice(struct nf_text *text, const struct nf_option *row, const void *options)
{
    struct nf_word word;
    struct nf_text plain = {0};
    for (size_t i = 0; row->word(options, i, &word); i++)
        if (word.help == NULL)
            nf_text_format(&plain, "%s%s", plain.size > 0 ? ", " : "", word.name);
        else {
            const size_t start = text->size;
            nf_text_format(text, "%*s%s ", HELP_COLUMN, "", word.name);
            append_wrapped(text, _(word.help), HELP_COLUMN + WORD_COLUMN + 1, text->size - start);
        }
    if (plain.size > 0 || plain.failed)
        append_wrapped_text(text, &plain, HELP_COLUMN, 0);
}

static void append_row(struct nf_text *text, const struct nf_option *row, const void *options)
{
    const struct nf_option adapted = nf_cli_adapted(row, options);
    row = &adapted;
    if (row->absent != NULL)
        return;
    const size_t start = text->size;
    if (row->letter != 0)
        nf_text_format(text, "  -%c, --%s", row->letter, row->name);
    else
        nf_text_format(text, "      --%s", row->name);
    if (row->argument != NULL)
        nf_text_format(text, row->alone != NULL ? "[=%s]" : " %s", row->argument);
    nf_text_string(text, " ");

    struct nf_text words = {0};
    nf_text_string(&words, _(row->help));
    nf_cli_limits(&words, row);
    if (row->word != NULL)
        nf_text_string(&words, _(":"));
    append_wrapped_text(text, &words, HELP_COLUMN, text->size - start);
    if (row->word != NULL)
        append_choice(text, row, options);
}

void nf_cli_operands(struct nf_text *text, const struct nf_command *command)
{
    if (command->usage != NULL)
        nf_text_format(text, " %s", command->usage);
    for (size_t i = 0; command->usage == NULL && i < command->operands; i++)
        nf_text_format(text, i < command->needed ? " %s" : " [%s]", command->operand);
}

void nf_cli_help(struct nf_text *text, const struct nf_command *command, const void *options)
{
    nf_text_format(text, _("usage: ninefold %s [OPTION]..."), command->name);
    nf_cli_operands(text, command);
    const char *const summary = _(command->summary);
    nf_text_format(text, _("\n\n%c%s.\n"), toupper((unsigned char)summary[0]), summary + 1);
    if (command->details != NULL)
        append_wrapped(text, _(command->details), 0, 0);
    for (const struct nf_option_group *group = command->groups; group->title != NULL; group++) {
        if (!nf_cli_shows(group, options))
            continue;
        nf_text_format(text, _("\n%s:\n"), _(group->title));
        for (const struct nf_option *row = group->rows; row->name != NULL; row++)
            append_row(text, row, options);
    }
    nf_text_string(text, "\n");
    append_row(text, &nf_cli_lang_row, options);
    append_row(text, &nf_cli_help_row, options);
}

void nf_cli_overview(struct nf_text *text, const struct nf_command *const *commands)
{
    append_wrapped(text, _(nf_cli_purpose), 0, 0);
    nf_text_string(text, _("\nusage: ninefold COMMAND [OPTION]...\n"
                           "       ninefold help [--man] [COMMAND]\n"));
    for (int tests = 0; tests <= 1; tests++) {
        nf_text_format(text, "\n%s\n", _(nf_cli_houses[tests]));
        for (const struct nf_command *const *command = commands; *command != NULL; command++)
            if ((*command)->tests == (tests != 0))
                nf_text_format(text, "  %-12s %s\n", (*command)->name, _((*command)->summary));
    }
    nf_text_string(text,
                   _("\nninefold help COMMAND or ninefold COMMAND --help: its options\n"
                     "ninefold help --man [COMMAND]: the manual page, as roff, for man -l -\n"
                     "ninefold --version: version, build, and the kernels this machine can run\n"
                     "ninefold --list-games: the games, one name per line\n"
                     "ninefold --lang zh COMMAND: in Chinese\n"));
}

/* ---- completions for shells, generated from the option tables ---- */

/* Offers `word`, which stands behind `before`, if it begins with `typed`. */
static void offer(struct nf_text *text, const char *typed, const char *before, const char *word,
                  const char *help)
{
    if (strncmp(word, typed, strlen(typed)) == 0)
        nf_text_format(text, "%s%s\t%s\n", before, word, help != NULL ? _(help) : "");
}

static void offer_commands(struct nf_text *text, const struct nf_command *const *commands,
                           const char *typed)
{
    for (; *commands != NULL; commands++)
        offer(text, typed, "", (*commands)->name, (*commands)->summary);
}

static void offer_first(struct nf_text *text, const struct nf_command *const *commands,
                        const char *typed)
{
    offer_commands(text, commands, typed);
    offer(text, typed, "", "help", N_("print the options of a command"));
    if (typed[0] != '-')
        return;
    offer(text, typed, "", "--help", N_("print the list of commands"));
    offer(text, typed, "", "--lang", N_("choose the language"));
    offer(text, typed, "", "--version", N_("print version, build and kernels"));
    offer(text, typed, "", "--list-games", N_("print the names of the games"));
}

/* The row that `word` names, as --name, --name=VALUE, -l or -lVALUE; NULL if none. `*value` is set
 * to the value that is attached, or NULL. */
static const struct nf_option *row_of(const struct nf_command *command, const char *word,
                                      size_t *number, const char **value)
{
    const bool is_long = strncmp(word, "--", 2) == 0;
    const size_t length = is_long ? strcspn(word + 2, "=") : 0;
    *value = NULL;
    if (word[0] != '-' || word[1] == '\0')
        return NULL;
    const struct nf_option *const row =
        nf_cli_find_row(command, is_long ? word + 2 : NULL, length, word[1], number);
    const char *const behind = word + 2 + length;
    if (row != NULL && *behind != '\0')
        *value = is_long ? behind + 1 : behind;
    return row;
}

/* What was typed before the word to complete. */
struct before {
    const char *values[NF_MAX_OPTIONS]; /* by row; NULL: none */
    const struct nf_option *waiting;    /* the row whose value comes next, or NULL */
    bool files;                         /* behind a --: only files and programs */
};

static struct before read_before(const struct nf_command *command, const char *const *words,
                                 size_t count)
{
    struct before before = {.waiting = NULL};
    size_t number = 0;
    for (size_t i = 0; i < count && !before.files; i++) {
        const char *value;
        if (before.waiting != NULL) {
            before.values[number] = words[i];
            before.waiting = NULL;
            continue;
        }
        before.files = strcmp(words[i], "--") == 0;
        const struct nf_option *const row = row_of(command, words[i], &number, &value);
        if (row == NULL || row->type == NF_FLAG)
            continue;
        assert(number < NF_MAX_OPTIONS);
        before.values[number] = value;
        before.waiting = value == NULL && row->alone == NULL ? row : NULL;
    }
    return before;
}

/* `prefix` is what stands before the value in the same word: "--game=", or "". */
static void offer_values(struct nf_text *text, const struct nf_option *row, const void *options,
                         const char *prefix, const char *typed)
{
    struct nf_word word;
    const struct nf_option adapted = nf_cli_adapted(row, options);
    if (row->type != NF_CHOICE || adapted.absent != NULL)
        return;
    for (size_t i = 0; adapted.word(options, i, &word); i++)
        offer(text, typed, prefix, word.name, word.help);
}

static void offer_options(struct nf_text *text, const struct nf_command *command,
                          const void *options, const char *typed)
{
    const struct nf_option *row;
    for (size_t i = 0; (row = nf_cli_row(command, i)) != NULL; i++) {
        const struct nf_option adapted = nf_cli_adapted(row, options);
        if (adapted.absent == NULL && (typed[1] == '\0' || typed[1] == '-'))
            offer(text, typed[1] == '\0' ? "" : typed + 2, "--", row->name, adapted.help);
    }
}

static void complete_command(struct nf_text *text, const struct nf_command *command,
                             const char *const *words, size_t count, void *options)
{
    const char *const typed = words[count - 1];
    const struct before before = read_before(command, words, count - 1);
    if (before.files)
        return;
    struct nf_error wrong; /* of values that are not valid, and so left out */
    nf_cli_store_values(command, before.values, options, &wrong);
    if (before.waiting != NULL) {
        offer_values(text, before.waiting, options, "", typed);
        return;
    }
    size_t number;
    const char *value;
    const struct nf_option *const row = row_of(command, typed, &number, &value);
    const char *const equals = strchr(typed, '=');
    if (row != NULL && row->type != NF_FLAG && equals != NULL && typed[1] == '-') {
        struct nf_text prefix = {0};
        nf_text_bytes(&prefix, typed, (size_t)(equals + 1 - typed));
        offer_values(text, row, options, nf_text_terminated(&prefix), equals + 1);
        nf_text_free_part(&prefix, text);
    } else if (typed[0] == '-') {
        offer_options(text, command, options, typed);
    }
}

enum nf_status nf_cli_complete(struct nf_text *text, const struct nf_command *const *commands,
                               const char *const *words, struct nf_error *err)
{
    size_t count = 0;
    while (words[count] != NULL)
        count++;
    if (count == 1) {
        offer_first(text, commands, words[0]);
    } else if (count > 1 && strcmp(words[0], "help") == 0) {
        offer_commands(text, commands, words[count - 1]);
        if (words[count - 1][0] == '-')
            offer(text, words[count - 1], "", "--man", N_("print the manual page as roff"));
    } else if (count > 1) {
        struct nf_error unknown;
        const struct nf_command *const command = nf_cli_find(commands, words[0], &unknown);
        NF_OWNED void *options = command != NULL ? calloc(1, command->options_size) : NULL;
        if (command != NULL && options == NULL)
            return nf_fail_memory(err);
        if (command != NULL)
            complete_command(text, command, words + 1, count - 1, options);
    }
    NF_TRY_MEMORY(!text->failed, err);
    return NF_OK;
}
