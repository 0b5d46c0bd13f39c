/* A test set: a folder of instances with their answers, as `ninefold gen` and problem packages have
 * them.
 *
 * A test is a file NAME.in; its answer lies beside it, as NAME.ans, NAME.out, or both (then the
 * first is the judge's, the second a program's). Folders are searched NF_TEST_DEPTH deep. A folder
 * with data/sample or data/secret, or sample or secret, is a problem package: only these two are
 * searched. Names that start with a dot are passed over, and so is every other file. Links to files
 * are followed, but not out of a package; links to folders below the first are not. The functions
 * are thread-safe but for those that add a test. */
#ifndef NF_TEST_SET_H
#define NF_TEST_SET_H

#include "base/text.h"

enum { NF_TEST_DEPTH = 4, NF_MAX_TESTS = 100000 };

struct nf_test {
    char *name;       /* the path below the folder without ".in": "01", "secret/03-all" */
    char *instance;   /* path of NAME.in */
    char *ans, *out;  /* paths of NAME.ans and NAME.out; NULL: there is none */
    const char *base; /* `name` without its folders */
};

struct nf_test_set {
    struct nf_test *tests; /* sorted by name, numbers by their value */
    size_t count;
    char *home;           /* the folder for new tests */
    bool package;         /* a problem package */
    struct nf_text notes; /* a line on each of the first few things passed over that look like a
                             test; safe to print */
    size_t notes_count;
};

/* Finds the tests of `folder`; there may be none. Returns NF_IO if a folder cannot be read or a
 * test is not a file, NF_INVALID for more than NF_MAX_TESTS tests, or for a test of a package that
 * is a link out of `folder`. Release with nf_test_set_close(), also after a failure. */
enum nf_status nf_test_set_open(struct nf_test_set *set, const char *folder, struct nf_error *err);

/* Returns NF_INVALID if the set, which was opened from `folder`, has no tests. */
enum nf_status nf_test_set_need(const struct nf_test_set *set, const char *folder,
                                struct nf_error *err);
void nf_test_set_close(struct nf_test_set *set);

/* Whether there is a file or folder `path`, through links. Returns NF_IO if that cannot be found
 * out. */
enum nf_status nf_test_file(const char *path, bool *there, struct nf_error *err);

/* Returns the path of the judge's answer: .ans before .out; NULL: none. */
const char *nf_test_answer(const struct nf_test *test);

/* Writes the name of a new test in the manner of the `count` names of a folder's tests, which are
 * sorted: "021" behind "020", "test8" behind "test7", "21-fuzz" behind "20-all", "001" for the
 * first one. `skip` numbers are left out. The name is cut at `size` bytes. */
void nf_test_next_name(const char *const *names, size_t count, unsigned skip, char *name,
                       size_t size);

/* Writes an instance and its answer as a new test of the set in `folder`, under the next name of
 * the set that is free, with the set's ending of answers (.out if it has none). Each file appears
 * whole or not at all, and none is replaced. `added` gets the path of the instance, which the
 * caller frees; `*known` is set if a test with the same bytes is there: nothing is written then,
 * and `added` is its path. Returns NF_IO if that fails, with nothing left, and the errors of
 * nf_test_set_open(). Call it from the main thread: it holds signals back meanwhile. */
enum nf_status nf_test_set_add(const char *folder, const struct nf_text *instance,
                               const struct nf_text *answer, char **added, bool *known,
                               struct nf_error *err);

/* The same with names that are `prefix` and a number, the first from 1 on that is free, and .ans;
 * only these tests are looked at. */
enum nf_status nf_test_set_add_numbered(const char *folder, const char *prefix,
                                        const struct nf_text *instance,
                                        const struct nf_text *answer, char **added, bool *known,
                                        struct nf_error *err);

/* ---- tests of editors ---- */

/* Competitive Programming Helper (for VS Code) has all of a source's tests in one file beside it,
 * .cph/.NAME_MD5.prob; CP Editor has NAME_1.in, NAME_1.ans and so on there. */
enum nf_editor { NF_EDITOR_NONE, NF_EDITOR_CPH, NF_EDITOR_CPEDITOR };

/* The editor of that name, "cph" or "cpeditor"; NF_EDITOR_NONE: there is none. Thread-safe. */
enum nf_editor nf_editor_named(const char *name);

/* Adds a test behind those that `editor` has of the file `source`, as nf_test_set_add() does to a
 * set; `added` gets the path of the file. What else the file of the first one holds is kept, and it
 * appears whole. NF_INVALID if that is no such file, or for a test that JSON cannot hold. */
enum nf_status nf_editor_test_add(enum nf_editor editor, const char *source,
                                  const struct nf_text *instance, const struct nf_text *answer,
                                  char **added, bool *known, struct nf_error *err);

#endif
