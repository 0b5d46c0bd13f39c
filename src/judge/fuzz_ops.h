/* What a problem brings for fuzzing: the optional part of its contract (nf_problem.fuzz).
 *
 * The engine runs a program on cases, compares what it prints with the reference's transcript and
 * asks the game for all that needs its rules: cases that reach rare rules, which rules a case
 * reached, smaller cases, and words for a difference. Instances and transcripts are text in the
 * judge's format. Every function is thread-safe and deterministic. */
#ifndef NF_FUZZ_OPS_H
#define NF_FUZZ_OPS_H

#include "base/error.h"
#include "base/format/match.h"
#include "base/json_text.h"
#include "base/text.h"
#include "judge/points.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- stories ---- */

/* The story of a game: the lines of its transcript, each with what led to it, and the game as
 * frames to look at. */

/* A line of the transcript. All it points to is the story's, and holds during the call. */
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

/* Who reads the story. */
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

/* A story that is written, step by step, for whoever listens. */
struct nf_narration {
    const struct nf_listener *listener;
    uint64_t first;      /* the first line that is wanted, from 1 */
    struct nf_text rows; /* of the step that comes next, empty at first */
    json_t *players;
};

/* Adds a step, with the rows and players of the story; takes the reference of its frames. Returns
 * whether to go on: not where the listener has heard enough, nor without memory. */
bool nf_narrate_step(struct nf_narration *narration, struct nf_step *step);

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

/* ---- what a problem brings ---- */

enum { NF_MAX_MISTAKES = 62, NF_MAX_STAGES = 8 };

/* How large a case may get; 0: as the game likes. */
struct nf_case_limits {
    uint32_t players, rounds, deck;
};

/* What the program makes of a smaller candidate. */
enum nf_trial {
    NF_TRIAL_PASSES, /* it fails no more, or fails otherwise: not a smaller case of this fault */
    NF_TRIAL_FAILS,  /* it still fails in the same way */
    NF_TRIAL_STOP,   /* no time or trials left: return the smallest one known */
};

/* Asks the program. The candidate is a valid instance. */
struct nf_trier {
    enum nf_trial (*try)(void *owner, const struct nf_text *candidate);
    void *owner;
    /* The line at which the output leaves the rules in the last candidate that failed, or before
     * any in the instance itself; 0: unknown. So shrinking may begin there. May be NULL. */
    uint64_t (*wrong_line)(void *owner);
    /* Whether there is no time left, which is asked before each step that may take some, also where
     * many steps lead to no candidate. May be NULL. */
    bool (*over)(void *owner);
};

struct nf_key;      /* base/rng.h */
struct nf_instance; /* base/format/format.h */
struct nf_match;
struct nf_comparer; /* base/format/transcript.h */

/* What a game alone knows of smaller instances; all else follows from its format. */
struct nf_smaller {
    /* Returns how many items of its last list the game of `candidate` takes: of those it has, or,
     * where the format pads, of as many fillers as it wants behind them; UINT32_MAX if it is not
     * valid with any number of them. Without memory candidate->failed is set. NULL: whatever has
     * the form is valid, and none is unused. */
    uint32_t (*takes)(struct nf_instance *candidate);

    /* Adds to `made`, which is empty, the values of an instance whose game begins with what line
     * `line` of the transcript of `from` tells, the rest being as it was; one after the other for
     * `way` from 0 on, the smallest ones first. A list with `copies` may be given without what is
     * at its end. Returns whether there is such a way; `made` stays empty where it does not go.
     * Without memory made->failed is set.
     * NULL: states of a game cannot be written as instances. */
    bool (*start)(const struct nf_instance *from, uint64_t line, uint32_t way,
                  struct nf_instance *made);
};

/* nf_difference.kind where all tokens are the same: white space differs at the ends of lines and of
 * the output alone, or elsewhere, too. And where a token is two, or two are one. */
#define NF_KIND_LINE_ENDS   "line-ends"
#define NF_KIND_WHITE_SPACE "white-space"
#define NF_KIND_BLANKS      "blanks"
/* Where there is no output. */
#define NF_KIND_EMPTY "empty"
/* Where a checker refuses one that need not be the answer: `why` begins with that, then a line of
 * the checker's words. */
#define NF_KIND_CHECKER "checker"

/* Where two transcripts part. */
struct nf_difference {
    uint64_t line;     /* the first differing line, from 1; 0: they are the same to the byte */
    bool only_blanks;  /* all tokens are the same, only white space differs */
    bool unclear;      /* the output ends there, or has no line of a transcript: what its program
                          makes of the rules there does not show */
    char kind[24];     /* what sort of difference: "other-card"; the engine shows one of each */
    char decision[24]; /* the wrong decision that the line shows: the kind, or a word for several
                          kinds that one mistake leads to. Outputs with the same one come from the
                          same mistake, however their program ended. Empty: it shows none */
    size_t expected_at, found_at; /* the bytes of both texts where they part; a checker may mean
                                     another place */
    struct nf_text why; /* some lines that explain it in terms of the game; the caller frees it */
};

static inline void nf_difference_free(struct nf_difference *difference)
{
    nf_text_free(&difference->why);
}

/* A mistake that people make in programs that play the game. */
struct nf_mistake {
    const char *name; /* lower case words joined by '-': "limit-98" */
    const char *does; /* what a player who makes it does, as words that follow "a player who":
                         "loses with p = 99 already" */
};

/* A kind of cases that a fuzz without limits tries besides the guided ones: sizes at their bounds.
 * Its cases are number `first` and every `every`-th one after it; where two stages claim a number,
 * the first one has it. */
struct nf_stage {
    const char *name; /* what its cases are, in a few words: "all 30 players" */
    uint64_t first, every;
    /* Appends case `index` of `seed` by a `plan`, that of the stage: a valid instance. Without
     * memory NF_IO, or instance->failed is set. */
    enum nf_status (*write)(const void *plan, uint64_t seed, uint64_t index,
                            struct nf_text *instance, struct nf_error *err);
    const void *plan; /* or NULL */
};

struct nf_fuzz_ops {
    /* Writes guided case `index` of `seed`: a small valid instance within `limits`, steered towards
     * an event that the index stands for. Any run of 1,000 indices without limits reaches every
     * event. NF_USAGE for limits that no case fits, or NF_IO. */
    enum nf_status (*guide)(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                            struct nf_text *instance, struct nf_error *err);

    /* The parts that it may do without, each NULL then. */

    const struct nf_event *events; /* ended by a NULL name; at most NF_MAX_EVENTS */

    const struct nf_stage *stages; /* ended by a NULL name; at most NF_MAX_STAGES */

    const struct nf_smaller *smaller; /* else nothing that its format does not say */

    /* Appends how large an instance is, in a few words: "2 players, 1 round, 7 deck cards". Else
     * that is tokens and bytes. */
    void (*size)(const struct nf_instance *read, struct nf_text *words);

    const struct nf_comparer *comparer; /* what it says of a wrong output; else the two lines */

    /* Writes the story of games that were played from line `narration->first` of the transcript on,
     * in order, one step a line, each to nf_narrate_step(), until that returns false. What it takes
     * does not grow with the length of the game. Returns false without memory. Where it is there,
     * players, panels and frames are. */
    bool (*write_story)(const struct nf_match *match, struct nf_narration *narration);

    /* The names of the players in the order of seats, a new list. */
    json_t *(*players)(const struct nf_match *match);

    const struct nf_panel *panels; /* how its frames are drawn */
    uint32_t frames;               /* most frames of a line */

    /* The catalogue of mistakes: [k] is mistake k, [0] a player without any; ended by a NULL name.
     * At most NF_MAX_MISTAKES. Else fuzz names no mistake. */
    const struct nf_mistake *mistakes;

    /* The rule points of the statement, whose alternatives are further mistakes: the diagnosis
     * names them where none of the catalogue fits. Ended by a NULL name. */
    const struct nf_point *points;

    /* Prints what a program with the given mistakes makes of a valid instance: mistake k is made
     * where bit k of `mistakes` is set; any set may be given. With NF_BY_SYSTEM the one mistake is
     * an alternative of a point. Ends whatever the mistakes lead to,
     * and needs little stack. Returns how many bytes of the output are common to all programs with
     * these mistakes: from there on they depend on how the program is written, because it does what
     * the rules have no word for, such as drawing from an empty deck; SIZE_MAX: all bytes are. */
    size_t (*play_as)(uint64_t mistakes, const struct nf_input *instance, FILE *out);
};

/* ---- small cases, guided ---- */

/* Steers cases of fuzz towards the rule events of a game that deals small random ones. */

/* A game's small random cases. Case `key` is a pure function of the key and the limits: either a
 * kind of its own, such as a few cards only ("swarm testing", A. Groce et al., ISSTA 2012), or one
 * with all there is. */
struct nf_small_cases {
    uint32_t events; /* how many the game has */
    /* Sets `*reached` to the events of case `key`, bit e for event e, and appends the case to
     * `instance` where that is not NULL. No event: the key has no valid case. NF_USAGE for limits
     * that no case fits, NF_IO without memory. Thread-safe. */
    enum nf_status (*draw)(const struct nf_key *key, const struct nf_case_limits *limits,
                           struct nf_text *instance, uint64_t *reached, struct nf_error *err);
};

/* The attempts of keys from this one on are those of small cases. */
#define NF_SMALL_CASES ((uint64_t)1 << 63)

/* For nf_fuzz_ops.guide. Case `index` stands for event `index` modulo their number. Of 16 small
 * cases those count that reach it; where none does, further ones are tried until one does, 2,000 in
 * all. Of several that reach it, or of all where none does, the one is taken that has what few of
 * the 16 have: each event is worth 1 / (how many of them reach it). */
enum nf_status nf_guide(const struct nf_small_cases *cases, uint64_t seed, uint64_t index,
                        const struct nf_case_limits *limits, struct nf_text *instance,
                        struct nf_error *err);

#endif
