/* What ninefold fuzz leaves besides its report: tests in a test set (--add-to), pages of the cases
 * that it keeps (--keep). To be called by the main thread. */
#ifndef NF_FUZZ_FILES_H
#define NF_FUZZ_FILES_H

#include "judge/fuzz/fuzz_report.h"

/* Makes sure, before a long job, that `where` is a folder and can be read as a test set, and
 * creates it if it is missing; or that it is an editor (judge/judging/test_set.h) and `source`
 * not NULL. Returns NF_USAGE, NF_IO, or the errors of nf_test_set_open(). */
enum nf_status nf_add_tests_open(const char *where, const char *source, struct nf_error *err);

/* Adds every finding, shrunk if it is, to the test set or to what the editor has of `source`, and
 * appends a line on each to `report`. See nf_test_set_add() and nf_editor_test_add() for errors;
 * tests added before one stay. */
enum nf_status nf_add_tests(const char *where, const char *source,
                            const struct nf_fuzz_result *result, struct nf_text *report,
                            struct nf_error *err);

/* Prints these lines: to standard error if `json`, the value of --json or NULL, is standard output.
 * Returns NF_IO on failure. */
enum nf_status nf_add_tests_report(const struct nf_text *report, const char *json,
                                   struct nf_error *err);

/* Keeps other processes from keeping files in `folder`, until the descriptor `*lock` is closed, and
 * sets `*before` to the last number in use there, so that no file is replaced. Returns NF_IO if the
 * folder cannot be read; `*lock` is -1 then. */
enum nf_status nf_keep_begin(const char *folder, int *lock, uint32_t *before, struct nf_error *err);

/* Adds NNN.html for each finding, in the folder report->keep, to `files`: what explain --html shows
 * of the case, as shrunk if it was, with the cards that were added to it; or, where the problem has
 * no stories, the case and both outputs (judge/story/story_page.h). NF_IO if one fails. */
enum nf_status nf_keep_pages(const struct nf_fuzz_report *report, struct nf_out_set *files,
                             struct nf_error *err);

#endif
