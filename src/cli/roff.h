/* Words as roff, the language of manual pages: escaped, and set off where they name something.
 * Both mandoc and groff read what comes of it with the man(7) macros. */
#ifndef NF_CLI_ROFF_H
#define NF_CLI_ROFF_H

#include "base/text.h"
#include "cli/options.h"

#include <stddef.h>

/* Appends `length` bytes so that they appear as they are: no byte of them begins an escape or a
 * request, hyphens stay hyphens, and a newline is a space. */
void nf_roff_escape(struct nf_text *text, const char *bytes, size_t length);

/* Appends words in bold, or in italics, or as a heading's text; `words` are escaped. */
void nf_roff_bold(struct nf_text *text, const char *words);
void nf_roff_italic(struct nf_text *text, const char *words);
void nf_roff_plain(struct nf_text *text, const char *words);

/* Appends running text. Options (--save) and what stands in backticks become bold; words of capital
 * letters that are words of `names` as well (such as FILE of "IN=FILE"; NULL: none) become italic.
 */
void nf_roff_words(struct nf_text *text, const char *words, const char *names);

/* Appends a section of a manual page, its words as running text. */
void nf_roff_section(struct nf_text *text, const struct nf_section *section);

/* Appends a reference to the page of `command` (NULL: of the program): ninefold-run(1). */
void nf_roff_page(struct nf_text *text, const char *command);

#endif
