/* Completions for shells, from the option tables like the help pages. The scripts in
 * scripts/completions ask for them as `ninefold help --complete WORD...`. */
#ifndef NF_CLI_COMPLETE_H
#define NF_CLI_COMPLETE_H

#include "commands/cli/options.h"

/* Appends what the last of `words` can become, a line each: the word, a tab, what it means.
 * `words` are those typed behind the program's name, ended by NULL; the last is the one to
 * complete, perhaps empty. Options that the chosen game does not have are left out, and words of
 * choices are those of the chosen game. Appends nothing where a file, a number or a program is
 * expected, or what was typed before makes no sense. Returns NF_IO if memory runs out. */
enum nf_status nf_cli_complete(struct nf_text *text, const struct nf_command *const *commands,
                               const char *const *words, struct nf_error *err);

#endif
