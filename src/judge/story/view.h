/* The viewer of a game on a page: its frames drawn by the panels of the game, one at a time. The
 * first one is drawn here and stays where scripts are off; view.js steps through the others. */
#ifndef NF_HTML_VIEW_H
#define NF_HTML_VIEW_H

#include "base/json_text.h"
#include "base/text.h"
#include "judge/fuzz_ops.h"

/* ---- bound elements ---- */

/* Elements of the viewer whose content follows the state of the frame that is shown. They are
 * written with that of one frame, and with attributes by which view.js sets that of others:
 *
 *   data-text="p"                the value at the path, as text
 *   data-cells="hands.0"         a list of cells, or a value as a single one
 *   data-when="seat=1:on ..."    a class for each condition that holds: the value at the path is
 *                                "1"; "PATH:CLASS": it is neither false nor null;
 *                                "PATH~WORD:CLASS": it has the word
 *
 * A path has the names of members, and the indices of elements from 0, parted by points. */

/* Returns the value at a path, borrowed; NULL: there is none. */
const json_t *nf_bound_look(const json_t *state, const char *path);

/* Append a whole element; the attributes of a tag whose class is `base`, with a blank before them.
 * `path`, `when` and `base` are the program's own. */
void nf_bound_text(struct nf_text *text, const json_t *state, const char *tag, const char *base,
                   const char *path);
void nf_bound_cells(struct nf_text *text, const json_t *state, const char *path);
void nf_bound_class(struct nf_text *text, const json_t *state, const char *base, const char *when);

/* ---- the viewer ---- */

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
