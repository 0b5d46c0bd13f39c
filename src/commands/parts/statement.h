/* The statement of a problem package, which is kept in Markdown, in the forms that judges take. */
#ifndef NF_STATEMENT_H
#define NF_STATEMENT_H

#include "base/text.h"

enum nf_statement_part {
    NF_STATEMENT_ALL,
    NF_STATEMENT_LEGEND, /* up to "## Input" */
    NF_STATEMENT_INPUT,  /* below it, up to "## Output" */
    NF_STATEMENT_OUTPUT, /* below that */
};

/* Appends a part of `markdown` (nf_package.statement) in LaTeX. */
void nf_statement_tex(struct nf_text *text, const char *markdown, enum nf_statement_part part);

#endif
