#include "judge/files/problem_package.h"

#include "base/owned.h"
#include "base/shown.h"
#include "judge/sandbox/build.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- looking for files ---- */

enum {
    MOST_FOUND = 256,
    /* Verdicts that the package format calls WA, RTE and TLE; systems differ in what OLE is. */
    WRONG = 1 << NF_WA | 1 << NF_PE | 1 << NF_OLE,
    CRASHED = 1 << NF_RE | 1 << NF_MLE | 1 << NF_OLE,
    ENDLESS = 1 << NF_TLE | 1 << NF_OLE,
};

/* What is looked for in a folder, and what was found. */
struct search {
    const char *root;
    bool (*wanted)(const char *path, const char *name);
    char *found[MOST_FOUND];
    size_t count;
    struct nf_text *left_out; /* gets the paths that are not wanted; NULL: nobody asks */
};

static bool package_is_form(const char *path, const char *name)
{
    const size_t size = strlen(name);
    (void)path;
    return size > 4 && strcmp(name + size - 4, ".ctd") == 0;
}

static bool package_is_source(const char *path, const char *name)
{
    static const struct nf_build usual = {0};
    (void)name;
    return nf_build_is_source(path, &usual);
}

/* A source, or a file that may be executed. */
static bool package_is_program(const char *path, const char *name)
{
    return package_is_source(path, name) || access(path, X_OK) == 0;
}

static bool package_is_named(const char *path, const char *name, const char *wanted)
{
    const size_t size = strlen(wanted);
    return strncmp(name, wanted, size) == 0 && (name[size] == '.' || name[size] == '\0') &&
           package_is_program(path, name);
}

static bool package_is_reference(const char *path, const char *name)
{
    return package_is_named(path, name, "reference");
}

static bool package_is_checker(const char *path, const char *name)
{
    return package_is_named(path, name, "checker");
}

static int by_entry(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void leave_out(struct search *search, const char *path)
{
    char shown[PATH_MAX];
    if (search->left_out == NULL)
        return;
    nf_text_format(search->left_out, "  %s\n", nf_shown_copy(shown, sizeof shown, path));
}

/* Adds a file if it is wanted. A link must not lead out of the package. */
static enum nf_status search_file(struct search *search, const char *path, const char *name,
                                  struct nf_error *err)
{
    NF_TRY(nf_package_check_link(search->root, path, err));
    if (search->count == MOST_FOUND || !search->wanted(path, name)) {
        leave_out(search, path);
        return NF_OK;
    }
    char *const found = strdup(path);
    if (found == NULL)
        return nf_fail_memory(err);
    search->found[search->count++] = found;
    return NF_OK;
}

static enum nf_status search_folder(struct search *search, const char *folder, int depth,
                                    struct nf_error *err);

static enum nf_status search_entry(struct search *search, const char *folder, const char *name,
                                   int depth, struct nf_error *err)
{
    char path[PATH_MAX];
    struct stat found;
    if (name[0] == '.' || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path ||
        stat(path, &found) != 0)
        return NF_OK;
    if (S_ISREG(found.st_mode))
        return search_file(search, path, name, err);
    if (S_ISDIR(found.st_mode) && depth > 0)
        return search_folder(search, path, depth - 1, err);
    leave_out(search, path);
    return NF_OK;
}

/* Adds the wanted files of a folder, and `depth` folders deeper; none if there is no such
 * folder. */
static enum nf_status search_folder(struct search *search, const char *folder, int depth,
                                    struct nf_error *err)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, NULL, by_entry);
    enum nf_status status = NF_OK;
    if (count < 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? NF_OK
                   : nf_fail(err, NF_IO, "%.400s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (status == NF_OK)
            status = search_entry(search, folder, entries[i]->d_name, depth, err);
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* Looks in ROOT/NAME, or in the root itself with NAME "". */
static enum nf_status search_in(struct search *search, const char *name, int depth,
                                struct nf_error *err)
{
    char folder[PATH_MAX];
    if (snprintf(folder, sizeof folder, "%s%s%s", search->root, name[0] != '\0' ? "/" : "", name) >=
        (int)sizeof folder)
        return NF_OK;
    return search_folder(search, folder, depth, err);
}

static void search_free(struct search *search)
{
    while (search->count > 0)
        free(search->found[--search->count]);
}

/* Takes the only file found, if one was. */
static enum nf_status search_only(struct search *search, const char *what, char **only,
                                  struct nf_error *err)
{
    if (search->count > 1)
        return nf_fail(err, NF_INVALID, "%.300s: expected one %s in the package, found %.300s, too",
                       search->found[0], what, search->found[1]);
    if (search->count == 1)
        *only = search->found[--search->count];
    return NF_OK;
}

/* ---- what a package has ---- */

/* Looks in the folders, up to a NULL one, until one has something, then in the root for what is
 * `own`. */
static enum nf_status package_search(struct search *search, const char *const *folders,
                                     bool (*wanted)(const char *path, const char *name),
                                     bool (*own)(const char *path, const char *name),
                                     struct nf_error *err)
{
    search->wanted = wanted;
    for (; *folders != NULL && search->count == 0; folders++)
        NF_TRY(search_in(search, *folders, 1, err));
    search->wanted = own;
    return search->count == 0 ? search_in(search, "", 0, err) : NF_OK;
}

enum nf_status nf_problem_package_find_form(struct nf_problem_package *package,
                                            struct nf_error *err)
{
    static const char *const folders[] = {"input_validators", "input_format_validators", NULL};
    NF_FREED_BY(search_free) struct search search = {.root = package->settings.root};
    NF_TRY(package_search(&search, folders, package_is_form, package_is_form, err));
    return search_only(&search, "form (.ctd)", &package->form, err);
}

enum nf_status nf_problem_package_find_references(struct nf_problem_package *package,
                                                  struct nf_error *err)
{
    static const char *const folders[] = {"submissions/accepted", NULL};
    NF_FREED_BY(search_free) struct search search = {.root = package->settings.root};
    NF_TRY(package_search(&search, folders, package_is_program, package_is_reference, err));
    for (size_t i = 0; i < search.count && i < NF_MAX_REFERENCES; i++) {
        package->references[package->references_count++] = search.found[i];
        search.found[i] = NULL;
    }
    return NF_OK;
}

/* The folders of version 2025-09; with one of the legacy version, whose programs fail a subtask. */
static const struct nf_expected expected[] = {
    {"accepted", 1 << NF_AC, 1 << NF_AC},
    {"rejected", (1 << NF_VERDICTS) - 1, ((1 << NF_VERDICTS) - 1) & ~(1 << NF_AC)},
    {"partially_accepted", (1 << NF_VERDICTS) - 1, ((1 << NF_VERDICTS) - 1) & ~(1 << NF_AC)},
    {"wrong_answer", 1 << NF_AC | WRONG, WRONG},
    {"time_limit_exceeded", 1 << NF_AC | ENDLESS, ENDLESS},
    {"run_time_error", 1 << NF_AC | CRASHED, CRASHED},
    {"brute_force", 1 << NF_AC | ENDLESS | CRASHED, ENDLESS | CRASHED},
};

bool nf_is_expected(const struct nf_expected *of, const uint64_t verdicts[NF_VERDICTS])
{
    uint32_t got = 0;
    for (uint32_t i = 0; i < NF_VERDICTS; i++)
        got |= (uint32_t)(verdicts[i] > 0) << i;
    return (got & ~of->permitted) == 0 && (got & of->required) != 0;
}

static enum nf_status add_submissions(struct nf_problem_package *package,
                                      const struct nf_expected *of, struct nf_error *err)
{
    NF_FREED_BY(search_free)
    struct search search = {.root = package->settings.root,
                            .wanted = package_is_source,
                            .left_out = &package->left_out};
    char folder[64];
    snprintf(folder, sizeof folder, "submissions/%s", of->folder);
    NF_TRY(search_in(&search, folder, 0, err));
    struct nf_submission *const more =
        realloc(package->submissions,
                (package->submissions_count + search.count + 1) * sizeof *package->submissions);
    NF_TRY_MEMORY(more != NULL && !package->left_out.failed, err);
    package->submissions = more;
    for (size_t i = 0; i < search.count; i++) {
        more[package->submissions_count++] = (struct nf_submission){search.found[i], of};
        search.found[i] = NULL;
    }
    return NF_OK;
}

static const struct nf_expected *expected_find(const char *folder)
{
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (strcmp(expected[i].folder, folder) == 0)
            return &expected[i];
    return NULL;
}

/* Names the folders of submissions from which nothing is taken, since no verdicts are known of
 * them. */
static enum nf_status leave_out_folders(struct nf_problem_package *package, struct nf_error *err)
{
    struct search search = {.left_out = &package->left_out};
    char path[PATH_MAX];
    struct stat found;
    struct dirent **entries;
    snprintf(path, sizeof path, "%s/submissions", package->settings.root);
    const int count = scandir(path, &entries, NULL, by_entry);
    for (int i = 0; i < count; i++) {
        const char *const name = entries[i]->d_name;
        if (name[0] != '.' && expected_find(name) == NULL &&
            snprintf(path, sizeof path, "%s/submissions/%s", package->settings.root, name) <
                (int)sizeof path &&
            stat(path, &found) == 0 && S_ISDIR(found.st_mode))
            leave_out(&search, path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return package->left_out.failed ? nf_fail_memory(err) : NF_OK;
}

enum nf_status nf_problem_package_find_submissions(struct nf_problem_package *package,
                                                   struct nf_error *err)
{
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        NF_TRY(add_submissions(package, &expected[i], err));
    return leave_out_folders(package, err);
}

/* Whether a script has to make or run the checker: build and run of the package format. */
static bool package_is_script(const char *path)
{
    const char *const name = strrchr(path, '/') + 1;
    return strcmp(name, "build") == 0 || strcmp(name, "run") == 0;
}

enum nf_status nf_problem_package_find_checker(struct nf_problem_package *package,
                                               struct nf_error *err)
{
    static const char *const folders[] = {"output_validator", "output_validators", NULL};
    NF_FREED_BY(search_free) struct search search = {.root = package->settings.root};
    NF_TRY(package_search(&search, folders, package_is_program, package_is_checker, err));
    for (size_t i = 0; i < search.count; i++)
        if (package_is_script(search.found[i]))
            return nf_fail(err, NF_INVALID,
                           "%.400s: an output validator that a script makes; expected one source "
                           "or program, or --checker",
                           search.found[i]);
    NF_TRY(search_only(&search, "output validator", &package->checker, err));
    if (package->checker == NULL && package->settings.own_validator)
        return nf_fail(err, NF_INVALID,
                       "%.400s/problem.yaml: validation is custom, but there is no program in "
                       "output_validators",
                       package->settings.root);
    return NF_OK;
}

enum nf_status nf_problem_package_open(struct nf_problem_package *package, const char *folder,
                                       struct nf_error *err)
{
    struct stat found;
    *package = (struct nf_problem_package){0};
    if (stat(folder, &found) != 0)
        return nf_fail(err, NF_IO, "%.400s: %s", folder, strerror(errno));
    if (!S_ISDIR(found.st_mode))
        return nf_fail(err, NF_IO, "%.400s: expected the folder of a problem", folder);
    return nf_package_settings_read(&package->settings, folder, err);
}

void nf_problem_package_close(struct nf_problem_package *package)
{
    nf_package_settings_free(&package->settings);
    free(package->form);
    free(package->checker);
    for (size_t i = 0; i < package->references_count; i++)
        free(package->references[i]);
    for (size_t i = 0; i < package->submissions_count; i++)
        free(package->submissions[i].path);
    free(package->submissions);
    nf_text_free(&package->left_out);
    *package = (struct nf_problem_package){0};
}

enum nf_checker_style nf_checker_style_of(const char *path)
{
    enum { MOST = 1 << 16 };
    NF_OWNED char *start = calloc(MOST + 1, 1);
    const int file = start != NULL ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    const ssize_t got = file >= 0 ? read(file, start, MOST) : 0;
    if (file >= 0)
        close(file);
    return got > 0 && memmem(start, (size_t)got, "testlib.h", strlen("testlib.h")) != NULL
               ? NF_CHECKER_TESTLIB
               : NF_CHECKER_KATTIS;
}
