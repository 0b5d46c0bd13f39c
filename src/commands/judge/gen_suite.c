#include "commands/judge/package.h"

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
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what is wished of a set ---- */

static uint32_t groups_of(const struct nf_suite *suite)
{
    uint32_t count = 0;
    while (suite->groups[count].name != NULL)
        count++;
    return count;
}

static enum nf_status wish_points(const char *points, struct nf_wished *wished,
                                  struct nf_error *err)
{
    const uint32_t count = groups_of(wished->problem.suite);
    const char *at = points;
    uint64_t sum = 0;
    uint32_t read = 0;
    for (; read < count; read++) {
        const size_t digits = strspn(at, "0123456789");
        if (digits == 0 || digits > 3)
            break;
        wished->groups[read].points = (uint32_t)strtoul(at, NULL, 10);
        sum += wished->groups[read].points;
        at += digits;
        if (read + 1 < count && *at++ != ',')
            break;
    }
    if (read < count || *at != '\0' || sum != 100)
        return nf_fail(err, NF_USAGE, "--points %.100s: expected %u numbers that make 100", points,
                       count);
    nf_text_format(&wished->options, " --points %s", points);
    return NF_OK;
}

/* What stands in YAML, XML and comments of several languages is kept simple. */
static enum nf_status wish_title(const char *title, struct nf_wished *wished, struct nf_error *err)
{
    enum { MOST_BYTES = 100 };
    const size_t size = strlen(title);
    struct nf_text shown = {0};
    nf_shown(&shown, title);
    const bool clean = shown.size == size && strpbrk(title, "\"\\") == NULL;
    nf_text_free(&shown);
    if (!clean || size > MOST_BYTES || title[0] == ' ' || title[size - 1] == ' ')
        return nf_fail(err, NF_USAGE,
                       "--title %.100s: expected one line of at most %d bytes without \" and \\",
                       title, MOST_BYTES);
    wished->problem.title = title;
    for (uint32_t i = 0; i < NF_STATEMENTS; i++) {
        const char *const statement = wished->package.statements[i];
        struct nf_text *const text = &wished->statements[i];
        nf_text_format(text, "# %s%s", title, strchr(statement, '\n'));
        wished->package.statements[i] = nf_text_terminated(text);
    }
    nf_text_string(&wished->options, " --title ");
    nf_text_word(&wished->options, title);
    return NF_OK;
}

/* Spreads the tests over the subtasks as the problem does, one each at least. */
static enum nf_status wish_tests(uint32_t wanted, struct nf_wished *wished, struct nf_error *err)
{
    const struct nf_suite_test *const tests = wished->problem.suite->tests;
    const uint32_t groups = groups_of(wished->problem.suite), all = nf_suite_count(tests);
    uint32_t first = 0, made = 0;
    if (wanted < groups)
        return nf_fail(err, NF_USAGE, "--tests %u: expected at least one for each of %u subtasks",
                       wanted, groups);
    for (uint32_t group = 0; group < groups; group++) {
        uint32_t count = 0;
        while (first + count < all && strcmp(tests[first + count].group, tests[first].group) == 0)
            count++;
        /* Of those beyond the first of each. */
        const uint32_t before = first - group, more = before + count - 1, others = all - groups;
        const uint32_t taken = 1 + (others > 0 ? (wanted - groups) * more / others -
                                                     (wanted - groups) * before / others
                                               : 0);
        for (uint32_t i = 0; i < taken; i++)
            wished->tests[made++] =
                tests[first + (taken < count ? (i + 1) * count / taken - 1 : i * count / taken)];
        first += count;
    }
    nf_text_format(&wished->options, " --tests %u", wanted);
    return NF_OK;
}

enum nf_status nf_wish(const struct nf_problem *problem, const struct nf_suite_wishes *wishes,
                       struct nf_wished *wished, struct nf_error *err)
{
    const uint32_t groups = groups_of(problem->suite);
    wished->problem = *problem;
    wished->suite = *problem->suite;
    wished->package = *problem->suite->package;
    wished->groups = calloc(groups + 1, sizeof *wished->groups);
    wished->tests = calloc(NF_MOST_SUITE_TESTS + 1, sizeof *wished->tests);
    NF_TRY_MEMORY(wished->groups != NULL && wished->tests != NULL, err);
    memcpy(wished->groups, problem->suite->groups, groups * sizeof *wished->groups);
    wished->suite.groups = wished->groups;
    if (wishes->points != NULL)
        NF_TRY(wish_points(wishes->points, wished, err));
    if (wishes->title != NULL)
        NF_TRY(wish_title(wishes->title, wished, err));
    if (wishes->seconds > 0) {
        wished->package.seconds = (uint32_t)wishes->seconds;
        wished->package.seconds_from = "as the setter chose";
        nf_text_format(&wished->options, " --time-limit %" PRIu64 "s", wishes->seconds);
    }
    if (wishes->tests > 0) {
        NF_TRY(wish_tests(wishes->tests, wished, err));
        wished->suite.tests = wished->tests;
    }
    wished->suite.package = &wished->package;
    wished->problem.suite = &wished->suite;
    nf_text_bytes(&wished->options, "", 1);
    return wished->options.failed || wished->statements[0].failed || wished->statements[1].failed
               ? nf_fail_memory(err)
               : NF_OK;
}

void nf_wished_free(struct nf_wished *wished)
{
    free(wished->groups);
    free(wished->tests);
    nf_text_free(&wished->options);
    for (uint32_t i = 0; i < NF_STATEMENTS; i++)
        nf_text_free(&wished->statements[i]);
}

/* ---- the set ---- */

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
    return above != NULL ? nf_common_make_folder(above, err) : nf_fail_memory(err);
}

/* Checks the target and creates the temporary folder. */
static enum nf_status open_folder(struct making *making, struct nf_error *err)
{
    NF_OWNED char *given = strdup(making->order->folder);
    NF_TRY_MEMORY(given != NULL, err);
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

static enum nf_status make_tests(struct making *making, struct nf_error *err)
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
    return status;
}

static enum nf_status make_files(struct making *making, struct nf_error *err)
{
    NF_TRY(make_tests(making, err));
    making->packing.err = err;
    return nf_package_write(&making->packing);
}

static void free_making(struct making *making)
{
    for (uint32_t i = 0; i < 2 * MOST_SAMPLES; i++)
        nf_text_free(&making->samples[i]);
    free(making->target);
    free(making->work);
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
    NF_FREED_BY(free_making)
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
    return nf_common_print(&making.list, status, err);
}
