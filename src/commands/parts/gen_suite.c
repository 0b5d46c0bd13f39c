#include "commands/parts/gen_suite.h"

#include "base/out_file.h"
#include "base/shown.h"
#include "base/signals.h"
#include "commands/parts/common.h"
#include "core/runner.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The set being made. */
struct making {
    const struct nf_gen_suite *order;
    const struct nf_suite *suite;
    char *target;        /* its real path, see nf_out_target() */
    bool exists;         /* the target exists and is empty */
    char *work;          /* temporary folder next to the target */
    struct nf_text list; /* one line per test */
};

/* ---- the folder ---- */

static enum nf_status check_empty(const char *path, struct nf_error *err)
{
    DIR *const folder = opendir(path);
    if (folder == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            break;
    const bool empty = entry == NULL;
    closedir(folder);
    if (!empty)
        return nf_fail(err, NF_IO, "%.400s: not empty, expected a new folder or an empty one",
                       path);
    return NF_OK;
}

/* Creates the parent folders of `path`. */
static enum nf_status make_above(const char *path, struct nf_error *err)
{
    const char *const slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return NF_OK;
    char *const above = strndup(path, (size_t)(slash - path));
    const enum nf_status status =
        above != NULL ? nf_common_make_folder(above, err) : nf_fail(err, NF_IO, "out of memory");
    free(above);
    return status;
}

/* Checks the target and creates the temporary folder. */
static enum nf_status open_folder(struct making *making, struct nf_error *err)
{
    char *const given = strdup(making->order->folder);
    if (given == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    for (size_t length = strlen(given); length > 1 && given[length - 1] == '/'; length--)
        given[length - 1] = '\0';
    struct stat found;
    making->exists = stat(given, &found) == 0;
    enum nf_status status = making->exists ? check_empty(given, err) : make_above(given, err);
    if (status == NF_OK) {
        making->target = nf_out_target(given);
        if (making->target == NULL || nf_out_unique_folder(making->target, &making->work) != 0)
            status =
                nf_fail(err, NF_IO, "%.400s: cannot make the folder: %s", given, strerror(errno));
    }
    free(given);
    return status;
}

static int remove_entry(const char *path, const struct stat *found, int kind, struct FTW *place)
{
    (void)found, (void)kind, (void)place;
    remove(path);
    return 0;
}

/* Moves every entry of the temporary folder to the target. */
static enum nf_status move_entries(const struct making *making, struct nf_error *err)
{
    DIR *const folder = opendir(making->work);
    if (folder == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", making->work, strerror(errno));
    enum nf_status status = NF_OK;
    const struct dirent *entry;
    while (status == NF_OK && (entry = readdir(folder)) != NULL) {
        char from[PATH_MAX + 512], to[PATH_MAX + 512];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(from, sizeof from, "%s/%s", making->work, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", making->target, entry->d_name);
        if (rename(from, to) != 0)
            status = nf_fail(err, NF_IO, "%.400s: %s", to, strerror(errno));
    }
    closedir(folder);
    return status;
}

/* Moves the finished set to the target, or removes an unfinished one. */
static enum nf_status close_folder(const struct making *making, enum nf_status status,
                                   struct nf_error *err)
{
    if (status == NF_OK && making->exists)
        status = move_entries(making, err);
    else if (status == NF_OK && rename(making->work, making->target) != 0)
        status = nf_fail(err, NF_IO, "%.400s: %s", making->target, strerror(errno));
    if (status == NF_OK && !making->exists)
        return status;
    /* rmdir() first: it needs no memory, which may have run out. */
    if (rmdir(making->work) != 0 &&
        (nftw(making->work, remove_entry, 16, FTW_DEPTH | FTW_PHYS) != 0 ||
         access(making->work, F_OK) == 0))
        fprintf(stderr, "ninefold gen: %s: cannot be removed\n",
                nf_shown_copy((char[400]){""}, 400, making->work));
    return status;
}

/* ---- files ---- */

/* Writes `path` in the temporary folder, with its parent folders. */
static enum nf_status save(const struct making *making, const char *path,
                           const struct nf_text *text, bool program, struct nf_error *err)
{
    char full[PATH_MAX + 256];
    snprintf(full, sizeof full, "%s/%s", making->work, path);
    char *const slash = strrchr(full, '/');
    *slash = '\0';
    enum nf_status status = nf_common_make_folder(full, err);
    *slash = '/';
    if (status == NF_OK)
        status = nf_text_save(text, full, err);
    if (status == NF_OK && program && chmod(full, 0755) != 0)
        status = nf_fail(err, NF_IO, "%.400s: %s", full, strerror(errno));
    return status;
}

/* Writes the path of test `number` up to the dot; samples come after the tests. */
static void name_test(const struct making *making, uint32_t number, uint32_t tests, char *name,
                      size_t size)
{
    const struct nf_suite *const suite = making->suite;
    if (!making->order->kattis)
        snprintf(name, size, "%02u", number + 1);
    else if (number < tests)
        snprintf(name, size, "data/secret/%02u-%s", number + 1, suite->tests[number].group);
    else
        snprintf(name, size, "data/sample/%02u", number - tests + 1);
}

static enum nf_status save_part(const struct making *making, const char *name, const char *ending,
                                const struct nf_text *text, struct nf_error *err)
{
    char path[160];
    snprintf(path, sizeof path, "%s%s", name, ending);
    return save(making, path, text, false, err);
}

/* Appends to the list: number, group, first line of the instance, purpose of the test. */
static void note_test(struct making *making, uint32_t number, const struct nf_text *instance)
{
    const struct nf_suite_test *const test = &making->suite->tests[number];
    if (instance->failed)
        return;
    const size_t line = strcspn(instance->data, "\n");
    nf_text_format(&making->list, "%02u  %-12s  %-13.*s  %s\n", number + 1, test->group, (int)line,
                   instance->data, test->about);
}

static enum nf_status make_test(struct making *making, uint32_t number, uint32_t tests,
                                struct nf_error *err)
{
    struct nf_text instance = {0}, answer = {0}, about = {0};
    const bool kattis = making->order->kattis;
    char name[128];
    name_test(making, number, tests, name, sizeof name);
    enum nf_status status =
        making->suite->write(making->order->seed, number, &instance, &answer, err);
    if (status == NF_OK)
        status = save_part(making, name, ".in", &instance, err);
    if (status == NF_OK)
        status = save_part(making, name, kattis ? ".ans" : ".out", &answer, err);
    if (status == NF_OK && number < tests) {
        note_test(making, number, &instance);
        nf_text_format(&about, "%s\n", making->suite->tests[number].about);
        if (kattis)
            status = save_part(making, name, ".desc", &about, err);
    }
    nf_text_free(&instance);
    nf_text_free(&answer);
    nf_text_free(&about);
    return status;
}

static enum nf_status make_package(const struct making *making, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (const struct nf_suite_file *file = making->suite->package;
         status == NF_OK && file->path != NULL; file++) {
        struct nf_text text = {0};
        nf_text_string(&text, file->text);
        status = save(making, file->path, &text, file->program, err);
        nf_text_free(&text);
    }
    return status;
}

static enum nf_status make_files(struct making *making, struct nf_error *err)
{
    const struct nf_gen_suite *const order = making->order;
    uint32_t tests = 0, all;
    while (making->suite->tests[tests].group != NULL)
        tests++;
    for (all = tests; order->kattis && making->suite->samples[all - tests].group != NULL;)
        all++;
    struct nf_progress progress = {.what = "tests", .total = all, .quiet = order->quiet};
    const double start = nf_now();
    enum nf_status status = order->kattis ? make_package(making, err) : NF_OK;
    for (uint32_t number = 0; status == NF_OK && number < all; number++) {
        status = make_test(making, number, tests, err);
        const int signal = nf_signals_caught();
        if (status == NF_OK && signal != 0)
            status = nf_fail(err, (enum nf_status)(128 + signal),
                             "stopped by signal %d (%s); the unfinished set was removed", signal,
                             strsignal(signal));
        nf_progress_show(&progress, number + 1, nf_now() - start);
    }
    nf_progress_end(&progress);
    return status;
}

/* Warns about a folder name that judging systems, which use it as the name of the problem, do not
 * accept. */
static void note_name(const struct making *making)
{
    const char *const slash = strrchr(making->target, '/');
    const char *const name = slash != NULL ? slash + 1 : making->target;
    for (const char *letter = name; *letter != '\0'; letter++)
        if (!islower((unsigned char)*letter) && !isdigit((unsigned char)*letter)) {
            fprintf(stderr,
                    "ninefold gen: note: %.100s: judging systems expect a folder of lower case"
                    " letters and digits\n",
                    nf_shown_copy((char[100]){""}, 100, name));
            return;
        }
}

enum nf_status nf_gen_suite(const struct nf_gen_suite *order, struct nf_error *err)
{
    struct making making = {.order = order, .suite = order->game->suite};
    nf_signals_hold(NULL); /* so that no partial set is left */
    enum nf_status status = open_folder(&making, err);
    if (status == NF_OK)
        status = close_folder(&making, make_files(&making, err), err);
    nf_signals_release();
    if (status == NF_OK && order->kattis && !order->quiet)
        note_name(&making);
    free(making.target);
    free(making.work);
    return nf_common_print(&making.list, status, err);
}
