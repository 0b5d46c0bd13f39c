/* Text as roff, the language of manual pages: escaped, with options and names marked up. The result
 * works with the man(7) macros of both mandoc and groff. */
#ifndef NF_CLI_ROFF_H
#define NF_CLI_ROFF_H

#include "base/text.h"
#include "commands/cli/options.h"

#include <stddef.h>

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
