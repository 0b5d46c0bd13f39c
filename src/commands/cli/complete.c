/* Completions for shells, generated from the option tables. */
#include "commands/cli/options.h"

#include "base/lang.h"
#include "base/owned.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
