/* The panels of the viewer: what a game shows of its states (core/contract/story.h). */
#ifndef NF_HTML_PANELS_H
#define NF_HTML_PANELS_H

#include "report/html/view.h"

/* Appends the panels of the view. */
void nf_html_panels(struct nf_text *text, const struct nf_view *view);

/* Whether a frame is the first of its part of the game. */
bool nf_view_starts_part(const struct nf_view *view, size_t frame);

#endif
