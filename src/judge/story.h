/* The story of a game: the lines of its transcript, each with what led to it, and the game as
 * frames to look at. */
#ifndef NF_STORY_OPS_H
#define NF_STORY_OPS_H

#include "base/json_text.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* A line of the transcript. All it points to is the teller's, and holds during the call. */
struct nf_step {
    uint64_t line;    /* from 1 */
    const char *part; /* the part of the game it belongs to: "Round 2" */
    bool deals;       /* nobody has a turn yet: who looks at the game begins behind it */
    /* Rows of nf_text_row(): whose turn it is and why, what she holds, what the line follows from.
     * Empty where the line needs no explanation. */
    const struct nf_text *rows;
    /* What is seen at the line, in order: a list of nf_frame(); NULL where no frames are wanted.
     * Who wants to keep it takes a reference. */
    json_t *frames;
    json_t *players; /* the names of the players in the order of seats; NULL as `frames` */
};

/* Who the story is told to. */
struct nf_listener {
    bool (*hear)(void *owner, const struct nf_step *step); /* returns false to hear no more */
    void *owner;
    uint64_t first_frame, last_frame; /* the lines whose frames are wanted; 0, 0: none */
};

/* Whether the frames of a line are wanted. */
static inline bool nf_wants_frames(const struct nf_listener *listener, uint64_t line)
{
    return line >= listener->first_frame && line <= listener->last_frame;
}

/* Who tells it. */
struct nf_teller {
    const struct nf_listener *listener;
    uint64_t first;      /* the first line to tell, from 1 */
    struct nf_text rows; /* of the step that comes next, empty at first */
    json_t *players;
};

/* Tells a step with the rows and players of the teller; takes the reference of its frames. Returns
 * whether to go on: not where the listener has heard enough, nor without memory. */
bool nf_teller_hear(struct nf_teller *teller, struct nf_step *step);

/* A frame: what happens, as a printf-style sentence that is translated (base/lang.h), and the state
 * of the game after it, a JSON object whose reference it takes. The panels of the game say what it
 * holds, and a program that reads `replay --json` gets it as it is. Returns a new reference. */
__attribute__((format(printf, 2, 3))) json_t *nf_frame(json_t *state, const char *format, ...);

/* A cell of a list that is shown, such as a card: its text, and what there is about it, some of the
 * words "drawn", "played", "taken", "goal", "now", "seen"; NULL: nothing, and the cell is the mere
 * text. Returns a new reference. */
json_t *nf_cell(const char *text, const char *mark);

/* How the states of a game are drawn. Titles are marked with N_(). Paths lead to values of the
 * state: "p", "hands". */
enum nf_panel_kind {
    NF_PANEL_NONE, /* ends a list */
    /* The players in a circle, each with her cells (`path`: a list of a list of cells a player).
     * "seat", from 1, is whose turn it is, "loser" who loses, null: nobody. In the middle are the
     * values of the rows: first what is played, then the number the game is about, then a word
     * that is shown where its value is true. "direction" is "clockwise" or "counterclockwise". */
    NF_PANEL_RING,
    NF_PANEL_SEATS, /* a box for each player; each row has a list (of cells) a player */
    NF_PANEL_CHART, /* `path`: a number, over the frames of a part, with lines at two heights */
    NF_PANEL_CELLS, /* `path`: a list of cells */
    NF_PANEL_FACTS, /* each row: a title and a value */
    /* `path`: a binary tree of NF_TREE_NODES nodes from the root on, the children of i are 2i + 1
     * and 2i + 2: {"text", "value", "mark"}, the mark "best" where the best moves lead, "goal", or
     * both; null: there is none. */
    NF_PANEL_TREE,
};

enum { NF_PANEL_ROWS = 6, NF_TREE_NODES = 15 };

struct nf_panel {
    enum nf_panel_kind kind;
    const char *title, *path;
    int32_t low, high; /* the lines of a chart */
    struct {
        const char *title, *path; /* NULL: no more rows */
    } rows[NF_PANEL_ROWS];
};

#endif
