/* Drawings of gnuplot, made fit to stand in a page: small, in the page's fonts and colours. */
#ifndef NF_HTML_SVG_H
#define NF_HTML_SVG_H

#include "base/text.h"

/* The colours of a drawing. A script names them by nf_ink_code(); in the page they are variables of
 * its style, named by nf_ink_name(), so that they follow the reader's colour scheme. */
enum {
    NF_INK_AXIS,
    NF_INK_TEXT,
    NF_INK_GRID,
    NF_INK_REFERENCE,
    NF_INK_SERIES, /* and the next NF_INK_MAX_SERIES - 1 */
    NF_INK_MAX_SERIES = 6,
    NF_INK_HEAT = NF_INK_SERIES + NF_INK_MAX_SERIES, /* the lowest of NF_INK_LEVELS */
    NF_INK_LEVELS = 9,
    NF_INKS = NF_INK_HEAT + NF_INK_LEVELS,
};

/* The number 0xRRGGBB that stands for a colour, 0 <= ink < NF_INKS. */
unsigned nf_ink_code(unsigned ink);

/* "--series-1", the name of its variable. */
void nf_ink_name(struct nf_text *text, unsigned ink);

/* Appends the marks that points are drawn with, in an invisible drawing that stands once in a page.
 * Mark i of NF_INK_MAX_SERIES belongs to series i. */
void nf_svg_marks(struct nf_text *text);

/* gnuplot's number of the mark of series `i`, and the mark's name in the page. */
int nf_svg_mark_type(size_t series);
const char *nf_svg_mark_name(size_t series);

/* What a drawing is called in the page; all is escaped here. */
struct nf_svg_words {
    const char *id;    /* of the drawing; made of letters, digits and '-' */
    const char *class; /* CSS classes */
    const char *title;
    const char *description; /* what there is to see, for those who do not */
};

/* Appends the drawing at *drawn, an SVG document of gnuplot's, and moves *drawn behind it. NF_IO if
 * there is none, or none as gnuplot makes them. */
enum nf_status nf_svg_embed(struct nf_text *text, const char **drawn, const char *end,
                            const struct nf_svg_words *words, struct nf_error *err);

#endif
