/* Manual pages, generated from the option tables like the help pages: roff with the man(7)
 * macros. */
#ifndef NF_CLI_MAN_H
#define NF_CLI_MAN_H

#include "base/text.h"
#include "commands/cli/options.h"

#include <stddef.h>

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

/* Text as roff, the language of manual pages: escaped, with options and names marked up. The result
 * works with the man(7) macros of both mandoc and groff. */

/* Appends `length` bytes so that they appear literally: none starts an escape or a request, and
 * hyphens stay hyphens. A newline becomes a space. */
void nf_roff_escape(struct nf_text *text, const char *bytes, size_t length);

/* Append `words`, escaped, in bold, in italics or as plain text. */
void nf_roff_bold(struct nf_text *text, const char *words);
void nf_roff_italic(struct nf_text *text, const char *words);
void nf_roff_plain(struct nf_text *text, const char *words);

/* Appends running text. Options (--save) and text in backticks become bold. Words in capitals that
 * also occur in `names` (FILE in "IN=FILE"; NULL: none) become italic. */
void nf_roff_words(struct nf_text *text, const char *words, const char *names);

/* Appends sections of a manual page, which are paragraphs with an empty line between: "# " begins a
 * title, "* " the line of a term, whose explanation is below it, four blanks a line that is shown
 * as it is. `names` are as above. Ends at a line "@"; returns what is behind that, or the end. */
const char *nf_roff_text(struct nf_text *text, const char *words, const char *names);

/* Appends a reference to the page of `command` (NULL: of the program): ninefold-run(1). */
void nf_roff_page(struct nf_text *text, const char *command);

#endif
