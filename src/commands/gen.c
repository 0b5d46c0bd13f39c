/* ninefold gen: valid instances in the judge's format. */
#include "commands/commands.h"
#include "commands/common.h"
#include "core/runner.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct gen_options {
    struct nf_common common;
    uint64_t index;
    uint64_t count;     /* 0: one instance to standard output */
    const char *out;    /* folder for `count` instances */
    const char *answer; /* file for the transcript of the one instance */
};

enum { PATH_BYTES = 4096 };

static enum nf_exit gen_one(const struct gen_options *options, const struct nf_setup *setup,
                            struct nf_error *err)
{
    struct nf_text instance = {0}, answer = {0};
    enum nf_exit end = setup->game->deal(setup, options->index, &instance,
                                         options->answer != NULL ? &answer : NULL, err);
    if (end == NF_OK && options->answer != NULL)
        end = nf_text_save(&answer, options->answer, err);
    nf_text_free(&answer);
    return nf_common_print(&instance, end, err);
}

/* Makes folder `path` with the folders above it, where they are missing. */
static enum nf_exit make_folder(const char *path, struct nf_error *err)
{
    char part[PATH_BYTES];
    const size_t length = strlen(path);
    if (length >= sizeof part)
        return nf_fail(err, NF_IO, "--out: the path is longer than %d bytes", PATH_BYTES - 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return nf_fail(err, NF_IO, "%.400s: cannot make the folder: %s", part, strerror(errno));
    }
    struct stat found;
    if (stat(path, &found) != 0 || !S_ISDIR(found.st_mode))
        return nf_fail(err, NF_IO, "%.400s: not a folder", path);
    return NF_OK;
}

/* Digits of the files' numbers: enough for the last one, at least 3. */
static int number_width(uint64_t count)
{
    int width = 1;
    while (count >= 10) {
        count /= 10;
        width++;
    }
    return width < 3 ? 3 : width;
}

static enum nf_exit save_numbered(const struct gen_options *options, uint64_t number,
                                  const char *ending, const struct nf_text *text,
                                  struct nf_error *err)
{
    char path[PATH_BYTES];
    const int length = snprintf(path, sizeof path, "%s/%0*" PRIu64 "%s", options->out,
                                number_width(options->count), number, ending);
    if (length < 0 || (size_t)length >= sizeof path)
        return nf_fail(err, NF_IO, "--out: the path is longer than %d bytes", PATH_BYTES - 1);
    return nf_text_save(text, path, err);
}

static enum nf_exit gen_many(const struct gen_options *options, const struct nf_setup *setup,
                             struct nf_error *err)
{
    enum nf_exit end = make_folder(options->out, err);
    struct nf_text instance = {0}, answer = {0};
    struct nf_progress progress = {
        .what = "instances", .total = options->count, .quiet = options->common.quiet};
    const double start = nf_now();
    for (uint64_t number = 1; end == NF_OK && number <= options->count; number++) {
        instance.size = answer.size = 0; /* the memory is used again */
        end = setup->game->deal(setup, options->index + number - 1, &instance, &answer, err);
        if (end == NF_OK)
            end = save_numbered(options, number, ".in", &instance, err);
        if (end == NF_OK)
            end = save_numbered(options, number, ".out", &answer, err);
        nf_progress_show(&progress, number, nf_now() - start);
    }
    nf_progress_end(&progress);
    nf_text_free(&instance);
    nf_text_free(&answer);
    return end;
}

static enum nf_exit check(const struct gen_options *options, struct nf_error *err)
{
    if (options->count != 0 && options->out == NULL)
        return nf_fail(err, NF_USAGE, "--count: expected --out DIR with it, the folder to fill");
    if (options->out != NULL && options->count == 0)
        return nf_fail(err, NF_USAGE, "--out: expected --count N with it, the number of instances");
    if (options->answer != NULL && options->count != 0)
        return nf_fail(err, NF_USAGE,
                       "--answer: expected no --count with it, which writes answers"
                       " of its own");
    if (options->answer != NULL && strcmp(options->answer, "-") == 0)
        return nf_fail(err, NF_USAGE,
                       "--answer -: expected a file, since the instance goes to"
                       " standard output; see ninefold replay");
    if (options->count > UINT64_MAX - options->index)
        return nf_fail(err, NF_USAGE, "--index: expected --index plus --count below 2^64");
    return NF_OK;
}

static enum nf_exit run(void *given, char **operands, struct nf_error *err)
{
    const struct gen_options *const options = given;
    (void)operands;
    struct nf_setup *setup;
    enum nf_exit end = check(options, err);
    if (end == NF_OK)
        end = nf_common_prepare(&options->common, &setup, err);
    if (end != NF_OK)
        return end;
    end = options->count != 0 ? gen_many(options, setup, err) : gen_one(options, setup, err);
    setup->game->release(setup);
    return end;
}

static const struct nf_option rows[] = {
    {.name = "index",
     .letter = 'i',
     .type = NF_NUMBER,
     .argument = "I",
     NF_INTO(struct gen_options, index),
     .help = "which instance of the seed, counted from 0; with --count the first one"},
    {.name = "answer",
     .type = NF_STRING,
     .argument = "FILE",
     NF_INTO(struct gen_options, answer),
     .help = "write the transcript to FILE"},
    {.name = "count",
     .type = NF_NUMBER,
     .argument = "N",
     NF_INTO(struct gen_options, count),
     .help = "write N instances with their transcripts instead: 001.in, 001.out, ...",
     .low = 1,
     .high = 1000000000},
    {.name = "out",
     .letter = 'o',
     .type = NF_STRING,
     .argument = "DIR",
     NF_INTO(struct gen_options, out),
     .help = "the folder for --count, made if missing"},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {"The instance", nf_rows_params}, {"Which one, and where to", rows}, {NULL, NULL}};

const struct nf_command nf_command_gen = {
    .name = "gen",
    .summary = "valid instances in the judge's format",
    .details = "Instance I of a seed is game I of `ninefold run` with the same options.",
    .groups = groups,
    .options_size = sizeof(struct gen_options),
    .run = run,
};
