#include "judge/judging/test_set.h"

#include "base/lang.h"
#include "base/owned.h"
#include "judge/judging/package_settings.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NOTES = 5 };

static enum nf_status fail_path(const char *path, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
}

/* Like stat(); the mode is 0 if there is no such file. */
static enum nf_status look_up_mode(const char *path, mode_t *mode, struct nf_error *err)
{
    struct stat found = {0};
    *mode = 0;
    if (stat(path, &found) != 0)
        return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? NF_OK : fail_path(path, err);
    *mode = found.st_mode;
    return NF_OK;
}

enum nf_status nf_test_file(const char *path, bool *there, struct nf_error *err)
{
    mode_t mode;
    const enum nf_status status = look_up_mode(path, &mode, err);
    *there = mode != 0;
    return status;
}

static bool ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), more = strlen(ending);
    return length > more && strcmp(name + length - more, ending) == 0;
}

/* Returns FOLDER/NAME, which the caller frees; NULL if memory runs out. */
static char *below(const char *folder, const char *name)
{
    char *path;
    const size_t length = strlen(folder);
    const bool slash = length > 0 && folder[length - 1] == '/';
    return asprintf(&path, "%s%s%s", folder, slash ? "" : "/", name) < 0 ? NULL : path;
}

static void note(struct nf_test_set *set, const char *path, const char *what)
{
    struct nf_error line; /* makes the path safe to print */
    if (set->notes_count++ >= MOST_NOTES)
        return;
    nf_fail(&line, NF_OK, "%.400s: %s", path, what);
    nf_text_format(&set->notes, "%s\n", line.text);
}

/* ---- files ---- */

/* Sets `*other` to the path with `ending` instead of its own of `cut` bytes if there is such a
 * file, else to NULL. The caller frees it. */
static enum nf_status sibling(const char *path, size_t cut, const char *ending, char **other,
                              struct nf_error *err)
{
    bool there;
    NF_OWNED char *found = NULL;
    *other = NULL;
    if (asprintf(&found, "%.*s%s", (int)(strlen(path) - cut), path, ending) < 0) {
        found = NULL;
        return nf_fail_memory(err);
    }
    NF_TRY(nf_test_file(found, &there, err));
    if (there) {
        *other = found;
        found = NULL;
    }
    return NF_OK;
}

static void free_test(struct nf_test *test)
{
    free(test->name);
    free(test->instance);
    free(test->ans);
    free(test->out);
}

static enum nf_status make_room(struct nf_test_set *set, struct nf_error *err)
{
    if ((set->count & (set->count - 1)) != 0) /* room is left but at 0 and the powers of 2 */
        return NF_OK;
    const size_t capacity = set->count > 0 ? 2 * set->count : 1;
    struct nf_test *const more = realloc(set->tests, capacity * sizeof *more);
    NF_TRY_MEMORY(more != NULL, err);
    set->tests = more;
    return NF_OK;
}

/* Adds the test of the file `path`. */
static enum nf_status add_test(struct nf_test_set *set, const char *root, const char *path,
                               struct nf_error *err)
{
    if (set->count == NF_MAX_TESTS)
        return nf_fail(err, NF_INVALID, "%.400s: found more than %d tests", root, NF_MAX_TESTS);
    const size_t cut = strlen(".in");
    const char *name = path + strlen(root);
    while (*name == '/')
        name++;
    NF_FREED_BY(free_test)
    struct nf_test test = {.name = strndup(name, strlen(name) - cut), .instance = strdup(path)};
    NF_TRY_MEMORY(test.name != NULL && test.instance != NULL, err);
    NF_TRY(sibling(path, cut, ".ans", &test.ans, err));
    NF_TRY(sibling(path, cut, ".out", &test.out, err));
    NF_TRY(make_room(set, err));
    const char *const slash = strrchr(test.name, '/');
    test.base = slash != NULL ? slash + 1 : test.name;
    set->tests[set->count++] = test;
    test = (struct nf_test){0};
    return NF_OK;
}

/* Remarks on an answer without its instance. */
static enum nf_status note_answer(struct nf_test_set *set, const char *path, struct nf_error *err)
{
    NF_OWNED char *instance = NULL;
    NF_TRY(sibling(path, strlen(".ans"), ".in", &instance, err));
    if (instance == NULL)
        note(set, path, _("an answer without an instance beside it"));
    return NF_OK;
}

static enum nf_status search(struct nf_test_set *set, const char *root, const char *folder,
                             int depth, struct nf_error *err);

static enum nf_status see_folder(struct nf_test_set *set, const char *root, const char *path,
                                 int depth, struct nf_error *err)
{
    struct stat found;
    if (lstat(path, &found) != 0)
        return fail_path(path, err);
    if (S_ISLNK(found.st_mode))
        note(set, path, _("a link to a folder, not followed"));
    else if (depth == NF_TEST_DEPTH)
        note(set, path, _("a folder too deep, not searched"));
    else
        return search(set, root, path, depth + 1, err);
    return NF_OK;
}

/* Deals with one entry of a folder that is `depth` below the first. */
static enum nf_status see(struct nf_test_set *set, const char *root, const char *path, int depth,
                          struct nf_error *err)
{
    mode_t mode;
    NF_TRY(look_up_mode(path, &mode, err));
    if (S_ISDIR(mode))
        return see_folder(set, root, path, depth, err);
    if (ends_with(path, ".ans") || ends_with(path, ".out"))
        return note_answer(set, path, err);
    if (!ends_with(path, ".in"))
        return NF_OK;
    if (!S_ISREG(mode))
        return nf_fail(err, NF_IO, "%.400s: %s", path,
                       mode == 0 ? strerror(ENOENT) : _("not a file"));
    return add_test(set, root, path, err);
}

static void close_folder(DIR **open)
{
    if (*open != NULL)
        closedir(*open);
}

static enum nf_status search(struct nf_test_set *set, const char *root, const char *folder,
                             int depth, struct nf_error *err)
{
    NF_FREED_BY(close_folder) DIR *open = opendir(folder);
    if (open == NULL)
        return fail_path(folder, err);
    const struct dirent *entry = NULL;
    while (errno = 0, (entry = readdir(open)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        NF_OWNED char *path = below(folder, entry->d_name);
        NF_TRY_MEMORY(path != NULL, err);
        NF_TRY(see(set, root, path, depth, err));
    }
    return errno != 0 ? fail_path(folder, err) : NF_OK;
}

/* ---- the set ---- */

/* Searches sample and secret in `root`, which is the folder or its folder data. Sets
 * `set->package` if one of them exists. */
static enum nf_status search_package(struct nf_test_set *set, const char *root,
                                     struct nf_error *err)
{
    static const char *const parts[] = {"sample", "secret"};
    for (int i = 0; i < 2; i++) {
        NF_OWNED char *path = below(root, parts[i]);
        mode_t mode;
        NF_TRY_MEMORY(path != NULL, err);
        NF_TRY(look_up_mode(path, &mode, err));
        if (!S_ISDIR(mode))
            continue;
        set->package = true;
        free(set->home);
        set->home = strdup(path);
        NF_TRY_MEMORY(set->home != NULL, err);
        NF_TRY(search(set, root, path, 1, err));
    }
    return NF_OK;
}

static int by_name(const void *a, const void *b)
{
    const struct nf_test *const x = a, *const y = b;
    return strverscmp(x->name, y->name);
}

/* In a package whose tests are in groups, new ones join the last group. */
static enum nf_status settle_home(struct nf_test_set *set, struct nf_error *err)
{
    if (!set->package || set->count == 0)
        return NF_OK;
    const char *const last = set->tests[set->count - 1].instance;
    const size_t size = strlen(set->home);
    if (strncmp(last, set->home, size) != 0 || last[size] != '/')
        return NF_OK;
    char *const home = strndup(last, (size_t)(strrchr(last, '/') - last));
    NF_TRY_MEMORY(home != NULL, err);
    free(set->home);
    set->home = home;
    return NF_OK;
}

/* What comes as a package must not have others' files for tests. */
static enum nf_status check_links(const struct nf_test_set *set, const char *folder,
                                  struct nf_error *err)
{
    for (size_t i = 0; set->package && i < set->count; i++) {
        const char *const answer = nf_test_answer(&set->tests[i]);
        NF_TRY(nf_package_check_link(folder, set->tests[i].instance, err));
        if (answer != NULL)
            NF_TRY(nf_package_check_link(folder, answer, err));
    }
    return NF_OK;
}

enum nf_status nf_test_set_open(struct nf_test_set *set, const char *folder, struct nf_error *err)
{
    *set = (struct nf_test_set){0};
    NF_OWNED char *data = below(folder, "data");
    NF_TRY_MEMORY(data != NULL, err);
    NF_TRY(search_package(set, data, err));
    if (!set->package)
        NF_TRY(search_package(set, folder, err));
    NF_TRY(check_links(set, folder, err));
    if (!set->package) {
        set->home = strdup(folder);
        NF_TRY_MEMORY(set->home != NULL, err);
        NF_TRY(search(set, folder, folder, 0, err));
    }
    if (set->notes_count > MOST_NOTES)
        nf_text_format(&set->notes, _("... and %zu more of the kind\n"),
                       set->notes_count - MOST_NOTES);
    NF_TRY_MEMORY(!set->notes.failed, err);
    if (set->count > 0)
        qsort(set->tests, set->count, sizeof *set->tests, by_name);
    return settle_home(set, err);
}

enum nf_status nf_test_set_need(const struct nf_test_set *set, const char *folder,
                                struct nf_error *err)
{
    return set->count > 0
               ? NF_OK
               : nf_fail(err, NF_INVALID, "%.400s: found no test, expected *.in files", folder);
}

void nf_test_set_close(struct nf_test_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        free_test(&set->tests[i]);
    free(set->tests);
    free(set->home);
    nf_text_free(&set->notes);
    *set = (struct nf_test_set){0};
}

const char *nf_test_answer(const struct nf_test *test)
{
    return test->ans != NULL ? test->ans : test->out;
}
