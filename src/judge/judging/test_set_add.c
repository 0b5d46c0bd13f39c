/* A new test of a set, or of an editor. */
#include "base/json_text.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "base/signals.h"
#include "judge/judging/test_set.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

static enum nf_status add_test(const struct adding *adding, char **added, struct nf_error *err)
{
    char name[256];
    bool used;
    nf_signals_hold(NULL); /* so that no half of a test is left */
    const enum nf_status status = write_next(adding, name, sizeof name, &used, err);
    nf_signals_release();
    NF_TRY(status);
    if (used)
        return nf_fail(err, NF_IO, "%.400s: no name for a new test is free", adding->set->home);
    *added = path_of(adding->set->home, name, ".in");
    return *added != NULL ? NF_OK : nf_fail_memory(err);
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
                               const struct nf_text *answer, char **added, bool *known,
                               struct nf_error *err)
{
    NF_FREED_BY(nf_test_set_close) struct nf_test_set set = {0};
    const struct nf_test *same = NULL;
    NF_FREED_BY(free_adding)
    struct adding adding = {.set = &set, .instance = instance, .answer = answer};
    *added = NULL;
    *known = false;
    NF_TRY(nf_test_set_open(&set, folder, err));
    NF_TRY(find_same(&set, instance, &same, err));
    if (same != NULL) {
        *known = true;
        *added = strdup(same->instance);
        return *added != NULL ? NF_OK : nf_fail_memory(err);
    }
    NF_TRY(look_around(&adding, err));
    return add_test(&adding, added, err);
}

/* The same under the first number behind `prefix`, unless one before it is this test. */
static enum nf_status write_numbered(const struct adding *adding, const char *folder,
                                     const char *prefix, char **added, bool *known, bool *used,
                                     struct nf_error *err)
{
    *used = true;
    *known = false;
    for (unsigned number = 1; *used && !*known && number < NF_MAX_TESTS; number++) {
        char name[300];
        free(*added);
        snprintf(name, sizeof name, "%s%u", prefix, number);
        *added = path_of(folder, name, ".in");
        NF_TRY_MEMORY(*added != NULL, err);
        NF_TRY(find_used(adding, name, used, err));
        if (*used)
            *known = has_bytes(*added, adding->instance);
        else
            NF_TRY(write_test(adding, name, used, err));
    }
    return NF_OK;
}

enum nf_status nf_test_set_add_numbered(const char *folder, const char *prefix,
                                        const struct nf_text *instance,
                                        const struct nf_text *answer, char **added, bool *known,
                                        struct nf_error *err)
{
    NF_OWNED char *home = strdup(folder);
    const struct adding adding = {
        .home = home, .answers = ".ans", .instance = instance, .answer = answer};
    bool used;
    NF_TRY_MEMORY(home != NULL, err);
    nf_signals_hold(NULL);
    const enum nf_status status = write_numbered(&adding, folder, prefix, added, known, &used, err);
    nf_signals_release();
    NF_TRY(status);
    return used && !*known ? nf_fail(err, NF_IO, "%.400s: no name for a new test is free", folder)
                           : NF_OK;
}

/* ---- tests of editors ---- */

enum nf_editor nf_editor_named(const char *name)
{
    return strcmp(name, "cph") == 0        ? NF_EDITOR_CPH
           : strcmp(name, "cpeditor") == 0 ? NF_EDITOR_CPEDITOR
                                           : NF_EDITOR_NONE;
}

/* ---- Competitive Programming Helper ---- */

static uint32_t md5_rotated(uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

/* RFC 1321. */
static void md5_add_block(uint32_t state[4], const unsigned char *block)
{
    static const unsigned char shifts[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], words[16];
    for (int i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] | (uint32_t)block[4 * i + 1] << 8 |
                   (uint32_t)block[4 * i + 2] << 16 | (uint32_t)block[4 * i + 3] << 24;
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t mixed = i < 16   ? (b & c) | (~b & d)
                               : i < 32 ? (d & b) | (~d & c)
                               : i < 48 ? b ^ c ^ d
                                        : c ^ (b | ~d);
        const unsigned word = i < 16   ? i
                              : i < 32 ? (5 * i + 1) % 16
                              : i < 48 ? (3 * i + 5) % 16
                                       : 7 * i % 16;
        const uint32_t constant = (uint32_t)(4294967296.0 * fabs(sin(i + 1.0)));
        const uint32_t sum = a + mixed + constant + words[word];
        a = d;
        d = c;
        c = b;
        b += md5_rotated(sum, shifts[i / 16][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

/* `hexadecimal` has room for 33 bytes. */
static void md5_of(const char *string, char *hexadecimal)
{
    uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    const uint64_t size = strlen(string), padded = (size + 8) / 64 * 64 + 64;
    for (uint64_t at = 0; at < padded; at += 64) {
        unsigned char block[64] = {0};
        for (uint64_t i = at; i < at + 64 && i <= size; i++)
            block[i - at] = i < size ? (unsigned char)string[i] : 0x80;
        for (unsigned i = 0; at + 64 == padded && i < 8; i++)
            block[56 + i] = (unsigned char)(8 * size >> 8 * i);
        md5_add_block(state, block);
    }
    for (unsigned i = 0; i < 16; i++)
        sprintf(hexadecimal + 2 * i, "%02x", state[i / 4] >> i % 4 * 8 & 0xff);
}

/* What the extension makes of a source that no site gave. */
static json_t *cph_new_problem(const char *source, const char *name)
{
    char title[300];
    snprintf(title, sizeof title, "Local: %.*s", (int)strcspn(name, "."), name);
    return json_pack("{s:o, s:o, s:[], s:b, s:i, s:i, s:o, s:s, s:b}", "name",
                     nf_json_string(title), "url", nf_json_string(source), "tests", "interactive",
                     false, "memoryLimit", 1024, "timeLimit", 3000, "srcPath",
                     nf_json_string(source), "group", "local", "local", true);
}

static enum nf_status cph_read(const char *path, json_t **problem, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    json_error_t error;
    NF_TRY(nf_input_open(&input, path, err));
    *problem = json_loadb(input.data, input.size, 0, &error);
    if (*problem == NULL)
        return nf_fail_at(err, &input, nf_json_place(&error, &input), "not JSON: %s", error.text);
    return json_is_array(json_object_get(*problem, "tests"))
               ? NF_OK
               : nf_fail(err, NF_INVALID, "%.400s: expected an object with a list \"tests\"", path);
}

/* Whether a test has this input; the extension leaves out the last newline. `*next` gets a number
 * that none has. */
static bool cph_has(const json_t *tests, const struct nf_text *instance, json_int_t *next)
{
    size_t i;
    const json_t *test;
    bool found = false;
    *next = 1;
    json_array_foreach(tests, i, test)
    {
        const json_t *const input = json_object_get(test, "input");
        const json_int_t number = json_integer_value(json_object_get(test, "id"));
        const size_t size = json_string_length(input);
        *next = number >= *next && number < INT64_MAX ? number + 1 : *next;
        found |= input != NULL && size > 0 && size <= instance->size &&
                 memcmp(json_string_value(input), instance->data, size) == 0 &&
                 (size == instance->size ||
                  (size + 1 == instance->size && instance->data[size] == '\n'));
    }
    return found;
}

static enum nf_status cph_add(const char *folder, const char *name, const struct nf_text *instance,
                              const struct nf_text *answer, char **added, bool *known,
                              struct nf_error *err)
{
    char source[PATH_MAX + 300], hash[33], *path;
    struct stat found;
    json_auto_t *problem = NULL;
    NF_OWNED_TEXT struct nf_text text = {0};
    json_int_t next;
    snprintf(source, sizeof source, "%s/%s", folder, name);
    md5_of(source, hash);
    NF_TRY_MEMORY(asprintf(&path, "%s/.cph/.%s_%s.prob", folder, name, hash) >= 0, err);
    *added = path;
    if (stat(path, &found) == 0)
        NF_TRY(cph_read(path, &problem, err));
    else
        problem = cph_new_problem(source, name);
    json_t *const tests = json_object_get(problem, "tests");
    *known = cph_has(tests, instance, &next);
    if (*known)
        return NF_OK;
    json_t *const input = nf_json_text(instance), *const output = nf_json_text(answer);
    const bool whole = json_is_string(input) && json_is_string(output);
    json_array_append_new(
        tests, json_pack("{s:I, s:o, s:o}", "id", next, "input", input, "output", output));
    if (!whole && !nf_json_failed())
        return nf_fail(err, NF_INVALID, "%.400s: a test that is no UTF-8", path);
    snprintf(source, sizeof source, "%s/.cph", folder);
    if (mkdir(source, 0777) != 0 && errno != EEXIST)
        return nf_fail(err, NF_IO, "%.400s: %s", source, strerror(errno));
    NF_TRY(nf_text_json(&text, json_incref(problem), err));
    return nf_text_save(&text, path, err);
}

enum nf_status nf_editor_test_add(enum nf_editor editor, const char *source,
                                  const struct nf_text *instance, const struct nf_text *answer,
                                  char **added, bool *known, struct nf_error *err)
{
    const char *const slash = strrchr(source, '/'), *const name =
                                                        slash != NULL ? slash + 1 : source;
    NF_OWNED char *above =
        slash == NULL ? strdup(".") : strndup(source, (size_t)(slash - source) + 1);
    NF_OWNED char *folder = above != NULL ? realpath(above, NULL) : NULL;
    *added = NULL;
    if (folder == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", source, strerror(errno));
    if (editor == NF_EDITOR_CPH)
        return cph_add(folder, name, instance, answer, added, known, err);
    const char *const ending = strrchr(name, '.');
    NF_OWNED char *prefix = NULL;
    NF_TRY_MEMORY(asprintf(&prefix, "%.*s_",
                           (int)(ending != NULL ? ending - name : (int)strlen(name)), name) >= 0,
                  err);
    return nf_test_set_add_numbered(folder, prefix, instance, answer, added, known, err);
}
