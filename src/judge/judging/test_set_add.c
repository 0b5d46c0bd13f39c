/* A new test of a set. */
#include "base/out_file.h"
#include "base/owned.h"
#include "base/signals.h"
#include "judge/judging/test_set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- names ---- */

static const char digits[] = "0123456789";
enum { MOST_DIGITS = 17 }; /* such a number and one more fit unsigned long long */

/* Finds the number in a name: the one it starts with, else the last one. Returns its digits, 0 if
 * there is none. */
static size_t find_number(const char *name, size_t *at)
{
    size_t length = strspn(name, digits);
    *at = 0;
    if (length == 0) {
        size_t end = strlen(name);
        while (end > 0 && strchr(digits, name[end - 1]) == NULL)
            end--;
        for (*at = end; *at > 0 && strchr(digits, name[*at - 1]) != NULL;)
            --*at;
        length = end - *at;
    }
    return length <= MOST_DIGITS ? length : 0;
}

void nf_test_next_name(const char *const *names, size_t count, unsigned skip, char *name,
                       size_t size)
{
    const char *last = "000"; /* the name to follow */
    size_t at, length = 0;
    for (size_t i = count; i > 0 && length == 0; i--)
        if ((length = find_number(names[i - 1], &at)) > 0)
            last = names[i - 1];
    length = find_number(last, &at);
    unsigned long long most = 0;
    for (size_t i = 0; i < count; i++) {
        size_t start;
        const bool numbered = find_number(names[i], &start) > 0;
        const bool same = numbered && start == at && strncmp(names[i], last, at) == 0;
        const unsigned long long number = same ? strtoull(names[i] + start, NULL, 10) : 0;
        most = number > most ? number : most;
    }
    const char rest = last[at + length];
    snprintf(name, size, "%.*s%0*llu%.*s%s", (int)at, last, (int)length, most + 1 + skip,
             rest == '-' || rest == '_', last + at + length,
             rest == '-' || rest == '_' ? "fuzz" : "");
}

/* ---- the same test ---- */

/* Finds a test with the same bytes as `instance`; `*found` is NULL if there is none. */
static enum nf_status find_same(const struct nf_test_set *set, const struct nf_text *instance,
                                const struct nf_test **found, struct nf_error *err)
{
    *found = NULL;
    for (size_t i = 0; *found == NULL && i < set->count; i++) {
        NF_OWNED_INPUT struct nf_input input = {0};
        NF_TRY(nf_input_open(&input, set->tests[i].instance, err));
        if (input.size == instance->size && memcmp(input.data, instance->data, input.size) == 0)
            *found = &set->tests[i];
    }
    return NF_OK;
}

/* Whether the file can be read and is the same. */
static bool has_bytes(const char *path, const struct nf_text *instance)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    struct nf_error ignored;
    return nf_input_open(&input, path, &ignored) == NF_OK && input.size == instance->size &&
           memcmp(input.data, instance->data, input.size) == 0;
}

/* ---- writing ---- */

/* A test to be written. */
struct adding {
    const struct nf_test_set *set;
    char *home;         /* the set's, without links */
    const char **names; /* of the tests there */
    size_t count;
    const char *answers; /* ending of their answers */
    const struct nf_text *instance, *answer;
};

/* Returns FOLDER/NAMEENDING, which the caller frees; NULL if memory runs out. */
static char *path_of(const char *folder, const char *name, const char *ending)
{
    char *path;
    return asprintf(&path, "%s/%s%s", folder, name, ending) < 0 ? NULL : path;
}

/* Whether NAME.in, NAME.ans or NAME.out exists; a link that leads nowhere does. */
static enum nf_status find_used(const struct adding *adding, const char *name, bool *used,
                                struct nf_error *err)
{
    static const char *const endings[] = {".in", ".ans", ".out"};
    *used = false;
    for (int i = 0; !*used && i < 3; i++) {
        struct stat found;
        NF_OWNED char *path = path_of(adding->home, name, endings[i]);
        NF_TRY_MEMORY(path != NULL, err);
        *used = lstat(path, &found) == 0;
    }
    return NF_OK;
}

/* Writes the new file `target`. `*used` is set, and nothing written, if the name is in use. */
static enum nf_status write_new(const char *target, const struct nf_text *text, bool *used,
                                struct nf_error *err)
{
    NF_OWNED char *side = NULL;
    const int fd = nf_out_unique(target, &side);
    if (fd < 0)
        return nf_fail(err, NF_IO, "%.400s: %s", target, strerror(errno));
    NF_TRY(nf_out_fill(fd, side, target, text, target, err));
    /* Unlike rename(), link() never replaces a file. */
    const int error = link(side, target) == 0 ? 0 : errno;
    unlink(side);
    *used = error == EEXIST;
    return error == 0 || *used ? NF_OK : nf_fail(err, NF_IO, "%.400s: %s", target, strerror(error));
}

/* Writes answer and instance, in this order: a test is never without its answer. */
static enum nf_status write_test(const struct adding *adding, const char *name, bool *used,
                                 struct nf_error *err)
{
    NF_OWNED char *instance = path_of(adding->home, name, ".in");
    NF_OWNED char *answer = path_of(adding->home, name, adding->answers);
    NF_TRY_MEMORY(instance != NULL && answer != NULL, err);
    NF_TRY(write_new(answer, adding->answer, used, err));
    if (*used)
        return NF_OK;
    const enum nf_status status = write_new(instance, adding->instance, used, err);
    if (status != NF_OK || *used)
        unlink(answer);
    return status;
}

/* Writes the test under the first name that is free. `*used`: none is. */
static enum nf_status write_next(const struct adding *adding, char *name, size_t size, bool *used,
                                 struct nf_error *err)
{
    enum { TRIES = 1000 };
    *used = true;
    for (unsigned skip = 0; *used && skip < TRIES; skip++) {
        nf_test_next_name(adding->names, adding->count, skip, name, size);
        NF_TRY(find_used(adding, name, used, err));
        if (!*used)
            NF_TRY(write_test(adding, name, used, err));
    }
    return NF_OK;
}

static enum nf_status add_test(const struct adding *adding, char **told, struct nf_error *err)
{
    char name[256];
    bool used;
    nf_signals_hold(NULL); /* so that no half of a test is left */
    const enum nf_status status = write_next(adding, name, sizeof name, &used, err);
    nf_signals_release();
    NF_TRY(status);
    if (used)
        return nf_fail(err, NF_IO, "%.400s: no name for a new test is free", adding->set->home);
    *told = path_of(adding->set->home, name, ".in");
    return *told != NULL ? NF_OK : nf_fail_memory(err);
}

/* Whether a test lies in the folder for new ones. */
static bool is_home(const struct nf_test_set *set, const struct nf_test *test)
{
    if (!set->package)
        return test->base == test->name;
    const size_t size = strlen(set->home);
    return strncmp(test->instance, set->home, size) == 0 && test->instance[size] == '/' &&
           strchr(test->instance + size + 1, '/') == NULL;
}

static enum nf_status look_around(struct adding *adding, struct nf_error *err)
{
    const struct nf_test_set *const set = adding->set;
    adding->home = realpath(set->home, NULL);
    if (adding->home == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", set->home, strerror(errno));
    adding->names = calloc(set->count + 1, sizeof *adding->names);
    NF_TRY_MEMORY(adding->names != NULL, err);
    adding->answers = set->package ? ".ans" : ".out";
    for (size_t i = 0; i < set->count; i++) {
        const struct nf_test *const test = &set->tests[i];
        if (!is_home(set, test))
            continue;
        adding->names[adding->count++] = test->base;
        if (nf_test_answer(test) != NULL)
            adding->answers = test->ans != NULL ? ".ans" : ".out";
    }
    return NF_OK;
}

static void free_adding(struct adding *adding)
{
    free(adding->names);
    free(adding->home);
}

enum nf_status nf_test_set_add(const char *folder, const struct nf_text *instance,
                               const struct nf_text *answer, char **told, bool *known,
                               struct nf_error *err)
{
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    const struct nf_test *same = NULL;
    NF_FREED_BY(free_adding)
    struct adding adding = {.set = &set, .instance = instance, .answer = answer};
    *told = NULL;
    *known = false;
    NF_TRY(nf_test_set_open(&set, folder, err));
    NF_TRY(find_same(&set, instance, &same, err));
    if (same != NULL) {
        *known = true;
        *told = strdup(same->instance);
        return *told != NULL ? NF_OK : nf_fail_memory(err);
    }
    NF_TRY(look_around(&adding, err));
    return add_test(&adding, told, err);
}

/* The same under the first number behind `prefix`, unless one before it is this test. */
static enum nf_status write_numbered(const struct adding *adding, const char *folder,
                                     const char *prefix, char **told, bool *known, bool *used,
                                     struct nf_error *err)
{
    *used = true;
    *known = false;
    for (unsigned number = 1; *used && !*known && number < NF_MAX_TESTS; number++) {
        char name[300];
        free(*told);
        snprintf(name, sizeof name, "%s%u", prefix, number);
        *told = path_of(folder, name, ".in");
        NF_TRY_MEMORY(*told != NULL, err);
        NF_TRY(find_used(adding, name, used, err));
        if (*used)
            *known = has_bytes(*told, adding->instance);
        else
            NF_TRY(write_test(adding, name, used, err));
    }
    return NF_OK;
}

enum nf_status nf_test_set_add_numbered(const char *folder, const char *prefix,
                                        const struct nf_text *instance,
                                        const struct nf_text *answer, char **told, bool *known,
                                        struct nf_error *err)
{
    NF_OWNED char *home = strdup(folder);
    const struct adding adding = {
        .home = home, .answers = ".ans", .instance = instance, .answer = answer};
    bool used;
    NF_TRY_MEMORY(home != NULL, err);
    nf_signals_hold(NULL);
    const enum nf_status status = write_numbered(&adding, folder, prefix, told, known, &used, err);
    nf_signals_release();
    NF_TRY(status);
    return used && !*known ? nf_fail(err, NF_IO, "%.400s: no name for a new test is free", folder)
                           : NF_OK;
}
