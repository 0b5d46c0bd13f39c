/* Tests where an editor looks for those of a source. */
#ifndef NF_EDITOR_TESTS_H
#define NF_EDITOR_TESTS_H

#include "base/text.h"

/* Competitive Programming Helper (for VS Code) has all of a source's tests in one file beside it,
 * .cph/.NAME_MD5.prob; CP Editor has NAME_1.in, NAME_1.ans and so on there. */
enum nf_editor { NF_EDITOR_NONE, NF_EDITOR_CPH, NF_EDITOR_CPEDITOR };

/* The editor of that name, "cph" or "cpeditor"; NF_EDITOR_NONE: there is none. Thread-safe. */
enum nf_editor nf_editor_named(const char *name);

/* Adds a test behind those that `editor` has of the file `source`, as nf_test_set_add() does to a
 * set; `told` gets the path of the file. What else the file of the first one holds is kept, and it
 * appears whole. NF_INVALID if that is no such file, or for a test that JSON cannot hold. */
enum nf_status nf_editor_test_add(enum nf_editor editor, const char *source,
                                  const struct nf_text *instance, const struct nf_text *answer,
                                  char **told, bool *known, struct nf_error *err);

#endif
