#ifndef NF_HTML_STYLE_H
#define NF_HTML_STYLE_H

#include "base/text.h"

/* Appends the style sheet of reports: one column on any screen, light and dark, and for paper.
 * Whatever a drawing is coloured with (see report/html/svg.h) is a variable here. */
void nf_html_style(struct nf_text *text);

#endif
