/* What tests of reports look for in them. */
#ifndef NF_TEST_SAID_H
#define NF_TEST_SAID_H

#include "base/text.h"

#include <jansson.h>

/* The report that is looked at. */
extern char said[20000];

/* Makes `told` the report, and releases it. */
void nf_said_take(struct nf_text *told);

/* Whether words are in the report, or not; these fail the test with the report. */
void says(const char *expected);
void says_not(const char *unexpected);

/* The report is these words and no others. */
void says_only(const char *expected);

/* Words as a text, which is not to be released. */
struct nf_text nf_words_text(const char *words);

/* A text is these words; releases it. */
void assert_text(struct nf_text *text, const char *expected);

/* A document has a value, as compact JSON, at a path like "findings.0.verdict"; "": there is none.
 */
void has(const json_t *document, const char *path, const char *expected);

#endif
