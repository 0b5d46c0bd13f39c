#include "judge/judging/package_settings.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/text.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

/* ---- YAML ----
 *
 * From anybody. Files of settings need neither aliases nor depth, so both are refused: what is read
 * costs no more than the file is long. */

enum { YAML_DEPTH = 32 };

/* A scalar. All pointers hold during the call. */
struct yaml_value {
    const char *file;    /* the name of the input */
    const char *path;    /* keys joined by /, with [] behind those of sequences:
                            "limits/memory", "subtasks[]/time"; "" for a lone scalar */
    const char *text;    /* without NUL bytes */
    size_t line, column; /* where it stands, from 1 */
};

/* A collection that is open. */
struct level {
    bool map;
    bool key;    /* the next scalar is a key */
    size_t path; /* bytes of the path that lead here */
};

struct walk {
    const struct nf_input *input;
    struct level levels[YAML_DEPTH];
    size_t depth;
    struct nf_text path;
    enum nf_status (*take)(void *owner, const struct yaml_value *value, struct nf_error *err);
    void *owner;
    struct nf_error *err;
};

static enum nf_status fail_at_mark(const struct walk *walk, const yaml_mark_t *mark,
                                   const char *message)
{
    return nf_fail(walk->err, NF_INVALID, "%.400s:%zu:%zu: %s", walk->input->name, mark->line + 1,
                   mark->column + 1, _(message));
}

static enum nf_status fail_by_parser(const struct walk *walk, const yaml_parser_t *parser)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return nf_fail_memory(walk->err);
    /* Of bytes that are no text libyaml has the place in the file alone. */
    if (parser->error == YAML_READER_ERROR && parser->problem_offset <= walk->input->size)
        return nf_fail_at(walk->err, walk->input, parser->problem_offset,
                          "not a YAML file: %.100s%s%.100s", parser->problem, "", "");
    char message[256];
    snprintf(message, sizeof message, _("not a YAML file: %.100s%s%.100s"), parser->problem,
             parser->context != NULL ? " " : "", parser->context != NULL ? parser->context : "");
    return fail_at_mark(walk, &parser->problem_mark, message);
}

/* Cuts the path to where the innermost collection begins, and appends a key. */
static void walk_to_key(struct walk *walk, const char *key)
{
    walk->path.size = walk->levels[walk->depth - 1].path;
    nf_text_string(&walk->path, walk->path.size > 0 ? "/" : "");
    nf_text_string(&walk->path, key);
}

/* A value has ended: a key is next. */
static void walk_past_value(struct walk *walk)
{
    if (walk->depth > 0 && walk->levels[walk->depth - 1].map)
        walk->levels[walk->depth - 1].key = true;
}

static bool at_key(const struct walk *walk)
{
    return walk->depth > 0 && walk->levels[walk->depth - 1].key;
}

static enum nf_status walk_scalar(struct walk *walk, const yaml_event_t *event)
{
    const char *const text = (const char *)event->data.scalar.value;
    if (strlen(text) != event->data.scalar.length)
        return fail_at_mark(walk, &event->start_mark, N_("found a NUL byte, expected text"));
    if (at_key(walk)) {
        walk_to_key(walk, text);
        walk->levels[walk->depth - 1].key = false;
        return NF_OK;
    }
    if (walk->depth > 0 && !walk->levels[walk->depth - 1].map)
        walk->path.size = walk->levels[walk->depth - 1].path;
    const struct yaml_value value = {.file = walk->input->name,
                                     .path = nf_text_terminated(&walk->path),
                                     .text = text,
                                     .line = event->start_mark.line + 1,
                                     .column = event->start_mark.column + 1};
    walk_past_value(walk);
    return walk->take(walk->owner, &value, walk->err);
}

static enum nf_status walk_into(struct walk *walk, const yaml_event_t *event)
{
    const bool map = event->type == YAML_MAPPING_START_EVENT;
    if (at_key(walk))
        return fail_at_mark(walk, &event->start_mark, N_("found a collection, expected a key"));
    if (walk->depth == YAML_DEPTH)
        return fail_at_mark(walk, &event->start_mark,
                            N_("nested too deeply, expected at most 32 levels"));
    if (walk->depth > 0 && !walk->levels[walk->depth - 1].map)
        walk->path.size = walk->levels[walk->depth - 1].path;
    nf_text_string(&walk->path, map ? "" : "[]");
    walk->levels[walk->depth++] = (struct level){.map = map, .key = map, .path = walk->path.size};
    return NF_OK;
}

static enum nf_status walk_event(struct walk *walk, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT: return walk_scalar(walk, event);
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT: return walk_into(walk, event);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        walk->depth--;
        walk_past_value(walk);
        return NF_OK;
    case YAML_ALIAS_EVENT:
        return fail_at_mark(walk, &event->start_mark,
                            N_("found an alias, expected the value itself"));
    default: return NF_OK;
    }
}

static enum nf_status walk_document(struct walk *walk, yaml_parser_t *parser)
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return fail_by_parser(walk, parser);
        const bool ends =
            event.type == YAML_DOCUMENT_END_EVENT || event.type == YAML_STREAM_END_EVENT;
        const enum nf_status status = walk_event(walk, &event);
        yaml_event_delete(&event);
        if (status != NF_OK || ends)
            return status;
        NF_TRY_MEMORY(!walk->path.failed, walk->err);
    }
}

/* Calls `take` for each scalar of the first document of `input`, in order, until it fails.
 * NF_INVALID with file, line and column for what is not YAML, for an alias, a key that is not a
 * scalar, a NUL byte, and more than YAML_DEPTH levels; else the result of the last call. */
static enum nf_status yaml_each(const struct nf_input *input,
                                enum nf_status (*take)(void *owner, const struct yaml_value *value,
                                                       struct nf_error *err),
                                void *owner, struct nf_error *err)
{
    struct walk walk = {.input = input, .take = take, .owner = owner, .err = err};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return nf_fail_memory(err);
    yaml_parser_set_input_string(&parser, (const unsigned char *)input->data, input->size);
    const enum nf_status status = walk_document(&walk, &parser);
    yaml_parser_delete(&parser);
    nf_text_free(&walk.path);
    return status;
}

/* Fills `err` with the place of `value`, its text, and what was expected there, which is
 * translated. */
static enum nf_status yaml_fail(struct nf_error *err, const struct yaml_value *value,
                                const char *expected)
{
    char quoted[NF_QUOTED];
    return nf_fail(err, NF_INVALID, "%.400s:%zu:%zu: found %s, expected %s", value->file,
                   value->line, value->column, nf_quote(quoted, value->text, strlen(value->text)),
                   _(expected));
}

static const double second = 1e9, mebibyte = 1024 * 1024;

/* ---- files ---- */

bool nf_package_within(const char *path, const char *folder)
{
    const size_t size = strlen(folder);
    return strncmp(path, folder, size) == 0 && (path[size] == '/' || folder[size - 1] == '/');
}

enum nf_status nf_package_check_link(const char *root, const char *path, struct nf_error *err)
{
    NF_OWNED char *real = realpath(path, NULL);
    NF_OWNED char *real_root = realpath(root, NULL);
    if (real == NULL || real_root == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    return nf_package_within(real, real_root)
               ? NF_OK
               : nf_fail(err, NF_INVALID, "%.400s: a link that leads out of the package", path);
}

/* Opens FOLDER/NAME. `path` is its path, which the caller frees after the input; NULL: there is no
 * such file. */
static enum nf_status open_settings_file(const char *folder, const char *name,
                                         struct nf_input *input, char **path, struct nf_error *err)
{
    NF_OWNED char *whole = NULL;
    struct stat found;
    *path = NULL;
    if (asprintf(&whole, "%s/%s", folder, name) < 0) {
        whole = NULL;
        return nf_fail_memory(err);
    }
    if (lstat(whole, &found) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return NF_OK;
    NF_TRY(nf_package_check_link(folder, whole, err));
    if (stat(whole, &found) != 0)
        return nf_fail(err, NF_IO, "%.400s: %s", whole, strerror(errno));
    if (!S_ISREG(found.st_mode))
        return nf_fail(err, NF_INVALID, "%.400s: expected a file", whole);
    if (found.st_size > NF_PROBLEM_FILE)
        return nf_fail(err, NF_INVALID, "%.400s: found %lld bytes, expected at most %d", whole,
                       (long long)found.st_size, NF_PROBLEM_FILE);
    NF_TRY(nf_input_open(input, whole, err));
    *path = whole;
    whole = NULL;
    return NF_OK;
}

/* ---- numbers ---- */

/* Reads a number, and the unit behind it, which is one of `units`, letters whose factors are
 * `factors`; "" is the first. False for anything else, and for what is out of `low` .. `high`. */
static bool read_number(const char *text, const char *const *units, const double *factors,
                        double low, double high, double *number)
{
    const size_t digits = strspn(text, "0123456789.");
    const size_t exponent =
        (text[digits] | 32) == 'e' ? 1 + strspn(text + digits + 1, "0123456789+-") : 0;
    char *end;
    *number = strtod(text, &end);
    if (digits == 0 || end != text + digits + exponent)
        return false;
    for (size_t i = 0; units[i] != NULL; i++)
        if (strcasecmp(end, units[i]) == 0) {
            *number *= factors[i];
            return *number >= low && *number <= high;
        }
    return false;
}

static const char *const no_units[] = {"", NULL};

static enum nf_status take_limit(struct nf_package_limit *limit, const struct yaml_value *value,
                                 const char *const *units, const double *factors, bool time,
                                 struct nf_error *err)
{
    double number;
    if (!read_number(value->text, units, factors, time ? 1e6 : mebibyte,
                     time ? 86400 * second : mebibyte * mebibyte, &number))
        return yaml_fail(err, value,
                         time ? N_("a time from 1 ms to one day")
                              : N_("an amount of memory from 1 MiB to 1 TiB"));
    const uint64_t rounded = (uint64_t)llround(number);
    limit->value = rounded > limit->value ? rounded : limit->value;
    return NF_OK;
}

/* ---- problem.yaml ---- */

/* What one file gives. */
struct reading {
    struct nf_package_settings *problem;
    struct nf_package_limit cpu_ns, memory, output;
};

static enum nf_status take_flags(char **flags, const struct yaml_value *value, struct nf_error *err)
{
    if (*flags != NULL)
        return yaml_fail(err, value, N_("one list of arguments"));
    *flags = strdup(value->text);
    return *flags != NULL ? NF_OK : nf_fail_memory(err);
}

/* Refuses kinds of problems of which a program's output says nothing without the judge's own
 * program at its other end, or that have no program: their verdicts would be wrong. */
static enum nf_status check_kind(const struct yaml_value *value, struct nf_error *err)
{
    static const char *const kinds[] = {"interactive",   "multi-pass",    "multipass",
                                        "communication", "submit-answer", "submit_answer",
                                        "objective"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(value->text, kinds[i]) != NULL)
            return yaml_fail(err, value,
                             N_("a problem whose programs read an input and print an answer"));
    return NF_OK;
}

static enum nf_status take_problem(void *owner, const struct yaml_value *value,
                                   struct nf_error *err)
{
    struct reading *const reading = owner;
    struct nf_package_settings *const problem = reading->problem;
    if (strcmp(value->path, "limits/time_limit") == 0)
        return take_limit(&reading->cpu_ns, value, no_units, &second, true, err);
    if (strcmp(value->path, "limits/memory") == 0)
        return take_limit(&reading->memory, value, no_units, &mebibyte, false, err);
    if (strcmp(value->path, "limits/output") == 0)
        return take_limit(&reading->output, value, no_units, &mebibyte, false, err);
    if (strcmp(value->path, "validation") == 0)
        problem->own_validator |= strncmp(value->text, "custom", 6) == 0;
    if (strcmp(value->path, "validation") == 0 || strcmp(value->path, "type") == 0 ||
        strcmp(value->path, "type[]") == 0)
        return check_kind(value, err);
    if (strcmp(value->path, "validator_flags") == 0)
        return take_flags(&problem->flags, value, err);
    return NF_OK;
}

/* ---- Luogu's and Hydro's files ---- */

static enum nf_status take_config(void *owner, const struct yaml_value *value, struct nf_error *err)
{
    static const char *const time_units[] = {"", "s", "ms", "us", NULL};
    static const double times[] = {1e9, 1e9, 1e6, 1e3};
    static const char *const size_units[] = {"", "m", "mb", "k", "kb", "g", "gb", NULL};
    static const double sizes[] = {1 << 20, 1 << 20, 1 << 20, 1 << 10, 1 << 10, 1 << 30, 1 << 30};
    static const double millisecond = 1e6, kibibyte = 1024;
    struct reading *const reading = owner;
    const char *const slash = strrchr(value->path, '/'), *const path = value->path;
    const char *const last = slash != NULL ? slash + 1 : path;
    if (strcmp(path, "time") == 0 || strcmp(path, "subtasks[]/time") == 0)
        return take_limit(&reading->cpu_ns, value, time_units, times, true, err);
    if (strcmp(path, "memory") == 0 || strcmp(path, "subtasks[]/memory") == 0)
        return take_limit(&reading->memory, value, size_units, sizes, false, err);
    if (strcmp(path, "type") == 0)
        return check_kind(value, err);
    if (strcmp(last, "timeLimit") == 0)
        return take_limit(&reading->cpu_ns, value, no_units, &millisecond, true, err);
    if (strcmp(last, "memoryLimit") == 0)
        return take_limit(&reading->memory, value, no_units, &kibibyte, false, err);
    return NF_OK;
}

/* ---- files of one line ---- */

/* Calls `take` with the value behind KEY= of a line, or without `key` with the first line, in which
 * blanks and quotes around it do not count. */
static enum nf_status each_line(const struct nf_input *input, const char *key,
                                struct reading *reading, struct nf_error *err)
{
    const char *const end = input->data + input->size;
    size_t number = 1;
    for (const char *line = input->data; line < end; number++) {
        const char *const newline = memchr(line, '\n', (size_t)(end - line));
        const char *const stop = newline != NULL ? newline : end;
        char words[64] = "", name[64] = "", text[64] = "";
        memcpy(words, line, (size_t)(stop - line) < 63 ? (size_t)(stop - line) : 63);
        const bool found =
            key == NULL ? sscanf(words, " %63s", text) == 1
                        : sscanf(words, " %63[a-z_-] = %*['\"]%63[^'\"\r]", name, text) == 2 ||
                              sscanf(words, " %63[a-z_-] = %63[^ \r\t;]", name, text) == 2;
        if (found && (key == NULL || strcmp(name, key) == 0)) {
            const struct yaml_value value = {.file = input->name,
                                             .path = "",
                                             .text = text,
                                             .line = number,
                                             .column = (size_t)(strstr(words, text) - words) + 1};
            return take_limit(&reading->cpu_ns, &value, no_units, &second, true, err);
        }
        line = stop + 1;
    }
    return NF_OK;
}

static enum nf_status read_ini(const struct nf_input *input, struct reading *reading,
                               struct nf_error *err)
{
    return each_line(input, "timelimit", reading, err);
}

static enum nf_status read_timelimit(const struct nf_input *input, struct reading *reading,
                                     struct nf_error *err)
{
    return each_line(input, NULL, reading, err);
}

static enum nf_status read_problem_yaml(const struct nf_input *input, struct reading *reading,
                                        struct nf_error *err)
{
    return yaml_each(input, take_problem, reading, err);
}

static enum nf_status read_config(const struct nf_input *input, struct reading *reading,
                                  struct nf_error *err)
{
    return yaml_each(input, take_config, reading, err);
}

/* ---- the package ---- */

static const struct {
    const char *name;
    enum nf_status (*read)(const struct nf_input *input, struct reading *reading,
                           struct nf_error *err);
} files[] = {
    {"problem.yaml", read_problem_yaml},   /* first */ {"domjudge-problem.ini", read_ini},
    {".timelimit", read_timelimit},        {"config.yml", read_config},
    {"config.yaml", read_config},          {"data/config.yml", read_config},
    {"testdata/config.yaml", read_config}, {"problem/testdata/config.yaml", read_config},
};

/* Takes a limit that no earlier file gave. */
static void keep_limit(struct nf_package_limit *limit, const struct nf_package_limit *found,
                       const char *from)
{
    if (limit->from == NULL && found->value > 0)
        *limit = (struct nf_package_limit){found->value, from};
}

static enum nf_status read_file(struct nf_package_settings *problem, size_t number,
                                struct nf_error *err)
{
    struct reading reading = {.problem = problem};
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_OWNED char *path = NULL;
    NF_TRY(open_settings_file(problem->root, files[number].name, &input, &path, err));
    if (path == NULL)
        return NF_OK;
    problem->kattis |= number == 0;
    NF_TRY(files[number].read(&input, &reading, err));
    keep_limit(&problem->cpu_ns, &reading.cpu_ns, files[number].name);
    keep_limit(&problem->memory, &reading.memory, files[number].name);
    keep_limit(&problem->output, &reading.output, files[number].name);
    return NF_OK;
}

/* Finds the folder above a folder data that holds `folder`, if it has a problem.yaml; else it is
 * `folder`. */
static enum nf_status find_root(const char *folder, char **root, struct nf_error *err)
{
    enum { LEVELS = 5 };
    NF_OWNED char *real = realpath(folder, NULL);
    *root = strdup(folder);
    NF_TRY_MEMORY(*root != NULL, err);
    if (real == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", folder, strerror(errno));
    for (int level = 0; level < LEVELS; level++) {
        char *const slash = strrchr(real, '/');
        NF_OWNED char *settings = NULL;
        if (slash == NULL || slash == real)
            return NF_OK;
        const bool data = strcmp(slash, "/data") == 0;
        *slash = '\0';
        if (!data)
            continue;
        if (asprintf(&settings, "%s/problem.yaml", real) < 0) {
            settings = NULL;
            return nf_fail_memory(err);
        }
        if (access(settings, F_OK) != 0)
            continue;
        free(*root);
        *root = real;
        real = NULL;
        return NF_OK;
    }
    return NF_OK;
}

enum nf_status nf_package_settings_read(struct nf_package_settings *problem, const char *folder,
                                        struct nf_error *err)
{
    *problem = (struct nf_package_settings){0};
    NF_TRY(find_root(folder, &problem->root, err));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        NF_TRY(read_file(problem, i, err));
    NF_OWNED char *validator = NULL;
    if (asprintf(&validator, "%s/output_validator", problem->root) < 0) {
        validator = NULL;
        return nf_fail_memory(err);
    }
    problem->own_validator |= access(validator, F_OK) == 0;
    return NF_OK;
}

void nf_package_settings_free(struct nf_package_settings *problem)
{
    free(problem->root);
    free(problem->flags);
    *problem = (struct nf_package_settings){0};
}

/* ---- the rule of a test ---- */

/* Arguments of a test so far. */
struct arguments {
    struct nf_text words; /* a line for each */
    bool anew;            /* the next ones replace them: they are of another file */
};

static enum nf_status take_arguments(void *owner, const struct yaml_value *value,
                                     struct nf_error *err)
{
    struct arguments *const arguments = owner;
    if (strcmp(value->path, "output_validator_flags") != 0 &&
        strcmp(value->path, "output_validator_args[]") != 0)
        return NF_OK;
    if (arguments->anew)
        arguments->words.size = 0;
    arguments->anew = false;
    nf_text_string(&arguments->words, value->text);
    nf_text_string(&arguments->words, "\n");
    return arguments->words.failed ? nf_fail_memory(err) : NF_OK;
}

static enum nf_status read_arguments(const struct nf_package_settings *problem, const char *name,
                                     struct arguments *arguments, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_OWNED char *path = NULL;
    NF_TRY(open_settings_file(problem->root, name, &input, &path, err));
    if (path == NULL)
        return NF_OK;
    arguments->anew = true;
    return yaml_each(&input, take_arguments, arguments, err);
}

/* Reads the files of all folders down to the test, and its own. */
static enum nf_status gather_arguments(const struct nf_package_settings *problem, const char *test,
                                       struct arguments *arguments, struct nf_error *err)
{
    static const char *const names[] = {"testdata.yaml", "test_group.yaml"};
    char name[PATH_MAX];
    for (const char *slash = strchr(test, '/'); slash != NULL; slash = strchr(slash + 1, '/'))
        for (int i = 0; i < 2; i++) {
            snprintf(name, sizeof name, "%.*s/%s", (int)(slash - test), test, names[i]);
            NF_TRY(read_arguments(problem, name, arguments, err));
        }
    const size_t size = strlen(test);
    snprintf(name, sizeof name, "%.*s.yaml",
             (int)(size > 3 && strcmp(test + size - 3, ".in") == 0 ? size - 3 : size), test);
    return read_arguments(problem, name, arguments, err);
}

enum nf_status nf_package_settings_flags(const struct nf_package_settings *problem,
                                         const char *test, struct nf_text *flags,
                                         struct nf_error *err)
{
    struct arguments arguments = {0};
    NF_TRY(gather_arguments(problem, test, &arguments, err));
    nf_text_bytes(flags, arguments.words.data, arguments.words.size);
    nf_text_string(flags, problem->flags != NULL ? problem->flags : "");
    nf_text_free_part(&arguments.words, flags);
    NF_TRY_MEMORY(!flags->failed, err);
    return NF_OK;
}
