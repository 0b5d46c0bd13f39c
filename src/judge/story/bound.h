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
#ifndef NF_HTML_BOUND_H
#define NF_HTML_BOUND_H

#include "base/json_text.h"
#include "base/text.h"

/* Returns the value at a path, borrowed; NULL: there is none. */
const json_t *nf_bound_look(const json_t *state, const char *path);

/* Append a whole element; the attributes of a tag whose class is `base`, with a blank before them.
 * `path`, `when` and `base` are the program's own. */
void nf_bound_text(struct nf_text *text, const json_t *state, const char *tag, const char *base,
                   const char *path);
void nf_bound_cells(struct nf_text *text, const json_t *state, const char *path);
void nf_bound_class(struct nf_text *text, const json_t *state, const char *base, const char *when);

#endif
