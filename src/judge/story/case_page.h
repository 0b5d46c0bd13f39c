/* A failing case of a problem without stories, as a page that needs nothing beside it. */
#ifndef NF_HTML_CASE_PAGE_H
#define NF_HTML_CASE_PAGE_H

#include "judge/story/story.h"

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
