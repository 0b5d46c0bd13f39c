#include "commands/judge/gen_suite.h"

#include "base/lang.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/signals.h"
#include "base/threads.h"
#include "commands/parts/common.h"
#include "judge/format/suite_write.h"
#include "sim/runner.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SAMPLES = 4 };

/* The set being made. */
struct making {
    const struct nf_gen_suite *order;
    const struct nf_suite *suite;
    char *target;        /* its real path, see nf_out_target() */
    bool exists;         /* the target exists and is empty */
    char *work;          /* temporary folder next to the target */
    struct nf_text list; /* one line per test */
    struct nf_packing packing;
    struct nf_text samples[2 * MOST_SAMPLES]; /* instance and answer of each */
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
    NF_OWNED char *above = strndup(path, (size_t)(slash - path));
    return above != NULL ? nf_common_make_folder(above, err) : nf_fail(err, NF_IO, "out of memory");
}

/* Checks the target and creates the temporary folder. */
static enum nf_status open_folder(struct making *making, struct nf_error *err)
{
    NF_OWNED char *given = strdup(making->order->folder);
    if (given == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    for (size_t length = strlen(given); length > 1 && given[length - 1] == '/'; length--)
        given[length - 1] = '\0';
    struct stat found;
    making->exists = stat(given, &found) == 0;
    NF_TRY(making->exists ? check_empty(given, err) : make_above(given, err));
    making->target = nf_out_target(given);
    if (making->target == NULL || nf_out_unique_folder(making->target, &making->work) != 0)
        return nf_fail(err, NF_IO, "%.400s: cannot make the folder: %s", given, strerror(errno));
    return NF_OK;
}

static int is_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int move(const char *from, const char *to, const char *name)
{
    char source[PATH_MAX + 512], target[PATH_MAX + 512];
    snprintf(source, sizeof source, "%s/%s", from, name);
    snprintf(target, sizeof target, "%s/%s", to, name);
    return rename(source, target);
}

/* Moves every entry of the temporary folder to the target; if one cannot be moved, all back. */
static enum nf_status move_entries(const struct making *making, struct nf_error *err)
{
    struct dirent **entries;
    const int count = scandir(making->work, &entries, is_entry, alphasort);
    int moved = 0;
    while (moved < count && move(making->work, making->target, entries[moved]->d_name) == 0)
        moved++;
    enum nf_status status = NF_OK;
    if (count < 0 || moved < count)
        status = nf_fail(err, NF_IO, "%.400s: %s", making->target, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (status != NF_OK && i < moved)
            move(making->target, making->work, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
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
    if (!nf_out_remove_folder(making->work))
        fprintf(stderr, _("ninefold gen: %s: cannot be removed\n"),
                nf_shown_copy((char[400]){""}, 400, making->work));
    return status;
}

/* ---- files ---- */

/* nf_packing.save: writes `path` in the temporary folder, with its parent folders. Messages have
 * the name that it will get. */
static enum nf_status save_test(void *owner, const char *path, const struct nf_text *text,
                                struct nf_error *err)
{
    const struct making *const making = owner;
    char full[PATH_MAX + 256], shown[PATH_MAX + 256];
    const int folder = snprintf(full, sizeof full, "%s/%s", making->work, path) - (int)strlen(path);
    snprintf(shown, sizeof shown, "%s/%s", making->order->folder, path);
    int fd = 0;
    for (char *slash = full + folder; fd == 0 && (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        fd = mkdir(full, 0777) == 0 || errno == EEXIST ? 0 : -1;
        *slash = '/';
    }
    if (fd == 0)
        fd = nf_out_new(full);
    return fd < 0 ? nf_fail(err, NF_IO, "%.400s: %s", shown, strerror(errno))
                  : nf_out_fill(fd, full, full, text, shown, err);
}

static enum nf_status save_part(const struct making *making, const char *name, const char *ending,
                                const struct nf_text *text, struct nf_error *err)
{
    char path[NF_PACKAGE_PATH + 8];
    snprintf(path, sizeof path, "%s%s", name, ending);
    return save_test((void *)making, path, text, err);
}

/* Appends to the list: number, group, start of the instance, purpose of the test. */
static void note_test(struct making *making, uint32_t number, const struct nf_text *instance)
{
    const struct nf_suite_test *const test = &making->suite->tests[number];
    if (instance->failed)
        return;
    enum { SHOWN = 13 };
    const size_t line = strcspn(instance->data, "\n");
    nf_text_format(&making->list, "%02u  %-13s  %-*.*s  %s\n", number + 1, test->group, SHOWN,
                   (int)(line < SHOWN ? line : SHOWN), instance->data, test->about);
}

static void free_made(struct nf_text (*made)[2])
{
    nf_text_free(&(*made)[0]);
    nf_text_free(&(*made)[1]);
}

static enum nf_status make_test(struct making *making, uint32_t number, struct nf_error *err)
{
    const struct nf_pack_layout *const layout = making->order->layout;
    NF_FREED_BY(free_made) struct nf_text made[2] = {{0}, {0}};
    const bool sample = number >= making->packing.tests;
    char name[NF_PACKAGE_PATH];
    NF_TRY(nf_suite_write(making->order->problem, making->order->seed, number, &made[0], &made[1],
                          err));
    if (!sample || layout->sample != NULL) {
        nf_package_test(&making->packing, number, name);
        NF_TRY(save_part(making, name, layout->instance, &made[0], err));
        NF_TRY(save_part(making, name, layout->answer, &made[1], err));
    }
    if (sample) {
        memcpy(&making->samples[2 * (number - making->packing.tests)], made, sizeof made);
        memset(made, 0, sizeof made);
        return NF_OK;
    }
    NF_TRY(nf_package_note(&making->packing, number, &made[0], &made[1], err));
    note_test(making, number, &made[0]);
    if (layout->note == NULL)
        return NF_OK;
    NF_OWNED_TEXT struct nf_text about = {0};
    nf_text_format(&about, "%s%s\n", layout->note_start, making->suite->tests[number].about);
    return save_part(making, name, layout->note, &about, err);
}

/* Counts tests and samples. */
static void count(struct making *making)
{
    struct nf_packing *const packing = &making->packing;
    packing->tests = nf_suite_count(making->suite->tests);
    packing->samples = nf_suite_count(making->suite->samples);
    assert(packing->samples >= 1 && packing->samples <= MOST_SAMPLES);
}

static enum nf_status make_files(struct making *making, struct nf_error *err)
{
    const struct nf_gen_suite *const order = making->order;
    const uint32_t all = making->packing.tests + making->packing.samples;
    struct nf_progress progress = {.what = N_("tests"), .total = all, .quiet = order->quiet};
    const double start = nf_now();
    enum nf_status status = NF_OK;
    for (uint32_t number = 0; status == NF_OK && number < all; number++) {
        status = make_test(making, number, err);
        const int signal = nf_signals_caught();
        if (signal != 0)
            status = nf_fail(err, (enum nf_status)(128 + signal),
                             "stopped by signal %d (%s); the unfinished set was removed", signal,
                             strsignal(signal));
        nf_progress_show(&progress, number + 1, nf_now() - start);
    }
    nf_progress_end(&progress);
    if (status == NF_OK) {
        making->packing.err = err;
        status = nf_package_write(&making->packing);
    }
    for (uint32_t i = 0; i < 2 * MOST_SAMPLES; i++)
        nf_text_free(&making->samples[i]);
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
                    _("ninefold gen: note: %.100s: judging systems expect a folder of lower case"
                      " letters and digits\n"),
                    nf_shown_copy((char[100]){""}, 100, name));
            return;
        }
}

enum nf_status nf_gen_suite(const struct nf_gen_suite *order, struct nf_error *err)
{
    struct making making = {.order = order, .suite = order->problem->suite};
    making.packing = (struct nf_packing){.problem = order->problem,
                                         .layout = order->layout,
                                         .seed = order->seed,
                                         .options = order->options,
                                         .texts = making.samples,
                                         .save = save_test,
                                         .owner = &making};
    count(&making);
    nf_signals_hold(NULL); /* so that no partial set is left */
    enum nf_status status = open_folder(&making, err);
    if (status == NF_OK)
        status = close_folder(&making, make_files(&making, err), err);
    nf_signals_release();
    if (status == NF_OK && order->layout->sample != NULL && !order->quiet)
        note_name(&making);
    free(making.target);
    free(making.work);
    return nf_common_print(&making.list, status, err);
}
