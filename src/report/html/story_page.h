/* The story of a case as a page that needs nothing beside it. */
#ifndef NF_HTML_STORY_PAGE_H
#define NF_HTML_STORY_PAGE_H

#include "report/story.h"

/* Writes the page to the file `path`: a section for each part of the game, a box for each line with
 * its rows; from where the output leaves the rules, its lines beside those by the rules. NF_IO if
 * that fails, or the errors of the game. */
enum nf_status nf_html_story(const struct nf_story *story, const char *path, struct nf_error *err);

#endif
