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

#endif
