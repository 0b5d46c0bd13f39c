/* Manual pages, made of the option tables like the help pages: roff with the man(7) macros. */
#ifndef NF_CLI_MAN_H
#define NF_CLI_MAN_H

#include "cli/options.h"

/* Appends the page of `command`, one of the `commands`: its options with the usual game, and below
 * what is different with other games. NF_IO without memory; NF_USAGE if SOURCE_DATE_EPOCH, which
 * dates the page if it is set, is no time. */
enum nf_status nf_cli_man(struct nf_text *text, const struct nf_command *command,
                          const struct nf_command *const *commands, struct nf_error *err);

/* Appends the program's own page, which lists the `commands`; errors as above. */
enum nf_status nf_cli_man_program(struct nf_text *text, const struct nf_command *const *commands,
                                  struct nf_error *err);

/* What both have. The head: title, date, version and the name of `command` (NULL: the program) with
 * its `summary`. Errors as above. */
enum nf_status nf_cli_man_head(struct nf_text *text, const char *command, const char *summary,
                               struct nf_error *err);

/* The section of exit codes. */
void nf_cli_man_exits(struct nf_text *text);

/* The row of `command` that says which game is played, on which most others depend; NULL: none. */
const struct nf_option *nf_cli_man_game(const struct nf_command *command);

#endif
