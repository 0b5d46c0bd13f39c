/* The source of a program on the page of a story, with the lines that are blamed. */
#ifndef NF_HTML_SOURCE_H
#define NF_HTML_SOURCE_H

#include "judge/story/story.h"

/* Appends the source, with what is said of lines below them. Of a long one, lines that are not near
 * those are folded away. What is said of lines that are not there stands at the end. */
void nf_html_source(struct nf_text *text, const struct nf_story_source *source);

#endif
