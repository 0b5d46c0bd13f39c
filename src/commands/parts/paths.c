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

/* A file that exists or will, by its real path, which is the same for all spellings. */
struct name {
    const char *given; /* the path on the command line that causes it */
    char *path;        /* owned */
    enum nf_path_use use;
    bool backup; /* FILE.1 of `given`, a saved run */
    bool there;  /* then `found` is of it */
    struct stat found;
};

/* An output has its own name and perhaps a backup. */
enum { MOST_OUTPUTS = 8, NAMES = 2 };

struct names {
    struct name list[MOST_OUTPUTS * NAMES];
    size_t count;
};

static void free_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->list[i].path);
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether two names are the same file. Hard links count only between paths from the command line:
 * FILE.1 may be a link to FILE if a run was killed while making it. */
static bool meet(const struct name *a, const struct name *b)
{
    return strcmp(a->path, b->path) == 0 ||
           (!a->backup && !b->backup && a->there && b->there && is_same_file(&a->found, &b->found));
}

/* ---- conflicts ---- */

static bool is_read(enum nf_path_use use)
{
    return use == NF_PATH_READ || use == NF_PATH_STRATEGIES;
}

/* Fails for an output and what meets it. */
static enum nf_status fail_met(const struct name *a, const struct name *b, struct nf_error *err)
{
    if (a->backup || b->backup)
        return nf_fail(err, NF_USAGE,
                       "%.200s: found a file that ninefold keeps next to %.200s, expected one of "
                       "another name",
                       (a->backup ? b : a)->given, (a->backup ? a : b)->given);
    if (is_read(b->use))
        return nf_fail(err, NF_USAGE, "%.400s: found the same file as input and output", a->given);
    if (strcmp(a->given, b->given) == 0)
        return nf_fail(err, NF_USAGE, "%.400s: only one output can go to a file", a->given);
    return nf_fail(err, NF_USAGE, "%.200s and %.200s: only one output can go to a file", a->given,
                   b->given);
}

/* Whether an output may replace a file that is read: a saved run may replace a saved run. */
static bool may_replace(const struct name *output, const struct name *read)
{
    return read->use == NF_PATH_READ && !output->backup &&
           (output->use == NF_PATH_JOINED || output->use == NF_PATH_SAVED);
}

/* Checks that a file is none of the first `count` outputs. */
static enum nf_status check_apart(const struct names *outputs, size_t count,
                                  const struct name *name, struct nf_error *err)
{
    for (size_t i = 0; i < count; i++)
        if (meet(&outputs->list[i], name) && !may_replace(&outputs->list[i], name))
            return fail_met(&outputs->list[i], name, err);
    return NF_OK;
}

/* The shell may have redirected standard output to a file that is also an output. */
static enum nf_status check_stdout(const struct names *names, struct nf_error *err)
{
    struct stat out;
    if (names->count == 0 || fstat(STDOUT_FILENO, &out) != 0 || !S_ISREG(out.st_mode))
        return NF_OK;
    for (size_t i = 0; i < names->count; i++)
        if (names->list[i].there && is_same_file(&names->list[i].found, &out))
            return nf_fail(err, NF_USAGE,
                           "%.400s: standard output goes to that file, expected another one",
                           names->list[i].given);
    return NF_OK;
}

/* ---- outputs ---- */

static bool is_stream(const char *path)
{
    struct stat found;
    return strcmp(path, "-") == 0 ||
           (stat(path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode));
}

static enum nf_status add_name(struct names *names, const struct nf_path *output,
                               const char *target, bool backup, struct nf_error *err)
{
    assert(names->count < sizeof names->list / sizeof *names->list);
    struct name *const name = &names->list[names->count];
    *name = (struct name){.given = output->path, .use = output->use, .backup = backup};
    NF_TRY_MEMORY(asprintf(&name->path, "%s%s", target, backup ? ".1" : "") >= 0, err);
    name->there = stat(name->path, &name->found) == 0;
    names->count++;
    return NF_OK;
}

/* Checks that a file or none is at `path` and may be replaced. Of `target`, its real path, NULL
 * means that errno has the reason. */
static enum nf_status check_written(const char *path, const char *target, struct nf_error *err)
{
    NF_OWNED char *folder = target == NULL ? NULL : nf_out_folder(target);
    if (folder == NULL || access(folder, W_OK | X_OK) != 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? nf_fail(err, NF_IO, "%.400s: its folder does not exist", path)
                   : nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    return NF_OK;
}

/* Adds an output that can be written, and its backup. What is opened later is checked then. */
static enum nf_status add_output(struct names *names, const struct nf_path *output,
                                 struct nf_error *err)
{
    const char *const path = output->path;
    const bool later = output->use == NF_PATH_FOLDER || output->use == NF_PATH_DATABASE;
    struct stat found;
    /* A folder in place of a saved run is reported by the reader of saved runs. */
    if (!later && stat(path, &found) == 0 &&
        !(output->use == NF_PATH_SAVED && S_ISDIR(found.st_mode)))
        NF_TRY(nf_out_permitted(path, &found, err));
    NF_OWNED char *target = nf_out_target(path);
    if (!later)
        NF_TRY(check_written(path, target, err));
    if (target == NULL)
        return NF_OK;
    NF_TRY(add_name(names, output, target, false, err));
    return output->use == NF_PATH_SAVED ? add_name(names, output, target, true, err) : NF_OK;
}

static enum nf_status add_outputs(struct names *names, const struct nf_path *paths, size_t count,
                                  struct nf_error *err)
{
    int to_stdout = 0;
    for (size_t i = 0; i < count; i++) {
        const struct nf_path *const path = &paths[i];
        if (path->path == NULL || is_read(path->use))
            continue;
        if (!is_stream(path->path))
            NF_TRY(add_output(names, path, err));
        else
            to_stdout += strcmp(path->path, "-") == 0;
    }
    return to_stdout > 1 ? nf_fail(err, NF_USAGE, "only one output can go to standard output")
                         : NF_OK;
}

/* ---- inputs ---- */

static enum nf_status check_input(const struct names *names, const char *path, enum nf_path_use use,
                                  struct nf_error *err)
{
    struct name input = {.given = path, .use = use, .there = true};
    if (strcmp(path, "-") == 0 || stat(path, &input.found) != 0 || !S_ISREG(input.found.st_mode))
        return NF_OK;
    NF_OWNED char *target = input.path = nf_out_target(path);
    if (target == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    return check_apart(names, names->count, &input, err);
}

/* Checks the files in a LIST such as 1=keep-e,2..5=mine.txt, or NAME; also a built-in name for
 * which a file exists. */
static enum nf_status check_strategies(const struct names *names, const char *list,
                                       struct nf_error *err)
{
    if (strchr(list, '=') == NULL)
        return check_input(names, list, NF_PATH_STRATEGIES, err);
    NF_OWNED char *copy = strdup(list);
    NF_TRY_MEMORY(copy != NULL, err);
    for (char *rest = copy, *item; (item = strsep(&rest, ",")) != NULL;) {
        const char *const equals = strchr(item, '=');
        if (equals != NULL)
            NF_TRY(check_input(names, equals + 1, NF_PATH_STRATEGIES, err));
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

enum nf_status nf_paths_check(const struct nf_path *paths, size_t count, const char *const *read,
                              struct nf_error *err)
{
    NF_FREED_BY(free_names) struct names names = {.count = 0};
    NF_TRY(add_outputs(&names, paths, count, err));
    NF_TRY(check_stdout(&names, err));
    if (names.count > 0)
        NF_TRY(check_inputs(&names, paths, count, read, err));
    for (size_t i = 0; i < names.count; i++)
        NF_TRY(check_apart(&names, i, &names.list[i], err));
    return NF_OK;
}
