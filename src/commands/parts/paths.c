#include "commands/parts/paths.h"

#include "base/out_file.h"
#include "base/owned.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- names of files ---- */

/* The name of an existing or future file. */
struct name {
    const char *given; /* the path on the command line that causes it */
    char *path;        /* the real path; owned */
    enum nf_path_use use;
    bool backup; /* FILE.1 of `given`, a saved run */
    bool there;  /* it exists, with this identity: */
    dev_t device;
    ino_t inode;
};

/* An output has its own name and perhaps a backup. */
enum { MOST_OUTPUTS = 8, NAMES = 2 };

struct names {
    struct name list[MOST_OUTPUTS * NAMES];
    size_t count;
};

static void identify(struct name *name)
{
    struct stat found;
    name->there = stat(name->path, &found) == 0;
    if (name->there) {
        name->device = found.st_dev;
        name->inode = found.st_ino;
    }
}

/* Whether two names are the same file. Hard links count only between paths from the command line:
 * FILE.1 may be a link to FILE if a run was killed while making it. */
static bool meet(const struct name *a, const struct name *b)
{
    return strcmp(a->path, b->path) == 0 || (!a->backup && !b->backup && a->there && b->there &&
                                             a->device == b->device && a->inode == b->inode);
}

static bool is_stream(const char *path)
{
    struct stat found;
    return strcmp(path, "-") == 0 ||
           (stat(path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode));
}

bool nf_paths_same(const char *a, const char *b)
{
    struct name x = {.path = nf_out_target(a)}, y = {.path = nf_out_target(b)};
    bool same = strcmp(a, b) == 0;
    if (!same && x.path != NULL && y.path != NULL && !is_stream(a)) {
        identify(&x);
        identify(&y);
        same = meet(&x, &y);
    }
    free(x.path);
    free(y.path);
    return same;
}

/* ---- outputs ---- */

/* Adds the file `path`; the list takes ownership. */
static bool add_name(struct names *names, const char *given, char *path, enum nf_path_use use,
                     bool backup)
{
    assert(names->count < sizeof names->list / sizeof *names->list);
    struct name *const name = &names->list[names->count];
    if (path == NULL)
        return false;
    *name = (struct name){.given = given, .path = path, .use = use, .backup = backup};
    identify(name);
    names->count++;
    return true;
}

static bool is_opened_later(enum nf_path_use use)
{
    return use == NF_PATH_FOLDER || use == NF_PATH_DATABASE;
}

static enum nf_status add_output(struct names *names, const struct nf_path *output,
                                 struct nf_error *err)
{
    const char *const path = output->path;
    char *const target = nf_out_target(path);
    char *backup;
    if (target == NULL && is_opened_later(output->use))
        return NF_OK; /* reported then */
    if (target == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    if (add_name(names, path, target, output->use, false) &&
        (output->use != NF_PATH_SAVED || (asprintf(&backup, "%s.1", target) >= 0 &&
                                          add_name(names, path, backup, output->use, true))))
        return NF_OK;
    return nf_fail_memory(err);
}

/* Checks that `path` can be replaced. */
static enum nf_status check_output(const char *path, struct nf_error *err)
{
    struct stat found;
    const bool there = stat(path, &found) == 0;
    if (there && S_ISDIR(found.st_mode))
        return nf_fail(err, NF_IO, "%.400s: is a directory", path);
    if (there && S_ISREG(found.st_mode))
        NF_TRY(nf_out_permitted(path, &found, err));
    char *const target = nf_out_target(path);
    char *const folder = target == NULL ? NULL : nf_out_folder(target);
    const bool can = folder != NULL && access(folder, W_OK | X_OK) == 0;
    const int error = errno;
    free(folder);
    free(target);
    if (can)
        return NF_OK;
    if (error == ENOENT || error == ENOTDIR)
        return nf_fail(err, NF_IO, "%.400s: its folder does not exist", path);
    return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(error));
}

static bool is_output(const struct nf_path *path)
{
    return path->path != NULL && path->use != NF_PATH_READ && path->use != NF_PATH_STRATEGIES;
}

/* A folder in place of a saved run is reported by the reader of saved runs. */
static bool is_saved_folder(const struct nf_path *path)
{
    struct stat found;
    return path->use == NF_PATH_SAVED && stat(path->path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* Fills the list with all outputs. */
static enum nf_status list_outputs(struct names *names, const struct nf_path *paths, size_t count,
                                   struct nf_error *err)
{
    int to_stdout = 0;
    for (size_t i = 0; i < count; i++) {
        const struct nf_path *const path = &paths[i];
        if (!is_output(path) || is_stream(path->path) || is_saved_folder(path)) {
            to_stdout += is_output(path) && strcmp(path->path, "-") == 0;
            continue;
        }
        if (!is_opened_later(path->use))
            NF_TRY(check_output(path->path, err));
        NF_TRY(add_output(names, path, err));
    }
    return to_stdout > 1 ? nf_fail(err, NF_USAGE, "only one output can go to standard output")
                         : NF_OK;
}

/* ---- conflicts ---- */

static bool is_read(const struct name *name)
{
    return name->use == NF_PATH_READ || name->use == NF_PATH_STRATEGIES;
}

static enum nf_status fail_met(const struct name *a, const struct name *b, struct nf_error *err)
{
    if (a->backup || b->backup)
        return nf_fail(err, NF_USAGE,
                       "%.200s: found a file that ninefold keeps next to %.200s, expected one of "
                       "another name",
                       (a->backup ? b : a)->given, (a->backup ? a : b)->given);
    if (is_read(a) || is_read(b))
        return nf_fail(err, NF_USAGE, "%.400s: found the same file as input and output",
                       (is_read(b) ? a : b)->given);
    if (strcmp(a->given, b->given) == 0)
        return nf_fail(err, NF_USAGE, "%.400s: only one output can go to a file", a->given);
    return nf_fail(err, NF_USAGE, "%.200s and %.200s: only one output can go to a file", b->given,
                   a->given);
}

/* The shell may have redirected standard output to a file that is also an output. */
static enum nf_status check_stdout(const struct names *names, struct nf_error *err)
{
    struct stat out;
    if (names->count == 0 || fstat(STDOUT_FILENO, &out) != 0 || !S_ISREG(out.st_mode))
        return NF_OK;
    for (size_t i = 0; i < names->count; i++) {
        const struct name *const name = &names->list[i];
        if (name->there && name->device == out.st_dev && name->inode == out.st_ino)
            return nf_fail(err, NF_USAGE,
                           "%.400s: standard output goes to that file, expected another one",
                           name->given);
    }
    return NF_OK;
}

static enum nf_status check_outputs(const struct names *names, struct nf_error *err)
{
    for (size_t i = 0; i < names->count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct name *const a = &names->list[i], *const b = &names->list[j];
            /* Two options with the same path are two outputs. */
            const bool apart = a->given != b->given || (!a->backup && !b->backup);
            if (apart && meet(a, b))
                return fail_met(a, b, err);
        }
    return NF_OK;
}

/* Whether this output may replace a file that is read: a saved run may replace a saved run. */
static bool may_replace(const struct name *name, enum nf_path_use read_as)
{
    return read_as == NF_PATH_READ && !name->backup &&
           (name->use == NF_PATH_JOINED || name->use == NF_PATH_SAVED);
}

static enum nf_status check_input(const struct names *names, const char *path, enum nf_path_use use,
                                  struct nf_error *err)
{
    struct stat found;
    if (strcmp(path, "-") == 0 || stat(path, &found) != 0 || !S_ISREG(found.st_mode))
        return NF_OK;
    NF_OWNED char *target = nf_out_target(path);
    if (target == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    struct name input = {.given = path, .path = target, .use = use};
    identify(&input);
    for (size_t i = 0; i < names->count; i++)
        if (!may_replace(&names->list[i], use) && meet(&names->list[i], &input))
            return fail_met(&names->list[i], &input, err);
    return NF_OK;
}

/* Checks the files in a LIST such as 1=keep-e,2..5=mine.txt, or NAME; also a built-in name for
 * which a file exists. */
static enum nf_status check_strategies(const struct names *names, const char *list,
                                       struct nf_error *err)
{
    if (strchr(list, '=') == NULL)
        return check_input(names, list, NF_PATH_STRATEGIES, err);
    for (const char *item = list; item != NULL;) {
        const size_t length = strcspn(item, ",");
        const char *const equals = memchr(item, '=', length);
        if (equals != NULL) {
            NF_OWNED char *path = strndup(equals + 1, (size_t)(item + length - equals - 1));
            NF_TRY_MEMORY(path != NULL, err);
            NF_TRY(check_input(names, path, NF_PATH_STRATEGIES, err));
        }
        item = item[length] == ',' ? item + length + 1 : NULL;
    }
    return NF_OK;
}

static enum nf_status check_inputs(const struct names *names, const struct nf_path *paths,
                                   size_t count, const char *const *read, struct nf_error *err)
{
    for (size_t i = 0; i < count; i++)
        if (paths[i].path != NULL && paths[i].use == NF_PATH_READ)
            NF_TRY(check_input(names, paths[i].path, NF_PATH_READ, err));
        else if (paths[i].path != NULL && paths[i].use == NF_PATH_STRATEGIES)
            NF_TRY(check_strategies(names, paths[i].path, err));
    for (; read != NULL && *read != NULL; read++)
        NF_TRY(check_input(names, *read, NF_PATH_READ, err));
    return NF_OK;
}

static void free_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->list[i].path);
}

enum nf_status nf_paths_check(const struct nf_path *paths, size_t count, const char *const *read,
                              struct nf_error *err)
{
    NF_FREED_BY(free_names) struct names names = {.count = 0};
    NF_TRY(list_outputs(&names, paths, count, err));
    NF_TRY(check_stdout(&names, err));
    if (names.count > 0)
        NF_TRY(check_inputs(&names, paths, count, read, err));
    return check_outputs(&names, err);
}
