/* The manual page of a command. */
#include "commands/cli/man.h"

#include "base/embed.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/version.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- parts of every page ---- */

/* Writes the day of SOURCE_DATE_EPOCH (seconds since 1970), so that the same page is always the
 * same bytes. Writes nothing if it is unset: the build date says nothing about a page. */
static enum nf_status write_date(char date[16], struct nf_error *err)
{
    enum { MOST_DIGITS = 11 }; /* the year 5138 */
    const char *const epoch = getenv("SOURCE_DATE_EPOCH");
    date[0] = '\0';
    if (epoch == NULL || epoch[0] == '\0')
        return NF_OK;
    const size_t digits = strspn(epoch, "0123456789");
    if (epoch[digits] != '\0' || digits > MOST_DIGITS)
        return nf_fail(
            err, NF_USAGE,
            "SOURCE_DATE_EPOCH=%.100s: expected seconds since 1970, in at most %d digits", epoch,
            MOST_DIGITS);
    const time_t seconds = (time_t)strtoll(epoch, NULL, 10);
    struct tm day;
    if (gmtime_r(&seconds, &day) != NULL)
        strftime(date, 16, "%Y-%m-%d", &day);
    return NF_OK;
}

enum nf_status nf_cli_man_head(struct nf_text *text, const char *command, const char *summary,
                               struct nf_error *err)
{
    char date[16];
    NF_TRY(write_date(date, err));
    nf_text_string(text, ".TH NINEFOLD");
    if (command != NULL)
        nf_text_string(text, "\\-");
    for (const char *letter = command; letter != NULL && *letter != '\0'; letter++)
        nf_text_format(text, "%c", toupper((unsigned char)*letter));
    nf_text_format(text, " 1 \"%s\" \"ninefold %s\" \"ninefold\"\n", date, nf_version);
    /* No hyphenation and no justified lines: both spoil text that is copied. */
    nf_text_string(text, ".nh\n.ad l\n.SH NAME\nninefold");
    if (command != NULL) {
        nf_text_string(text, "\\-");
        nf_roff_plain(text, command);
    }
    nf_text_string(text, " \\- ");
    nf_roff_plain(text, summary);
    nf_text_string(text, "\n");
    return NF_OK;
}

const char *nf_cli_man_chosen(const char *const *page)
{
    return page[strcmp(nf_lang_name(), "zh") == 0];
}

void nf_cli_man_section(struct nf_text *text, const char *title)
{
    nf_text_format(text, ".SH %s\n", _(title));
}

void nf_cli_man_exits(struct nf_text *text)
{
    static const struct {
        enum nf_status code;
        const char *meaning;
    } exits[] = {
        {NF_OK, N_("success")},
        {NF_DIFFERENT, N_("a counterexample, mismatch or regression was found")},
        {NF_USAGE, N_("wrong options")},
        {NF_INVALID,
         N_("input that breaks the rules, named by file, line and column; or parameters "
            "for which no game exists")},
        {NF_IO, N_("an operation on files, pipes, memory or threads failed")},
        {NF_INTERNAL, N_("a bug in ninefold")},
        {NF_BUDGET, N_("time or number of trials used up before the target was reached")},
    };
    nf_cli_man_section(text, N_("EXIT STATUS"));
    nf_text_format(text, "%s\n.PP\n.PD 0\n",
                   _("The same for every command, unless an option chooses others."));
    for (size_t i = 0; i < sizeof exits / sizeof exits[0]; i++)
        nf_text_format(text, ".TP\n\\fB%d\\fR\n%s\n", (int)exits[i].code, _(exits[i].meaning));
    nf_text_format(text, ".TP\n\\fB128\\fR+\\fIn\\fR\n%s\n.PD\n",
                   _("stopped by signal \\fIn\\fR; the finished part is reported"));
}

const struct nf_option *nf_cli_man_game(const struct nf_command *command)
{
    const struct nf_option *row;
    for (size_t i = 0; (row = nf_cli_row(command, i)) != NULL; i++)
        if (row->type == NF_CHOICE && strcmp(row->name, "game") == 0)
            return row;
    return NULL;
}

/* Appends the buffer `part`, which is freed. */
static void append_taken(struct nf_text *text, struct nf_text *part)
{
    nf_text_bytes(text, part->data, part->size);
    nf_text_free_part(part, text);
}

/* ---- rows ---- */

/* The words of a choice with their help texts; words without one share a line. */
static void append_choice(struct nf_text *text, const struct nf_option *row, const void *options)
{
    enum { GAP = 2, WIDEST = 20 };
    struct nf_word word;
    size_t width = 0, plain = 0;
    for (size_t i = 0; row->word(options, i, &word); i++)
        if (word.help != NULL && strlen(word.name) > width)
            width = strlen(word.name);
    width = width < WIDEST ? width + GAP : WIDEST;
    nf_text_string(text, ".RS\n.PD 0\n");
    for (size_t i = 0; row->word(options, i, &word); i++) {
        if (word.help == NULL)
            continue;
        nf_text_format(text, ".TP %zu\n", width);
        nf_roff_bold(text, word.name);
        nf_text_string(text, "\n");
        nf_roff_words(text, _(word.help), NULL);
        nf_text_string(text, "\n");
    }
    for (size_t i = 0; row->word(options, i, &word); i++) {
        if (word.help != NULL)
            continue;
        nf_text_string(text, plain++ > 0 ? ", " : ".PP\n");
        nf_roff_bold(text, word.name);
    }
    nf_text_string(text, plain > 0 ? "\n.PD\n.RE\n" : ".PD\n.RE\n");
}

static void append_name(struct nf_text *text, const struct nf_option *row)
{
    if (row->letter != 0)
        nf_text_format(text, "\\fB\\-%c\\fR, ", row->letter);
    nf_text_string(text, "\\fB\\-\\-");
    nf_roff_plain(text, row->name);
    nf_text_string(text, "\\fR");
}

/* Appends an adapted row, unless it is absent. */
static void append_row(struct nf_text *text, const struct nf_option *row, const void *options)
{
    if (row->absent != NULL)
        return;
    nf_text_string(text, ".TP\n");
    append_name(text, row);
    if (row->argument != NULL) {
        nf_text_string(text, row->alone != NULL ? "[=" : " ");
        nf_roff_italic(text, row->argument);
        nf_text_string(text, row->alone != NULL ? "]" : "");
    }
    nf_text_string(text, "\n");
    nf_roff_words(text, _(row->help), row->argument);
    nf_cli_limits(text, row);
    nf_text_string(text, row->word != NULL ? _(":") : "");
    nf_text_string(text, "\n");
    if (row->word != NULL)
        append_choice(text, row, options);
}

/* Sets all options to their defaults for `game` (NULL: the default game). */
static void choose_game(const struct nf_command *command, const char *game, void *options)
{
    const struct nf_option *const row_of_game = nf_cli_man_game(command);
    for (const struct nf_option_group *group = command->groups; group->title != NULL; group++)
        for (const struct nf_option *row = group->rows; row->name != NULL; row++) {
            const struct nf_option now = nf_cli_adapted(row, options);
            nf_cli_store_default(&now, options);
            if (row == row_of_game && game != NULL)
                nf_cli_store(&now, game, options);
        }
}

/* ---- sections ---- */

static void append_synopsis(struct nf_text *text, const struct nf_command *command)
{
    struct nf_text operands = {0};
    nf_cli_operands(&operands, command);
    nf_cli_man_section(text, N_("SYNOPSIS"));
    nf_text_string(text, "\\fBninefold ");
    nf_roff_plain(text, command->name);
    nf_text_string(text, "\\fR [\\fIOPTION\\fR]...");
    const char *const words = nf_text_terminated(&operands);
    nf_roff_words(text, words, words);
    nf_text_string(text, "\n");
    nf_text_free_part(&operands, text);
}

static void append_description(struct nf_text *text, const struct nf_command *command)
{
    nf_cli_man_section(text, N_("DESCRIPTION"));
    if (command->details != NULL) {
        nf_roff_words(text, _(command->details),
                      command->usage != NULL ? command->usage : command->operand);
        nf_text_string(text, "\n");
    } else {
        const char *const summary = _(command->summary);
        nf_text_format(text, "%c", toupper((unsigned char)summary[0]));
        nf_roff_words(text, summary + 1, NULL);
        nf_text_format(text, "%s\n", _("."));
    }
}

/* Names the game for which the options are described. */
static void append_usual(struct nf_text *text, const struct nf_command *command, const char *game)
{
    struct nf_text words = {0};
    nf_text_format(&words,
                   _("Ranges, defaults and choices are those of `--game %s`, and of the machine "
                     "where this page was made. For other options and for this machine see "
                     "`ninefold %s` OPTION... --help."),
                   game, command->name);
    nf_roff_words(text, nf_text_terminated(&words), "OPTION");
    nf_text_string(text, "\n");
    nf_text_free_part(&words, text);
}

/* `depends`: the options depend on the game. */
static void append_options(struct nf_text *text, const struct nf_command *command,
                           const void *options, bool depends)
{
    nf_cli_man_section(text, N_("OPTIONS"));
    const char *const game =
        depends ? nf_cli_adapted(nf_cli_man_game(command), options).normal_text : NULL;
    if (game != NULL)
        append_usual(text, command, game);
    for (const struct nf_option_group *group = command->groups; group->title != NULL; group++) {
        if (!nf_cli_shows(group, options))
            continue;
        /* The section already has this name. */
        if (strcmp(group->title, "Options") != 0) {
            nf_text_string(text, ".SS ");
            nf_roff_plain(text, _(group->title));
            nf_text_string(text, "\n");
        }
        for (const struct nf_option *row = group->rows; row->name != NULL; row++) {
            const struct nf_option now = nf_cli_adapted(row, options);
            append_row(text, &now, options);
        }
    }
    nf_text_format(text, ".SS %s\n", _("Common"));
    append_row(text, &nf_cli_lang_row, options);
    append_row(text, &nf_cli_help_row, options);
}

/* Lists the options of `usual` that `other` does not have, and those of `other` that `usual` does
 * not have or describes differently; nothing if there is no difference. */
static void append_differences(struct nf_text *text, const struct nf_command *command,
                               const void *usual, const void *other)
{
    struct nf_text changed = {0};
    size_t missing = 0;
    for (const struct nf_option_group *group = command->groups; group->title != NULL; group++)
        for (const struct nf_option *row = group->rows; row->name != NULL; row++) {
            const struct nf_option before = nf_cli_adapted(row, usual),
                                   now = nf_cli_adapted(row, other);
            struct nf_text one = {0}, two = {0};
            append_row(&one, &before, usual);
            append_row(&two, &now, other);
            if (before.absent == NULL && now.absent != NULL) {
                nf_text_string(text, missing++ > 0 ? _(", ") : _("Without "));
                append_name(text, &now);
            } else if (one.size != two.size ||
                       (one.size > 0 && memcmp(one.data, two.data, one.size) != 0)) {
                nf_text_bytes(&changed, two.data, two.size);
            }
            nf_text_free_part(&one, text);
            nf_text_free_part(&two, text);
        }
    if (missing > 0)
        nf_text_format(text, "%s\n", _("."));
    append_taken(text, &changed);
}

/* Describes how other games differ from the default one. `spare` has room for the options. */
static void append_games(struct nf_text *text, const struct nf_command *command,
                         const void *options, void *spare)
{
    const struct nf_option *const row = nf_cli_man_game(command);
    bool first = true;
    struct nf_word word;
    if (row == NULL)
        return;
    const struct nf_option game = nf_cli_adapted(row, options);
    for (size_t i = 0; game.word(options, i, &word); i++) {
        if (game.normal_text != NULL && strcmp(word.name, game.normal_text) == 0)
            continue;
        struct nf_text differences = {0};
        memset(spare, 0, command->options_size);
        choose_game(command, word.name, spare);
        append_differences(&differences, command, options, spare);
        if (differences.size > 0) {
            if (first)
                nf_cli_man_section(text, N_("OTHER GAMES"));
            nf_text_string(text, ".SS \\-\\-game ");
            nf_roff_plain(text, word.name);
            nf_text_string(text, "\n");
            first = false;
        }
        append_taken(text, &differences);
    }
}

/* Whether `words` mention a command: "ninefold run" or "run --". */
static bool speaks_of(const char *words, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = words; (at = strstr(at, name)) != NULL; at += length) {
        const bool called = at >= words + 9 && memcmp(at - 9, "ninefold ", 9) == 0;
        const bool begins = at == words || !isalnum((unsigned char)at[-1]);
        if ((called && !isalnum((unsigned char)at[length])) ||
            (begins && strncmp(at + length, " --", 3) == 0))
            return true;
    }
    return false;
}

static bool end_speaks_of(const struct nf_command *command, const char *name)
{
    NF_OWNED_TEXT struct nf_text end = {0};
    command->page_end(&end);
    return speaks_of(nf_text_terminated(&end), name);
}

static bool refers_to(const struct nf_command *command, const char *name, const void *options)
{
    if (command->details != NULL && speaks_of(command->details, name))
        return true;
    if (command->page != NULL && speaks_of(command->page[0], name))
        return true;
    if (command->page_end != NULL && end_speaks_of(command, name))
        return true;
    const struct nf_option *row;
    for (size_t i = 0; command->groups != NULL && (row = nf_cli_row(command, i)) != NULL; i++) {
        const struct nf_option now = nf_cli_adapted(row, options);
        if (now.absent == NULL && speaks_of(now.help, name))
            return true;
    }
    return false;
}

static void append_see_also(struct nf_text *text, const struct nf_command *command,
                            const struct nf_command *const *commands, const void *options)
{
    nf_cli_man_section(text, N_("SEE ALSO"));
    nf_roff_page(text, NULL);
    for (; *commands != NULL; commands++)
        if (*commands != command && refers_to(command, (*commands)->name, options)) {
            nf_text_string(text, ", ");
            nf_roff_page(text, (*commands)->name);
        }
    nf_text_string(text, "\n");
}

static void append_page(struct nf_text *text, const struct nf_command *command)
{
    if (command->page != NULL)
        nf_roff_text(text, nf_cli_man_chosen(command->page), NULL);
    if (command->page_end == NULL)
        return;
    struct nf_text end = {0};
    command->page_end(&end);
    nf_roff_text(text, nf_text_terminated(&end), NULL);
    nf_text_free_part(&end, text);
}

enum nf_status nf_cli_man_topic(struct nf_text *text, const struct nf_command *topic,
                                const struct nf_command *const *commands, struct nf_error *err)
{
    NF_TRY(nf_cli_man_head(text, topic->name, _(topic->summary), err));
    append_description(text, topic);
    append_page(text, topic);
    append_see_also(text, topic, commands, NULL);
    return NF_OK;
}

enum nf_status nf_cli_man(struct nf_text *text, const struct nf_command *command,
                          const struct nf_command *const *commands, struct nf_error *err)
{
    NF_OWNED void *options = calloc(1, command->options_size);
    NF_OWNED void *spare = calloc(1, command->options_size);
    NF_TRY_MEMORY(options != NULL && spare != NULL, err);
    NF_TRY(nf_cli_man_head(text, command->name, _(command->summary), err));
    choose_game(command, NULL, options);
    append_synopsis(text, command);
    append_description(text, command);
    struct nf_text games = {0};
    append_games(&games, command, options, spare);
    append_options(text, command, options, games.size > 0);
    append_taken(text, &games);
    append_page(text, command);
    nf_cli_man_exits(text);
    append_see_also(text, command, commands, options);
    return NF_OK;
}

/* ---- the program ---- */

NF_EMBED(nf_manual_ninefold_en, "src/commands/manual/ninefold.txt");
NF_EMBED(nf_manual_ninefold_zh, "src/commands/manual/ninefold.zh.txt");

/* What the texts call by these names is in italics. */
static const char names[] = "FILE COMMAND";

static void append_program_synopsis(struct nf_text *text)
{
    nf_cli_man_section(text, N_("SYNOPSIS"));
    nf_text_string(text,
                   "\\fBninefold\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...\n"
                   ".br\n"
                   "\\fBninefold help\\fR [\\fB\\-\\-man\\fR] [\\fICOMMAND\\fR]\n"
                   ".br\n"
                   "\\fBninefold \\-\\-version\\fR\n");
}

static void append_program_commands(struct nf_text *text, const struct nf_command *const *commands)
{
    nf_cli_man_section(text, N_("COMMANDS"));
    int tests = -1;
    for (; *commands != NULL; commands++) {
        if ((*commands)->tests != tests) { /* the first of its group */
            tests = (*commands)->tests;
            nf_text_string(text, ".SS ");
            nf_roff_words(text, _(nf_cli_houses[tests]), NULL);
            nf_text_string(text, "\n");
        }
        nf_text_string(text, ".TP\n");
        nf_roff_page(text, (*commands)->name);
        nf_text_string(text, "\n");
        nf_roff_words(text, _((*commands)->summary), NULL);
        nf_text_string(text, "\n");
    }
}

/* The games that the first command with --game offers. */
static void append_program_games(struct nf_text *text, const struct nf_command *const *commands)
{
    const struct nf_option *row = NULL;
    for (; *commands != NULL && row == NULL; commands++)
        row = nf_cli_man_game(*commands);
    if (row == NULL)
        return;
    struct nf_word word;
    nf_cli_man_section(text, N_("GAMES"));
    nf_roff_words(text, _("Chosen by --game NAME; the first one is the default."), "NAME");
    nf_text_string(text, "\n.PP\n.PD 0\n");
    for (size_t i = 0; row->word(NULL, i, &word); i++) {
        nf_text_string(text, ".TP 12\n");
        nf_roff_bold(text, word.name);
        nf_text_string(text, "\n");
        nf_roff_words(text, word.help != NULL ? _(word.help) : word.name, NULL);
        nf_text_string(text, "\n");
    }
    nf_text_string(text, ".PD\n");
}

static void append_program_see_also(struct nf_text *text, const struct nf_command *const *commands)
{
    nf_cli_man_section(text, N_("SEE ALSO"));
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (i > 0)
            nf_text_string(text, ",\n");
        nf_roff_page(text, commands[i]->name);
    }
    nf_text_string(text, "\n");
}

enum nf_status nf_cli_man_program(struct nf_text *text, const struct nf_command *const *commands,
                                  struct nf_error *err)
{
    NF_TRY(nf_cli_man_head(
        text, NULL, _("play turn-based games with fixed player strategies by the hundred million"),
        err));
    static const char *const pages[] = {nf_manual_ninefold_en, nf_manual_ninefold_zh};
    const char *page = nf_cli_man_chosen(pages);
    append_program_synopsis(text);
    nf_cli_man_section(text, N_("DESCRIPTION"));
    nf_roff_words(text, _(nf_cli_purpose), NULL);
    nf_text_string(text, "\n.PP\n");
    page = nf_roff_text(text, page, names);
    append_program_commands(text, commands);
    append_program_games(text, commands);
    page = nf_roff_text(text, page, names);
    nf_cli_man_exits(text);
    nf_roff_text(text, page, names);
    append_program_see_also(text, commands);
    return NF_OK;
}
