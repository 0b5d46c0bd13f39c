#include "judge/judging/editor_tests.h"

#include "base/json_text.h"
#include "base/owned.h"
#include "judge/judging/test_set.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
                              const struct nf_text *answer, char **told, bool *known,
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
    *told = path;
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
                                  char **told, bool *known, struct nf_error *err)
{
    const char *const slash = strrchr(source, '/'), *const name =
                                                        slash != NULL ? slash + 1 : source;
    NF_OWNED char *above =
        slash == NULL ? strdup(".") : strndup(source, (size_t)(slash - source) + 1);
    NF_OWNED char *folder = above != NULL ? realpath(above, NULL) : NULL;
    *told = NULL;
    if (folder == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", source, strerror(errno));
    if (editor == NF_EDITOR_CPH)
        return cph_add(folder, name, instance, answer, told, known, err);
    const char *const ending = strrchr(name, '.');
    NF_OWNED char *prefix = NULL;
    NF_TRY_MEMORY(asprintf(&prefix, "%.*s_",
                           (int)(ending != NULL ? ending - name : (int)strlen(name)), name) >= 0,
                  err);
    return nf_test_set_add_numbered(folder, prefix, instance, answer, told, known, err);
}
