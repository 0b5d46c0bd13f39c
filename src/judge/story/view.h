/* The viewer of a game on a page: its frames drawn by the panels of the game, one at a time. The
 * first one is drawn here and stays where scripts are off; view.js steps through the others. */
#ifndef NF_HTML_VIEW_H
#define NF_HTML_VIEW_H

#include "judge/story.h"

struct nf_view {
    const struct nf_panel *panels;
    const json_t *players; /* names */
    const json_t *frames;  /* of nf_story_frame(), at least one */
    size_t start;          /* the frame that is shown first */
};

/* Appends the viewer. The texts of frames and the names may hold anything. */
void nf_html_view(struct nf_text *text, const struct nf_view *view);

/* Appends the frames, as differences, and the script that steps through them, to be put at the end
 * of the page. */
void nf_html_view_script(struct nf_text *text, const struct nf_view *view);

/* The hash of the script for the Content-Security-Policy of the page: "'sha256-...'". */
extern const char nf_html_view_hash[];

/* Appends the panels of the view. */
void nf_html_panels(struct nf_text *text, const struct nf_view *view);

/* Whether a frame is the first of its part of the game. */
bool nf_view_starts_part(const struct nf_view *view, size_t frame);

#endif
