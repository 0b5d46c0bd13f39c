/* The story of a case: the game by the rules line by line, why each line is so, and where the
 * output of a program leaves it. Written as text, as JSON and as a page. What is shown is bounded
 * by `most` lines: those around the place where the output leaves the rules; without one, around
 * the longest part of the game. All texts from outside are escaped. */
#ifndef NF_STORY_H
#define NF_STORY_H

#include "base/format/mismatch.h"
#include "judge/problem.h"

/* The source of a program, of which lines are blamed. */
struct nf_story_source {
    const struct nf_input *text; /* its name as typed */
    struct nf_blamed {
        uint32_t line;        /* from 1 */
        const char *sentence; /* what happens there, or what would do */
        const char *code;     /* the line that would do; NULL: none is known */
    } blamed[2];
    size_t blamed_count;
};

struct nf_story {
    const struct nf_problem *problem;
    const struct nf_input *instance;
    const struct nf_input *output; /* NULL: the right story alone */
    const char *verdict;           /* on the program that wrote it: "RE, signal 6"; NULL: none */
    const char *errors;            /* what the program wrote to standard error; NULL: nothing */
    const char *mistake;           /* what is known of the program's mistake; NULL: nothing */
    bool strict;                   /* white space matters */
    bool broke;                    /* the program was stopped or broke down: what it had printed may
                                      be lost with its buffer */
    bool framed;                   /* frames are wanted */
    uint32_t most;                 /* lines shown; of games with many frames a line they are of
                                      fewer lines */

    const struct nf_story_source *source; /* shown on the page; NULL: none */

    /* Filled by nf_story_open(). */
    struct nf_text transcript, size; /* by the rules; of the instance, in words */
    struct nf_difference difference; /* line 0: the output is right to the byte */
    struct nf_mismatch mismatch;     /* the place of the difference */
    bool wrong;                  /* the output is, in its tokens or, with `strict`, its layout */
    bool parts;                  /* it is in its tokens */
    bool silent;                 /* the program broke and printed nothing that could be compared */
    uint64_t lines, first, last; /* of the transcript; those shown, from 1 */
    uint64_t first_frame, last_frame; /* the lines with frames; 0, 0: none */
};

/* A line of the story. */
struct nf_story_line {
    const struct nf_step *step; /* NULL: the output goes on behind the last line of the rules */
    const struct nf_text *rows; /* those of the step that the difference does not say as well */
    struct nf_line right, own;  /* by the rules; what the output has instead */
    bool has_own;               /* from the mismatch on */
    bool new_part;              /* the first shown of its part of the game */
    bool parts;                 /* the output leaves the rules here */
};

/* Plays the instance and compares. NF_INVALID for an instance that is not valid, NF_IO without
 * memory. Release with nf_story_close() in any case. */
enum nf_status nf_story_open(struct nf_story *story, struct nf_error *err);
void nf_story_close(struct nf_story *story);

/* Calls `put` for each line that is shown; of what the output has behind the last one by the rules
 * for at most NF_STORY_REST. */
enum { NF_STORY_REST = 20 };
enum nf_status nf_story_walk(const struct nf_story *story,
                             void (*put)(void *owner, const struct nf_story_line *line),
                             void *owner, struct nf_error *err);

/* A row of nf_text_row(), or a line that is none: then `label` is empty. */
struct nf_story_row {
    char label[4 * NF_ROW_INDENT]; /* as it is shown */
    size_t from, size;             /* the lines of the row in its text */
};

/* Takes the row at `*at` (an offset, which moves behind it); false at the end. */
bool nf_story_row(const struct nf_text *rows, size_t *at, struct nf_story_row *row);

/* Appends the words of a row on one line. */
void nf_story_row_words(const struct nf_text *rows, const struct nf_story_row *row,
                        struct nf_text *words);

/* Appends where the output leaves the rules and why, as rows of nf_text_row(); or that it does not.
 */
void nf_story_put_difference(const struct nf_story *story, struct nf_text *text);

/* Appends the story as text in 80 columns. */
enum nf_status nf_story_text(const struct nf_story *story, struct nf_text *text,
                             struct nf_error *err);

/* Returns a frame of a line of the story: that of the step with "line", "part" and, where a line
 * has several, "step", from 1. A new reference. */
json_t *nf_story_frame(const struct nf_story_line *line, size_t step);

/* Returns the whole story as a new JSON document, schema "ninefold.game/1" (game.schema.json);
 * `status` says how that ended. NULL on failure. */
json_t *nf_story_json(const struct nf_story *story, struct nf_error *err);

/* ---- pages ---- */

/* The story of a case as a page that needs nothing beside it. */

/* ---- a source ---- */

/* The source of a program on the page of a story, with the lines that are blamed. */

/* Appends the source, with what is said of lines below them. Of a long one, lines that are not near
 * those are folded away. What is said of lines that are not there stands at the end. */
void nf_html_source(struct nf_text *text, const struct nf_story_source *source);

/* Appends the page: a section for each part of the game, a box for each line with
 * its rows; from where the output leaves the rules, its lines beside those by the rules. NF_IO
 * without memory, or the errors of the game. */
enum nf_status nf_html_story(struct nf_text *text, const struct nf_story *story,
                             struct nf_error *err);

/* The same into the file `path`. */
enum nf_status nf_html_story_save(const struct nf_story *story, const char *path,
                                  struct nf_error *err);

/* Appends rows of nf_text_row() as a list; a line that is no row is its title. */
void nf_html_rows(struct nf_text *text, const struct nf_text *rows);

/* Appends the verdict on a program and what it wrote to standard error; NULL: none. */
void nf_html_ending(struct nf_text *text, const char *verdict, const char *errors);

/* ---- a failing case of a problem without stories, as such a page, too ---- */

/* All pointers are borrowed. */
struct nf_case_page {
    const char *title;                      /* of the problem */
    const struct nf_text *size;             /* of the case, in words */
    struct nf_input instance;               /* as the program reads it */
    uint64_t free_words;                    /* bit i: word i of the instance may be any valid one,
                                               and the program fails likewise */
    struct nf_input expected, found;        /* the right output, and the program's */
    const struct nf_difference *difference; /* of both */
    const char *programs[2]; /* that printed them, of which none is wrong; NULL: one is right */
    bool broke;              /* the program was stopped or broke down, see nf_story.broke */
    const char *verdict;     /* "RE, signal 6" */
    const char *errors;      /* what the program wrote to standard error; NULL: nothing */
    const struct nf_text *remarks;        /* what else is known of the failure */
    const char *again;                    /* the command that runs the case */
    const struct nf_story_source *source; /* NULL: none is shown */
};

/* Appends the page: the verdict, the case with the words that do not matter greyed, both outputs
 * side by side around the first difference, the lines of the source that are blamed, and the
 * command that runs the case again. Out of memory: text->failed. Thread-safe. */
void nf_html_case(struct nf_text *text, const struct nf_case_page *page);

#endif
