/* The story of a case as a page that needs nothing beside it. */
#ifndef NF_HTML_STORY_PAGE_H
#define NF_HTML_STORY_PAGE_H

#include "judge/story/story.h"

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
