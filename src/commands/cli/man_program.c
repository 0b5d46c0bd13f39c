/* The manual page of the program. */
#include "commands/cli/man.h"

#include "base/embed.h"
#include "base/lang.h"
#include "commands/cli/roff.h"

NF_EMBED(nf_manual_ninefold_en, "src/commands/manual/ninefold.txt");
NF_EMBED(nf_manual_ninefold_zh, "src/commands/manual/ninefold.zh.txt");

/* What the texts call by these names is in italics. */
static const char names[] = "FILE COMMAND";

static void append_synopsis(struct nf_text *text)
{
    nf_cli_man_section(text, N_("SYNOPSIS"));
    nf_text_string(text,
                   "\\fBninefold\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...\n"
                   ".br\n"
                   "\\fBninefold help\\fR [\\fB\\-\\-man\\fR] [\\fICOMMAND\\fR]\n"
                   ".br\n"
                   "\\fBninefold \\-\\-version\\fR\n");
}

static void append_commands(struct nf_text *text, const struct nf_command *const *commands)
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
static void append_games(struct nf_text *text, const struct nf_command *const *commands)
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

static void append_see_also(struct nf_text *text, const struct nf_command *const *commands)
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
    const enum nf_status status = nf_cli_man_head(
        text, NULL, _("play turn-based games with fixed player strategies by the hundred million"),
        err);
    if (status != NF_OK)
        return status;
    static const char *const pages[] = {nf_manual_ninefold_en, nf_manual_ninefold_zh};
    const char *page = nf_cli_man_chosen(pages);
    append_synopsis(text);
    nf_cli_man_section(text, N_("DESCRIPTION"));
    nf_roff_words(text, _(nf_cli_purpose), NULL);
    nf_text_string(text, "\n.PP\n");
    page = nf_roff_text(text, page, names);
    append_commands(text, commands);
    append_games(text, commands);
    page = nf_roff_text(text, page, names);
    nf_cli_man_exits(text);
    nf_roff_text(text, page, names);
    append_see_also(text, commands);
    return NF_OK;
}
