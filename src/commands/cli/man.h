/* Manual pages, generated from the option tables like the help pages: roff with the man(7)
 * macros. */
#ifndef NF_CLI_MAN_H
#define NF_CLI_MAN_H

#include "commands/cli/options.h"

/* Appends the page of `command`, one of the NULL-terminated `commands`: its options for the default
 * game, then what differs for other games. If SOURCE_DATE_EPOCH is set, it dates the page. Returns
 * NF_USAGE if it is not a time, NF_IO if memory runs out. */
enum nf_status nf_cli_man(struct nf_text *text, const struct nf_command *command,
                          const struct nf_command *const *commands, struct nf_error *err);

/* Appends a page about `topic`, of which only name, summary, details and page are needed, with
 * references to the commands that it speaks of. Errors as above. */
enum nf_status nf_cli_man_topic(struct nf_text *text, const struct nf_command *topic,
                                const struct nf_command *const *commands, struct nf_error *err);

/* Appends the page of the program, which lists the `commands`. Errors as above. */
enum nf_status nf_cli_man_program(struct nf_text *text, const struct nf_command *const *commands,
                                  struct nf_error *err);

/* Appends the head of a page: title, date, version and the name of `command` (NULL: the program)
 * with its `summary`. Errors as above. */
enum nf_status nf_cli_man_head(struct nf_text *text, const char *command, const char *summary,
                               struct nf_error *err);

/* Returns that of a page's texts (nf_command.page) which is in the chosen language. */
const char *nf_cli_man_chosen(const char *const *page);

/* Begins a section; its title is translated. */
void nf_cli_man_section(struct nf_text *text, const char *title);

/* Appends the section of exit codes. */
void nf_cli_man_exits(struct nf_text *text);

/* Returns the row of `command` that chooses the game, on which most other rows depend; NULL if it
 * has none. */
const struct nf_option *nf_cli_man_game(const struct nf_command *command);

#endif
